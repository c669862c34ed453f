"""What acts on a tree: weights, forces at points of bodies, moments in joints; the F, M and Y of W(3)."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np

from ...model import ModelError
from .base import AT_REST, BaseState
from .moments import Instant, JointElement
from .tree import Tree

__all__ = ["Load", "Loads", "PointForce"]


class Load(NamedTuple):
    """Resultants at one instant, in inertial components.

    Attributes
    ----------
    F : np.ndarray, shape (n, 3)
        Forces at the mass centres, N.
    M : np.ndarray, shape (n, 3)
        Moments about the mass centres, N m.
    Y : np.ndarray, shape (n, 3)
        Joint moments in the order of the arcs, N m.
    """

    F: np.ndarray
    M: np.ndarray
    Y: np.ndarray


@dataclass(frozen=True, eq=False)
class PointForce:
    """A force at a point of a body.

    Attributes
    ----------
    body : str
        Name of the body.
    force : sequence of float or callable, shape (3,)
        N, or a function of time that returns it.
    at : sequence of float, shape (3,)
        From the mass centre to the point, m, basis of the body.
    basis : str
        "inertial" or "body": whose components those of the force are.
    """

    body: str
    force: Sequence[float] | Callable[[float], Sequence[float]]
    at: Sequence[float] = (0.0, 0.0, 0.0)
    basis: str = "inertial"

    def __post_init__(self) -> None:
        if self.basis not in ("inertial", "body"):
            raise ModelError(f"The basis of a force on {self.body!r} must be 'inertial' or 'body'; got {self.basis!r}.")

    def wrench(self, A: np.ndarray, t: float) -> tuple[np.ndarray, np.ndarray]:
        """Force, and moment about the mass centre.

        Parameters
        ----------
        A : np.ndarray, shape (..., 3, 3)
            Rotation matrix of the body, body to inertial.
        t : float
            Time, s.

        Returns
        -------
        force, moment : np.ndarray, shape (..., 3)
            Inertial basis, N, N m.
        """
        force = np.asarray(self.force(t) if callable(self.force) else self.force, dtype=float)
        if self.basis == "body":
            force = A @ force
        return force, np.cross(A @ np.asarray(self.at, dtype=float), force)


@dataclass(frozen=True, eq=False)
class Loads:
    """Everything that acts on a tree.

    Attributes
    ----------
    tree : Tree
        Bodies and joints.
    gravity : sequence of float, shape (3,)
        Acceleration of free fall, m/s², inertial basis.
    forces : sequence of PointForce
        Forces at points of bodies.
    moments : sequence of JointElement
        Springs, dampers and motors in joints.

    Raises
    ------
    ModelError
        For bodies and joints that do not exist.
    """

    tree: Tree
    gravity: Sequence[float] = (0.0, 0.0, -9.81)
    forces: Sequence[PointForce] = ()
    moments: Sequence[JointElement] = ()

    def __post_init__(self) -> None:
        if np.shape(self.gravity) != (3,):
            raise ModelError(f"Gravity has three components in m/s²; got {self.gravity!r}.")
        _ = self._arcs, self._bodies

    @cached_property
    def _arcs(self) -> list[int]:
        return [self.tree.graph.joint(element.joint) for element in self.moments]

    @cached_property
    def _bodies(self) -> list[int]:
        return [self.tree.body(force.body) for force in self.forces]

    @cached_property
    def weights(self) -> np.ndarray:
        """(n, 3) weights m_i g, N, inertial basis."""
        return self.tree.m[:, None] * np.asarray(self.gravity, dtype=float)

    def at(self, t: float, A: np.ndarray, w: np.ndarray, base: BaseState = AT_REST) -> Load:
        """Forces, moments and joint moments at one instant.

        Parameters
        ----------
        t : float
            Time, s.
        A : np.ndarray, shape (n, 3, 3)
            Rotation matrices of the bodies, body to inertial.
        w : np.ndarray, shape (n, 3)
            Angular velocities, each in the basis of its body, rad/s.
        base : BaseState, optional
            Motion of the base; at rest unless given.
        """
        F, M = self.weights.copy(), np.zeros_like(self.weights)
        for i, force in zip(self._bodies, self.forces, strict=True):
            push, moment = force.wrench(A[i], t)
            F[i] += push
            M[i] += moment
        return Load(F, M, self.joint_moments(t, A, w, base))

    def joint_moments(self, t: Instant, A: np.ndarray, w: np.ndarray, base: BaseState = AT_REST) -> np.ndarray:
        """Moments Y_a in the joints.

        Parameters
        ----------
        t : float or np.ndarray
            Time, s; (k,) for many instants, where nothing depends on time.
        A : np.ndarray, shape (..., n, 3, 3)
            Rotation matrices of the bodies, body to inertial.
        w : np.ndarray, shape (..., n, 3)
            Angular velocities, each in the basis of its body, rad/s.
        base : BaseState, optional
            Motion of the base; at rest unless given.

        Returns
        -------
        np.ndarray, shape (..., n, 3)
            Moments in the order of the arcs, inertial basis, N m.
        """
        Y = np.zeros(w.shape)
        turning = np.einsum("...iab,...ib->...ia", A, w) if self.moments else w
        for a, element in zip(self._arcs, self.moments, strict=True):
            plus, minus = self.tree.graph.plus[a], self.tree.graph.minus[a]
            A_plus, w_plus = _vertex(plus, A, turning, base)
            A_minus, w_minus = _vertex(minus, A, turning, base)
            Y[..., a, :] += element.moment(A_plus, w_plus, A_minus, w_minus, t)
        return Y

    def potential(self, A: np.ndarray, r: np.ndarray, base: BaseState = AT_REST) -> np.ndarray:
        """Potential energy of weights and springs, J.

        Parameters
        ----------
        A : np.ndarray, shape (..., n, 3, 3)
            Rotation matrices of the bodies, body to inertial.
        r : np.ndarray, shape (..., n, 3)
            Positions of the mass centres, inertial basis, m.
        base : BaseState, optional
            Motion of the base; at rest unless given.
        """
        energy = -np.einsum("ia,...ia->...", self.weights, r)
        for a, element in zip(self._arcs, self.moments, strict=True):
            plus, minus = self.tree.graph.plus[a], self.tree.graph.minus[a]
            energy = energy + element.potential(_orientation(plus, A, base), _orientation(minus, A, base))
        return energy


def _orientation(vertex: int, A: np.ndarray, base: BaseState) -> np.ndarray:
    return base.A if vertex == 0 else A[..., vertex - 1, :, :]


def _vertex(vertex: int, A: np.ndarray, turning: np.ndarray, base: BaseState) -> tuple[np.ndarray, np.ndarray]:
    """Orientation and inertial angular velocity of a vertex."""
    if vertex == 0:
        return base.A, np.einsum("...ab,...b->...a", base.A, base.w)
    return A[..., vertex - 1, :, :], turning[..., vertex - 1, :]
