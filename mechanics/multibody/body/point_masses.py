"""A rigid body as a cloud of point masses: Jourdain's principle R(2.38)-R(2.41), summed particle by particle."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from ...model import ModelError
from ...rotations.arrays import skew
from .kinematics import point_acceleration
from .place import cross
from .rigid import RigidBody

__all__ = ["PointMasses"]


@dataclass(frozen=True, eq=False)
class PointMasses:
    """Point masses that are fixed to each other: the integrals over a body become sums.

    Attributes
    ----------
    m : np.ndarray, shape (n,)
        Masses, kg.
    r : np.ndarray, shape (n, 3)
        Positions from O, body components, m.
    """

    m: np.ndarray
    r: np.ndarray

    def __post_init__(self) -> None:
        m, r = np.asarray(self.m, dtype=float), np.asarray(self.r, dtype=float)
        if m.ndim != 1 or r.shape != (len(m), 3) or not np.all(m > 0) or not np.all(np.isfinite(r)):
            raise ModelError(
                "Point masses need n positive masses and n finite points (n, 3); got masses of shape "
                f"{m.shape}, the smallest {m.min(initial=np.inf):.3g} kg, and points of shape {r.shape}."
            )
        object.__setattr__(self, "m", m)
        object.__setattr__(self, "r", r)

    def body(self, name: str) -> RigidBody:
        """The rigid body of R(2.22), R(2.24), R(2.34): m = Σ m_k, m r_S = Σ m_k r_k, I_O = −Σ m_k r̃_k r̃_k.

        Parameters
        ----------
        name : str
            Name of the body.
        """
        r_S = self.m @ self.r / self.m.sum()
        return RigidBody(name, self.m.sum(), r_S, np.einsum("k,kab,kac->bc", self.m, skew(self.r), skew(self.r)))

    def jourdain(self, z: ArrayLike) -> tuple[np.ndarray, np.ndarray]:
        """Mass matrix and gyroscopic forces by the principle of virtual power; R(2.38)-R(2.41).

        With v_P = B z, B = [E, −r̃_P] R(2.40): Σ δv_Pᵀ m_P a_P = δzᵀ (Σ m_P Bᵀ B ż + Σ m_P Bᵀ a_P(z, ż = 0)).

        Parameters
        ----------
        z : array_like, shape (6,)
            Velocity (v; ω), basis of the body, m/s, rad/s.

        Returns
        -------
        M : np.ndarray, shape (6, 6)
            Mass matrix.
        Q : np.ndarray, shape (6,)
            Gyroscopic forces, N, N m.
        """
        B = np.concatenate([np.broadcast_to(np.eye(3), (len(self.m), 3, 3)), -skew(self.r)], axis=-1)
        a_without_z_d = point_acceleration(np.asarray(z, dtype=float), np.zeros(6), self.r)
        return np.einsum("k,kai,kaj->ij", self.m, B, B), np.einsum("k,kai,ka->i", self.m, B, a_without_z_d)

    def newton_euler(self, z: ArrayLike, z_d: ArrayLike) -> np.ndarray:
        """Resultant that the motion needs, particle by particle: F = Σ m a, M_O = Σ r × m a.

        Parameters
        ----------
        z : array_like, shape (6,)
            Velocity (v; ω), basis of the body, m/s, rad/s.
        z_d : array_like, shape (6,)
            Derivatives (v̇; ω̇) of these components.

        Returns
        -------
        np.ndarray, shape (6,)
            (F; M_O), basis of the body, N, N m.
        """
        force = self.m[:, None] * point_acceleration(np.asarray(z, dtype=float), np.asarray(z_d, dtype=float), self.r)
        return np.concatenate([force.sum(axis=0), cross(self.r, force).sum(axis=0)])
