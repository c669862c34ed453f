"""Simulation through modes: integrate to the next switching condition, reset the states, continue in the next mode."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np

from ..model import SimulationError
from ..protocol import Event
from .integration import RUNAWAY, is_of_equations
from .modes import Transition
from .quantities import StateSpaceValues, truth

__all__ = ["Switch", "simulate_modes"]

MAX_EVENTS = 10_000
ZENO = 100  # transitions within a billionth of the time span


@dataclass(frozen=True)
class Switch:
    """A transition with numbers.

    Attributes
    ----------
    transition : Transition
        In symbols.
    when, guard, reset : callable
        Its condition (float), guard (bool) and states after it (n,), each as a function of (t, x).
    """

    transition: Transition
    when: Callable[[float, np.ndarray], float]
    guard: Callable[[float, np.ndarray], bool]
    reset: Callable[[float, np.ndarray], np.ndarray]

    def event(self) -> Callable[[float, np.ndarray], float]:
        """The function that `solve_ivp` watches."""

        def function(t: float, x: np.ndarray) -> float:
            return self.when(t, x)

        function.terminal, function.direction = True, self.transition.direction  # type: ignore[attr-defined]
        return function


def simulate_modes(
    model: StateSpaceValues, x0: np.ndarray, times: np.ndarray, values: Callable, rtol: float, atol: float,
    longest: float = np.inf,
) -> tuple[np.ndarray, list[str], list[Event]]:  # fmt: skip
    """Motion through the modes of a system.

    Parameters
    ----------
    model : StateSpaceValues
        With numbers for the parameters.
    x0 : ndarray, shape (n,)
        Start values; they decide the mode in which the simulation starts.
    times : ndarray, shape (k,)
        Increasing output times, s.
    values : callable
        Function of (t, x) that returns the inputs in their order.
    rtol, atol : float
        Tolerances of the integrator.
    longest : float
        Longest step, s.

    Returns
    -------
    x : ndarray, shape (k, n)
        States at `times`.
    modes : list of str, length k
        Mode at each of them.
    events : list of Event
        The transitions.

    Raises
    ------
    SimulationError
        If the integration fails, the state runs away, no guard holds, or transitions accumulate (Zeno).
    """
    t, x = times[0], x0
    mode = model.start_mode(x, dict(zip(model.system.inputs, values(t, x), strict=True)), t)
    states, modes, events = np.empty((len(times), len(x0))), [""] * len(times), []
    done = 0
    while done < len(times):
        switches = _switches(model, mode, values)
        solution = _segment(model, mode, switches, values, (t, times[-1]), x, rtol, atol, longest)
        reached = solution.t[-1]
        ended = solution.status != 1  # 1: a transition stopped it
        # an output time that is exactly that of a transition shows the state after it
        inside = (times[done:] <= reached) if ended else (times[done:] < reached)
        count = int(inside.sum())
        if count:
            states[done : done + count] = solution.sol(times[done : done + count]).T
            modes[done : done + count] = [mode] * count
            done += count
        if ended:
            break
        event = _apply(switches, solution, mode)
        events.append(event)
        t, x, mode = event.t, event.after, event.next_mode
        _check_progress(events, times)
        if t >= times[-1]:  # the last output time is the event itself: show what follows it
            states[done:], modes[done:] = x, [mode] * (len(times) - done)
            break
    return states, modes, events


def _switches(model: StateSpaceValues, mode: str, values: Callable) -> list[Switch]:
    """The transitions of a mode with numbers."""
    return [
        Switch(
            transition,
            partial(_at, model, transition.when, values),
            partial(_holds, model, transition.guard, values),
            partial(_reset, model, transition.reset, values),
        )
        for transition in model.system.modes[mode].transitions
    ]


def _at(model: StateSpaceValues, expression: Any, values: Callable, t: float, x: np.ndarray) -> float:
    return model.value(expression, t, x, values(t, x))


def _holds(model: StateSpaceValues, relation: Any, values: Callable, t: float, x: np.ndarray) -> bool:
    return relation is True or _at(model, truth(relation), values, t, x) > 0.5


def _reset(model: StateSpaceValues, reset: Mapping[Any, Any], values: Callable, t: float, x: np.ndarray) -> np.ndarray:
    return np.array([_at(model, reset.get(s, s), values, t, x) for s in model.system.states.symbols])


def _segment(
    model: StateSpaceValues, mode: str, switches: Sequence[Switch], values: Callable, span: Any, x: np.ndarray,
    rtol: float, atol: float, longest: float,
) -> Any:  # fmt: skip
    """Integrate in one mode from (t, x) to the next transition or to the end; the solution of `solve_ivp`."""
    from scipy.integrate import solve_ivp  # slow to import

    right = model.right_hand_side(mode, values)
    events = [s.event() for s in switches]
    try:
        solution = solve_ivp(
            lambda t, x: right(x, t),
            span,
            x,
            "DOP853",
            dense_output=True,
            events=events,
            rtol=rtol,
            atol=atol,
            max_step=longest,
        )
    except (ZeroDivisionError, OverflowError, ValueError) as error:
        if not is_of_equations(error):
            raise
        raise SimulationError(f"The simulation failed in the mode {mode!r}: {error}.") from None
    if not solution.success or not (np.abs(solution.y) < RUNAWAY).all():
        raise SimulationError(
            f"The simulation stopped at t = {solution.t[-1]:.6g} s in the mode {mode!r}: {solution.message} "
            "Check the start values, the inputs and the parameters."
        )
    return solution


def _apply(switches: Sequence[Switch], solution: Any, mode: str) -> Event:
    """The first transition whose guard holds at the zero that ended the segment."""
    # of several transitions with one condition (stick or slide on?) the solver reports only the first, so that all
    # with the same condition are candidates; the guards choose
    met = {s.transition.when for s, found in zip(switches, solution.t_events, strict=True) if len(found)}
    hit = [s for s in switches if s.transition.when in met]
    t, x = float(solution.t[-1]), solution.y[:, -1]
    for switch in hit:
        if switch.guard(t, x):
            following = switch.transition.to or mode
            return Event(switch.transition.name, t, mode, following, x, switch.reset(t, x))
    names = ", ".join(s.transition.name for s in hit)
    raise SimulationError(
        f"At t = {t:.6g} s the condition of {names} is met in the mode {mode!r}, but no guard holds: "
        "the guards of transitions with the same condition must cover all cases."
    )


def _check_progress(events: Sequence[Event], times: np.ndarray) -> None:
    """An error where infinitely many transitions happen in a finite time, as with a bouncing ball (Zeno)."""
    span = times[-1] - times[0]
    if len(events) > MAX_EVENTS or (len(events) > ZENO and events[-1].t - events[-ZENO].t < 1e-9 * span):
        raise SimulationError(
            f"Transitions accumulate at t = {events[-1].t:.6g} s (the last: {events[-1].name}). "
            "Add a mode in which the motion comes to rest."
        )
