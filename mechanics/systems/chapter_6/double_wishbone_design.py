"""The points of the double wishbone suspension in its design position, for bodies and picture alike."""

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

__all__ = ["HEIGHT", "OUTSIDE", "UPPER_BALL", "Points", "design"]

HEIGHT, OUTSIDE = 0.30, 0.76  # m: the wheel centre over the road and from the middle of the car
UPPER_BALL = (0.0, 0.66, 0.46)  # m, so that the wheel stands upright


class Points(NamedTuple):
    """Points of the suspension in its design position, m: x forwards, y outwards, z up from the road."""

    chassis: np.ndarray
    lower_hinge: np.ndarray
    lower_ball: np.ndarray
    upper_hinge: np.ndarray
    upper_ball: np.ndarray
    rod_inner: np.ndarray
    rod_outer: np.ndarray
    wheel: np.ndarray
    strut_top: np.ndarray
    strut_foot: np.ndarray


def design(l_u: Any, z_u: Any, sqrt: Callable[[Any], Any]) -> Points:
    """Where the joints lie.

    Parameters
    ----------
    l_u, z_u : float or Expr
        Length of the upper wishbone and height of its hinge over the road, m.
    sqrt : callable
        The square root for these: numpy's for numbers, sympy's for symbols.

    Returns
    -------
    Points
        Each an array of shape (3,), m.
    """
    _, y, z = UPPER_BALL
    return Points(
        chassis=np.array([0.0, 0.15, 0.55]),
        lower_hinge=np.array([0.0, 0.35, 0.20]),
        lower_ball=np.array([0.0, 0.70, 0.18]),
        upper_hinge=np.array([0.0, y - sqrt(l_u**2 - (z_u - z) ** 2), z_u]),
        upper_ball=np.array(UPPER_BALL),
        rod_inner=np.array([-0.14, 0.37, 0.25]),
        rod_outer=np.array([-0.14, 0.69, 0.23]),
        wheel=np.array([0.0, OUTSIDE, HEIGHT]),
        strut_top=np.array([0.0, 0.46, 0.66]),
        strut_foot=np.array([0.0, 0.57, 0.1874]),
    )
