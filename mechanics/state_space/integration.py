"""Integration of ẋ = f(x, t) to given output times, with one clear error where that fails."""

import math
import warnings
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import numpy as np

from ..model import ModelError, SimulationError

__all__ = ["check_states", "check_tolerances", "clear_errors", "integrate", "not_evaluable", "output_times"]

Result = tuple[np.ndarray, float, str]  # states, time reached, reason for stopping early
Derivative = Callable[[np.ndarray, float], Sequence[float] | np.ndarray]
TIGHT = 1e-10  # below this relative tolerance the explicit method of order 8 is the better choice
RUNAWAY = 1e12
MAX_STEPS = 20_000  # between two output times


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
    times = np.asarray(t, dtype=float)
    if times.ndim == 0:
        end = float(times)
        if not (math.isfinite(end) and end > 0):
            raise ModelError(f"The end time must be a positive number of seconds; got {t!r}.")
        return np.linspace(0.0, end, 1 + max(100, math.ceil(100 * end)))
    if times.ndim != 1 or len(times) < 2 or not np.all(np.isfinite(times)) or np.any(np.diff(times) <= 0):
        raise ModelError(f"The output times must be at least two finite, increasing numbers; got {t!r}.")
    return times


def integrate(
    derivative: Derivative,
    x0: np.ndarray,
    times: np.ndarray,
    rtol: float,
    atol: float,
    method: str = "auto",
    longest: float = np.inf,
) -> np.ndarray:
    """States at the output times.

    Parameters
    ----------
    derivative : callable
        f(x, t).
    x0 : ndarray, shape (n,)
        Start values.
    times : ndarray, shape (k,)
        Increasing output times, s.
    rtol, atol : float
        Tolerances of the integrator.
    method : str
        ``"auto"``, ``"LSODA"`` or the name of a method of `scipy.integrate.solve_ivp`. ``"auto"`` takes LSODA, the
        fastest from Python, and DOP853 where rtol is below 1e-10.
    longest : float
        Longest step, s.

    Returns
    -------
    ndarray, shape (k, n)

    Raises
    ------
    ModelError
        For tolerances that no integrator can work with.
    SimulationError
        If the integration stops early or the state runs away; the message names the time.
    """
    check_tolerances(rtol, atol)
    if method == "auto":
        method = "LSODA" if rtol >= TIGHT else "DOP853"
    solve = _odeint if method == "LSODA" else _solve_ivp
    with clear_errors():
        states, reached, reason = solve(derivative, x0, times, rtol, atol, method, longest)
    check_states(states, times, reached, reason)
    return states


@contextmanager
def clear_errors() -> Iterator[None]:
    """One clear error where the equations of motion cannot be evaluated on the way."""
    try:
        with np.errstate(all="ignore"):
            yield
    except (ZeroDivisionError, OverflowError, ValueError) as error:
        if not is_of_equations(error):
            raise
        raise not_evaluable(error) from None


def check_tolerances(rtol: float, atol: float) -> None:
    """One clear error for tolerances that no integrator can work with."""
    if not (0 < rtol < 1 and atol > 0):
        raise ModelError(f"Tolerances must be positive and rtol below 1; got rtol = {rtol}, atol = {atol}.")


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


def _odeint(
    derivative: Derivative,
    x0: np.ndarray,
    times: np.ndarray,
    rtol: float,
    atol: float,
    _: str,
    longest: float,
) -> Result:
    from scipy.integrate import ODEintWarning, odeint  # slow to import, like the two below

    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ODEintWarning)  # the message is read from `info`
        hmax = longest if longest < np.inf else 0.0  # 0 means no limit
        states, info = odeint(
            derivative, x0, times, rtol=rtol, atol=atol, mxstep=MAX_STEPS, hmax=hmax, full_output=True
        )
    if info["message"] == "Integration successful.":
        return states, times[-1], ""
    return states, _reached(derivative, x0, times, rtol, atol), info["message"]


def _reached(derivative: Derivative, x0: np.ndarray, times: np.ndarray, rtol: float, atol: float) -> float:
    """How far the method comes before the state runs away; odeint itself does not say."""
    from scipy.integrate import LSODA

    solver = LSODA(lambda t, x: derivative(x, t), times[0], x0, times[-1], rtol=rtol, atol=atol)
    for _ in range(MAX_STEPS):
        if solver.status != "running" or not (np.abs(solver.y) < RUNAWAY).all():
            break
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", UserWarning)
            solver.step()
    return float(solver.t)


def _solve_ivp(
    derivative: Derivative,
    x0: np.ndarray,
    times: np.ndarray,
    rtol: float,
    atol: float,
    method: str,
    longest: float,
) -> Result:
    from scipy.integrate import solve_ivp

    last = [times[0]]

    def tracked(t: float, x: np.ndarray) -> Sequence[float] | np.ndarray:
        last[0] = t
        return derivative(x, t)

    solution = solve_ivp(tracked, (times[0], times[-1]), x0, method, times, rtol=rtol, atol=atol, max_step=longest)
    return solution.y.T, last[0], "" if solution.success else solution.message


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
        raise SimulationError(
            f"The simulation stopped at t = {reached:.6g} s ({reason or 'the state ran away'}). "
            "Check the start values, the inputs and the tolerances."
        )
    if len(bad):
        raise SimulationError(
            f"The simulation ran away at t = {times[bad[0]]:.6g} s: a state is not finite or above {RUNAWAY:g}. "
            "Check the parameters and the inputs for a source of unlimited energy."
        )
