"""Transitions with numbers, and what happens at the instant at which some of them are met."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np

from ..integration.breaks import Clock
from ..integration.crossings import Watch, is_zero
from ..integration.errors import Derivative
from ..model import SimulationError
from ..protocol import Event
from .modes import Transition
from .quantities import StateSpaceValues, truth

__all__ = ["Switch", "fired", "switches_of"]


@dataclass(frozen=True, eq=False)
class Switch:
    """A transition with numbers.

    Attributes
    ----------
    transition : Transition
        In symbols.
    watch : Watch
        Its condition, and the side of zero on which it is.
    guard, reset : callable
        Its guard (bool) and the states after it (n,), each as a function of (t, x).
    """

    transition: Transition
    watch: Watch
    guard: Callable[[float, np.ndarray], bool]
    reset: Callable[[float, np.ndarray], np.ndarray]


def switches_of(model: StateSpaceValues, mode: str, values: Callable, clock: Clock) -> list[Switch]:
    """The transitions of a mode with numbers.

    Parameters
    ----------
    model : StateSpaceValues
        With numbers for the parameters.
    mode : str
        Name of the mode.
    values : callable
        Function of (t, x) that returns the inputs in their order.
    clock : Clock
        Keeps the time inside the interval that is being integrated.
    """
    return [
        Switch(
            transition,
            Watch(partial(_at, model, transition.when, values, clock), transition.direction),
            partial(_holds, model, transition.guard, values, clock),
            partial(_reset, model, transition.reset, values, clock),
        )
        for transition in model.system.modes[mode].transitions
    ]


def _at(model: StateSpaceValues, expression: Any, values: Callable, clock: Clock, t: float, x: np.ndarray) -> float:
    t = clock(t)
    return model.value(expression, t, x, values(t, x))


def _holds(
    model: StateSpaceValues, relation: Any, values: Callable, clock: Clock, t: float, x: np.ndarray
) -> bool:  # fmt: skip
    return relation is True or _at(model, truth(relation), values, clock, t, x) > 0.5


def _reset(
    model: StateSpaceValues, reset: Mapping[Any, Any], values: Callable, clock: Clock, t: float, x: np.ndarray
) -> np.ndarray:
    """The states after; the very same array where nothing is reset."""
    if not reset:
        return x
    return np.array([_at(model, reset.get(s, s), values, clock, t, x) for s in model.system.states.symbols])


def fired(
    switches: Sequence[Switch], met: Sequence[Switch], f: Derivative, mode: str, t: float, x: np.ndarray, instant: float
) -> list[tuple[Switch, Event]]:
    """The transitions of one instant in the order of the mode: those whose guards hold, up to the first that leaves it.

    Parameters
    ----------
    switches : sequence of Switch
        All of the mode.
    met : sequence of Switch
        Those whose conditions are zero.
    f : callable
        Derivative f(x, t) in the mode.
    mode : str
        Its name.
    t : float
        Time, s.
    x : ndarray, shape (n,)
        State before.
    instant : float
        Times as close as this are the same, s.

    Returns
    -------
    list of tuple
        Transitions and what they did; the states of an event follow from the one before.

    Raises
    ------
    SimulationError
        If no guard holds.
    """
    done = list[tuple[Switch, Event]]()
    for condition in dict.fromkeys(s.transition.when for s in switches if s in met):
        candidates = [s for s in switches if s.transition.when == condition and _comes_alike(s, condition, met)]
        if done and not is_zero(candidates[0].watch.function, f, t, x, instant):
            continue  # a reset of this instant has moved the state away
        chosen = next((s for s in candidates if s.guard(t, x)), None)
        if chosen is None:
            raise _no_guard(t, candidates, mode)
        following = chosen.transition.to or mode
        done.append((chosen, Event(chosen.transition.name, t, mode, following, x, chosen.reset(t, x))))
        x = done[-1][1].after
        if following != mode:
            break
    return done


def _comes_alike(switch: Switch, condition: Any, met: Sequence[Switch]) -> bool:
    """Whether it counts where another one with its condition is met, and from the same side."""
    return switch in met or any(s.transition.when == condition and switch.watch.allows(s.watch.side) for s in met)


def _no_guard(t: float, candidates: Sequence[Switch], mode: str) -> SimulationError:
    names = ", ".join(s.transition.name for s in candidates)
    return SimulationError(
        f"At t = {t:.6g} s the condition of {names} is met in the mode {mode!r}, but no guard holds: "
        "the guards of transitions with the same condition must cover all cases."
    )
