"""Equilibria in closed form, where the balance g(q) = f can be solved one coordinate after the other."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np
import sympy as sp

from ..model import ModelError
from ..symbols import t
from .equilibria import is_equilibrium, same_configuration, simplest
from .programs import LagrangianPrograms
from .quantities import LagrangianValues

__all__ = ["symbolic_equilibria"]

Solution = dict[sp.Expr, sp.Expr]


def symbolic_equilibria(system: LagrangianPrograms, u: Mapping[str, sp.Expr] | None = None) -> list[Solution]:
    """All solutions of g(q) = f(q, 0, u) in closed form, each verified.

    Parameters
    ----------
    system : LagrangianPrograms
        Without numbers.
    u : mapping of str to Expr, or None
        Inputs by name that have certain values, ``{"f_S": -m_L * g}``; the others stay symbols.

    Returns
    -------
    list of dict
        Expressions by coordinate, one dictionary for each equilibrium. A coordinate that is not in it may have any
        value. Angles are given once a turn.

    Raises
    ------
    ModelError
        If no closed form is found; `model.equilibria(u)` finds numbers then.
    """
    if system.multipliers or system.terms.is_driven:
        what = "with constraints that are kept" if system.multipliers else "that moves as a given function of the time"
        raise ModelError(
            f"No closed form of the equilibria of a system {what} is looked for. Eliminate the dependent coordinates "
            "with `constraints`, or make the motion a parameter or an input."
        )
    q = system.coordinates.symbols
    rest = {x.diff(t): 0 for x in q} | {system.inputs[name].symbol: sp.sympify(x) for name, x in (u or {}).items()}
    balance = (system.abbreviated.potential_forces - system.abbreviated.generalized_forces).subs(rest)
    solutions: list[Solution] = []
    for solution in _solve([sp.expand(e) for e in balance], q):
        if _verified(balance, solution):
            solutions.append({x: solution[x] for x in q if x in solution})  # in the order of q
    return _distinct(system, solutions, u or {})


def _distinct(system: LagrangianPrograms, solutions: Sequence[Solution], given: Mapping[str, Any]) -> list[Solution]:
    """One solution for each configuration, and none that is only a singularity of the coordinates.

    Decided with numbers: the default parameters, and inputs without special values.
    """
    model = LagrangianValues(system, system.parameters.defaults)
    u = {name: 0.1 * (k + 1.37) for k, name in enumerate(system.inputs)}
    numbers = {system.symbols[name]: value for name, value in {**model.parameters, **u}.items()}
    u |= {name: float(sp.sympify(value).subs(numbers)) for name, value in given.items()}
    numbers |= {system.symbols[name]: u[name] for name in given}
    symbols, defaults = system.coordinates.symbols, list(system.coordinates.defaults.values())
    numbers |= dict(zip(symbols, defaults, strict=True))
    short = {a: e.subs(system.abbreviations) for a, e in system.abbreviations.items()}
    kept: list[tuple[Any, Solution]] = []
    for solution in solutions:
        values = [sp.sympify(solution.get(x, x)).subs(short) for x in symbols]
        q = [complex(x.subs(numbers)) for x in values]
        if any(abs(x.imag) > 1e-12 for x in q):
            kept.append((None, solution))  # not real for these numbers; nothing can be decided
            continue
        position = np.array([x.real for x in q])
        if is_equilibrium(model, position, u):
            kept = _with(kept, (position, solution), model, u)
    return [solution for _, solution in kept]


def _with(
    kept: list[tuple[Any, Solution]], new: tuple[Any, Solution], model: LagrangianValues, u: Mapping[str, Any]
) -> list[tuple[Any, Solution]]:
    """The list with one more solution, unless it is a member of a family or another name of a known position."""

    def is_member(one: tuple[Any, Solution], family: tuple[Any, Solution]) -> bool:
        free = [x not in family[1] for x in model.system.coordinates.symbols]
        return same_configuration(model, one[0], np.where(free, one[0], family[0]), u)

    result: list[tuple[Any, Solution]] = []
    place = len(kept)
    for old in kept:
        if (
            old[0] is not None
            and is_member(new, old)
            and not (is_member(old, new) and simplest(old[0], new[0]) is new[0])
        ):
            return kept
        if old[0] is not None and is_member(old, new):
            place = min(place, len(result))  # the new one takes its place
        else:
            result.append(old)
    return [*result[:place], new, *result[place:]]


def _solve(equations: Sequence[Any], unknowns: Sequence[Any]) -> Iterator[Solution]:
    """Solve one factor for one unknown, substitute it, continue with the rest."""
    open_equations = [e for e in (sp.factor(e) for e in equations) if e != 0]
    if not open_equations:
        yield {}
        return
    if any(not e.has(*unknowns) for e in open_equations):
        return  # 0 = something that depends on no unknown
    equation = min(open_equations, key=lambda e: _difficulty(e, unknowns))
    others = [e for e in open_equations if e is not equation]
    for factor in sp.Mul.make_args(equation):
        if not factor.has(*unknowns):
            continue
        unknown = min((x for x in unknowns if factor.has(x)), key=lambda x: (not _is_linear(factor, x), str(x)))
        for root in _roots(factor, unknown):
            rest = [sp.expand(e.subs(unknown, root)) for e in others]
            for solution in _solve(rest, [x for x in unknowns if x != unknown]):
                yield solution | {unknown: root.subs(solution)}


def _difficulty(equation: Any, unknowns: Sequence[Any]) -> tuple[int, int]:
    """Fewest unknowns in a factor first, then the shortest equation."""
    factors = [f for f in sp.Mul.make_args(equation) if f.has(*unknowns)]
    return max(sum(f.has(x) for x in unknowns) for f in factors), sp.count_ops(equation)


def _is_linear(expression: Any, x: Any) -> bool:
    return not expression.diff(x).has(x)


def _roots(factor: Any, x: Any) -> list[Any]:
    """Real roots of one factor; for a sin x + b cos x both angles of a turn."""
    if _is_linear(factor, x):
        return [sp.simplify(-factor.subs(x, 0) / factor.diff(x))]
    s, c = sp.Dummy("s"), sp.Dummy("c")
    polynomial = sp.expand(factor).subs({sp.sin(x): s, sp.cos(x): c})
    if not polynomial.has(x) and polynomial.is_polynomial(s, c) and sp.Poly(polynomial, s, c).total_degree() == 1:
        return _angles(polynomial.coeff(s), polynomial.coeff(c), polynomial.subs({s: 0, c: 0}))
    raise ModelError(
        f"No closed form of the equilibria was found: a balance of forces cannot be solved for {x} by rule. "
        "Use system.numeric(...).equilibria(u), which finds numbers."
    )


def _angles(a: Any, b: Any, c: Any) -> list[Any]:
    """Both solutions of a sin x + b cos x + c = 0 in one turn."""
    if c == 0:
        angle = sp.atan(sp.cancel(-b / a)) if a != 0 else sp.pi / 2
        return [angle, angle + sp.pi]
    if b == 0:
        return [sp.asin(-c / a), sp.pi - sp.asin(-c / a)]
    if a == 0:
        return [sp.acos(-c / b), -sp.acos(-c / b)]
    shift, amplitude = sp.atan2(b, a), sp.sqrt(a**2 + b**2)
    return [sp.asin(-c / amplitude) - shift, sp.pi - sp.asin(-c / amplitude) - shift]


def _verified(balance: Any, solution: Solution) -> bool:
    """Whether the solution makes the balance zero, tested with numbers for all symbols."""
    residual = sp.Matrix(balance).subs(solution)
    numbers = {s: sp.Rational(k + 7, k + 11) / 4 for k, s in enumerate(sorted(residual.free_symbols, key=str))}
    functions = {
        f: sp.Rational(k + 3, k + 8)
        for k, f in enumerate(sorted(residual.atoms(sp.Function), key=str))
        if f.args == (t,)
    }
    values = residual.subs(functions).subs(numbers).evalf(30)
    return all(abs(sp.re(v)) < 1e-20 and abs(sp.im(v)) < 1e-20 for v in values)
