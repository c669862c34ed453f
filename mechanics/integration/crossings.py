"""Zeros of functions along a motion: on which side a function starts, and where it comes to the other one.

Each step is sampled at the nodes of a polynomial. Where the polynomial does not follow the function, the step is
halved; where the function comes near to zero without a change of sign, its extremum is looked for: two zeros between
two nodes are found as well.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from .errors import Derivative
from .steps import Step

__all__ = ["Function", "Watch", "crossings", "is_zero", "moved", "side_after"]

Function = Callable[[float, np.ndarray], float]
ORDER = 12
COARSE = 3  # every third node is looked at first, ...
FAR = 8.0  # ... and the others only where the function is no farther from zero than so many times its changes
DEEPEST = 7  # halvings of a step
RESOLVED = 0.02  # part of the variation that the last coefficients of a polynomial may have
ROUNDING = 16 * np.finfo(float).eps

_NODES = 0.5 * (1 - np.cos(np.pi * np.arange(ORDER + 1) / ORDER))
_COEFFICIENTS = np.linalg.inv(np.polynomial.chebyshev.chebvander(2 * _NODES - 1, ORDER))


@dataclass
class Watch:
    """A function of (t, x) whose zeros are looked for.

    Attributes
    ----------
    function : callable
        g(t, x).
    direction : int
        -1 only zeros where it falls, +1 only where it rises, 0 both.
    side : int
        Sign that it had last; 0 while it stays zero.
    since : float
        Time from which on it has this sign for certain, s.
    peak : float
        How far it was from zero since then, at most.
    """

    function: Function
    direction: int = 0
    side: int = 0
    since: float = -np.inf
    peak: float = 0.0

    def allows(self, side: int) -> bool:
        """Whether a zero counts when the function comes from this side."""
        return self.direction in (0, -side)


def side_after(
    function: Function, derivative: Derivative, t: float, x: np.ndarray, longest: float
) -> tuple[int, float]:
    """The sign that a function takes when the motion leaves (t, x): that of its first derivative that is not zero.

    Parameters
    ----------
    function : callable
        g(t, x).
    derivative : callable
        f(x, t).
    t : float
        Time, s.
    x : ndarray, shape (n,)
        State.
    longest : float
        How far the motion is followed at most, s.

    Returns
    -------
    side : int
        0 if the function stays zero as far as the motion is followed.
    after : float
        Time after which it has this sign for certain, s; 0 if it has it already.
    """
    value, tick = function(t, x), 8 * float(np.spacing(max(abs(t), abs(t + longest))))
    noise = _noise(function, derivative, t, x, value, tick)
    if abs(value) > noise:
        return int(np.sign(value)), 0.0
    after, doubt = 4 * tick, _doubt(derivative, t, x, 8 * tick)
    while after < longest:
        reached = moved(derivative, t, x, after)
        value = function(t + after, reached)
        unsure = 2 * noise + 2 * abs(function(t + after, reached + after * doubt) - value)
        if abs(value) > unsure:
            return int(np.sign(value)), after
        after *= 4
    return 0, longest


def _doubt(derivative: Derivative, t: float, x: np.ndarray, tick: float) -> np.ndarray:
    """By how much rounding of time and state changes the rates, where forces nearly cancel each other."""
    here, there = (np.asarray(derivative(*at), dtype=float) for at in ((x, t), (x * (1 + ROUNDING), t + tick)))
    return 2 * np.abs(there - here)


def is_zero(function: Function, derivative: Derivative, t: float, x: np.ndarray, instant: float) -> bool:
    """Whether a function is zero but for what rounding and a small shift in time explain.

    Parameters
    ----------
    function : callable
        g(t, x).
    derivative : callable
        f(x, t).
    t : float
        Time, s.
    x : ndarray, shape (n,)
        State.
    instant : float
        Times as close as this are the same, s.
    """
    value = function(t, x)
    return abs(value) <= _noise(function, derivative, t, x, value, instant)


def _noise(function: Function, derivative: Derivative, t: float, x: np.ndarray, value: float, tick: float) -> float:
    """By how much rounding of the state and of the time changes the function."""
    shifts = np.diag(ROUNDING * np.abs(x))
    by_state = sum(abs(function(t, x + shift) - value) for shift in shifts[np.abs(x) > 0])
    return by_state + abs(function(t + tick, moved(derivative, t, x, tick)) - value)


def moved(derivative: Derivative, t: float, x: np.ndarray, h: float) -> np.ndarray:
    """The state one step of the classical Runge-Kutta method later.

    Parameters
    ----------
    derivative : callable
        f(x, t).
    t : float
        Time, s.
    x : ndarray, shape (n,)
        State.
    h : float
        Step, s; negative to go back.
    """
    k1 = np.asarray(derivative(x, t))
    k2 = np.asarray(derivative(x + 0.5 * h * k1, t + 0.5 * h))
    k3 = np.asarray(derivative(x + 0.5 * h * k2, t + 0.5 * h))
    k4 = np.asarray(derivative(x + h * k3, t + h))
    return x + h / 6 * (k1 + 2 * k2 + 2 * k3 + k4)


def crossings(watch: Watch, step: Step) -> Iterator[tuple[float, int]]:
    """The zeros of one function within a step, in their order; its `side` follows.

    Parameters
    ----------
    watch : Watch
        Function, and its side so far.
    step : Step
        Step of the motion.

    Yields
    ------
    t : float
        Just before the function has changed its sign, s.
    side : int
        The side from which it comes.
    """
    before = start = max(step.start, watch.since)
    if start >= step.end:
        return
    for t, value in _samples(watch.function, step, start, step.end, 0):
        side = int(np.sign(value))
        if watch.side and side and side != watch.side:
            before = _located(watch.function, step, before, t, watch.side)
            yield before, watch.side
        watch.side = side or watch.side
        watch.peak = max(watch.peak, abs(value))
        before = t


def _located(g: Function, step: Step, before: float, after: float, side: int) -> float:
    """The last time at which the function is still on its side."""
    from scipy.optimize import brentq  # slow to import

    if side * g(before, step.at(before)) <= 0:
        return before
    zero = brentq(lambda t: g(t, step.at(t)), before, after, xtol=4e-16 * max(abs(after), 1e-300), rtol=9e-16)
    back = float(np.spacing(zero))
    while side * g(zero, step.at(zero)) < 0 and zero > before:
        zero, back = max(before, zero - back), 2 * back
    return float(zero)


def _samples(g: Function, step: Step, start: float, end: float, depth: int) -> list[tuple[float, float]]:
    """Times and values in their order, between which the function has at most one zero."""
    times, states = step.sampled(start, end, _NODES)
    values = np.array([g(t, x) for t, x in zip(times[::COARSE], states[::COARSE], strict=True)])
    if np.abs(values).min() > FAR * np.abs(np.diff(values)).max():
        return [*zip(times[::COARSE], values.tolist(), strict=True)]
    values = np.array([g(t, x) for t, x in zip(times, states, strict=True)])
    size = np.abs(_COEFFICIENTS @ values)
    if depth < DEEPEST and size[-2:].max() > RESOLVED * size[1:].max() and _may_vanish(values):
        middle = 0.5 * (start + end)
        return [*_samples(g, step, start, middle, depth + 1), *_samples(g, step, middle, end, depth + 1)]
    near = [_extremum(g, step, times[k - 1 : k + 2], values[k - 1 : k + 2]) for k in _turns(values)]
    return sorted([*zip(times, values.tolist(), strict=True), *(found for found in near if found)])


def _turns(values: np.ndarray) -> np.ndarray:
    """Indices of the values that are nearer to zero than both of their neighbours, on the same side."""
    size, side = np.abs(values), np.sign(values)
    nearest = (size[1:-1] <= np.minimum(size[:-2], size[2:])) & (side[1:-1] != 0)
    return 1 + np.flatnonzero(nearest & (side[:-2] == side[1:-1]) & (side[2:] == side[1:-1]))


def _may_vanish(values: np.ndarray) -> bool:
    """Whether the function could be zero between samples, judged by how much it varies."""
    return bool(np.abs(values).min() <= 2 * np.abs(np.diff(values)).max())


def _extremum(g: Function, step: Step, times: Sequence[float], values: np.ndarray) -> tuple[float, float] | None:
    """Where the function passes zero and comes back between three samples, if it does; and its value there."""
    side = np.sign(values[1])
    if not _may_vanish(values):
        return None
    from scipy.optimize import minimize_scalar  # slow to import

    width = {"xatol": 1e-9 * (times[2] - times[0])}
    found = minimize_scalar(
        lambda t: side * g(t, step.at(t)), bounds=(times[0], times[2]), method="bounded", options=width
    )
    return (float(found.x), float(side * found.fun)) if found.fun < 0 else None
