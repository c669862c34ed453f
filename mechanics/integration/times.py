"""Output times and tolerances of a simulation, checked."""

import math
from collections.abc import Sequence

import numpy as np

from ..checking import array, number
from ..errors import ModelError

__all__ = ["check_tolerances", "output_times"]


def output_times(t: float | Sequence[float] | np.ndarray) -> np.ndarray:
    """The output times of a simulation.

    Parameters
    ----------
    t : float, or array_like of shape (k,)
        End time, or the times themselves, s.

    Returns
    -------
    ndarray, shape (k,)
        The given times, or 100 a second (at least 100) from 0 to the given end.

    Raises
    ------
    ModelError
        If the end is not positive or the times do not increase.
    """
    if np.ndim(t) == 0:
        end = float(t) if isinstance(t, (int, float, np.number)) and not isinstance(t, bool) else math.nan
        if not (math.isfinite(end) and end > 0):
            raise ModelError(f"The end time must be a positive number of seconds; got {t!r}.")
        return np.linspace(0.0, end, 1 + max(100, math.ceil(100 * end)))
    times = array(t, "The output times")
    if times.ndim != 1 or len(times) < 2 or not np.all(np.isfinite(times)) or np.any(np.diff(times) <= 0):
        raise ModelError(f"The output times must be at least two finite, increasing numbers; got {t!r}.")
    return times


def check_tolerances(rtol: float, atol: float) -> None:
    """One clear error for tolerances that no integrator can work with."""
    if not (0 < number(rtol, "The tolerance rtol") < 1 and number(atol, "The tolerance atol") > 0):
        raise ModelError(f"Tolerances must be positive and rtol below 1; got rtol = {rtol}, atol = {atol}.")
