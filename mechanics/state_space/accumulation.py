"""Transitions that accumulate: infinitely many of them in a finite time, as with a ball that comes to rest (Zeno)."""

from typing import NamedTuple

import numpy as np

from ..protocol import Event

__all__ = ["Accumulation"]

SMALL = 1e-4  # part of the tolerance below which an excursion between two transitions is none
IN_SUCCESSION = 3
CROWD, INSTANT = 100, 1e-9  # so many transitions within this part of the run are too many, whatever they are


class _Bounce(NamedTuple):
    event: Event
    peak: float


class Accumulation:
    """Watches whether transitions follow each other at ever shorter intervals.

    Parameters
    ----------
    tolerance : float
        Absolute tolerance of the run.
    span : float
        Length of the run, s.
    """

    def __init__(self, tolerance: float, span: float):
        self._least, self._instant = SMALL * tolerance, INSTANT * span
        self._bounces: list[_Bounce] = []

    def add(self, event: Event, peak: float) -> bool:
        """Note a transition; whether they accumulate.

        Parameters
        ----------
        event : Event
            The transition.
        peak : float
            How far its condition was from zero since the last time, at most.
        """
        last = self._bounces[-1:]
        if last and (last[0].event.name, last[0].event.mode) != (event.name, event.mode):
            self._bounces = [b for b in self._bounces if event.t - b.event.t < self._instant]
        self._bounces = [*self._bounces[-CROWD:], _Bounce(event, peak)]
        return self._shrinks() or self._is_crowd()

    def _shrinks(self) -> bool:
        latest = self._bounces[-IN_SUCCESSION - 1 :]
        gaps = np.diff([b.event.t for b in latest])
        alike = len({(b.event.name, b.event.mode) for b in latest}) == 1
        small = all(b.peak <= self._least for b in latest[1:])
        return len(gaps) == IN_SUCCESSION and alike and small and bool((np.diff(gaps) < 0).all())

    def _is_crowd(self) -> bool:
        events = [b.event for b in self._bounces]
        return len(events) > CROWD and events[-1].t - events[0].t < self._instant

    def limit(self) -> tuple[float, np.ndarray]:
        """When the last ones would end, and the state to which they tend, by Aitken's extrapolation.

        The last time and state where they tend to none.

        Returns
        -------
        t : float
            Time, s.
        x : ndarray, shape (n,)
            State then.
        """
        after = [np.append(b.event.t, b.event.after) for b in self._bounces[-3:]]
        end = after[-1]
        if len(after) == 3 and self._shrinks():
            with np.errstate(all="ignore"):
                first, second = after[1] - after[0], after[2] - after[1]
                ratio = second / first
                beyond = after[2] + second * ratio / (1 - ratio)
            end = np.where(np.isfinite(beyond) & (np.abs(ratio) < 0.9999), beyond, after[2])
        return float(end[0]), end[1:]
