"""Joints with a free orientation, spherical and free: their coordinates are a quaternion or Cardan angles."""

from dataclasses import dataclass
from typing import Literal

import numpy as np

from ...model import ModelError
from ...rotations.arrays import matrix_quaternion, quaternion_matrix, quaternion_rate
from ..body.kinematics import cardan_angles, cardan_inverse, cardan_rotation
from ..body.place import cross
from .joint import MarkedJoint
from .relative import Subspace

__all__ = ["Free", "Spherical"]

E = np.eye(3)
ZERO = np.zeros(3)
QUATERNION = ("q_0", "q_x", "q_y", "q_z")
CARDAN = ("alpha", "beta", "gamma")
TURN = ("w_x", "w_y", "w_z")


@dataclass(frozen=True, eq=False)
class Spherical(MarkedJoint):
    """Ball joint (*Kugelgelenk*): both points agree, Q turns freely, R(2.46); u = 3, f = 3.

    The relative orientation is a quaternion (default) or, with ``orientation="cardan"``, the angles x-y-z of R(2.49),
    which are singular at beta = ±π/2. The speeds are the relative angular velocity in the basis of Q either way.

    Parameters
    ----------
    P, Q : Marker
        Markers on body i and on body j; their points coincide.
    name : str, optional
        Name of the joint; by default its kind and its bodies.
    orientation : {"quaternions", "cardan"}, optional
        Coordinates of the relative orientation.

    Raises
    ------
    ModelError
        For another kind of orientation.
    """

    orientation: Literal["quaternions", "cardan"] = "quaternions"
    speeds = TURN
    blocked_shifts = (0, 1, 2)

    def __post_init__(self) -> None:
        super().__post_init__()
        _check_orientation(self.name, self.orientation)

    @property
    def coordinates(self) -> tuple[str, ...]:
        """Names of the quaternion's entries or of the angles."""
        return CARDAN if self.orientation == "cardan" else QUATERNION

    @property
    def neutral(self) -> np.ndarray:
        """No rotation."""
        return _neutral(self.orientation)

    def pose(self, y: np.ndarray, t: float = 0.0) -> tuple[np.ndarray, np.ndarray]:
        """Any rotation."""
        return _rotation(self.orientation, y), ZERO

    def subspace(self, y: np.ndarray, t: float = 0.0) -> Subspace:
        """Any angular velocity."""
        return Subspace(E, np.zeros((3, 3)))

    def measured(self, A_g: np.ndarray, s: np.ndarray) -> np.ndarray:
        """Quaternion or angles."""
        return _measured(self.orientation, A_g)

    def rates(self, y: np.ndarray, u: np.ndarray) -> np.ndarray:
        """q̇ = ½ q ∘ (0, ω), or α̇ = H⁻¹ ω, R(2.6)."""
        return _rates(self.orientation, self.name, y, u)

    def normalised(self, y: np.ndarray) -> np.ndarray:
        """The quaternion with length one."""
        return _normalised(self.orientation, y)


@dataclass(frozen=True, eq=False)
class Free(MarkedJoint):
    """No joint at all: six coordinates (or seven) for a body that flies; u = 0, f = 6.

    y: displacement of Q in the basis of P, then the orientation as in `Spherical`. The speeds are the relative velocity
    and angular velocity in the basis of Q, so that for a body free of the ground u = z.

    Parameters
    ----------
    P, Q : Marker
        Markers on body i (or the ground) and on body j.
    name : str, optional
        Name of the joint; by default its kind and its bodies.
    orientation : {"quaternions", "cardan"}, optional
        Coordinates of the relative orientation.

    Raises
    ------
    ModelError
        For another kind of orientation.
    """

    orientation: Literal["quaternions", "cardan"] = "quaternions"
    speeds = ("v_x", "v_y", "v_z", *TURN)

    def __post_init__(self) -> None:
        super().__post_init__()
        _check_orientation(self.name, self.orientation)

    @property
    def coordinates(self) -> tuple[str, ...]:
        """Names of the displacements, and those of the orientation."""
        return ("x", "y", "z", *(CARDAN if self.orientation == "cardan" else QUATERNION))

    @property
    def neutral(self) -> np.ndarray:
        """The markers agree."""
        return np.concatenate([ZERO, _neutral(self.orientation)])

    def pose(self, y: np.ndarray, t: float = 0.0) -> tuple[np.ndarray, np.ndarray]:
        """Any pose."""
        return _rotation(self.orientation, y[3:]), np.asarray(y[:3], dtype=float)

    def subspace(self, y: np.ndarray, t: float = 0.0) -> Subspace:
        """Any velocity: ṡ = A_g v_r in the basis of P."""
        zero = np.zeros((3, 3))
        return Subspace(np.hstack([zero, E]), np.hstack([self.pose(y)[0], zero]))

    def subspace_terms(self, y: np.ndarray, u: np.ndarray, t: float = 0.0) -> tuple[np.ndarray, np.ndarray]:
        """Ȧ_g v_r = A_g (ω_r × v_r)."""
        return ZERO, self.pose(y)[0] @ cross(u[3:], u[:3])

    def measured(self, A_g: np.ndarray, s: np.ndarray) -> np.ndarray:
        """Displacement and orientation."""
        return np.concatenate([s, _measured(self.orientation, A_g)])

    def rates(self, y: np.ndarray, u: np.ndarray) -> np.ndarray:
        """Displacements by ṡ = A_g v_r, the orientation as in `Spherical`."""
        return np.concatenate([self.pose(y)[0] @ u[:3], _rates(self.orientation, self.name, y[3:], u[3:])])

    def normalised(self, y: np.ndarray) -> np.ndarray:
        """The quaternion with length one."""
        return np.concatenate([y[:3], _normalised(self.orientation, y[3:])])


def _check_orientation(name: str, orientation: str) -> None:
    if orientation not in ("quaternions", "cardan"):
        raise ModelError(
            f"The orientation of the joint {name!r} must be 'quaternions' or 'cardan'; got {orientation!r}."
        )


def _neutral(orientation: str) -> np.ndarray:
    return np.zeros(3) if orientation == "cardan" else np.array([1.0, 0.0, 0.0, 0.0])


def _rotation(orientation: str, y: np.ndarray) -> np.ndarray:
    return cardan_rotation(y) if orientation == "cardan" else quaternion_matrix(y)


def _measured(orientation: str, A: np.ndarray) -> np.ndarray:
    return cardan_angles(A) if orientation == "cardan" else matrix_quaternion(A)


def _rates(orientation: str, name: str, y: np.ndarray, w: np.ndarray) -> np.ndarray:
    return cardan_inverse(y, f"the joint {name!r}") @ w if orientation == "cardan" else quaternion_rate(y, w)


def _normalised(orientation: str, y: np.ndarray) -> np.ndarray:
    y = np.asarray(y, dtype=float)
    return y if orientation == "cardan" else y / np.linalg.norm(y)
