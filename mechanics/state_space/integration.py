"""Integrating ẋ = f(x, t) to given output times, with one clear error when that fails."""

import inspect
import math
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

import numpy as np
import sympy as sp
from sympy.core.function import AppliedUndef

from ..model import ModelError, SimulationError
from ..symbols import t as time

__all__ = ["as_input", "forced", "integrate", "longest_step", "output_times"]

Result = tuple[np.ndarray, float, str]  # states, time reached, reason if it stopped early
Derivative = Callable[[np.ndarray, float], Sequence[float] | np.ndarray]
TIGHT = 1e-10  # below this relative tolerance the explicit method of order 8 is the better choice
RUNAWAY = 1e12
MAX_STEPS = 20_000  # between two output times
FEWEST_STEPS = 500  # where inputs change in time


def output_times(t: float | Sequence[float] | np.ndarray) -> np.ndarray:
    """The given times, or a hundred a second (at least 100) from 0 to the given end.

    Raises
    ------
    ModelError
        if the end is not positive or the times do not increase.
    """
    times = np.asarray(t, dtype=float)
    if times.ndim == 0:
        end = float(times)
        if not (math.isfinite(end) and end > 0):
            raise ModelError(f"The end time must be a positive number of seconds; got {t!r}.")
        return np.linspace(0.0, end, 1 + max(100, math.ceil(100 * end)))
    if times.ndim != 1 or len(times) < 2 or not np.all(np.isfinite(times)) or np.any(np.diff(times) <= 0):
        raise ModelError("The output times must be a list of at least two finite, increasing numbers.")
    return times


def longest_step(times: np.ndarray, inputs: Mapping[str, Any], is_timed: bool = False) -> float:
    """Short where an input is a function: a long step from rest would pass over a push that lasts a while only.

    Parameters
    ----------
    times : output times, s
    inputs : numbers or functions by name
    is_timed : whether anything else follows a clock
    """
    if not is_timed and not any(map(callable, inputs.values())):
        return np.inf
    return min(float(np.diff(times).max()), float(times[-1] - times[0]) / FEWEST_STEPS)


def integrate(
    derivative: Derivative,
    x0: np.ndarray,
    times: np.ndarray,
    rtol: float,
    atol: float,
    method: str = "auto",
    longest: float = np.inf,
) -> np.ndarray:
    """States at `times`, one row each.

    Parameters
    ----------
    derivative : f(x, t)
    x0 : (n,) start values
    times : (k,) increasing
    rtol, atol : tolerances of the integrator
    method : ``"auto"``, ``"LSODA"`` or the name of a method of `scipy.integrate.solve_ivp`; automatic is LSODA
        (the fastest from Python), and DOP853 where the tolerance is tighter than 1e-10
    longest : step, s

    Raises
    ------
    SimulationError
        if the integration stops early or the state runs away; the message names the time.
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
    """Whether the error was raised by a generated program, not by an input law of the user."""
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
    from scipy.integrate import ODEintWarning, odeint

    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ODEintWarning)  # the message is read from `info`
        hmax = longest if longest < np.inf else 0.0  # its word for no limit
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
    """One clear error for an integration that stopped early or ran away."""
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


def as_input(value: Any) -> Any:
    """A number as it is; a function of time, or an expression of t, as a function of (t, x).

    Raises
    ------
    ModelError
        for an expression of anything but the time.
    """
    if isinstance(value, sp.Expr) and not value.is_number:
        value = _of_time(value)
    if not callable(value):
        return value
    try:
        parameters = inspect.signature(value).parameters.values()
    except ValueError:  # a builtin without signature
        return _law(value)
    required = [p for p in parameters if p.default is p.empty]
    is_of_time = len(required) == 1 and required[0].kind is not inspect.Parameter.VAR_POSITIONAL
    return _law(value) if is_of_time or isinstance(value, np.ufunc) else value


def _law(function: Callable[[float], float]) -> Callable[[float, np.ndarray], float]:
    def law(t: float, x: np.ndarray) -> float:
        return function(t)

    law.__name__ = getattr(function, "__name__", "function")
    return law


def _of_time(expression: sp.Expr) -> Callable[[float], float]:
    others = (expression.free_symbols | expression.atoms(AppliedUndef)) - {time}
    if others:
        named = ", ".join(sorted(map(str, others)))
        raise ModelError(
            f"An input may be an expression of the time t alone; {expression} has {named}, too. "
            "Put numbers for them, or give a function of (t, x)."
        )
    function = sp.lambdify(time, expression, "math")
    function.__name__ = str(expression)
    return function


def forced(inputs: Sequence[tuple[str, Any]]) -> Callable[[float, np.ndarray], list[float]]:
    """The inputs (numbers or functions of (t, x)) as one function that refuses what is not a finite number."""

    def values(t: float, x: np.ndarray) -> list[float]:
        return [_finite(name, u(t, x) if callable(u) else u, t) for name, u in inputs]

    return values


def _finite(name: str, value: Any, t: float) -> float:
    try:
        number = float(value) if np.ndim(value) == 0 else float(np.asarray(value).item())
    except (TypeError, ValueError):
        raise ModelError(f"The input {name} must give one number; at t = {t:.6g} s it gave {value!r}.") from None
    if not math.isfinite(number):
        raise ModelError(f"The input {name} must give a finite number; at t = {t:.6g} s it gave {number}.")
    return number
