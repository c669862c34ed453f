"""Times at which an input or an equation is not smooth: integrators end a step there and start anew."""

from collections.abc import Iterator, Sequence

import numpy as np

from .errors import Derivative

__all__ = ["Clock", "parts"]


def parts(start: float, end: float, breakpoints: Sequence[float]) -> Iterator[tuple[float, float]]:
    """The intervals between breakpoints.

    Parameters
    ----------
    start, end : float
        First and last time, s.
    breakpoints : sequence of float
        Times in any order, s; those outside do not count.

    Yields
    ------
    start, end : float
        Of one interval, s.
    """
    tick = 16 * float(np.spacing(max(abs(start), abs(end))))
    inside = np.unique(np.asarray(breakpoints, dtype=float))
    ends = inside[(inside > start + tick) & (inside < end - tick)]
    close = np.append(True, np.diff(ends) > tick)[: len(ends)]
    for stop in [*ends[close], end]:
        yield float(start), float(stop)
        start = stop


class Clock:
    """Keeps the time inside the interval that is being integrated: at its ends the function jumps."""

    def __init__(self) -> None:
        self.first, self.last = -np.inf, np.inf

    def set(self, start: float, end: float) -> None:
        """Keep times between these two, s."""
        tick = 4 * float(np.spacing(max(abs(start), abs(end))))
        self.first, self.last = start + tick, end - tick

    def __call__(self, t: float) -> float:
        """The time, kept inside."""
        return min(max(t, self.first), self.last)

    def of_derivative(self, derivative: Derivative) -> Derivative:
        """f(x, t) with the time kept inside."""
        return lambda x, t: derivative(x, self(t))
