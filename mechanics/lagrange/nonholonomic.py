"""Constraints that are linear in the rates: wheels that roll, skates, knife edges.

A(q, t) q̇ + b(q, t) = 0, M q̈ + C q̇ + g = f + Aᵀ λ, A q̈ = −Ȧ q̇ − ḃ − α (A q̇ + b)

They need not be the derivative of a condition on the coordinates: a wheel that rolls without slip reaches every place.
The constraint forces Aᵀ λ do no work in any motion that the constraints allow at an instant (d'Alembert, Lagrange),
so that without b they leave the energy as it is. λ is the force along the velocity that its constraint sets to zero:
for −ẋ sin φ + ẏ cos φ = 0 the force on the blade across it, in N, positive in the direction (−sin φ, cos φ).

Source: Neimark and Fufaev, Dynamics of Nonholonomic Systems, 1972; the lecture has holonomic constraints only.
"""

from collections.abc import Mapping, Sequence

import symengine as se
import sympy as sp

from ..bridge import gradient
from ..model import ModelError, Variables
from .derivation import TIME, Expression, dot
from .loops import Loops, named_conditions

__all__ = ["joined", "named_rate_conditions", "rate_conditions"]


def named_rate_conditions(given: Mapping[str, sp.Expr | tuple] | None) -> tuple[dict[str, sp.Expr], Variables]:
    """The constraints A q̇ + b and their multipliers by name.

    Parameters
    ----------
    given : mapping of str to Expr or tuple, or None
        A q̇ + b by the name of its multiplier; as a tuple also with unit and meaning of the multiplier.

    Raises
    ------
    ModelError
        For anything but a mapping.
    """
    what = 'Nonholonomic constraints are a mapping from the names of their forces to conditions, {"f_s": x_d - r*phi_d}'
    return named_conditions(given, what, "force of the constraint")


def rate_conditions(conditions: Mapping[str, Expression], q: Sequence[se.Symbol], v: Sequence[se.Symbol]) -> Loops:
    """A, b and Ȧ q̇ + ḃ of constraints c(q, q̇, t) = A q̇ + b: the last is Σ ∂c/∂qᵢ q̇ᵢ + ∂c/∂t.

    Parameters
    ----------
    conditions : mapping of str to Expr
        c in symengine by the names of the m multipliers.
    q, v : sequence of Symbol, length n
        Coordinates and rates.

    Raises
    ------
    ModelError
        For a condition that is not linear in the rates, or has none.
    """
    rest = {x: se.Integer(0) for x in v}
    A = [gradient(c, v) for c in conditions.values()]
    for (name, c), row in zip(conditions.items(), A, strict=True):
        _check_linear(name, c, row, v)
    b = [c.xreplace(rest) for c in conditions.values()]
    bias = [dot([*gradient(c, q), *gradient(c, [TIME])], [*v, se.Integer(1)]) for c in conditions.values()]
    return Loops([], A, bias, v, b)


def joined(loops: Loops, rates: Loops) -> Loops:
    """The conditions of both, those on the rates last.

    Parameters
    ----------
    loops, rates : Loops
        Conditions on the coordinates, and on the rates.
    """
    return Loops(
        loops.residual, [*loops.J, *rates.J], [*loops.bias, *rates.bias], loops.v, [*loops.drift, *rates.drift]
    )


def _check_linear(name: str, condition: Expression, row: Sequence[Expression], v: Sequence[se.Symbol]) -> None:
    if all(x == 0 for x in row):
        raise ModelError(
            f"The nonholonomic constraint {name} must contain a rate; got {condition}. A condition on the coordinates "
            "alone belongs to `loops`."
        )
    if any(se.expand(slope) != 0 for x in row for slope in gradient(x, v)):
        raise ModelError(
            f"The nonholonomic constraint {name} must be linear in the rates, a(q, t) q_d + b(q, t); got {condition}. "
            "Solve it for such a form, or describe a force instead."
        )
