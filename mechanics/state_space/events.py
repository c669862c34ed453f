"""Integration that also finds zero crossings."""

from collections.abc import Callable, Mapping

import numpy as np

from ..protocol import Event, Events
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
) -> tuple[np.ndarray, Events]:
    """States at the output times, and the zero crossings of functions on the way.

    Parameters
    ----------
    derivative : callable
        f(x, t).
    x0 : ndarray, shape (n,)
        Start values.
    times : ndarray, shape (k,)
        Increasing output times, s.
    events : mapping of str to callable
        Functions of (t, x) by name, whose zeros are looked for.
    rtol, atol : float
        Tolerances of the integrator.

    Returns
    -------
    x : ndarray, shape (k, n)
        States at `times`.
    events : Events
        The zeros, with the states there.

    Raises
    ------
    ModelError, SimulationError
        For bad tolerances, or an integration that stops early or runs away.
    """
    from scipy.integrate import solve_ivp  # slow to import

    # A change of sign from one step to the next is located in the interpolant of DOP853 (order 7) by Brent's method,
    # about as accurately as the states themselves. Two zeros within one step leave the sign as it was: not found.
    check_tolerances(rtol, atol)
    span, functions = (times[0], times[-1]), list(events.values())
    with clear_errors():
        solution = solve_ivp(
            lambda t, x: derivative(x, t), span, x0, "DOP853", times, events=functions, rtol=rtol, atol=atol
        )
    reason = "" if solution.success else solution.message
    check_states(solution.y.T, times, solution.t[-1] if solution.t.size else times[0], reason)
    found = zip(events, solution.t_events, solution.y_events, strict=True)
    crossings = [Event(name, t, "", "", x, x) for name, *rows in found for t, x in zip(*rows, strict=True)]
    return solution.y.T, Events(crossings, events)
