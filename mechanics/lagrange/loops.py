"""Closed loops: conditions φ(q) = 0 between the coordinates, held by reaction forces (Lagrange multipliers).

M q̈ + C q̇ + g = f + Jᵀ λ,  J = ∂φ/∂q,  J q̈ = −J̇ q̇ − 2 α J q̇ − α² φ

The first is (5.47) with constraint forces that do no work in any motion the loop allows; the second is φ̈ = 0,
made stable after Baumgarte: an error of φ decays like (1 + α t) exp(−α t). Not in the lecture, which eliminates.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import symengine as se

from ..bridge import gradient
from ..model import ModelError, Variable, Variables
from ..naming import described_outputs
from ..symbols import parameter_symbol
from .derivation import ZERO, Expression, Matrix

__all__ = ["Loops", "derive_loops", "named_loops"]

RATE = 20.0  # 1/s: α


@dataclass(frozen=True)
class Loops:
    """The conditions of one system in symengine.

    Attributes
    ----------
    residual : φ
    J : ∂φ/∂q, one row a condition
    bias : J̇ q̇
    v : q̇
    """

    residual: list[Expression]
    J: Matrix
    bias: list[Expression]
    v: Sequence[Expression]

    def __bool__(self) -> bool:
        return bool(self.residual)

    def bordered(self, M: Matrix, right: Sequence[Expression]) -> tuple[Matrix, list[Expression]]:
        """Matrix and right side for the unknowns [q̈, −λ]."""
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


def derive_loops(conditions: Sequence[Expression], q: Sequence[Any], v: Sequence[Any]) -> Loops:
    """φ with J and J̇ q̇ = Σ ∂²φ/∂qᵢ∂qⱼ q̇ᵢ q̇ⱼ.

    Raises
    ------
    ModelError
        for a condition without coordinates.
    """
    J = [gradient(phi, q) for phi in conditions]
    for phi, row in zip(conditions, J, strict=True):
        if all(x == 0 for x in row):
            raise ModelError(f"A loop is a condition between the coordinates that is zero; {phi} holds none of them.")
    rates = [se.Add(*(x * rate for x, rate in zip(row, v, strict=True))) for row in J]
    bias = [se.Add(*(x * w for x, w in zip(gradient(rate, q), v, strict=True))) for rate in rates]
    return Loops(list(conditions), J, bias, v)


def named_loops(loops: Mapping[str, Any] | None) -> tuple[dict[str, Any], Variables]:
    """The conditions φ and the multipliers λ by name, with unit and meaning where they are given.

    Raises
    ------
    ModelError
        if it is no mapping.
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
