"""States between the output times."""

from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from ..checking import array
from ..model import ModelError

__all__ = ["hermite", "quintic"]


def hermite(times: np.ndarray, values: np.ndarray, slopes: np.ndarray, at: ArrayLike) -> np.ndarray:
    """Cubic Hermite interpolation.

    Parameters
    ----------
    times : ndarray, shape (k,)
        Increasing, s.
    values, slopes : ndarray, shape (k, n)
        Values and their derivatives at these times.
    at : array_like, shape (...)
        One or many times, s.

    Returns
    -------
    ndarray, shape (..., n)

    Raises
    ------
    ModelError
        For a time outside of the simulation: nothing is extrapolated.
    """
    from scipy.interpolate import CubicHermiteSpline  # slow to import

    at = array(at, "The time")
    if np.any(at < times[0]) or np.any(at > times[-1]):
        raise ModelError(f"The simulation runs from {times[0]:g} to {times[-1]:g} s; got a time outside of it.")
    return CubicHermiteSpline(times, values, slopes)(at)


def quintic(times: np.ndarray, values: np.ndarray, slopes: np.ndarray, curvatures: np.ndarray) -> Any:
    """Hermite interpolation of degree 5.

    Parameters
    ----------
    times : ndarray, shape (k,)
        Increasing, s.
    values, slopes, curvatures : ndarray, shape (k, n)
        Values and their first two derivatives at these times.

    Returns
    -------
    PPoly
        ``path(t)`` gives values and ``path(t, 1)`` slopes, of the shape (..., n) for times of the shape (...).
    """
    from scipy.interpolate import PPoly  # slow to import

    h = np.diff(times)[:, None]
    v, a = h * slopes[:-1], h**2 / 2 * curvatures[:-1]
    rise = np.diff(values, axis=0) - v - a
    turn = h * np.diff(slopes, axis=0) - 2 * a
    bend = h**2 * np.diff(curvatures, axis=0) / 2
    c = [6 * rise - 3 * turn + bend, -15 * rise + 7 * turn - 2 * bend, 10 * rise - 4 * turn + bend, a, v, values[:-1]]
    return PPoly(np.array([row / h ** (5 - k) for k, row in enumerate(c)]), times)
