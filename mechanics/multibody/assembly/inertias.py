"""Mass matrices of all bodies of a system, their weights, energies and gyroscopic forces, as arrays."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

__all__ = ["Inertias"]


@dataclass(frozen=True)
class Inertias:
    """Mass matrices of bodies in their own bases, which never change.

    A thin rod or a point mass has a singular M; the motion is determined where joints hold what lacks inertia. To solve
    for λ with M⁻¹ such a body is lent a small inertia, M + L. It is taken back by iteration: (M + L) ż = ... + L ż with
    the ż before on the right side has the solution of M ż = ... (see `index_one.taken_back`).

    Attributes
    ----------
    M : np.ndarray, shape (n, 6, 6)
        Mass matrices of R(2.4a), basis of each body.
    gravity : np.ndarray, shape (3,)
        Acceleration of free fall, inertial basis, m/s².
    lift : np.ndarray, shape (n, 6, 6)
        L; zero for bodies that have inertia about every axis.
    """

    M: np.ndarray
    gravity: np.ndarray
    lift: np.ndarray

    @cached_property
    def lifted(self) -> np.ndarray:
        """Numbers of the bodies that lack inertia about some axis, ascending."""
        return np.flatnonzero(self.lift.any(axis=(1, 2)))

    @cached_property
    def inverse(self) -> np.ndarray:
        """(M + L)⁻¹, (n, 6, 6); L is zero for bodies that have inertia about every axis."""
        inverse = np.linalg.inv(self.M + self.lift)
        return 0.5 * (inverse + inverse.swapaxes(-1, -2))

    @cached_property
    def slowest(self) -> np.ndarray:
        """The least mobility of any body, (6,): 1/m three times and 1/I three times, 1/kg and 1/(kg m²).

        Rows that depend on each other are told by it: light bodies would make the others look dependent.
        """
        turning = np.linalg.eigvalsh(self.inverse[:, 3:, 3:]).min()
        return np.repeat([1.0 / self.M[:, 0, 0].max(), turning], 3)

    @cached_property
    def full_inverse(self) -> np.ndarray:
        """(M + L)⁻¹ of all bodies as one matrix, (6 n, 6 n)."""
        return _block_diagonal(self.inverse)

    @cached_property
    def half(self) -> np.ndarray:
        """H of all bodies as one matrix, (6 n, 6 n), with H Hᵀ = (M + L)⁻¹."""
        return _block_diagonal(np.linalg.cholesky(self.inverse))

    def momenta(self, z: np.ndarray) -> np.ndarray:
        """Momentum and moment of momentum about O in the basis of the body, M z = (P; D_O); R(2.25), R(2.26).

        Parameters
        ----------
        z : np.ndarray, shape (..., n, 6)
            Velocities (v; ω), basis of each body, m/s, rad/s.

        Returns
        -------
        np.ndarray, shape (..., n, 6)
            In kg m/s and kg m²/s.
        """
        return (self.M @ z[..., None])[..., 0]

    def gyroscopic(self, z: np.ndarray, X: np.ndarray) -> np.ndarray:
        """Centrifugal and gyroscopic forces Q = X M z, the terms of R(2.4a) without ż.

        Parameters
        ----------
        z : np.ndarray, shape (..., n, 6)
            Velocities (v; ω), basis of each body, m/s, rad/s.
        X : np.ndarray, shape (..., n, 6, 6)
            Matrices of `gyration`.

        Returns
        -------
        np.ndarray, shape (..., n, 6)
            N, N m, on the left side of M ż + Q = h.
        """
        return (X @ self.momenta(z)[..., None])[..., 0]

    def weights(self, A: np.ndarray) -> np.ndarray:
        """Weight and its moment about O: the first three columns of M times Aᵀ g; R(2.58).

        Parameters
        ----------
        A : np.ndarray, shape (..., n, 3, 3)
            Rotation matrices, body to inertial.

        Returns
        -------
        np.ndarray, shape (..., n, 6)
            Basis of each body, N, N m.
        """
        return (self.M[:, :, :3] @ (self.gravity @ A)[..., None])[..., 0]

    def kinetic(self, z: np.ndarray) -> np.ndarray:
        """Kinetic energy ½ zᵀ M z of all bodies, J.

        Parameters
        ----------
        z : np.ndarray, shape (..., n, 6)
            Velocities (v; ω), basis of each body, m/s, rad/s.
        """
        return 0.5 * (z * self.momenta(z)).sum((-1, -2))

    def potential(self, r: np.ndarray, A: np.ndarray) -> np.ndarray:
        """Potential energy -m g · r_S of all bodies, zero at the origin, J.

        Parameters
        ----------
        r : np.ndarray, shape (..., n, 3)
            Origins, inertial basis, m.
        A : np.ndarray, shape (..., n, 3, 3)
            Rotation matrices, body to inertial.
        """
        m, static = self.M[:, 0, 0], self.M[:, 3:, :3]
        m_r_S = np.stack([static[:, 2, 1], static[:, 0, 2], static[:, 1, 0]], axis=-1)
        centres = m[:, None] * r + (A @ m_r_S[..., None])[..., 0]
        return -(centres @ self.gravity).sum(-1)


def _block_diagonal(blocks: np.ndarray) -> np.ndarray:
    """Blocks (n, 6, 6) of the bodies as one matrix (6 n, 6 n)."""
    n = len(blocks)
    full = np.zeros((n, 6, n, 6))
    full[np.arange(n), :, np.arange(n), :] = blocks
    return full.reshape(6 * n, 6 * n)
