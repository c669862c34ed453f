"""Prescribed motions of the frame R of a flexible body."""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from ..model import ModelError
from ..rotations.arrays import rotation_vector_matrix
from .checking import array

__all__ = ["FrameMotion", "at_rest", "turning"]

REST = np.zeros(3)


class FrameMotion(NamedTuple):
    """Motion of a frame at one instant.

    Attributes
    ----------
    r : ndarray, shape (3,)
        Position of its origin, inertial components, m.
    A : ndarray, shape (3, 3)
        Rotation matrix, components of the frame to inertial ones.
    v, a : ndarray, shape (3,)
        Velocity and acceleration of its origin, inertial components, m/s and m/s².
    w, w_d : ndarray, shape (3,)
        Angular velocity and acceleration, components of the frame, rad/s and rad/s².
    """

    r: np.ndarray
    A: np.ndarray
    v: np.ndarray
    a: np.ndarray
    w: np.ndarray
    w_d: np.ndarray


def at_rest(r: ArrayLike = REST, A: ArrayLike | None = None) -> Callable[[float], FrameMotion]:
    """A frame that stands still: the body is clamped.

    Parameters
    ----------
    r : array_like, shape (3,), optional
        Position of its origin, inertial components, m.
    A : array_like, shape (3, 3), optional
        Its axes as columns; those of the inertial frame unless given.
    """
    A = np.eye(3) if A is None else array("A", A, (3, 3))
    frame = FrameMotion(array("r", r, (3,)), A, REST, REST, REST, REST)
    return lambda t: frame


def turning(
    axis: ArrayLike,
    angle: Callable[[float], tuple[float, float, float]],
    r: ArrayLike = REST,
    A: ArrayLike | None = None,
) -> Callable[[float], FrameMotion]:
    """A frame that turns about an axis through its origin.

    Parameters
    ----------
    axis : array_like, shape (3,)
        Axis in the inertial frame, of any length but zero.
    angle : callable
        Function of time that returns the angle, its rate and its acceleration, rad, rad/s, rad/s².
    r : array_like, shape (3,), optional
        Position of the origin, inertial components, m.
    A : array_like, shape (3, 3), optional
        Axes at the angle zero, as columns; those of the inertial frame unless given.

    Raises
    ------
    ModelError
        If the axis has the length zero.
    """
    place, along = array("r", r, (3,)), array("axis", axis, (3,))
    if not along.any():
        raise ModelError("The axis of a rotation must have a direction; got (0, 0, 0).")
    start, along = np.eye(3) if A is None else array("A", A, (3, 3)), along / np.linalg.norm(along)
    own = along @ start  # the axis keeps its components in the frame

    def motion(t: float) -> FrameMotion:
        phi, phi_d, phi_dd = angle(t)
        return FrameMotion(place, rotation_vector_matrix(phi * along) @ start, REST, REST, phi_d * own, phi_dd * own)

    return motion
