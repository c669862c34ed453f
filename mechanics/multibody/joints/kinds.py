"""The kinds of joints: spherical, revolute, prismatic, cylindrical, universal, planar, fixed and free."""

from dataclasses import dataclass
from typing import ClassVar, Literal

import numpy as np

from ...model import ModelError
from ...rotations.arrays import matrix_quaternion, quaternion_matrix, quaternion_rate
from ..body.kinematics import cardan_angles, cardan_inverse, cardan_rotation
from ..body.place import cross
from ..markers import Marker
from .explicit import Subspace
from .joint import Joint

__all__ = ["Cylindrical", "Fixed", "Free", "Planar", "Prismatic", "Revolute", "Spherical", "Universal"]

E = np.eye(3)
ZERO = np.zeros(3)
QUATERNION = ("q_0", "q_x", "q_y", "q_z")
CARDAN = ("alpha", "beta", "gamma")
TURN = ("w_x", "w_y", "w_z")


@dataclass(frozen=True, eq=False)
class _Marked(Joint):
    """A joint that is given by its two markers and a name; without one it is called after its bodies."""

    P: Marker
    Q: Marker
    name: str = ""

    def __post_init__(self) -> None:
        if not self.name:
            object.__setattr__(self, "name", f"{type(self).__name__.lower()} {self.P.body}-{self.Q.body}")
        self._check_markers()


@dataclass(frozen=True, eq=False)
class Fixed(_Marked):
    """Both markers agree: the bodies move as one; u = 6, f = 0."""

    blocked_shifts = (0, 1, 2)
    blocked_turns = (0, 1, 2)

    def pose(self, y: np.ndarray, t: float = 0.0) -> tuple[np.ndarray, np.ndarray]:
        """No relative motion."""
        return E, ZERO

    def subspace(self, y: np.ndarray, t: float = 0.0) -> Subspace:
        """Nothing is free."""
        return Subspace(np.zeros((3, 0)), np.zeros((3, 0)))

    def measured(self, A_g: np.ndarray, s: np.ndarray) -> np.ndarray:
        """No coordinates."""
        return np.zeros(0)


@dataclass(frozen=True, eq=False)
class Revolute(_Marked):
    """Hinge (*Drehgelenk*): Q turns about the common z axis by the angle from x_P to x_Q; u = 5, f = 1."""

    blocked_shifts = (0, 1, 2)
    blocked_turns = (0, 1)
    coordinates = speeds = ("angle",)

    def pose(self, y: np.ndarray, t: float = 0.0) -> tuple[np.ndarray, np.ndarray]:
        """A rotation about z."""
        return _about_z(y[0]), ZERO

    def subspace(self, y: np.ndarray, t: float = 0.0) -> Subspace:
        """Angular velocity about z."""
        return Subspace(E[:, 2:], np.zeros((3, 1)))

    def measured(self, A_g: np.ndarray, s: np.ndarray) -> np.ndarray:
        """The angle, in (−π, π]."""
        return np.array([_angle_z(A_g)])


@dataclass(frozen=True, eq=False)
class Prismatic(_Marked):
    """Slider (*Schubgelenk*): Q shifts along the common z axis, the axes stay parallel; u = 5, f = 1."""

    blocked_shifts = (0, 1)
    blocked_turns = (0, 1, 2)
    coordinates = speeds = ("displacement",)

    def pose(self, y: np.ndarray, t: float = 0.0) -> tuple[np.ndarray, np.ndarray]:
        """A shift along z."""
        return E, y[0] * E[2]

    def subspace(self, y: np.ndarray, t: float = 0.0) -> Subspace:
        """Velocity along z."""
        return Subspace(np.zeros((3, 1)), E[:, 2:])

    def measured(self, A_g: np.ndarray, s: np.ndarray) -> np.ndarray:
        """The displacement."""
        return s[2:].copy()


@dataclass(frozen=True, eq=False)
class Cylindrical(_Marked):
    """Q turns about the common z axis and shifts along it (*Drehschubgelenk*); u = 4, f = 2."""

    blocked_shifts = (0, 1)
    blocked_turns = (0, 1)
    coordinates = speeds = ("angle", "displacement")

    def pose(self, y: np.ndarray, t: float = 0.0) -> tuple[np.ndarray, np.ndarray]:
        """A rotation about z and a shift along it."""
        return _about_z(y[0]), y[1] * E[2]

    def subspace(self, y: np.ndarray, t: float = 0.0) -> Subspace:
        """Angular velocity about z, velocity along z."""
        z = E[:, 2:]
        return Subspace(np.hstack([z, 0 * z]), np.hstack([0 * z, z]))

    def measured(self, A_g: np.ndarray, s: np.ndarray) -> np.ndarray:
        """Angle and displacement."""
        return np.array([_angle_z(A_g), s[2]])


@dataclass(frozen=True, eq=False)
class Universal(_Marked):
    """Cardan joint (*Kreuzgelenk*): a turn about x of P, then one about y of Q; u = 4, f = 2.

    The two axes stay perpendicular.
    """

    blocked_shifts = (0, 1, 2)
    blocked_turns = (2,)
    coordinates = speeds = ("angle_x", "angle_y")

    def pose(self, y: np.ndarray, t: float = 0.0) -> tuple[np.ndarray, np.ndarray]:
        """A_g = R_x(y_1) R_y(y_2)."""
        return cardan_rotation((y[0], y[1], 0.0)), ZERO

    def subspace(self, y: np.ndarray, t: float = 0.0) -> Subspace:
        """ω_r = R_yᵀ e_x u_1 + e_y u_2, in the basis of Q."""
        c, s = np.cos(y[1]), np.sin(y[1])
        return Subspace(np.array([[c, 0.0], [0.0, 1.0], [s, 0.0]]), np.zeros((3, 2)))

    def subspace_terms(self, y: np.ndarray, u: np.ndarray, t: float = 0.0) -> tuple[np.ndarray, np.ndarray]:
        """The first axis moves in Q while the second angle changes."""
        c, s = np.cos(y[1]), np.sin(y[1])
        return np.array([-s, 0.0, c]) * u[0] * u[1], ZERO

    def measured(self, A_g: np.ndarray, s: np.ndarray) -> np.ndarray:
        """Both angles, in (−π, π]."""
        return np.array([np.arctan2(A_g[2, 1], A_g[1, 1]), np.arctan2(A_g[0, 2], A_g[0, 0])])


@dataclass(frozen=True, eq=False)
class Planar(_Marked):
    """Q moves in the plane x, y of P and turns about its normal z (*Ebenengelenk*); u = 3, f = 3."""

    blocked_shifts = (2,)
    blocked_turns = (0, 1)
    coordinates = speeds = ("x", "y", "angle")

    def pose(self, y: np.ndarray, t: float = 0.0) -> tuple[np.ndarray, np.ndarray]:
        """A shift in the plane, a rotation about its normal."""
        return _about_z(y[2]), np.array([y[0], y[1], 0.0])

    def subspace(self, y: np.ndarray, t: float = 0.0) -> Subspace:
        """Velocity along x and y of P, angular velocity about z."""
        return Subspace(np.outer(E[2], E[2]), np.diag([1.0, 1.0, 0.0]))

    def measured(self, A_g: np.ndarray, s: np.ndarray) -> np.ndarray:
        """Displacements and angle."""
        return np.array([s[0], s[1], _angle_z(A_g)])


@dataclass(frozen=True, eq=False)
class Spherical(_Marked):
    """Ball joint (*Kugelgelenk*): both points agree, Q turns freely, R(2.46); u = 3, f = 3.

    The relative orientation is a quaternion (default) or, with ``orientation="cardan"``, the angles x-y-z of R(2.49),
    which are singular at beta = ±π/2. The speeds are the relative angular velocity in the basis of Q either way.
    """

    orientation: Literal["quaternions", "cardan"] = "quaternions"
    speeds: ClassVar[tuple[str, ...]] = TURN
    blocked_shifts = (0, 1, 2)

    def __post_init__(self) -> None:
        super().__post_init__()
        _check_orientation(self.name, self.orientation)

    @property
    def coordinates(self) -> tuple[str, ...]:  # type: ignore[override]
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
class Free(_Marked):
    """No joint at all: six coordinates (or seven) for a body that flies; u = 0, f = 6.

    y: displacement of Q in the basis of P, then the orientation as in `Spherical`. The speeds are the relative velocity
    and angular velocity in the basis of Q, so that for a body free of the ground u = z.
    """

    orientation: Literal["quaternions", "cardan"] = "quaternions"
    speeds: ClassVar[tuple[str, ...]] = ("v_x", "v_y", "v_z", *TURN)

    def __post_init__(self) -> None:
        super().__post_init__()
        _check_orientation(self.name, self.orientation)

    @property
    def coordinates(self) -> tuple[str, ...]:  # type: ignore[override]
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


def _about_z(angle: float) -> np.ndarray:
    c, s = np.cos(angle), np.sin(angle)
    return np.array([[c, -s, 0.0], [s, c, 0.0], [0.0, 0.0, 1.0]])


def _angle_z(A: np.ndarray) -> float:
    return float(np.arctan2(A[1, 0] - A[0, 1], A[0, 0] + A[1, 1]))


def _check_orientation(name: str, orientation: str) -> None:
    if orientation not in ("quaternions", "cardan"):
        raise ModelError(
            f"The joint {name!r} describes its orientation by 'quaternions' or 'cardan' angles; {orientation!r} came."
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
