"""What trees of hanging rods have in common: inertia, start, how far something is from hanging."""

from typing import Any

import numpy as np

from ..multibody.trees import Instants

__all__ = ["inclination", "inclined", "rod_inertia", "turning"]


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
