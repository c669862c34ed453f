"""What one run may cost: a number of steps and a time on the clock, so that no run is without an end."""

import time
from collections.abc import Callable, Sequence

import numpy as np

from ..checking import number
from ..errors import ModelError, SimulationError
from .sliding import SlidingWatch

__all__ = ["Budget"]

STEPS = 10_000_000
SECONDS = 60.0
SLOWEST = 1000.0  # steps a second that are expected at least: the first ones also load scipy


class Budget:
    """Steps and computing time that one run may use.

    Parameters
    ----------
    seconds : float or None
        Computing time, s; None for no limit.
    steps : int
        Largest number of steps.
    states : sequence of str
        Names of the states, for the message.

    Attributes
    ----------
    watch : SlidingWatch
        Ends a run that slides along a surface, long before the time is up.

    Raises
    ------
    ModelError
        For a limit that is not positive.

    Examples
    --------
    >>> budget = Budget(seconds=10.0)
    >>> budget.spend(0.1)  # one step, which reached t = 0.1 s; raises a SimulationError when the budget is used up
    """

    def __init__(self, seconds: float | None = SECONDS, steps: int = STEPS, states: Sequence[str] = ()):
        if seconds is not None and not number(seconds, "The time limit", "s") > 0 or not steps > 0:
            raise ModelError(f"The time limit must be a positive number of seconds, or None; got {seconds!r}.")
        self.seconds, self.steps, self.states = seconds, steps, tuple(states)
        self.spent, self._start, self.watch = 0, time.perf_counter(), SlidingWatch(states)

    @property
    def elapsed(self) -> float:
        """Computing time since the start of the run, s."""
        return time.perf_counter() - self._start

    def spend(
        self,
        t: float,
        rates: Callable[[], Sequence[float] | np.ndarray] | None = None,
        x: np.ndarray | None = None,
        steps: int = 1,
    ) -> None:
        """Count one step, or some.

        Parameters
        ----------
        t : float
            Time reached in the motion, s.
        rates : callable, optional
            Returns ẋ there; with `x` the message names the state that changes fastest.
        x : ndarray, optional
            State there.
        steps : int
            How many.

        Raises
        ------
        SimulationError
            Where steps or computing time are used up; it says when in the motion, which state, and what to try.
        """
        self.spent += steps
        if self.is_used_up:
            what = f"{self.steps} steps" if self.spent > self.steps else f"{self.seconds:g} s of computing time"
            raise self.exceeded(what, t, rates() if rates else None, x)

    def exceeded(
        self, what: str, t: float, rates: Sequence[float] | np.ndarray | None = None, x: np.ndarray | None = None
    ) -> SimulationError:
        """The error for a budget that is used up.

        Parameters
        ----------
        what : str
            What was not enough, such as ``"60 s of computing time"``.
        t : float
            Time reached in the motion, s.
        rates, x : array_like, shape (n,), optional
            ẋ and x there.
        """
        fastest = self.fastest(rates, x)
        more = "; or a larger time_limit" if "computing time" in what else ""
        return SimulationError(
            f"The simulation stopped at t = {t:.6g} s: {what} were not enough to get further{fastest}. "
            f"Try a shorter time, a looser tolerance such as rtol=1e-6, or less stiff springs and dampers{more}."
        )

    @property
    def is_used_up(self) -> bool:
        """Whether steps or computing time have come to their end."""
        return self.spent > self.steps or (self.seconds is not None and self.elapsed > self.seconds)

    @property
    def left(self) -> float:
        """Steps that are left, at the pace so far."""
        if self.seconds is None:
            return self.steps - self.spent
        pace = max(self.spent / max(self.elapsed, 1e-6), SLOWEST)
        return min(self.steps - self.spent, (self.seconds - self.elapsed) * pace)

    def fastest(self, rates: Sequence[float] | np.ndarray | None, x: np.ndarray | None) -> str:
        """The state that changes fastest in relation to its size, in words; empty where names are not known.

        Parameters
        ----------
        rates, x : array_like, shape (n,), or None
            ẋ and x.
        """
        if rates is None or x is None or not self.states:
            return ""
        rates = np.asarray(rates, dtype=float)
        speed = np.abs(rates) / (1e-3 + np.abs(x))
        if not np.isfinite(speed).all():
            return ""
        k = int(speed.argmax())
        return f"; {self.states[k]} = {x[k]:.4g} changes fastest there, by {rates[k]:.3g} a second"
