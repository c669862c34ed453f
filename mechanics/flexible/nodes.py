"""Nodes of a flexible body: where forces act, where something is measured, and what a picture shows."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from ..rotations.arrays import rotation_vector_matrix
from .checking import array

__all__ = ["Nodes"]


@dataclass(frozen=True, eq=False, init=False)
class Nodes:
    """Points of the body with their modes: r = R_0 + Φ q, turned by the small angles Ψ q.

    Attributes
    ----------
    R_0 : (N, 3), undeformed positions in the frame R, m
    Phi : (N, 3, n_q), translational modes at the nodes
    Psi : (N, 3, n_q), rotational modes (slopes) at the nodes, rad per unit of q; zero unless given
    """

    R_0: np.ndarray
    Phi: np.ndarray
    Psi: np.ndarray

    def __init__(self, R_0: ArrayLike, Phi: ArrayLike, Psi: ArrayLike | None = None):
        places = array("R_0", R_0, (None, 3))
        shifts = array("Phi", Phi, (len(places), 3, None))
        turns = array("Psi", np.zeros(shifts.shape) if Psi is None else Psi, shifts.shape)
        for name, value in (("R_0", places), ("Phi", shifts), ("Psi", turns)):
            object.__setattr__(self, name, value)

    @classmethod
    def none(cls, n_q: int) -> "Nodes":
        """No node at all, of a body with n_q modes."""
        return cls(np.zeros((0, 3)), np.zeros((0, 3, n_q)))

    def __len__(self) -> int:
        return len(self.R_0)

    def positions(self, q: np.ndarray) -> np.ndarray:
        """r = R_0 + Φ q in components of R, (..., n_q) to (..., N, 3), m."""
        return self.R_0 + np.einsum("nal,...l->...na", self.Phi, q)

    def rotations(self, q: np.ndarray) -> np.ndarray:
        """Rotation matrices from the axes of the nodes, parallel to R before the deformation, to R, (..., N, 3, 3)."""
        return rotation_vector_matrix(np.einsum("nal,...l->...na", self.Psi, q))

    def velocities(self, v: np.ndarray, w: np.ndarray, q: np.ndarray, q_d: np.ndarray) -> np.ndarray:
        """Absolute velocities v + ω × r + Φ q̇ in components of R, (..., N, 3), m/s; v and ω in components of R."""
        turning = np.cross(w[..., None, :], self.positions(q))
        return v[..., None, :] + turning + np.einsum("nal,...l->...na", self.Phi, q_d)

    def forces(self, q: np.ndarray, F: Any, M: Any = None) -> np.ndarray:
        """Generalised forces h_ext = Σ_k [E; r̃_k; Φ_kᵀ] F_k + [0; E; Ψ_kᵀ] M_k, F(0), (6 + n_q,).

        Parameters
        ----------
        F, M : (N, 3), force and moment at every node, in components of R, N and N m; no moments unless given
        """
        F = array("F", F, self.R_0.shape)
        M = np.zeros(self.R_0.shape) if M is None else array("M", M, self.R_0.shape)
        moment = np.sum(np.cross(self.positions(q), F) + M, axis=0)
        elastic = np.einsum("nal,na->l", self.Phi, F) + np.einsum("nal,na->l", self.Psi, M)
        return np.concatenate([F.sum(axis=0), moment, elastic])
