"""Bodies that are moved as a given function of the time: a pivot that shakes, a frame that turns at a given rate.

The time is one more coordinate τ with the rate 1. In the extended mass matrix of (q, τ) the kinetic energy is

T = q̇ᵀ M q̇ / 2 + Σ M_kτ q̇_k + M_ττ / 2

and Lagrange's equations of q contain, besides M q̈ + C q̇, the terms h_k = Σ c_ijk q̇ᵢ q̇ⱼ of (5.95) with i or j = τ.
Their negative, −h, is the force of inertia of the prescribed motion, a part of f. The equation of τ itself gives the
force that prescribes the motion, and with it the power that goes into the system.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import symengine as se

from .derivation import Expression, Matrix, velocity_forces

__all__ = ["PrescribedMotion"]


@dataclass(frozen=True)
class PrescribedMotion:
    """The row of the time in the equations of one system, in symengine.

    Attributes
    ----------
    M : list of list, shape (n + 1, n + 1)
        Mass matrix of the coordinates and the time, which is last.
    q, v : sequence, length n + 1
        Coordinates and time; rates and 1.
    """

    M: Matrix
    q: Sequence[Expression]
    v: Sequence[Expression]

    @property
    def forces(self) -> list[Expression]:
        """Force of inertia −h of each coordinate, length n."""
        time = len(self.q) - 1
        return [-h for h in velocity_forces(self.M, self.q, self.v, first=time)[:time]]

    @property
    def energy(self) -> Expression:
        """Σ M_kτ q̇_k + M_ττ / 2, J."""
        *mixed, own = self.M[-1]
        return se.Add(*(m * v for m, v in zip(mixed, self.v, strict=False)), own / 2)

    def power(self, accelerations: Sequence[Expression]) -> Expression:
        """Σ M_τk q̈_k + h_τ, the part of the energy's rate that neither q̇ᵀ f nor ∂V/∂t contains, W.

        Parameters
        ----------
        accelerations : sequence, length n
            q̈.
        """
        turned = velocity_forces(self.M, self.q, self.v)[-1]
        return se.Add(turned, *(m * a for m, a in zip(self.M[-1], accelerations, strict=False)))
