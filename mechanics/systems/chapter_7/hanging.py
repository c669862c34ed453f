"""What trees of hanging bodies have in common: inertia, start, how far something is from hanging."""

from typing import Any

import numpy as np
from sympy import Matrix, sqrt

from ...multibody.trees import Instants
from ...poses import Pose
from ...scene import AngleMark

__all__ = ["inclination", "inclination_mark", "inclined", "rod_inertia", "turning"]

NO_PLANE = 1e-9  # where something hangs straight, its plane of deflection is not determined, and nothing is drawn


def rod_inertia(m: float, l: float, r: float) -> np.ndarray:
    """Moments of inertia of a round rod along z about its mass centre, (3,), kg m²; mass, length, radius."""
    across = m * (3 * r**2 + l**2) / 12
    return np.array([across, across, m * r**2 / 2])


def inclined(theta: float, phi: float = 0.0) -> np.ndarray:
    """Orientation (3, 3) of a body that hangs along its -z axis, deflected by theta towards the azimuth phi."""
    c, s, C, S = np.cos(theta), np.sin(theta), np.cos(phi), np.sin(phi)
    return np.array([[C * c, -S, -C * s], [S * c, C, -S * s], [s, 0.0, c]])


def turning(A: np.ndarray, omega: float) -> np.ndarray:
    """Angular velocity about the vertical, (3,), rad/s, in the basis of a body with the orientation A."""
    return omega * A[2]


def inclination(here: Instants, body: str, axis: Any = (0.0, 0.0, 1.0)) -> np.ndarray:
    """Angle between an axis of a body and the vertical, (k,), rad."""
    direction = here.axis(body, axis)
    return np.arctan2(np.hypot(direction[:, 0], direction[:, 1]), direction[:, 2])


def inclination_mark(frame: Pose, at: Any, radius: Any, angle: Any) -> AngleMark:
    """Arc from the plumb line through a point to the axis -z of a frame, in the vertical plane of both.

    Parameters
    ----------
    frame : of the body that hangs
    at : the point, on that axis
    radius : of the arc, m
    angle : symbol of the inclination
    """
    x, y = -frame.R[0, 2], -frame.R[1, 2]
    c, s = x / sqrt(x**2 + y**2 + NO_PLANE), y / sqrt(x**2 + y**2 + NO_PLANE)
    plane = Pose(Matrix([[0, c, s], [0, s, -c], [-1, 0, 0]]), Matrix(at))  # x down, y towards the deflection
    return AngleMark(radius, angle, frame=plane, label=angle)
