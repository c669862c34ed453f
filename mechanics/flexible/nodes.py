"""Nodes of a flexible body: points where forces act, where something is measured, or that a picture shows."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from ..rotations.arrays import rotation_vector_matrix
from .checking import array

__all__ = ["Nodes"]


@dataclass(frozen=True, eq=False, init=False)
class Nodes:
    """Points of the body with their modes: r = R_0 + Φ q, turned by the small angles Ψ q.

    Parameters
    ----------
    R_0 : array_like, shape (N, 3)
        Undeformed positions in the frame R, m.
    Phi : array_like, shape (N, 3, n_q)
        Translational modes at the nodes.
    Psi : array_like, shape (N, 3, n_q), optional
        Rotational modes (slopes) at the nodes, rad per unit of q; zero unless given.
    Phi_geo : array_like, shape (N, 3, n_q, n_q), optional
        Foreshortening: second derivatives of the positions, r = R_0 + Φ q + ½ qᵀ Φ_geo q; zero unless given.

    Raises
    ------
    ModelError
        If shapes do not fit.
    """

    R_0: np.ndarray
    Phi: np.ndarray
    Psi: np.ndarray
    Phi_geo: np.ndarray

    def __init__(self, R_0: ArrayLike, Phi: ArrayLike, Psi: ArrayLike | None = None, Phi_geo: ArrayLike | None = None):
        places = array("R_0", R_0, (None, 3))
        shifts = array("Phi", Phi, (len(places), 3, None))
        turns = array("Psi", np.zeros(shifts.shape) if Psi is None else Psi, shifts.shape)
        twice = (*shifts.shape, shifts.shape[2])
        second = array("Phi_geo", np.zeros(twice) if Phi_geo is None else Phi_geo, twice)
        for name, value in (("R_0", places), ("Phi", shifts), ("Psi", turns), ("Phi_geo", second)):
            object.__setattr__(self, name, value)

    @classmethod
    def none(cls, n_q: int) -> "Nodes":
        """No node at all, for a body with n_q modes.

        Parameters
        ----------
        n_q : int
            Number of modes.

        Returns
        -------
        Nodes
        """
        return cls(np.zeros((0, 3)), np.zeros((0, 3, n_q)))

    def __len__(self) -> int:
        return len(self.R_0)

    def positions(self, q: np.ndarray) -> np.ndarray:
        """r = R_0 + Φ q, with the foreshortening ½ qᵀ Φ_geo q if there is one.

        Parameters
        ----------
        q : ndarray, shape (..., n_q)
            Elastic coordinates.

        Returns
        -------
        ndarray, shape (..., N, 3)
            Positions in components of R, m.
        """
        second = np.einsum("nakl,...k,...l->...na", self.Phi_geo, q, q) / 2 if self.Phi_geo.any() else 0.0
        return self.R_0 + np.einsum("nal,...l->...na", self.Phi, q) + second

    def modes(self, q: np.ndarray) -> np.ndarray:
        """Derivatives of the positions with respect to q, Φ + Φ_geo q.

        Parameters
        ----------
        q : ndarray, shape (..., n_q)
            Elastic coordinates.

        Returns
        -------
        ndarray, shape (..., N, 3, n_q)
        """
        if not self.Phi_geo.any():
            return np.broadcast_to(self.Phi, (*q.shape[:-1], *self.Phi.shape))
        return self.Phi + np.einsum("nakl,...l->...nak", self.Phi_geo, q)

    def rotations(self, q: np.ndarray) -> np.ndarray:
        """Rotation matrices from the axes of the nodes, parallel to R before the deformation, to R.

        Parameters
        ----------
        q : ndarray, shape (..., n_q)
            Elastic coordinates.

        Returns
        -------
        ndarray, shape (..., N, 3, 3)
        """
        return rotation_vector_matrix(np.einsum("nal,...l->...na", self.Psi, q))

    def velocities(self, v: np.ndarray, w: np.ndarray, q: np.ndarray, q_d: np.ndarray) -> np.ndarray:
        """Absolute velocities v + ω × r + Φ q̇.

        Parameters
        ----------
        v : ndarray, shape (..., 3)
            Velocity of the origin of R, in components of R, m/s.
        w : ndarray, shape (..., 3)
            Angular velocity, in components of R, rad/s.
        q, q_d : ndarray, shape (..., n_q)
            Elastic coordinates and their rates.

        Returns
        -------
        ndarray, shape (..., N, 3)
            Velocities in components of R, m/s.
        """
        turning = np.cross(w[..., None, :], self.positions(q))
        return v[..., None, :] + turning + np.einsum("...nal,...l->...na", self.modes(q), q_d)

    def forces(self, q: np.ndarray, F: ArrayLike, M: ArrayLike | None = None) -> np.ndarray:
        """Generalised forces h_ext = Σ_k [E; r̃_k; Φ_kᵀ] F_k + [0; E; Ψ_kᵀ] M_k, F(0).

        Parameters
        ----------
        q : ndarray, shape (n_q,)
            Elastic coordinates.
        F : array_like, shape (N, 3)
            Force at every node, in components of R, N.
        M : array_like, shape (N, 3), optional
            Moment at every node, in components of R, N m; zero unless given.

        Returns
        -------
        ndarray, shape (6 + n_q,)

        Raises
        ------
        ModelError
            If shapes do not fit.
        """
        F = array("F", F, self.R_0.shape)
        M = np.zeros(self.R_0.shape) if M is None else array("M", M, self.R_0.shape)
        moment = np.sum(np.cross(self.positions(q), F) + M, axis=0)
        elastic = np.einsum("nal,na->l", self.modes(q), F) + np.einsum("nal,na->l", self.Psi, M)
        return np.concatenate([F.sum(axis=0), moment, elastic])
