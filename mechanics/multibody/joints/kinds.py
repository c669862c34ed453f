"""Joints with up to three degrees of freedom that are angles and displacements: hinge, slider and the like."""

from dataclasses import dataclass

import numpy as np

from ..body.kinematics import cardan_rotation
from .joint import MarkedJoint
from .relative import Subspace

__all__ = ["Cylindrical", "Fixed", "Planar", "Prismatic", "Revolute", "Universal"]

E = np.eye(3)
ZERO = np.zeros(3)


@dataclass(frozen=True, eq=False)
class Fixed(MarkedJoint):
    """Both markers agree: the bodies move as one; u = 6, f = 0.

    Parameters
    ----------
    P, Q : Marker
        Markers on body i and on body j, which coincide.
    name : str, optional
        Name of the joint; by default its kind and its bodies.
    """

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
class Revolute(MarkedJoint):
    """Hinge (*Drehgelenk*): Q turns about the common z axis by the angle from x_P to x_Q; u = 5, f = 1.

    Parameters
    ----------
    P, Q : Marker
        Markers on body i and on body j; the z axes are the axis of the hinge.
    name : str, optional
        Name of the joint; by default its kind and its bodies.
    """

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
class Prismatic(MarkedJoint):
    """Slider (*Schubgelenk*): Q shifts along the common z axis, the axes stay parallel; u = 5, f = 1.

    Parameters
    ----------
    P, Q : Marker
        Markers on body i and on body j; the z axes are the direction of sliding.
    name : str, optional
        Name of the joint; by default its kind and its bodies.
    """

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
class Cylindrical(MarkedJoint):
    """Q turns about the common z axis and shifts along it (*Drehschubgelenk*); u = 4, f = 2.

    Parameters
    ----------
    P, Q : Marker
        Markers on body i and on body j; the z axes are the common axis.
    name : str, optional
        Name of the joint; by default its kind and its bodies.
    """

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
class Universal(MarkedJoint):
    """Cardan joint (*Kreuzgelenk*): a turn about x of P, then one about y of Q; u = 4, f = 2.

    The two axes stay perpendicular.

    Parameters
    ----------
    P, Q : Marker
        Markers on body i and on body j; x of P and y of Q are the axes of the cross.
    name : str, optional
        Name of the joint; by default its kind and its bodies.
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
class Planar(MarkedJoint):
    """Q moves in the plane x, y of P and turns about its normal z (*Ebenengelenk*); u = 3, f = 3.

    Parameters
    ----------
    P, Q : Marker
        Markers on body i and on body j; the z axes are the normal of the plane.
    name : str, optional
        Name of the joint; by default its kind and its bodies.
    """

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


def _about_z(angle: float) -> np.ndarray:
    c, s = np.cos(angle), np.sin(angle)
    return np.array([[c, -s, 0.0], [s, c, 0.0], [0.0, 0.0, 1.0]])


def _angle_z(A: np.ndarray) -> float:
    return float(np.arctan2(A[1, 0] - A[0, 1], A[0, 0] + A[1, 1]))
