"""Closed loops: constraint equations φ(q, t) = 0, held by constraint forces (Lagrange multipliers).

M q̈ + C q̇ + g = f + Jᵀ λ,  J = ∂φ/∂q,  J q̈ = −J̇ q̇ − φ̇_t − 2 α φ̇ − α² φ,  φ̇ = J q̇ + φ_t

The first is (5.47) with constraint forces that do no work in any motion the loop allows; the second is φ̈ = 0,
stabilized after Baumgarte. φ_t = ∂φ/∂t is not zero where a loop contains the time: a link that is driven, a pivot that
is moved. The lecture has no closed loops: it eliminates dependent coordinates.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import symengine as se
import sympy as sp

from ..bridge import gradient
from ..model import ModelError, Variable, Variables
from ..naming import described_outputs
from ..symbols import parameter_symbol
from .derivation import TIME, ZERO, Expression, Matrix, dot

__all__ = ["Loops", "derive_loops", "named_conditions", "named_loops"]

ONE = se.Integer(1)

# 1/s: α. An integration keeps φ̈ = 0, so that φ itself would drift; with the terms of Baumgarte an error decays like
# (1 + α t) exp(−α t), in a twentieth of a second. A larger α would make the equations stiff.
RATE = 20.0


@dataclass(frozen=True)
class Loops:
    """The m constraint equations of one system in symengine; those on coordinates first, then those on rates.

    Attributes
    ----------
    residual : list, length h
        φ of the conditions on coordinates.
    J : list of list, shape (m, n)
        ∂φ/∂q, then A of the conditions A q̇ + b = 0 on rates.
    bias : list, length m
        J̇ q̇ + φ̇_t, then Ȧ q̇ + ḃ.
    v : sequence, length n
        q̇.
    drift : list, length m
        φ_t = ∂φ/∂t, then b.
    """

    residual: list[Expression]
    J: Matrix
    bias: list[Expression]
    v: Sequence[Expression]
    drift: list[Expression]

    def __bool__(self) -> bool:
        return bool(self.J)

    @property
    def restoring(self) -> list[Expression]:
        """2 α φ̇ + α² φ, and α (A q̇ + b): with them an error decays, length m."""
        rates = [dot(row, self.v) + drift for row, drift in zip(self.J, self.drift, strict=True)]
        held = [2 * RATE * rate + RATE**2 * phi for rate, phi in zip(rates, self.residual, strict=False)]
        return [*held, *(RATE * rate for rate in rates[len(held) :])]

    def bordered(self, M: Matrix, right: Sequence[Expression]) -> tuple[Matrix, list[Expression]]:
        """The linear equations [M Jᵀ; J 0] [q̈; −λ] = [right; −bias − restoring].

        Parameters
        ----------
        M : list of list, shape (n, n)
            Mass matrix.
        right : sequence, length n
            f − C q̇ − g.

        Returns
        -------
        rows : list of list, shape (n + m, n + m)
            Symmetric, because the unknown is −λ.
        right : list, length n + m
        """
        m = len(self.J)
        columns = [[row[i] for row in self.J] for i in range(len(M))]
        rows = [[*row, *column] for row, column in zip(M, columns, strict=True)]
        rows += [[*row, *[ZERO] * m] for row in self.J]
        return rows, [*right, *(-bias - back for bias, back in zip(self.bias, self.restoring, strict=True))]


def derive_loops(conditions: Sequence[Expression], q: Sequence[se.Symbol], v: Sequence[se.Symbol]) -> Loops:
    """φ with J, φ_t and φ̈ − J q̈ = Σ ∂φ̇/∂qᵢ q̇ᵢ + ∂φ̇/∂t.

    Parameters
    ----------
    conditions : sequence, length m
        φ in symengine.
    q, v : sequence of Symbol, length n
        Coordinates and rates.

    Raises
    ------
    ModelError
        For a condition without coordinates.
    """
    J = [gradient(phi, q) for phi in conditions]
    for phi, row in zip(conditions, J, strict=True):
        if all(x == 0 for x in row):
            raise ModelError(
                f"A loop is an expression of the coordinates that must be zero; got {phi}, which contains none of them."
            )
    drift = [gradient(phi, [TIME])[0] for phi in conditions]
    rates = [dot([*row, drift], [*v, ONE]) for row, drift in zip(J, drift, strict=True)]
    bias = [dot(gradient(rate, [*q, TIME]), [*v, ONE]) for rate in rates]
    return Loops(list(conditions), J, bias, v, drift)


def named_loops(loops: Mapping[str, sp.Expr | tuple] | None) -> tuple[dict[str, sp.Expr], Variables]:
    """The conditions φ and the multipliers λ by name.

    Parameters
    ----------
    loops : mapping of str to Expr or tuple, or None
        φ by the name of its multiplier; as a tuple also with unit and meaning of the multiplier.

    Returns
    -------
    conditions : dict of str to Expr
    multipliers : Variables

    Raises
    ------
    ModelError
        For anything but a mapping.
    """
    what = 'Loops are a mapping from the names of their forces to conditions, {"f_S": l - length}'
    return named_conditions(loops, what, "force that closes the loop")


def named_conditions(
    given: Mapping[str, sp.Expr | tuple] | None, what: str, meaning: str
) -> tuple[dict[str, sp.Expr], Variables]:
    """Conditions and multipliers by name.

    Parameters
    ----------
    given : mapping of str to Expr or tuple, or None
        Conditions by the names of their multipliers; as a tuple also with unit and meaning of the multiplier.
    what : str
        What was expected, for the error.
    meaning : str
        Of a multiplier that has none of its own.

    Raises
    ------
    ModelError
        For anything but a mapping.
    """
    if not isinstance(given or {}, Mapping):
        raise ModelError(f"{what}; got {given!r}.")
    conditions, described = described_outputs(given)
    rows = [
        described.get(name) or Variable(name, parameter_symbol(name, real=True), math.nan, "", meaning)
        for name in conditions
    ]
    return conditions, Variables(rows, "multiplier")
