"""States between the output times."""

import numpy as np
from numpy.typing import ArrayLike

from ..checking import array
from ..model import ModelError

__all__ = ["hermite"]


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
