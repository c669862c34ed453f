"""Markers: points and axes that are fixed in a body, to which joints and force elements are attached."""

from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from ..model import ModelError
from .body.kinematics import point_velocity
from .body.place import Place
from .number_checks import check_rotation, checked_numbers

__all__ = ["GROUND_NAME", "Marker", "check_markers"]

GROUND_NAME = "ground"


@dataclass(frozen=True, eq=False)
class Marker:
    """A point and three axes, fixed in a body.

    Attributes
    ----------
    body : str
        Name of the body; ``"ground"`` is the inertial frame.
    r : np.ndarray, shape (3,)
        From the body's reference point O to the marker, body components, m.
    R : np.ndarray, shape (3, 3)
        Rotation matrix, marker -> body: its columns are the axes x, y, z of the marker.

    Raises
    ------
    ModelError
        For axes that are not orthonormal and right-handed, or a point that is none.

    Examples
    --------
    >>> hinge = Marker.along("door", r=(0, 0, 0.3), z=(0, 0, 1))
    """

    body: str
    r: Any = field(default_factory=lambda: np.zeros(3))  # an array after construction, whatever sequence was given
    R: Any = field(default_factory=lambda: np.eye(3))

    def __post_init__(self) -> None:
        if not isinstance(self.body, str) or not self.body:
            raise ModelError(f"A marker needs the name of its body, or 'ground'; got {self.body!r}.")
        r = checked_numbers(f"A marker on {self.body!r} needs a point of three finite numbers in m", self.r, (3,))
        R = checked_numbers(f"The axes of a marker on {self.body!r} must be a matrix (3, 3)", self.R, (3, 3))
        hint = "Marker.along(body, r, z=direction) builds such axes."
        check_rotation(f"The axes of a marker on {self.body!r}", R, hint, "orthonormal, R^T R = E")
        object.__setattr__(self, "r", r)
        object.__setattr__(self, "R", R)

    @classmethod
    def along(
        cls, body: str, r: ArrayLike = (0.0, 0.0, 0.0), z: ArrayLike = (0.0, 0.0, 1.0), x: ArrayLike | None = None
    ) -> "Marker":
        """The marker whose z axis has a given direction.

        Without `x`, x is the one of the body's axes that is most nearly perpendicular to z, made perpendicular.

        Parameters
        ----------
        body : str
            Name of the body, or ``"ground"``.
        r : array_like, shape (3,), optional
            From O to the marker, basis of the body, m.
        z : array_like, shape (3,), optional
            Direction of the z axis, of any length, basis of the body.
        x : array_like, shape (3,), optional
            Direction towards which the x axis lies; unless given, the axis of the body most nearly perpendicular to z.

        Raises
        ------
        ModelError
            For a direction of length zero, or x along z.
        """
        axis = _unit(body, z)
        towards = np.eye(3)[np.argmin(np.abs(axis))] if x is None else _unit(body, x)
        first = _unit(body, towards - towards @ axis * axis)
        return cls(body, r, np.stack([first, np.cross(axis, first), axis], axis=-1))

    def place(self, place: Place) -> Place:
        """Inertial position and axes of the marker.

        Parameters
        ----------
        place : Place
            Pose of the body.
        """
        return Place(place.point(self.r), place.A @ self.R)

    def velocity(self, z: np.ndarray) -> np.ndarray:
        """Velocity of the marker's point.

        Parameters
        ----------
        z : np.ndarray, shape (..., 6)
            Velocity (v; ω) of its body, in the basis of the body, m/s, rad/s.

        Returns
        -------
        np.ndarray, shape (..., 3)
            Basis of the body, m/s.
        """
        return point_velocity(z, self.r)


def _unit(body: str, direction: ArrayLike) -> np.ndarray:
    wanted = f"The axes of a marker on {body!r} need directions of nonzero length, x not along z"
    value = checked_numbers(wanted, direction, (3,))
    length = np.linalg.norm(value)
    if length < 1e-12:
        raise ModelError(f"{wanted}; got {direction!r}.")
    return value / length


def check_markers(whose: str, *markers: Any) -> None:
    """Refuse anything but markers.

    Parameters
    ----------
    whose : str
        What connects them, at the beginning of the sentence.
    *markers : object
        What was given.
    """
    for marker in markers:
        if not isinstance(marker, Marker):
            raise ModelError(f"{whose} needs markers, such as Marker('ground', (0, 0, 0.5)); got {marker!r}.")
