"""Integration of closed loops through positions in which their conditions depend on each other, as in a dead centre.

In the dead centre of a parallelogram both branches, parallelogram and antiparallelogram, are possible positions, and
J has a lower rank. A mechanism that moves goes on along the smooth branch: its rates do not jump. The steps of DOP853
are projected onto the loops (positions and rates, in the metric of the mass matrix), so that they stay accurate up to
very near such a position; the last bit is crossed in one step that uses only the accelerations on both of its sides.
Where the mechanism stands still in such a position, its motion is not determined: that is an error.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from ..integration import Budget
from ..integration.steps import Options
from ..model import SimulationError
from ..protocol import Event, Events
from ..state_space.interpolation import hermite
from .constrained import Constrained, names_of

__all__ = ["simulate_loops"]

Function = Callable[[float, np.ndarray], float]
NEAR = 2e-3  # independence of the loops at which a singular position is crossed in one step
AT = 1e-5  # independence at which a start is taken to be the singular position itself
LOST = 1e-9  # independence at which the accelerations are nothing but rounding errors
BEND = 0.1  # largest relative change of the rates in the step that crosses
SMOOTH = 1e-3  # largest relative correction of the rates after it
CORRECTIONS = 3
MARGIN = 0.1  # of the tolerances, for the steps between the crossings: they are few


def simulate_loops(
    motion: Constrained, x0: np.ndarray, times: np.ndarray, options: Options, breaks: Sequence[float] = (),
    events: Mapping[str, Function] | None = None,
) -> tuple[np.ndarray, Events]:  # fmt: skip
    """States at the output times, through singular positions and with conditions that depend on each other.

    Parameters
    ----------
    motion : Constrained
        Model with inputs.
    x0 : ndarray, shape (2 n,)
        [q, q̇] at the start, with closed loops.
    times : ndarray, shape (k,)
        Increasing output times, s.
    options : Options
        Tolerances, longest step and budget; the method is DOP853.
    breaks : sequence of float
        Times at which an input is not smooth, s; steps end there.
    events : mapping of str to callable, or None
        Functions of (t, x) whose zeros are looked for.

    Returns
    -------
    x : ndarray, shape (k, 2 n)
        [q, q̇] at `times`.
    events : Events
        The zeros, with the states there.

    Raises
    ------
    SimulationError
        Where the motion is not determined, or the budget is used up.
    """
    return _Walk(motion, times, options, breaks, events or {}).run(x0)


class _Walk:
    """One integration: where it is, and what it has found so far."""

    def __init__(
        self, motion: Constrained, times: np.ndarray, options: Options, breaks: Sequence[float],
        events: Mapping[str, Function],
    ):  # fmt: skip
        self.motion, self.times, self.events = motion, times, events
        self.rtol, self.atol = options.rtol, options.atol
        self.longest, self.budget = options.longest, options.budget or Budget()
        self.ends = [*breaks, float(times[-1])]  # steps end there
        self.states, self.done = np.empty((len(times), 2 * motion.n)), 0
        self.found: list[Event] = []

    def run(self, x0: np.ndarray) -> tuple[np.ndarray, Events]:
        """From the start to the last output time."""
        self.t = float(self.times[0])
        self.x = self.motion.projected(self.t, x0)
        if not np.isfinite(self.x).all():
            raise self._stuck()
        self.motion.find_rank(self.t, self.x)
        self.states[0], self.done = self.x, 1
        if self.motion.independence(self.t, self.x) < AT:
            self._leave()
        while self.done < len(self.times):
            self._approach()
        return self.states, Events(self.found, self.events)

    def _approach(self) -> None:
        """Steps of DOP853 until the end, or across the next singular position."""
        solver, before = self._solver(), np.inf
        while self.done < len(self.times):
            now = self.motion.independence(self.t, self.x)
            if now < NEAR and now < before and self._cross(now):
                return
            if now < LOST:
                raise self._stuck()
            x = self._step(solver)
            if x is None:  # not smooth: again with a smaller step
                solver = self._solver(0.25 * (solver.t - self.t))
                continue
            self._advance(solver.t, x, solver.dense_output())
            self.motion.choose_rows(self.t, self.x)
            if solver.status == "finished":  # at a break, or at the end
                return
            solver.y, solver.f = self.x, self.motion.derivative(self.t, self.x)
            before = now

    def _solver(self, first: float | None = None) -> Any:
        from ..integration.explicit import DOP853  # scipy.integrate is slow to import

        if first is not None and first < 1e-12 * max(1.0, abs(self.t)):
            raise self._stuck()
        end = next(end for end in self.ends if end > self.t)
        return DOP853(
            self.motion.derivative, self.t, self.x, end, first_step=first,
            rtol=max(MARGIN * self.rtol, 1e-13), atol=MARGIN * self.atol, max_step=self.longest,
        )  # fmt: skip

    def _step(self, solver: Any) -> np.ndarray | None:
        """The state after one step, projected; None if the projection is more than a correction of its error."""
        self.budget.spend(self.t, lambda: self.motion.derivative(self.t, self.x), self.x)
        with np.errstate(all="ignore"):
            solver.step()
        if solver.status == "failed":
            raise self._stuck()
        x = self.motion.projected(solver.t, solver.y)
        n, size = self.motion.n, float(np.abs(solver.y[self.motion.n :]).max())
        allowed = max(min(1e4 * (self.atol + self.rtol * size), SMOOTH * size), 100 * self.atol)
        return x if np.abs(x[n:] - solver.y[n:]).max() <= allowed else None

    def _cross(self, now: float) -> bool:
        """Cross the singular position ahead in one step; False where the rates change too much on the way."""
        motion, t, n = self.motion, self.t, self.motion.n
        q, v, a = self.x[:n], self.x[n:], motion.accelerations(t, self.x)
        speed = motion.norm(t, self.x, v)
        if not np.abs(v).max() > 0 or not np.isfinite(a).all():
            return False
        back = 0.1 * now / float(np.abs(v).max())
        earlier = np.concatenate([q - back * v + back**2 / 2 * a, v - back * a])
        slope = (motion.independence(t, earlier) - now) / back
        h = 2 * now / slope if slope > 0 else np.inf
        if h > self.longest or motion.norm(t, self.x, a) * h > BEND * speed:
            return False
        self._land(h, back, a)
        return True

    def _land(self, h: float, back: float, a: np.ndarray) -> None:
        """The step h across: q̇ₕ = q̇ + h/2 (q̈ + q̈ₕ) + h²/12 (q⃛ − q⃛ₕ), of order 4 and without values in between."""
        motion, t, n = self.motion, self.t, self.motion.n
        q, v, speed = self.x[:n], self.x[n:], motion.norm(t, self.x, self.x[n:])
        jerk = self._jerk(t, self.x, a, back)
        b, bend = a, np.zeros(n)
        for _ in range(CORRECTIONS):
            w = v + h / 2 * (a + b) + h**2 / 12 * bend
            x = motion.projected(t + h, np.concatenate([q + h / 2 * (v + w) + h**2 / 12 * (a - b), w]))
            b = motion.accelerations(t + h, x)
            bend = jerk - self._jerk(t + h, x, b, back)
        if not motion.norm(t, self.x, x[n:] - w) <= SMOOTH * speed:
            raise self._stuck()
        rates = np.array([np.concatenate([v, a]), np.concatenate([x[n:], b])])
        ends, states = np.array([t, t + h]), np.array([self.x, x])
        self._advance(t + h, x, lambda at: hermite(ends, states, rates, at), regular=False)

    def _jerk(self, t: float, x: np.ndarray, a: np.ndarray, step: float) -> np.ndarray:
        """The change of q̈ in time by central differences along the motion."""
        q, v = x[: self.motion.n], x[self.motion.n :]
        moved = [np.concatenate([q + s * v + s**2 / 2 * a, v + s * a]) for s in (step, -step)]
        at = [(t + step, moved[0]), (t - step, moved[1])]
        ahead, behind = (self.motion.accelerations(s, self.motion.projected(s, place)) for s, place in at)
        return (ahead - behind) / (2 * step)

    def _leave(self) -> None:
        """Leave the singular position in which the motion starts, along the branch that its rates belong to."""
        motion, t, x0, n = self.motion, self.t, self.x, self.motion.n
        q, v = x0[:n], x0[n:]
        speed = motion.norm(t, x0, v)
        if not np.abs(v).max() > 1e-9:
            raise self._stuck()
        h, ends = 1e-3 / float(np.abs(v).max()), [x0, x0]
        a = jerk = np.zeros(n)
        for _ in range(CORRECTIONS + 3):
            guess = [
                np.concatenate([q + s * v + s**2 / 2 * a + s**3 / 6 * jerk, v + s * a + s**2 / 2 * jerk])
                for s in (h, -h)
            ]
            ends = [motion.projected(t, place) for place in guess]
            if not all(motion.norm(t, x0, (b - c)[n:]) <= 0.1 * speed for b, c in zip(ends, guess, strict=True)):
                raise self._stuck()
            ahead, behind = (motion.accelerations(t, end) for end in ends)
            a, jerk = (ahead + behind) / 2, (ahead - behind) / (2 * h)
        rates = np.array([np.concatenate([v, a]), np.concatenate([ends[0][n:], ahead])])
        span, states = np.array([t, t + h]), np.array([x0, ends[0]])
        self._advance(t + h, ends[0], lambda at: hermite(span, states, rates, at), regular=False)

    def _advance(self, t: float, x: np.ndarray, inside: Callable[[float], np.ndarray], regular: bool = True) -> None:
        """Take the states at the output times up to t, and the events, and go there."""
        while self.done < len(self.times) and self.times[self.done] <= t:
            at = float(self.times[self.done])
            state = x if at == t else inside(at)
            self.states[self.done] = self.motion.projected(at, state) if regular else state
            self.done += 1
        for name, function in self.events.items():
            self._locate(name, function, (self.t, function(self.t, self.x)), (t, function(t, x)), inside)
        self.t, self.x = t, x

    def _locate(self, name: str, function: Function, a: Any, b: Any, inside: Callable[[float], np.ndarray]) -> None:
        from scipy.optimize import brentq  # slow to import

        if a[1] * b[1] < 0 or (b[1] == 0 and a[1] != 0):
            at = float(brentq(lambda s: function(s, inside(s)), a[0], b[0], xtol=1e-14)) if b[1] else b[0]
            if at <= self.times[-1]:
                self.found.append(Event(name, at, "", "", inside(at), inside(at)))

    def _stuck(self) -> SimulationError:
        """The error for a motion that does not go on, or has no reason to go on in one way rather than another."""
        motion, names = self.motion, list(self.motion.model.system.coordinates)
        where = names_of(self.x.tolist(), names)
        if motion.independence(self.t, self.x) > NEAR:
            return SimulationError(
                f"The simulation stopped at t = {self.t:.6g} s, at {where}: the steps became too small. "
                "Check the start values, the inputs and the tolerances."
            )
        return SimulationError(
            f"The simulation stopped in a dead centre at t = {self.t:.6g} s, at {where}: the conditions of the loops "
            "depend on each other there, and no rates lead out of it along one branch, so that the motion is not "
            "determined. Start at another position, give rates with which the mechanism passes, or change a length."
        )
