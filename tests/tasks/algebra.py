"""Expressions rewritten at random: by identities that hold everywhere, and by mistakes that students make.

Whoever calls says which with a `random.Random`, so that hypothesis finds the shortest sequence that matters.
"""

from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import sympy as sp
from sympy.core.function import AppliedUndef

__all__ = ["mistaken", "rewritten"]

Path = tuple[int, ...]
Operation = Callable[[Any, Random], Any]
LEAVES = (sp.Derivative, AppliedUndef)
LARGE = 60  # operations; a longer expression is not simplified as a whole, which takes minutes
UNEVALUATED = {"evaluate": False}


def rewritten(expression: Any, random: Random, steps: int) -> Any:
    """Another way to write an expression, after so many steps."""
    expression = sp.sympify(expression)
    for _ in range(steps):
        expression = _step(expression, random, WAYS) if random.random() < 0.8 else _whole(expression, random)
    return expression


def mistaken(expression: Any, random: Random) -> Any:
    """The expression with one mistake somewhere in it; most likely, but not certainly, a wrong one."""
    return _step(sp.sympify(expression), random, MISTAKES)


def _step(expression: Any, random: Random, operations: list[Operation]) -> Any:
    """Apply an operation, chosen at random, at a place where it can be applied; the expression if there is none."""
    places = list(_places(expression))
    for operation in random.sample(operations, len(operations)):
        for path, node in random.sample(places, min(len(places), 12)):
            found = operation(node, random)
            if found is not None:
                return _replaced(expression, path, found)
    return expression


def _places(node: Any, path: Path = ()) -> Iterator[tuple[Path, Any]]:
    yield path, node
    if not isinstance(node, LEAVES):
        for k, argument in enumerate(node.args):
            # an exponent stays what it is: half of one is another branch of the root
            if not (isinstance(node, sp.Pow) and k == 1):
                yield from _places(argument, (*path, k))


def _replaced(node: Any, path: Path, new: Any) -> Any:
    if not path:
        return new
    arguments = list(node.args)
    arguments[path[0]] = _replaced(arguments[path[0]], path[1:], new)
    return _made(node.func, *arguments)


def _made(kind: Any, *arguments: Any) -> Any:
    """An expression as it is written, without what sympy would make of it."""
    try:
        return kind(*arguments, **UNEVALUATED)
    except TypeError:
        return kind(*arguments)


def _sum(*terms: Any) -> Any:
    return sp.Add(*terms, **UNEVALUATED)


def _product(*factors: Any) -> Any:
    return sp.Mul(*factors, **UNEVALUATED)


def _power(base: Any, exponent: Any) -> Any:
    return sp.Pow(base, exponent, **UNEVALUATED)


def _any_name(node: Any, random: Random) -> Any:
    """A name that occurs, or a number where there is none."""
    names = sorted(node.atoms(sp.Symbol, AppliedUndef) - {sp.Symbol("t")}, key=str)
    names = [name for name in names if not name.args or name.func not in (sp.sin, sp.cos)]
    return random.choice(names) if names else sp.Integer(3)


# Ways to write the same. Each gives None where it cannot be applied.


def _commuted(node: Any, random: Random) -> Any:
    if not isinstance(node, sp.Add | sp.Mul):
        return None
    return _made(node.func, *random.sample(node.args, len(node.args)))


def _associated(node: Any, random: Random) -> Any:
    if not isinstance(node, sp.Add | sp.Mul) or len(node.args) < 3:
        return None
    cut = random.randint(1, len(node.args) - 1)
    parts = (node.args[:cut], node.args[cut:])
    return _made(node.func, *(_made(node.func, *part) if len(part) > 1 else part[0] for part in parts))


def _distributed(node: Any, random: Random) -> Any:
    sums = [x for x in node.args if isinstance(x, sp.Add)] if isinstance(node, sp.Mul) else []
    if not sums:
        return None
    chosen = random.choice(sums)
    rest = list(node.args)
    rest.remove(chosen)
    return _sum(*(_product(*rest, term) for term in chosen.args))


def _sign_pulled_out(node: Any, _: Random) -> Any:
    if isinstance(node, sp.Add):
        return _product(-1, _sum(*(_product(-1, term) for term in node.args)))
    return _product(-1, _product(-1, node))


def _there_and_back(node: Any, random: Random) -> Any:
    name = _any_name(node, random)
    return _sum(_sum(node, name), _product(-1, name))


def _times_one(node: Any, random: Random) -> Any:
    name = _any_name(node, random)
    return _product(node, _sum(_power(sp.sin(name), 2), _power(sp.cos(name), 2)))


def _over_and_under(node: Any, random: Random) -> Any:
    name = _any_name(node, random)
    factor = name if name.is_positive else sp.Integer(random.randint(2, 7))
    return _product(_product(node, factor), _power(factor, -1))


def _half_angle(node: Any, _: Random) -> Any:
    if isinstance(node, sp.sin):
        half = node.args[0] / 2
        return _product(2, sp.sin(half), sp.cos(half))
    if isinstance(node, sp.cos):
        return _sum(1, _product(-2, _power(sp.sin(node.args[0] / 2), 2)))
    return None


def _shifted_angle(node: Any, _: Random) -> Any:
    if isinstance(node, sp.sin):
        return _made(sp.cos, _sum(sp.pi / 2, _product(-1, node.args[0])))
    if isinstance(node, sp.cos):
        return _made(sp.sin, _sum(node.args[0], sp.pi / 2))
    if isinstance(node, sp.tan):
        return _product(sp.sin(node.args[0]), _power(sp.cos(node.args[0]), -1))
    return None


def _pythagoras(node: Any, _: Random) -> Any:
    if isinstance(node, sp.Pow) and node.exp == 2 and isinstance(node.base, sp.sin | sp.cos):
        other = sp.cos if isinstance(node.base, sp.sin) else sp.sin
        return _sum(1, _product(-1, _power(other(*node.base.args), 2)))
    return None


def _power_taken_apart(node: Any, _: Random) -> Any:
    if isinstance(node, sp.Pow) and node.exp.is_Integer and node.exp > 1:
        return _product(node.base, _power(node.base, node.exp - 1))
    return None


def _number_taken_apart(node: Any, random: Random) -> Any:
    if not isinstance(node, sp.Rational):
        return None
    part = sp.Rational(random.randint(1, 9), random.randint(2, 9))
    return _sum(node - part, part)


def _decimal(node: Any, _: Random) -> Any:
    return sp.Float(node, 15) if isinstance(node, sp.Rational) and not node.is_Integer else None


def _exponential(node: Any, _: Random) -> Any:
    return _made(sp.exp, _made(sp.log, node)) if isinstance(node, sp.Symbol) and node.is_positive else None


WAYS: list[Operation] = [
    _commuted, _associated, _distributed, _sign_pulled_out, _there_and_back, _times_one, _over_and_under, _half_angle,
    _shifted_angle, _pythagoras, _power_taken_apart, _number_taken_apart, _decimal, _exponential,
]  # fmt: skip


def _by_parts(expression: Any) -> Any:
    """With intermediate variables for what occurs twice, put in again."""
    parts, [result] = sp.cse(expression.doit())  # of r*r**1, unevaluated, and 2*r it would make the same
    for name, part in reversed(parts):
        result = result.xreplace({name: part})
    return result


def _whole(expression: Any, random: Random) -> Any:
    """What sympy makes of the whole."""
    quick = [sp.expand, _by_parts, sp.expand_mul, sp.powsimp, sp.together]
    slow = [sp.expand_trig, sp.factor, sp.trigsimp, sp.simplify, sp.cancel, sp.radsimp]
    function = random.choice(quick if expression.count_ops() > LARGE else [*quick, *slow])
    return function(expression)


# Mistakes.


def _sign(node: Any, _: Random) -> Any:
    return -node if not node.is_zero else None


def _term_lost(node: Any, random: Random) -> Any:
    if not isinstance(node, sp.Add | sp.Mul):
        return None
    kept = list(node.args)
    kept.pop(random.randrange(len(kept)))
    return _made(node.func, *kept) if len(kept) > 1 else kept[0]


def _factor(node: Any, random: Random) -> Any:
    return node * random.choice([2, sp.Rational(1, 2), 3, sp.pi]) if not node.is_zero else sp.Integer(1)


def _other_power(node: Any, _: Random) -> Any:
    return _power(node.base, node.exp + 1) if isinstance(node, sp.Pow) else _power(node, 2)


def _other_function(node: Any, _: Random) -> Any:
    others = {sp.sin: sp.cos, sp.cos: sp.sin, sp.tan: sp.sin}
    return others[node.func](*node.args) if node.func in others else None


def _other_name(node: Any, random: Random) -> Any:
    return node + _any_name(node, random) if isinstance(node, sp.Symbol | AppliedUndef) else None


MISTAKES: list[Operation] = [_sign, _term_lost, _factor, _other_power, _other_function, _other_name]
