"""What one run may cost: a number of steps and a time on the clock, so that no run is without an end."""

import time
from collections.abc import Callable, Sequence

import numpy as np

from ..model import ModelError, SimulationError

__all__ = ["Budget"]

STEPS = 1_000_000
SECONDS = 60.0


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
        if seconds is not None and not seconds > 0 or not steps > 0:
            raise ModelError(f"The time limit must be a positive number of seconds, or None; got {seconds!r}.")
        self.seconds, self.steps, self.states = seconds, steps, tuple(states)
        self.spent, self._start = 0, time.perf_counter()

    @property
    def elapsed(self) -> float:
        """Computing time since the start of the run, s."""
        return time.perf_counter() - self._start

    def spend(
        self, t: float, rates: Callable[[], Sequence[float] | np.ndarray] | None = None, x: np.ndarray | None = None
    ) -> None:
        """Count one step.

        Parameters
        ----------
        t : float
            Time reached in the motion, s.
        rates : callable, optional
            Returns ẋ there; with `x` the message names the state that changes fastest.
        x : ndarray, optional
            State there.

        Raises
        ------
        SimulationError
            Where steps or computing time are used up; it says when in the motion, which state, and what to try.
        """
        self.spent += 1
        if self.spent > self.steps:
            raise self.exceeded(f"{self.steps} steps", t, rates() if rates else None, x)
        if self.seconds is not None and self.elapsed > self.seconds:
            raise self.exceeded(f"{self.seconds:g} s of computing time", t, rates() if rates else None, x)

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
        fastest = self._fastest(rates, x)
        return SimulationError(
            f"The simulation stopped at t = {t:.6g} s: {what} were not enough to come further{fastest}. "
            "Try a shorter time, a looser tolerance such as rtol=1e-6, less stiff springs and dampers, or a larger "
            "time_limit."
        )

    def _fastest(self, rates: Sequence[float] | np.ndarray | None, x: np.ndarray | None) -> str:
        """The state that changes fastest in relation to its size, in words."""
        if rates is None or x is None or not self.states:
            return ""
        speed = np.abs(np.asarray(rates, dtype=float)) / (1e-3 + np.abs(x))
        k = int(np.nanargmax(speed)) if np.isfinite(speed).any() else 0
        name = self.states[k] if k < len(self.states) else f"state {k + 1}"
        return f"; the state that changes fastest is {name} = {x[k]:.4g}, with a rate of {rates[k]:.3g} a second"
