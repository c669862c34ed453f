"""States between the output times."""

from typing import Any

import numpy as np

from ..model import ModelError

__all__ = ["hermite"]


def hermite(times: np.ndarray, values: np.ndarray, slopes: np.ndarray, at: Any) -> np.ndarray:
    """Cubic Hermite interpolation through values (k, n) with slopes (k, n), at one or many times.

    Raises
    ------
    ModelError
        for a time outside the simulation: there is nothing to extrapolate from.
    """
    from scipy.interpolate import CubicHermiteSpline

    at = np.asarray(at, dtype=float)
    if np.any(at < times[0]) or np.any(at > times[-1]):
        raise ModelError(f"The simulation runs from {times[0]:g} to {times[-1]:g} s; a time outside was asked for.")
    return CubicHermiteSpline(times, values, slopes)(at)
