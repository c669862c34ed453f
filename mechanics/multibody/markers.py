"""Markers: points and axes that are fixed in a body, to which joints and force elements are attached."""

from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from ..model import ModelError
from .body.kinematics import point_velocity
from .body.place import Place

__all__ = ["GROUND_NAME", "Marker"]

GROUND_NAME = "ground"
ORTHONORMAL = 1e-9  # largest entry of Rᵀ R − E


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
        r, R = np.asarray(self.r, dtype=float), np.asarray(self.R, dtype=float)
        if r.shape != (3,) or not np.all(np.isfinite(r)):
            raise ModelError(f"A marker on {self.body!r} needs a point of three finite numbers in m; got {self.r!r}.")
        _check_axes(self.body, R)
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
        towards = np.eye(3)[np.argmin(np.abs(axis))] if x is None else np.asarray(x, dtype=float)
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
    value = np.asarray(direction, dtype=float)
    length = np.linalg.norm(value)
    if value.shape != (3,) or not 0.0 < length < np.inf or length < 1e-12:
        raise ModelError(
            f"The axes of a marker on {body!r} need directions of nonzero length, x not along z; got {direction!r}."
        )
    return value / length


def _check_axes(body: str, R: np.ndarray) -> None:
    if R.shape != (3, 3) or not np.abs(R.T @ R - np.eye(3)).max() < ORTHONORMAL:
        raise ModelError(
            f"The axes of a marker on {body!r} must be orthonormal, R^T R = E; got {R.tolist()}. "
            "Marker.along(body, r, z=direction) builds such axes."
        )
    if np.linalg.det(R) < 0:
        raise ModelError(f"The axes of a marker on {body!r} must be right-handed; swap two of them or reverse one.")
