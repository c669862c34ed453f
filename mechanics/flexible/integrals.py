"""The integrals of a flexible body's modes as arrays, and quantities that follow from them (*Standarddaten*).

Everything is given in the frame R that floats with the body. A material point lies at r = R_0 + Φ q: undeformed
position plus translational modes (*Ansatzfunktionen*) times elastic coordinates q.
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from ..rotations.arrays import skew

__all__ = ["EPSILON", "Integrals"]

EPSILON = -skew(np.eye(3))  # (3, 3, 3): (u × v)_a = Σ_bc ε_abc u_b v_c


@dataclass(frozen=True, eq=False)
class Integrals:
    """Mass, undeformed mass centre and inertia, and the integrals C1 … C4 of the modes over the body; C5, C6 follow.

    Nothing is checked here; `StandardData`, made of the same numbers, does that.

    Attributes
    ----------
    m : float
        Mass, kg.
    c0 : ndarray, shape (3,)
        Undeformed mass centre ∫ R_0 dm / m, m.
    I0 : ndarray, shape (3, 3)
        Inertia of the undeformed body about the origin of R, ∫ R̃_0 R̃_0ᵀ dm, kg m².
    C1 : ndarray, shape (3, n_q)
        ∫ Φ dm.
    C2 : ndarray, shape (3, n_q)
        ∫ R̃_0 Φ dm.
    C3 : ndarray, shape (3, 3, n_q, n_q)
        C3[a, b] = ∫ Φ_a*ᵀ Φ_b* dm, where Φ_a* is the row of the direction a.
    C4 : ndarray, shape (n_q, 3, 3)
        C4[l] = ∫ R̃_0 Φ̃_l dm, where Φ_l is the column of the mode l.
    K_e, D_e : ndarray, shape (n_q, n_q)
        Stiffness and damping of the elastic coordinates.
    K_geo : ndarray, shape (6, n_q, n_q)
        Geometric stiffening, not in the source: the matrices that ω_x², ω_y², ω_z², ω_x ω_y, ω_y ω_z, ω_x ω_z
        multiply, so that K_e q becomes (K_e + Σ ω_a ω_b K_geo) q.

    C1_geo : ndarray, shape (3, n_q, n_q)
        Foreshortening, not in the source: what bending takes from the length of a beam moves its mass centre by
        ½ Σ C1_geo[a, k, l] q_k q_l / m along the axis a. Weight and inertia along the beam stiffen or soften it so.

    Notes
    -----
    Units of the integrals: a mode without unit makes q a length, a mode in metres makes q a number.
    """

    m: float
    c0: np.ndarray
    I0: np.ndarray
    C1: np.ndarray
    C2: np.ndarray
    C3: np.ndarray
    C4: np.ndarray
    K_e: np.ndarray
    D_e: np.ndarray
    K_geo: np.ndarray
    C1_geo: np.ndarray

    @cached_property
    def foreshortens(self) -> bool:
        """Whether the mass centre has a part of second order in q."""
        return bool(self.C1_geo.any())

    def C1_at(self, q: np.ndarray) -> np.ndarray:
        """Derivative of the first moment ∫ r dm with respect to q, C1 + C1_geo q.

        Parameters
        ----------
        q : ndarray, shape (..., n_q)
            Elastic coordinates.

        Returns
        -------
        ndarray, shape (..., 3, n_q)
        """
        if not self.foreshortens:
            return self.C1
        return self.C1 + (self.C1_geo @ q if q.ndim == 1 else np.einsum("akl,...l->...ak", self.C1_geo, q))

    def moment_at(self, q: np.ndarray) -> np.ndarray:
        """First moment ∫ r dm = m c of the deformed body, F(2) with the foreshortening.

        Parameters
        ----------
        q : ndarray, shape (..., n_q)
            Elastic coordinates.

        Returns
        -------
        ndarray, shape (..., 3)
            kg m.
        """
        moment = self.m * self.c0 + q @ self.C1.T
        if not self.foreshortens:
            return moment
        if q.ndim == 1:  # in every step of an integration: without the overhead of einsum
            return moment + self.C1_geo @ q @ q / 2
        return moment + np.einsum("akl,...k,...l->...a", self.C1_geo, q, q) / 2

    @property
    def n_q(self) -> int:
        """Number of elastic coordinates."""
        return int(self.C1.shape[1])

    @cached_property
    def M_e(self) -> np.ndarray:
        """Mass matrix of the elastic coordinates, M_e = C3_11 + C3_22 + C3_33, F(8)."""
        return np.einsum("aalm->lm", self.C3)

    @cached_property
    def C5(self) -> np.ndarray:
        """C5[l] = ∫ Φ̃_l Φ dm, (n_q, 3, n_q): C5[l][a, m] = Σ_bc ε_abc C3[b, c][l, m]."""
        return np.einsum("abc,bclm->lam", EPSILON, self.C3)

    @cached_property
    def C6(self) -> np.ndarray:
        """C6[k, l] = ∫ Φ̃_k Φ̃_l dm, (n_q, n_q, 3, 3): C6[k, l][a, b] = C3[a, b][l, k] - δ_ab (M_e)_kl."""
        return self.C3.transpose(3, 2, 0, 1) - self.M_e[..., None, None] * np.eye(3)

    @cached_property
    def geometric_tensors(self) -> np.ndarray:
        """K_geo as tensors: ωᵀ G[k, l] ω is the stiffness that the rotation ω adds, (n_q, n_q, 3, 3)."""
        xx, yy, zz, xy, yz, xz = self.K_geo * np.array([1, 1, 1, 0.5, 0.5, 0.5])[:, None, None]
        return np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]]).transpose(2, 3, 0, 1)

    @cached_property
    def quadratic(self) -> np.ndarray:
        """C6 with the geometric stiffening, which has the same form, as a matrix (n_q, 9 n_q) for fast products."""
        return np.ascontiguousarray((self.C6 + self.geometric_tensors).reshape(self.n_q, 9 * self.n_q))

    @cached_property
    def gyroscopic(self) -> np.ndarray:
        """C5 as a matrix (n_q, 3 n_q) for fast products."""
        return np.ascontiguousarray(self.C5.reshape(self.n_q, 3 * self.n_q))
