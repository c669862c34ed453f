"""Markers: points and axes that are fixed in a body, where joints and force elements take hold."""

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
    body : name of the body; ``"ground"`` is the inertial frame
    r : (3,) from the body's reference point O to the marker, body components, m
    R : (3, 3) rotation matrix, marker -> body: its columns are the axes x, y, z of the marker

    Raises
    ------
    ModelError
        for axes that are not orthonormal and right-handed, or a point that is none.

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
        """The marker whose z axis has the direction `z` (of any length), its x axis lies towards `x`, body components.

        Without `x`, x is the one of the body's axes that is most nearly perpendicular to z, made perpendicular.
        """
        axis = _unit(body, z)
        towards = np.eye(3)[np.argmin(np.abs(axis))] if x is None else np.asarray(x, dtype=float)
        first = _unit(body, towards - towards @ axis * axis)
        return cls(body, r, np.stack([first, np.cross(axis, first), axis], axis=-1))

    def place(self, place: Place) -> Place:
        """Inertial position and axes of the marker, (..., 3) and (..., 3, 3), for the place of its body."""
        return Place(place.point(self.r), place.A @ self.R)

    def velocity(self, z: np.ndarray) -> np.ndarray:
        """Velocity of the marker's point (..., 3), components of its body, for the body's velocities z (..., 6)."""
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
