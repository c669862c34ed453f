"""Closed loops: constraint equations φ(q) = 0, held by constraint forces (Lagrange multipliers).

M q̈ + C q̇ + g = f + Jᵀ λ,  J = ∂φ/∂q,  J q̈ = −J̇ q̇ − 2 α J q̇ − α² φ

The first is (5.47) with constraint forces that do no work in any motion the loop allows; the second is φ̈ = 0,
stabilized after Baumgarte. The lecture has no closed loops: it eliminates dependent coordinates.
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
from .derivation import ZERO, Expression, Matrix

__all__ = ["Loops", "derive_loops", "named_loops"]

# 1/s: α. An integration keeps φ̈ = 0, so that φ itself would drift; with the terms of Baumgarte an error decays like
# (1 + α t) exp(−α t), in a twentieth of a second. A larger α would make the equations stiff.
RATE = 20.0


@dataclass(frozen=True)
class Loops:
    """The m constraint equations of one system in symengine.

    Attributes
    ----------
    residual : list, length m
        φ.
    J : list of list, shape (m, n)
        ∂φ/∂q.
    bias : list, length m
        J̇ q̇.
    v : sequence, length n
        q̇.
    """

    residual: list[Expression]
    J: Matrix
    bias: list[Expression]
    v: Sequence[Expression]

    def __bool__(self) -> bool:
        return bool(self.residual)

    def bordered(self, M: Matrix, right: Sequence[Expression]) -> tuple[Matrix, list[Expression]]:
        """The linear equations [M Jᵀ; J 0] [q̈; −λ] = [right; −J̇ q̇ − 2 α J q̇ − α² φ].

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
        m = len(self.residual)
        columns = [[row[i] for row in self.J] for i in range(len(M))]
        rows = [[*row, *column] for row, column in zip(M, columns, strict=True)]
        rows += [[*row, *[ZERO] * m] for row in self.J]
        rates = [se.Add(*(j * v for j, v in zip(row, self.v, strict=True))) for row in self.J]
        stable = [
            -bias - 2 * RATE * rate - RATE**2 * phi
            for bias, rate, phi in zip(self.bias, rates, self.residual, strict=True)
        ]
        return rows, [*right, *stable]


def derive_loops(conditions: Sequence[Expression], q: Sequence[se.Symbol], v: Sequence[se.Symbol]) -> Loops:
    """φ with J and J̇ q̇ = Σ ∂²φ/∂qᵢ∂qⱼ q̇ᵢ q̇ⱼ.

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
    rates = [se.Add(*(x * rate for x, rate in zip(row, v, strict=True))) for row in J]
    bias = [se.Add(*(x * w for x, w in zip(gradient(rate, q), v, strict=True))) for rate in rates]
    return Loops(list(conditions), J, bias, v)


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
    if not isinstance(loops or {}, Mapping):
        raise ModelError(
            f'Loops are a mapping from the names of their forces to conditions, {{"f_S": l - length}}; got {loops!r}.'
        )
    conditions, described = described_outputs(loops)
    rows = [
        described.get(name)
        or Variable(name, parameter_symbol(name, real=True), math.nan, "", "force that closes the loop")
        for name in conditions
    ]
    return conditions, Variables(rows, "multiplier")
