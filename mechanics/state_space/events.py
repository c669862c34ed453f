"""Integration that also finds zero crossings."""

from collections.abc import Callable, Mapping

import numpy as np

from .integration import Derivative, check_states, check_tolerances, clear_errors

__all__ = ["integrate_with_events"]

Function = Callable[[float, np.ndarray], float]


def integrate_with_events(
    derivative: Derivative,
    x0: np.ndarray,
    times: np.ndarray,
    events: Mapping[str, Function],
    rtol: float,
    atol: float,
) -> tuple[np.ndarray, dict[str, np.ndarray]]:
    """States at `times`, and the times at which each event function is zero."""
    from scipy.integrate import solve_ivp

    check_tolerances(rtol, atol)
    span, functions = (times[0], times[-1]), list(events.values())
    with clear_errors():
        solution = solve_ivp(
            lambda t, x: derivative(x, t), span, x0, "DOP853", times, events=functions, rtol=rtol, atol=atol
        )
    reason = "" if solution.success else solution.message
    check_states(solution.y.T, times, solution.t[-1] if solution.t.size else times[0], reason)
    return solution.y.T, dict(zip(events, solution.t_events, strict=True))
