"""Zero crossings of functions along a motion that they do not change."""

from collections.abc import Mapping, Sequence

import numpy as np

from ..protocol import Event, Events
from .crossings import Function, Watch, crossings, side_after
from .errors import Derivative, clear_errors
from .plain import follow
from .steps import Options, Step
from .times import check_tolerances

__all__ = ["integrate_with_events"]


def integrate_with_events(
    derivative: Derivative,
    x0: np.ndarray,
    times: np.ndarray,
    events: Mapping[str, Function],
    options: Options,
    breakpoints: Sequence[float] = (),
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
        Functions of (t, x) by name, whose zeros are looked for; a zero at the start itself does not count.
    options : Options
        How to integrate.
    breakpoints : sequence of float
        Times at which f is not smooth, s.

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
    check_tolerances(options.rtol, options.atol)
    watches, found = {name: Watch(function) for name, function in events.items()}, list[Event]()
    first = float(times[0])
    with clear_errors():
        for watch in watches.values():
            watch.side, after = side_after(watch.function, derivative, first, x0, float(times[1] - times[0]))
            watch.since = first + after if watch.side else first

    def seen(step: Step) -> None:
        for name, watch in watches.items():
            for t, _ in crossings(watch, step):
                x = step.at(t)
                found.append(Event(name, t, "", "", x, x))

    states = follow(derivative, x0, times, options, breakpoints, seen)
    return states, Events(found, events)
