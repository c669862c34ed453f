"""What acts on a tree: weights, forces and moments on bodies, moments in joints; the F, M and Y of W(3)."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from ...checking import text
from ...model import ModelError, SimulationError
from ..number_checks import checked_numbers
from .base import AT_REST, BaseState
from .moments import AxisSpring, Instant, JointElement, JointSpring
from .tree import Tree

__all__ = ["SPRINGS", "Load", "Loads", "PointForce"]

SPRINGS = (JointSpring, AxisSpring)


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


Vector = Sequence[float] | Callable[[float], Sequence[float]]
"""Three components, or a function of time that returns them."""


@dataclass(frozen=True, eq=False)
class PointForce:
    """A force at a point of a body, and a moment on the body.

    Attributes
    ----------
    body : str
        Name of the body.
    force : sequence of float or callable, shape (3,)
        N, or a function of time that returns it; none unless given.
    at : sequence of float, shape (3,)
        From the mass centre to the point, m, basis of the body.
    basis : str
        "inertial" or "body": whose components those of the force and of the moment are.
    moment : sequence of float or callable, shape (3,)
        N m, or a function of time that returns it; none unless given.

    Raises
    ------
    ModelError
        For another basis, and for anything but three finite components.

    Examples
    --------
    >>> thruster = PointForce("satellite", (0, 0, 2.0), at=(0.5, 0, 0), basis="body")
    >>> wheel = PointForce("satellite", moment=lambda t: (0, 0, 0.1 * t), basis="body")
    """

    body: str
    force: Vector = (0.0, 0.0, 0.0)
    at: Sequence[float] = (0.0, 0.0, 0.0)
    basis: str = "inertial"
    moment: Vector = (0.0, 0.0, 0.0)

    def __post_init__(self) -> None:
        text(self.body, "The body that a force acts on")
        if not isinstance(self.basis, str) or self.basis not in ("inertial", "body"):
            raise ModelError(f"The basis of a force on {self.body!r} must be 'inertial' or 'body'; got {self.basis!r}.")
        for what in ("force", "moment", "at"):
            if what == "at" or not callable(getattr(self, what)):
                object.__setattr__(self, what, self._checked(what, getattr(self, what)))

    @property
    def is_constant(self) -> bool:
        """Whether neither the force nor the moment is a function of time."""
        return not callable(self.force) and not callable(self.moment)

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

        Raises
        ------
        SimulationError
            For a function of time that does not return three finite numbers.
        """
        force, moment = self._at("force", t), self._at("moment", t)
        if self.basis == "body":
            force, moment = A @ force, A @ moment
        return force, np.cross(A @ np.asarray(self.at), force) + moment

    def _at(self, what: str, t: float) -> np.ndarray:
        value = getattr(self, what)
        return self._checked(what, value(t), t) if callable(value) else value

    def _checked(self, what: str, value: ArrayLike, t: float | None = None) -> np.ndarray:
        name = "point of the force" if what == "at" else what
        other = "" if what == "at" else ", or be a function of time that returns them"
        when, error = ("", ModelError) if t is None else (f"; at t = {t:.6g} s it was not so", SimulationError)
        return checked_numbers(
            f"The {name} on {self.body!r} must have three finite components{other}{when}", value, (3,), error
        )


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
        Forces at points of bodies, and moments on bodies.
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
        for load in self.forces:
            if not isinstance(load, PointForce):
                raise ModelError(f"The forces on a tree must be PointForce(body, force, ...); got {load!r}.")
        for element in self.moments:
            if not callable(getattr(element, "moment", None)):
                raise ModelError(
                    f"The moments in the joints of a tree must be JointSpring, JointDamper, ...; got {element!r}."
                )
        checked_numbers("Gravity has three components in m/s²", self.gravity, (3,))
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

    def joint_power(self, Y: np.ndarray, A: np.ndarray, w: np.ndarray, base: BaseState = AT_REST) -> np.ndarray:
        """Power of the joint moments that have no potential: all but springs, W.

        Parameters
        ----------
        Y : np.ndarray, shape (..., n, 3)
            All joint moments by arc, inertial basis, N m.
        A : np.ndarray, shape (..., n, 3, 3)
            Rotation matrices of the bodies, body to inertial.
        w : np.ndarray, shape (..., n, 3)
            Angular velocities, each in the basis of its body, rad/s.
        base : BaseState, optional
            Motion of the base; at rest unless given.
        """
        power, turning = np.zeros(w.shape[:-2]), np.einsum("...iab,...ib->...ia", A, w)
        for a in set(self._arcs):
            plus, minus = (_vertex(end[a], A, turning, base) for end in (self.tree.graph.plus, self.tree.graph.minus))
            springs = [s for k, s in zip(self._arcs, self.moments, strict=True) if k == a and isinstance(s, SPRINGS)]
            stored = sum((spring.moment(*plus, *minus, 0.0) for spring in springs), start=np.zeros(3))
            power += ((Y[..., a, :] - stored) * (plus[1] - minus[1])).sum(-1)
        return power

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
