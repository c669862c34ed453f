"""Integration of ẋ = f(x, t) to given output times."""

import warnings
from collections.abc import Callable, Sequence

import numpy as np

from ..model import SimulationError
from .breaks import Clock, parts
from .budget import Budget
from .errors import Derivative, check_states, clear_errors
from .sliding import Sliding
from .steps import Options, Step, Steps
from .times import check_tolerances

__all__ = ["follow", "integrate"]

TIGHT = 1e-9  # below this relative tolerance the explicit method of order 8 is the better choice
MOST = 2_000_000_000  # steps between two output times: the budget counts them
ENOUGH = 50_000  # of them, after which `auto` tries another method
DONE = "Integration successful."  # what odeint says
CHECKED = 255  # evaluations between two looks at the clock, plus one


def integrate(
    derivative: Derivative,
    x0: np.ndarray,
    times: np.ndarray,
    rtol: float,
    atol: float,
    method: str = "auto",
    longest: float = np.inf,
    *,
    breakpoints: Sequence[float] = (),
    budget: Budget | None = None,
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
        Tolerances. ``"auto"`` gives a step only a part of them, because the errors of all steps add up.
    method : str
        ``"auto"``, ``"LSODA"``, ``"DOP853"``, ``"RK45"``, ``"RK23"``, ``"Radau"`` or ``"BDF"``. ``"auto"`` takes LSODA,
        the fastest from Python, and DOP853 where rtol is below 1e-9; where equations are stiff it goes over to an
        implicit method.
    longest : float
        Longest step, s.
    breakpoints : sequence of float
        Times at which f is not smooth, s; steps end there.
    budget : Budget or None
        What the run may cost; a minute unless given.

    Returns
    -------
    ndarray, shape (k, n)

    Raises
    ------
    ModelError
        For tolerances that no integrator can work with.
    SimulationError
        If the integration stops early, the state runs away or the budget is used up; the message names the time.
    """
    check_tolerances(rtol, atol)
    options = Options(rtol, atol, method, longest, budget or Budget())
    if method == "LSODA" or method == "auto" and rtol >= TIGHT:
        try:
            return _by_lsoda(derivative, x0, times, options, breakpoints)
        except Sliding:
            raise
        except SimulationError:
            if method == "LSODA" or options.budget.is_used_up:  # type: ignore[union-attr]
                raise
    return follow(derivative, x0, times, options, breakpoints)


def follow(
    derivative: Derivative, x0: np.ndarray, times: np.ndarray, options: Options, breakpoints: Sequence[float] = (),
    seen: Callable[[Step], None] = lambda step: None,
) -> np.ndarray:  # fmt: skip
    """States at the output times, step by step.

    Parameters
    ----------
    derivative : callable
        f(x, t).
    x0 : ndarray, shape (n,)
        Start values.
    times : ndarray, shape (k,)
        Increasing output times, s.
    options : Options
        How to integrate.
    breakpoints : sequence of float
        Times at which f is not smooth, s.
    seen : callable
        Is called with every step.

    Returns
    -------
    ndarray, shape (k, n)
    """
    x, states, clock = np.array(x0, dtype=float), [np.array(x0, dtype=float)[:, None]], Clock()
    f = clock.of_derivative(derivative) if len(breakpoints) else derivative
    with clear_errors():
        for start, end in parts(times[0], times[-1], breakpoints):
            clock.set(start, end)
            steps = Steps(f, start, x, end, options)
            while not steps.is_done:
                step = steps.advance()
                inside = times[(times > step.start) & (times <= step.end)]
                if len(inside):
                    states.append(step.at(inside))
                seen(step)
            x = step.x
    return np.concatenate(states, axis=1).T


def _by_lsoda(
    derivative: Derivative, x0: np.ndarray, times: np.ndarray, options: Options, breakpoints: Sequence[float]
) -> np.ndarray:
    x, states, clock = np.array(x0, dtype=float), [np.array(x0, dtype=float)[None]], Clock()
    budget = options.budget or Budget()
    f = _counted(clock.of_derivative(derivative) if len(breakpoints) else derivative, budget)
    f = budget.watch.of(f, float(times[-1]))
    for start, end in parts(times[0], times[-1], breakpoints):
        clock.set(start, end)
        inside = times[(times > start) & (times <= end)]
        found = _odeint(f, x, np.unique([start, *inside, end]), options)
        states.append(found[1 : len(inside) + 1])
        x = found[-1]
    return np.concatenate(states)


def _counted(derivative: Derivative, budget: Budget) -> Derivative:
    """The derivative, with a look at the clock now and then: every few hundred evaluations."""
    evaluations = 0

    def f(x: np.ndarray, t: float) -> Sequence[float] | np.ndarray:
        nonlocal evaluations
        evaluations += 1
        if not evaluations & CHECKED:
            budget.spend(t, lambda: derivative(x, t), x)
        return derivative(x, t)

    return f


def _odeint(derivative: Derivative, x0: np.ndarray, times: np.ndarray, options: Options) -> np.ndarray:
    from scipy.integrate import ODEintWarning, odeint  # slow to import

    tolerances = options.tolerances("LSODA")
    with warnings.catch_warnings(), clear_errors():
        warnings.simplefilter("ignore", ODEintWarning)  # the message is read from `info`
        states, info = odeint(
            derivative, x0, times, **tolerances, mxstep=ENOUGH if options.method == "auto" else MOST,
            hmax=options.longest if options.longest < np.inf else 0.0, full_output=True,  # 0 means no limit
        )  # fmt: skip
    check_states(
        states, times, float(info["tcur"].max()), "" if info["message"] == DONE else "the steps became too short"
    )
    return states
