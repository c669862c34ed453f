"""Whoever has a wrong result is told so: operators applied to every node of the right one, none may pass."""

import random
from collections.abc import Iterator

import pytest
import sympy as sp
from sympy.core.function import AppliedUndef

from mechanics.checks import make_key

from .answers import DOMAIN, EOM, EQUATIONS, KINETIC_ENERGY, MATRIX, M, T, judged, t

FUNCTIONS = {sp.sin: sp.cos, sp.cos: sp.sin, sp.tan: sp.cos}


def is_leaf(node: sp.Basic) -> bool:
    return not node.args or isinstance(node, AppliedUndef | sp.Derivative)


def variants(node: sp.Expr, leaves: list[sp.Expr]) -> Iterator[sp.Expr]:
    """Everything one slip can make of a node."""
    yield -node
    yield 2 * node
    yield node + 1
    if is_leaf(node) and not node.is_number:
        yield from (leaf for leaf in leaves if leaf != node)
        yield sp.Integer(1)
        yield node**2
    if node.is_Add or node.is_Mul:
        for index, argument in enumerate(node.args):
            rest = [*node.args[:index], *node.args[index + 1 :]]
            yield node.func(*rest)
            yield node.func(-argument, *rest)
            yield node.func(argument / 2, *rest)
            yield (sp.Mul if node.is_Add else sp.Add)(*node.args)
    if node.is_Pow:
        yield node.base
        yield node.base ** (node.exp + 1)
        yield node.base**-node.exp
    if node.func in FUNCTIONS:
        yield FUNCTIONS[node.func](*node.args)
        yield node.args[0]
        yield node.func(node.args[0] * sp.pi / 180)
        yield node.func(2 * node.args[0])


def mutants(expression: sp.Expr, leaves: list[sp.Expr]) -> Iterator[sp.Expr]:
    """The expression with one node replaced, for every node and every variant."""
    yield from variants(expression, leaves)
    if is_leaf(expression):
        return
    for index, argument in enumerate(expression.args):
        for mutant in mutants(argument, leaves):
            yield expression.func(*expression.args[:index], mutant, *expression.args[index + 1 :])


def leaves_of(expression: sp.Expr) -> list[sp.Expr]:
    found = expression.atoms(sp.Symbol, AppliedUndef, sp.Derivative) - {t}
    return sorted(found, key=str)


def numbers(expressions: list[sp.Expr]) -> list[list[float]]:
    """Values at points of our own, by lambdify: independent of the evaluation under test."""
    draw = random.Random(5)
    leaves = set().union(*(e.atoms(sp.Symbol, AppliedUndef, sp.Derivative) for e in expressions))
    order = sorted(leaves, key=lambda leaf: (-getattr(leaf, "derivative_count", -1), str(leaf)))
    names = {leaf: sp.Dummy() for leaf in order}
    function = sp.lambdify(list(names.values()), [e.xreplace(names) for e in expressions])
    return [function(*(draw.uniform(0.5, 2.0) for _ in names)) for _ in range(3)]


def wrong_ones(expression: sp.Expr, most: int, scalable: bool = False) -> list[sp.Expr]:
    """Mutants that are wrong – not even a multiple, if `scalable` –, thinned out evenly."""
    found = list(dict.fromkeys(mutants(expression, leaves_of(expression))))
    found = [mutant for mutant in found[:: max(1, len(found) // most)] if mutant.is_finite is not False]
    table = [[value / row[0] for value in row[1:]] for row in numbers([expression, *found])]
    return [
        mutant
        for mutant, ratios in zip(found, zip(*table, strict=True), strict=True)
        if max(abs(ratio - (ratios[0] if scalable else 1)) for ratio in ratios) > 1e-9
    ]


def survivors(answers: list, key: dict) -> list:
    return [answer for answer in answers if judged(answer, key).ok]


@pytest.mark.parametrize("hidden", [False, True], ids=["visible", "hidden"])
def test_no_mutant_of_an_expression_passes(hidden):
    key = make_key("expression", KINETIC_ENERGY, DOMAIN, hidden=hidden)
    wrong = wrong_ones(T, most=120)
    assert len(wrong) > 80
    assert not survivors(wrong, key), "wrong kinetic energies pass"


@pytest.mark.parametrize("entry", [(0, 0), (0, 1), (1, 1)])
def test_no_mutant_of_a_matrix_entry_passes_and_the_entry_is_named(entry):
    key = make_key("matrix", MATRIX, DOMAIN)
    for mutant in wrong_ones(M[entry], most=100):
        wrong = M.as_mutable()
        wrong[entry] = mutant
        verdict = judged(wrong, key)
        assert not verdict.ok, f"passes with entry {entry} = {mutant}"
        assert f"({entry[0] + 1}, {entry[1] + 1})" in verdict.reason, verdict.reason


@pytest.mark.parametrize("row", [0, 1])
def test_no_mutant_of_an_equation_passes_and_the_equation_is_named(row):
    key = make_key("equations", EQUATIONS, DOMAIN)
    wrong = wrong_ones(EOM[row], most=60, scalable=True)
    assert len(wrong) > 35
    for mutant in wrong:
        answer = [EOM[0], EOM[1]]
        answer[row] = mutant
        verdict = judged(answer, key)
        assert not verdict.ok, f"passes with equation {row + 1}: {mutant}"
        assert f"Equation {row + 1}" in verdict.reason or "linear" in verdict.reason, verdict.reason
