"""Moments in the joints of a tree: springs, dampers and motors that give Y_a of W(3).

A joint moment (*Gelenkmoment*, *шарнирный момент*) acts with + on body i+(a) of its arc and with - on body i-(a).
In a tree of links, arcs lead from each body towards the base: + is the body, - is its parent. Arrays of orientations
and angular velocities have the base as first row here, so that the vertices' numbers are their indices.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Protocol

import numpy as np
from numpy.typing import ArrayLike

from ...model import ModelError, SimulationError
from ...rotations.arrays import matrix_quaternion
from ..number_checks import check_rotation, checked_numbers

__all__ = ["AxisSpring", "JointDamper", "JointElement", "JointMotor", "JointSpring", "rotation_vector"]

STRAIGHT = 1e-9  # sine of an angle below which two opposite axes have no plane
BASES = ("inertial", "plus", "minus")
Instant = float | np.ndarray
"""Time in s, or many times (k,)."""


class JointElement(Protocol):
    """What acts with a moment in one joint.

    A_plus, A_minus (..., 3, 3) turn body i+ and i- to inertial components; w_plus, w_minus (..., 3) are inertial.

    Attributes
    ----------
    joint : str
        Name of the joint.
    """

    @property
    def joint(self) -> str:
        """Name of the joint."""

    def moment(
        self, A_plus: np.ndarray, w_plus: np.ndarray, A_minus: np.ndarray, w_minus: np.ndarray, t: Instant
    ) -> np.ndarray:
        """Moment on body i+; body i- gets the opposite.

        Parameters
        ----------
        A_plus, A_minus : np.ndarray, shape (..., 3, 3)
            Rotation matrices of body i+ and body i-, body to inertial.
        w_plus, w_minus : np.ndarray, shape (..., 3)
            Their angular velocities, *inertial* basis, rad/s.
        t : float or np.ndarray
            Time, s.

        Returns
        -------
        np.ndarray, shape (..., 3)
            Inertial basis, N m.
        """

    def potential(self, A_plus: np.ndarray, A_minus: np.ndarray) -> np.ndarray | float:
        """Stored energy, J.

        Parameters
        ----------
        A_plus, A_minus : np.ndarray, shape (..., 3, 3)
            Rotation matrices of body i+ and body i-, body to inertial.
        """


@dataclass(frozen=True, eq=False)
class JointSpring:
    """Spring that turns the body back to its rest orientation on the shortest way.

    Y = -k φ, V = k φ²/2 with the rotation vector φ of body i+ relative to body i-, measured from the rest orientation.
    At half a turn the shortest way switches sides, and the moment jumps.

    Attributes
    ----------
    joint : str
        Name of the joint.
    k : float
        Stiffness, N m/rad.
    rest : np.ndarray, shape (3, 3)
        Orientation of body i+ in the basis of body i- where the spring is relaxed.
    """

    joint: str
    k: float
    rest: ArrayLike = field(default_factory=lambda: np.eye(3))

    def __post_init__(self) -> None:
        _check_number(self.joint, "stiffness", self.k)
        _check_rest(self.joint, self.rest)

    def moment(
        self, A_plus: np.ndarray, w_plus: np.ndarray, A_minus: np.ndarray, w_minus: np.ndarray, t: Instant = 0.0
    ) -> np.ndarray:
        """Moment on body i+, (..., 3), inertial basis, N m."""
        return -self.k * _times(A_minus, self._angle(A_plus, A_minus))

    def potential(self, A_plus: np.ndarray, A_minus: np.ndarray) -> np.ndarray:
        """Energy stored, (...), J."""
        return self.k / 2 * np.sum(self._angle(A_plus, A_minus) ** 2, axis=-1)

    def _angle(self, A_plus: np.ndarray, A_minus: np.ndarray) -> np.ndarray:
        return rotation_vector(np.swapaxes(A_minus, -1, -2) @ A_plus @ np.asarray(self.rest, dtype=float).T)


@dataclass(frozen=True, eq=False)
class AxisSpring:
    """Spring between an axis of body i+ and one of body i-: it pulls them together and leaves the twist alone.

    Y = k θ e₊ × e₋ / |e₊ × e₋|, V = k θ²/2 with the angle θ between the axes.

    Attributes
    ----------
    joint : str
        Name of the joint.
    k : float
        Stiffness, N m/rad.
    axis_plus, axis_minus : sequence of float, shape (3,)
        Axes in the bases of i+ and i-, of any length.
    """

    joint: str
    k: float
    axis_plus: Sequence[float] = (0.0, 0.0, 1.0)
    axis_minus: Sequence[float] = (0.0, 0.0, 1.0)

    def __post_init__(self) -> None:
        _check_number(self.joint, "stiffness", self.k)
        for name in ("axis_plus", "axis_minus"):
            object.__setattr__(self, name, _unit(self.joint, getattr(self, name)))

    def moment(
        self, A_plus: np.ndarray, w_plus: np.ndarray, A_minus: np.ndarray, w_minus: np.ndarray, t: Instant = 0.0
    ) -> np.ndarray:
        """Moment on body i+, (..., 3), inertial basis, N m.

        Raises
        ------
        ModelError
            Where the axes are opposite: then every direction leads back.
        """
        across, angle = self._angle(A_plus, A_minus)
        sine = np.linalg.norm(across, axis=-1)
        if np.any((sine < STRAIGHT) & (angle > 1)):
            raise ModelError(
                f"The two axes of the spring in the joint {self.joint!r} are opposite: it has no direction to pull in. "
                "Start away from this position."
            )
        return (self.k * angle / np.where(sine > STRAIGHT, sine, 1.0))[..., None] * across

    def potential(self, A_plus: np.ndarray, A_minus: np.ndarray) -> np.ndarray:
        """Energy stored, (...), J."""
        return self.k / 2 * self._angle(A_plus, A_minus)[1] ** 2

    def _angle(self, A_plus: np.ndarray, A_minus: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """e₊ × e₋ in inertial components, and the angle between the axes."""
        plus, minus = A_plus @ np.asarray(self.axis_plus), A_minus @ np.asarray(self.axis_minus)
        across = np.cross(plus, minus)
        return across, np.arctan2(np.linalg.norm(across, axis=-1), np.sum(plus * minus, axis=-1))


@dataclass(frozen=True, eq=False)
class JointDamper:
    """Damper against the relative angular velocity: Y = -d (ω₊ - ω₋), power -d |ω₊ - ω₋|².

    Attributes
    ----------
    joint : str
        Name of the joint.
    d : float
        Damping, N m s/rad.
    """

    joint: str
    d: float

    def __post_init__(self) -> None:
        _check_number(self.joint, "damping", self.d)

    def moment(
        self, A_plus: np.ndarray, w_plus: np.ndarray, A_minus: np.ndarray, w_minus: np.ndarray, t: Instant = 0.0
    ) -> np.ndarray:
        """Moment on body i+, (..., 3), inertial basis, N m."""
        return -self.d * (np.asarray(w_plus) - np.asarray(w_minus))

    def potential(self, A_plus: np.ndarray, A_minus: np.ndarray) -> float:
        """Nothing is stored."""
        return 0.0


@dataclass(frozen=True, eq=False)
class JointMotor:
    """Motor with a given torque on body i+, and the opposite one on body i-.

    Attributes
    ----------
    joint : str
        Name of the joint.
    torque : sequence of float or callable, shape (3,)
        Torque in N m, or a function of time that returns it.
    basis : str
        "inertial", "plus" or "minus": whose components these are.
    """

    joint: str
    torque: Sequence[float] | Callable[..., ArrayLike]
    basis: str = "minus"

    def __post_init__(self) -> None:
        if self.basis not in BASES:
            raise ModelError(
                f"The basis of the motor in {self.joint!r} must be one of {', '.join(BASES)}; got {self.basis!r}."
            )
        if not callable(self.torque):
            checked_numbers(f"The torque of the motor in {self.joint!r} has three finite components", self.torque, (3,))

    def moment(
        self, A_plus: np.ndarray, w_plus: np.ndarray, A_minus: np.ndarray, w_minus: np.ndarray, t: Instant = 0.0
    ) -> np.ndarray:
        """Moment on body i+, (..., 3), inertial basis, N m."""
        torque = self._torque(t)
        if self.basis == "inertial":
            return torque
        return _times(A_plus if self.basis == "plus" else A_minus, torque)

    def _torque(self, t: Instant) -> np.ndarray:
        """The torque at one time (3,), or at many (k, 3)."""
        if not callable(self.torque):
            return np.asarray(self.torque, dtype=float)
        when = f" at t = {t:.6g} s" if np.ndim(t) == 0 else ""
        shape = (3,) if np.ndim(t) == 0 else (np.size(t), 3)
        value = self.torque(t)
        if np.shape(value) == (3,):
            shape = (3,)  # constant over many times
        wanted = f"The torque of the motor in {self.joint!r} must return three finite components{when}"
        return checked_numbers(wanted, value, shape, SimulationError)

    def potential(self, A_plus: np.ndarray, A_minus: np.ndarray) -> float:
        """Nothing is stored."""
        return 0.0


def rotation_vector(A: np.ndarray) -> np.ndarray:
    """Rotation vectors of rotation matrices: along the axis, as long as the angle.

    Parameters
    ----------
    A : np.ndarray, shape (..., 3, 3)
        Rotation matrices.

    Returns
    -------
    np.ndarray, shape (..., 3)
        Rad, at most π long.
    """
    q = matrix_quaternion(A)
    sine = np.linalg.norm(q[..., 1:], axis=-1)
    angle = 2 * np.arctan2(sine, q[..., 0])
    return np.where(sine > 0, angle / np.where(sine > 0, sine, 1.0), 2.0)[..., None] * q[..., 1:]


def _times(A: np.ndarray, v: ArrayLike) -> np.ndarray:
    return (A @ np.asarray(v)[..., None])[..., 0]


def _check_number(joint: str, what: str, value: object) -> None:
    if not isinstance(value, int | float | np.number) or not np.isfinite(value) or not float(value) >= 0:
        raise ModelError(f"The {what} in the joint {joint!r} must be a number that is not negative; got {value!r}.")


def _check_rest(joint: str, rest: ArrayLike) -> None:
    what = f"The rest orientation in the joint {joint!r}"
    check_rotation(what, checked_numbers(f"{what} must be a rotation matrix (3, 3)", rest, (3, 3)))


def _unit(joint: str, axis: ArrayLike) -> np.ndarray:
    e = checked_numbers(f"An axis in the joint {joint!r} must be a vector of three finite numbers", axis, (3,))
    if not e.any():
        raise ModelError(f"An axis in the joint {joint!r} must be a nonzero vector; got {axis!r}.")
    return e / np.linalg.norm(e)
