"""Simulation through modes: integrate to the next switching condition, reset the states, continue in the next mode.

After a transition the motion leaves the surface on which its condition is zero: to the side of the first derivative of
the condition along the motion that is not zero. Conditions that vanish at the same instant are served in the order in
which the mode lists its transitions, as long as none of them leads to another mode; of transitions with one condition
the first whose guard holds.
"""

import warnings
from collections.abc import Callable, Sequence

import numpy as np

from ..integration.breaks import Clock, parts
from ..integration.crossings import Watch, crossings, moved, side_after
from ..integration.errors import clear_errors
from ..integration.sliding import Sliding
from ..integration.steps import Options, Step, Steps
from ..model import SimulationError, SimulationWarning
from ..protocol import Event
from .accumulation import Accumulation
from .quantities import StateSpaceValues
from .switches import Switch, fired, switches_of

__all__ = ["simulate_modes"]

SAME_INSTANT = 64  # roundings of the time
FOLLOWED = 1e-3  # part of the run for which a motion is followed to see on which side it leaves a surface
STANDS = 1e-9  # part of its rate before, below which a condition does not change any more
CHANGES = 1e-6  # part of its rate before, by which a reset changes the rate of a condition
SWITCHED = 4  # transitions, among which two modes take turns where the motion slides
SECANT = 1e-7  # part of the run over which the rate of a condition is measured


def simulate_modes(
    model: StateSpaceValues,
    x0: np.ndarray,
    times: np.ndarray,
    values: Callable,
    options: Options,
    breakpoints: Sequence[float] = (),
) -> tuple[np.ndarray, list[str], list[Event]]:
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
    options : Options
        How to integrate.
    breakpoints : sequence of float
        Times at which equations or inputs are not smooth, s.

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
        If the integration fails, the state runs away, no guard holds, or transitions accumulate (Zeno) in a mode that
        names no mode of rest.
    """
    with clear_errors():
        run = _Run(model, times, values, options)
        run.through(np.array(x0, dtype=float), list(parts(times[0], times[-1], breakpoints)))
    for sentence in run.warnings.values():
        warnings.warn(sentence, SimulationWarning, stacklevel=3)
    return run.states, run.modes, run.events


class _Run:
    """A run under way: its mode, the conditions that are watched, and what has been recorded."""

    def __init__(self, model: StateSpaceValues, times: np.ndarray, values: Callable, options: Options):
        self.model, self.times, self.values, self.options = model, times, values, options
        self.states, self.modes = np.empty((len(times), len(model.system.states))), [""] * len(times)
        self.events, self.warnings, self.done, self.clock = list[Event](), dict[str, str](), 0, Clock()
        self.span = float(times[-1] - times[0])
        self.instant = SAME_INSTANT * float(np.spacing(np.abs(times).max()))
        self.accumulation = Accumulation(options.atol, self.span)

    def through(self, x: np.ndarray, intervals: Sequence[tuple[float, float]]) -> None:
        """The run from its start through intervals in which equations and inputs are smooth."""
        t, inputs = intervals[0][0], self.model.system.inputs
        self.clock.set(*intervals[0])
        self._enter(self.model.start_mode(x, dict(zip(inputs, self.values(t, x), strict=True)), t))
        x = self._settle(t, x, self._look(self.switches, t, x))
        for start, end in intervals:
            self.clock.set(start, end)
            x = self._over(start, x, end)
        # output times that are left show what follows an event at the end
        self.states[self.done :], self.modes[self.done :] = x, [self.mode] * (len(self.times) - self.done)

    def _enter(self, mode: str) -> None:
        self.mode, self.switches = mode, switches_of(self.model, mode, self.values, self.clock)
        right, clock = self.model.right_hand_side(mode, self.values), self.clock
        self.f = lambda x, t: right(x, clock(t))

    def _over(self, t: float, x: np.ndarray, end: float) -> np.ndarray:
        """The state at the end of an interval, through as many transitions as there are."""
        size = None
        while t < end:
            steps, met, step = Steps(self.f, t, x, end, self.options, size), list[Switch](), None
            while not (met or steps.is_done):
                step = steps.advance()
                t, met = self._first(step)
                self._record(step, t, bool(met))
            if step is None or not met:
                return x if step is None else step.x
            before, mode = step.at(t), self.mode
            x = self._settle(t, before, met)
            size = step.end - step.start if x is before and self.mode == mode else None
        return x

    def _record(self, step: Step, t: float, at_transition: bool) -> None:
        """Output times up to t; one that is exactly that of a transition shows the state after it."""
        left = self.times[self.done :]
        rows = slice(self.done, self.done + int((left < t if at_transition else left <= t).sum()))
        if rows.stop > rows.start:
            self.states[rows] = step.at(np.maximum(self.times[rows], step.start)).T
            self.modes[rows] = [self.mode] * (rows.stop - rows.start)
            self.done = rows.stop

    def _first(self, step: Step) -> tuple[float, list[Switch]]:
        """The first instant in a step at which transitions are met, and these; the end of the step, and none."""
        peaks = [switch.watch.peak for switch in self.switches]
        passed = [list(crossings(switch.watch, step)) for switch in self.switches]
        allowed = [
            next((t for t, side in zeros if switch.watch.allows(side)), np.inf)
            for switch, zeros in zip(self.switches, passed, strict=True)
        ]
        first = min(allowed, default=np.inf)
        if first == np.inf:
            return step.end, []
        last, met = first + self.instant, list[Switch]()
        for switch, zeros, t, peak in zip(self.switches, passed, allowed, peaks, strict=True):
            watch, later = switch.watch, [side for zero, side in zeros if zero > last or zero == t]
            if later:
                watch.side = later[0]  # as it was at that instant: what comes later in the step has not happened
            watch.peak = max(peak, _peak(watch, step, first))
            if t <= last:
                met.append(switch)
        return first, met

    def _settle(self, t: float, x: np.ndarray, met: Sequence[Switch]) -> np.ndarray:
        """The state after the transitions of one instant, and after those that follow from them at once."""
        while met:
            mode, before = self.mode, x
            done = fired(self.switches, met, self.f, mode, t, x, self.instant)
            self.events += [event for _, event in done]
            x, following = done[-1][1].after, done[-1][1].next_mode
            accumulates = [self.accumulation.add(event, switch.watch.peak) for switch, event in done]
            if any(accumulates):
                return self._rest(t, *self.accumulation.limit())
            if following == mode:
                served = [switch for switch, _ in done]
                if x is not before and any(self._stands(s, t, before, x) for s in served):
                    return self._rest(t, t, x)
                self._look(self.switches if x is not before else served, t, x)
                return x
            self._enter(following)
            met = self._look(self.switches, t, x)
        return x

    def _look(self, switches: Sequence[Switch], t: float, x: np.ndarray) -> list[Switch]:
        """Find on which sides conditions are; those that start at zero and pass at once in their direction.

        A marker or a counter at zero has been passed already: it is left alone.
        """
        followed, at_once = min(self.times[-1] - t, FOLLOWED * self.span), list[Switch]()
        for switch in switches:
            watch = switch.watch
            watch.side, after = side_after(watch.function, self.f, t, x, followed)
            watch.since, watch.peak = t + after if watch.side else t, 0.0
            if after and watch.side and watch.side == watch.direction and self._acts(switch, t, x):
                watch.side = -watch.direction
                at_once.append(switch)
        return at_once

    def _acts(self, switch: Switch, t: float, x: np.ndarray) -> bool:
        """Whether a transition leads to another mode, or stops or changes the motion through its surface."""
        if switch.transition.to not in (None, self.mode):
            return True
        old, new = self._rate(switch.watch, t, x), self._rate(switch.watch, t, switch.reset(t, x))
        return bool(switch.transition.reset) and (old == 0 or abs(new - old) > CHANGES * abs(old))

    def _stands(self, switch: Switch, t: float, before: np.ndarray, x: np.ndarray) -> bool:
        """Whether a reset has stopped a motion that would go on through its surface (a ball that does not bounce).

        Where the reset neither stops nor turns the motion, a warning says so.
        """
        side, after = side_after(switch.watch.function, self.f, t, x, FOLLOWED * self.span)
        if side != -switch.watch.side or not after:
            return False
        old, new = (self._rate(switch.watch, t, state) for state in (before, x))
        if old and abs(new - old) <= CHANGES * abs(old):
            return False  # as with a counter: it does nothing to the motion
        # the second: it came from a side from which it does not move, so that only rounding has met the condition
        if new * old <= STANDS * old * old or old * switch.watch.side > 0:
            return True
        if switch.watch.direction:
            self._warn(switch, t)
        return False

    def _rate(self, watch: Watch, t: float, x: np.ndarray) -> float:
        """The rate of a condition along the motion."""
        h = SECANT * self.span
        moved = x + h * np.asarray(self.f(x, t))
        return (watch.function(t + h, moved) - watch.function(t, x)) / h

    def _warn(self, switch: Switch, t: float) -> None:
        transition = switch.transition
        way = "falls" if transition.direction < 0 else "rises"
        self.warnings.setdefault(
            transition.name,
            f"The transition {transition.name!r} at t = {t:.6g} s resets the state, but its condition "
            f"{transition.when} still {way} afterwards: the motion goes on beyond its zero. If it "
            "should turn back, change the sign of the reset.",
        )

    def _rest(self, t: float, begin: float, x: np.ndarray) -> np.ndarray:
        """The state at t of a rest that begins with x, at t or in a moment; or an end with a sentence."""
        last, rest = self.events[-1], self.model.system.modes[self.mode].rest
        if rest is None:
            if len(modes := {event.mode for event in self.events[-SWITCHED:]}) > 1:
                raise Sliding(_slides(t, sorted(modes), str(self.switches[0].transition.when)))
            raise SimulationError(
                f"Transitions accumulate at t = {t:.6g} s (the last: {last.name}): they follow each other at ever "
                "shorter intervals, or nothing stops the motion at the surface. Add a mode in which the motion comes "
                "to rest, and name it in this one: Mode(..., rest='name of that mode')."
            )
        begin = min(begin, float(self.times[-1]))
        self.events.append(Event("rest", begin, self.mode, rest, last.after, x))
        self._enter(rest)
        x = moved(self.f, begin, x, t - begin) if begin > t else x  # where a ball slides on, it does so from `begin`
        return self._settle(t, x, self._look(self.switches, t, x))


def _slides(t: float, modes: Sequence[str], surface: str) -> str:
    names = " and ".join(repr(mode) for mode in modes)
    return (
        f"The motion slides along {surface} = 0 from t = {t:.6g} s on: the modes {names} lead back to this surface, so "
        "that they would follow each other infinitely often. Add a mode with the equations of the motion along the "
        "surface, and name it in both: Mode(..., rest='name of that mode'); or give the transitions a hysteresis."
    )


def _peak(watch: Watch, step: Step, t: float) -> float:
    """How far a condition was from zero in a step before t, also where it came back within a fraction of the step."""
    between = np.linspace(max(step.start, watch.since), t, 7)[1:-1]
    return max(abs(watch.function(s, step.at(s))) for s in between)
