"""What trees of hanging bodies have in common: inertia, start, inclination."""

from collections.abc import Sequence

import numpy as np
from sympy import Expr, Matrix, sqrt

from ...multibody.trees import Instants
from ...poses import Pose
from ...scene import AngleMark

__all__ = ["inclination", "inclination_mark", "inclined", "rod_inertia", "turning"]

NO_PLANE = 1e-9  # where something hangs straight, its plane of deflection is not determined, and nothing is drawn


def rod_inertia(m: float, l: float, r: float) -> np.ndarray:
    """Moments of inertia of a round rod along z about its mass centre, (3,), kg m²; mass, length, radius.

    Parameters
    ----------
    m : float
        Mass, kg.
    l, r : float
        Length and radius, m.

    Returns
    -------
    ndarray, shape (3,)
        About x, y and z, kg m².
    """
    across = m * (3 * r**2 + l**2) / 12
    return np.array([across, across, m * r**2 / 2])


def inclined(theta: float, phi: float = 0.0) -> np.ndarray:
    """Orientation (3, 3) of a body that hangs along its -z axis, deflected by theta towards the azimuth phi.

    Parameters
    ----------
    theta : float
        Deflection from the vertical, rad.
    phi : float
        Azimuth of the deflection, rad.

    Returns
    -------
    ndarray, shape (3, 3)
        From the body frame to the inertial frame.
    """
    c, s, C, S = np.cos(theta), np.sin(theta), np.cos(phi), np.sin(phi)
    return np.array([[C * c, -S, -C * s], [S * c, C, -S * s], [s, 0.0, c]])


def turning(A: np.ndarray, omega: float) -> np.ndarray:
    """Angular velocity about the vertical, (3,), rad/s, in the basis of a body with the orientation A.

    Parameters
    ----------
    A : ndarray
        Orientation of the body, shape (3, 3).
    omega : float
        Angular velocity about the vertical, rad/s.

    Returns
    -------
    ndarray, shape (3,)
        rad/s.
    """
    return omega * A[2]


def inclination(here: Instants, body: str, axis: Sequence[float] = (0.0, 0.0, 1.0)) -> np.ndarray:
    """Angle between an axis of a body and the vertical, (k,), rad.

    Parameters
    ----------
    here : Instants
        Instants of a motion.
    body : str
        Its name.
    axis : sequence of float
        In the body frame.

    Returns
    -------
    ndarray, shape (k,)
        rad.
    """
    direction = here.axis(body, axis)
    return np.arctan2(np.hypot(direction[:, 0], direction[:, 1]), direction[:, 2])


def inclination_mark(frame: Pose, at: Sequence[Expr], radius: Expr, angle: Expr) -> AngleMark:
    """Arc from the plumb line through a point to the axis -z of a frame, in the vertical plane of both.

    Parameters
    ----------
    frame : Pose
        Of the body that hangs.
    at : sequence of Expr
        The point, on that axis, m.
    radius : Expr
        Of the arc, m.
    angle : Expr
        Symbol of the inclination.
    """
    x, y = -frame.R[0, 2], -frame.R[1, 2]
    c, s = x / sqrt(x**2 + y**2 + NO_PLANE), y / sqrt(x**2 + y**2 + NO_PLANE)
    plane = Pose(Matrix([[0, c, s], [0, s, -c], [-1, 0, 0]]), Matrix(at))  # x down, y towards the deflection
    return AngleMark(radius, angle, frame=plane, label=angle)
