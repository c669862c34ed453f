"""One run, ready to be shown: numbers in rows, and how they are sent to the browser."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from .window import Window

__all__ = ["Frames", "packed"]


@dataclass(frozen=True)
class Frames:
    """One run, ready to be shown.

    Attributes
    ----------
    values : ndarray, shape (k, n)
        A row for each of k equally spaced instants; a column for each signal and variable.
    start, end : float
        First and last instant, s.
    bounds : Window
        What the window has to show: left, right, bottom, top, m.
    settings : mapping of float
        The positions of the sliders that belong to it, by name.
    room : sequence, shape (2, 3)
        Lower and upper corner of a box around all that moves, m, where the view can be rotated; else empty.
    """

    values: np.ndarray
    start: float
    end: float
    bounds: Window
    settings: Mapping[str, float]
    room: Sequence[Sequence[float]] = ()


def packed(values: np.ndarray) -> bytes:
    """Row by row as 32-bit floats, little-endian as every browser reads them.

    Parameters
    ----------
    values : ndarray, shape (k, n)
        Of a run.

    Raises
    ------
    ValueError
        If a value is not a finite number of that size.
    """
    with np.errstate(over="ignore"):
        result = np.ascontiguousarray(values, dtype="<f4")
    if not np.isfinite(result).all():
        raise ValueError(
            "The simulation ran to values that cannot be drawn. Choose a shorter time, or other parameters."
        )
    return result.tobytes()
