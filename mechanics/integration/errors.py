"""One clear error for whatever stops an integration: when, which state, and what to try."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import numpy as np

from ..model import SimulationError

__all__ = [
    "RUNAWAY",
    "ZERO_DIVISION",
    "check_states",
    "clear_errors",
    "guarded",
    "is_of_equations",
    "not_evaluable",
    "stopped",
]

Derivative = Callable[[np.ndarray, float], Sequence[float] | np.ndarray]
RUNAWAY = 1e12
ZERO_DIVISION = (ZeroDivisionError, OverflowError, ValueError)  # what arithmetic raises in a generated program


@contextmanager
def clear_errors() -> Iterator[None]:
    """One clear error where the equations of motion cannot be evaluated on the way."""
    try:
        with np.errstate(all="ignore"):
            yield
    except ZERO_DIVISION as error:
        if not is_of_equations(error):
            raise
        raise not_evaluable(error) from None


def is_of_equations(error: Exception) -> bool:
    """Whether the error was raised by a generated program, not by a user's function for an input."""
    trace = error.__traceback__
    while trace and trace.tb_next:
        trace = trace.tb_next
    return trace is not None and trace.tb_frame.f_code.co_filename.startswith("<generated")


def not_evaluable(reason: Any) -> SimulationError:
    """The error for equations of motion that give no number on the way."""
    return SimulationError(
        f"The simulation failed: the equations of motion cannot be evaluated on the way ({reason}). "
        "There may be a division by zero, a root of a negative number or a singular mass matrix; "
        "start elsewhere or choose other coordinates."
    )


def stopped(t: float, reason: str, where: str = "") -> SimulationError:
    """The error for an integration that stopped early."""
    return SimulationError(
        f"The simulation stopped at t = {t:.6g} s{where} ({reason}). "
        "Check the start values, the inputs and the tolerances."
    )


def guarded(derivative: Derivative, x0: np.ndarray) -> tuple[Derivative, list[Exception]]:
    """The derivative, with NaN where it cannot be evaluated, so that the integrator tries a shorter step.

    Parameters
    ----------
    derivative : callable
        f(x, t).
    x0 : ndarray, shape (n,)
        Any state.

    Returns
    -------
    callable
        f(x, t).
    list of Exception
        What could not be evaluated last, for the message; empty if nothing.
    """
    nothing, reasons = np.full(len(x0), np.nan), list[Exception]()

    def function(x: np.ndarray, t: float) -> Sequence[float] | np.ndarray:
        try:
            return derivative(x, t)
        except ZERO_DIVISION as error:
            if not is_of_equations(error):
                raise
            reasons[:] = [error]
            return nothing

    return function, reasons


def check_states(states: np.ndarray, times: np.ndarray, reached: float, reason: str) -> None:
    """One clear error for an integration that stopped early or ran away.

    Parameters
    ----------
    states : ndarray, shape (k, n)
        Fewer than `times` if it stopped early.
    times : ndarray, shape (k,)
        Output times, s.
    reached : float
        Time at which it stopped, s.
    reason : str
        Why it stopped early; empty if it did not.

    Raises
    ------
    SimulationError
        In both cases.
    """
    bad = np.flatnonzero(~(np.abs(states) < RUNAWAY).all(axis=1))  # also catches NaN
    if reason or len(states) < len(times):
        raise stopped(reached, reason or "the state ran away")
    if len(bad):
        raise ran_away(times[bad[0]])


def ran_away(t: float) -> SimulationError:
    """The error for a state that grows without limit."""
    return SimulationError(
        f"The simulation ran away at t = {t:.6g} s: a state is not finite or above {RUNAWAY:g}. "
        "Check the parameters and the inputs for a source of unlimited energy."
    )
