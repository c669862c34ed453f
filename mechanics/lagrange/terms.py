"""M, C, g, f, T, V of a mechanical system in symengine, from which its equations and programs follow."""

from collections.abc import Callable, Iterable, Sequence
from functools import cached_property
from typing import Any

import symengine as se

from ..bridge import gradient
from .derivation import TIME, ZERO, Expression, Matrix
from .loops import Loops
from .prescribed_motion import PrescribedMotion

__all__ = ["Terms"]


class Terms:
    """M, C, g, f, T, V of one system in symengine; C, g and T are derived when they are first used.

    Parameters
    ----------
    q, v : list of Symbol, length n
        Coordinates and rates.
    M : list of list, shape (n, n)
        Mass matrix.
    V : Expr
        Potential energy, J.
    applied : list, length n
        Generalized forces without potential: inputs, dampers, friction.
    C, moving : callable
        Functions without arguments that derive the Coriolis matrix, and C q̇.
    V_rates : Expr
        Part of a generalized potential that is linear in the rates, J; its forces are among those applied.
    loops : Loops or None
        Constraint equations that are kept, with a multiplier each.
    motion : PrescribedMotion or None
        What positions that contain the time add.
    """

    def __init__(
        self,
        q: list[Any],
        v: list[Any],
        M: Matrix,
        V: Expression,
        applied: list[Expression],
        C: Callable[[], Matrix],
        moving: Callable[[], list[Expression]],
        V_rates: Expression = ZERO,
        loops: Loops | None = None,
        motion: PrescribedMotion | None = None,
    ):
        self.q, self.v, self.M, self.V, self.applied = q, v, M, V, applied
        self._C, self._moving = C, moving
        self.V_rates, self.loops, self.motion = V_rates, loops or Loops([], [], [], v, []), motion

    @cached_property
    def C(self) -> Matrix:
        """C(q, q̇) from the Christoffel symbols; (5.97)."""
        return self._C()

    @cached_property
    def g(self) -> list[Expression]:
        """∂V/∂q; (5.96)."""
        return gradient(self.V, self.q)

    @cached_property
    def f(self) -> list[Expression]:
        """The forces without potential, and the inertia forces of a motion that is prescribed."""
        if self.motion is None:
            return self.applied
        return [a + b for a, b in zip(self.applied, self.motion.forces, strict=True)]

    @cached_property
    def T(self) -> Expression:
        """Kinetic energy q̇ᵀ M q̇ / 2 (5.21), and the part of a motion that is prescribed."""
        n = len(self.q)
        pairs = [(i, j) for i in range(n) for j in range(i + 1)]
        half = se.Rational(1, 2)
        moving = se.Add(*((half if i == j else 1) * self.M[i][j] * self.v[i] * self.v[j] for i, j in pairs))
        return moving if self.motion is None else moving + self.motion.energy

    @property
    def residual(self) -> list[Expression]:
        """f − C q̇ − g, which M q̈ is equal to."""
        return [f - h - g for f, h, g in zip(self.f, self._moving(), self.g, strict=True)]

    @property
    def statics(self) -> list[Expression]:
        """g − f at rest, which is zero in an equilibrium, and its derivatives by q."""
        rest = {v: se.Integer(0) for v in self.v}
        residual = [g - f.xreplace(rest) for g, f in zip(self.g, self.f, strict=True)]
        return [*residual, *(slope for r in residual for slope in gradient(r, self.q))]

    def jacobians(self, inputs: Iterable[str]) -> list[Expression]:
        """Derivatives of M a + C q̇ + g − f by q, q̇ and u at given accelerations a.

        Parameters
        ----------
        inputs : iterable of str
            Names of the p inputs u.

        Returns
        -------
        list, length n (2 n + p)
            Row by row; the symbols of a are `<name>_dd`.
        """
        a = self._accelerations
        residual = [
            se.Add(*(m * b for m, b in zip(row, a, strict=True))) - r
            for row, r in zip(self.M, self.residual, strict=True)
        ]
        by = [*self.q, *self.v, *(se.Symbol(name) for name in inputs)]
        return [slope for r in residual for slope in gradient(r, by)]

    @property
    def is_driven(self) -> bool:
        """Whether something moves as a given function of the time, so that the energy T + V changes without f."""
        conditions = [self.V, *self.loops.residual]
        moving = any(b != 0 for b in self.loops.drift) or any(TIME in x.free_symbols for x in conditions)
        return moving or self.motion is not None

    def power(self, multipliers: Sequence[Expression]) -> Expression:
        """d(T + V)/dt: power of the forces without potential, and of what moves as a given function of the time.

        q̇ᵀ f + Σⱼ M_τj q̈ⱼ + h_τ + ∂V/∂t − λᵀ ∂φ/∂t, with the row τ of the time in `PrescribedMotion`.

        Parameters
        ----------
        multipliers : sequence, length m
            λ.
        """
        parts = [v * f for v, f in zip(self.v, self.applied, strict=True)]
        parts += [*gradient(self.V, [TIME]), *(-x * b for x, b in zip(multipliers, self.loops.drift, strict=True))]
        return se.Add(*parts, self.motion.power(self._accelerations) if self.motion else ZERO)

    @property
    def _accelerations(self) -> list[Any]:
        return [se.Symbol(f"{x.name}_dd") for x in self.q]
