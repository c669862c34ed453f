"""Simulation of closed loops: the fast program where their conditions stay independent, else `dead_centres`."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias

import numpy as np

from ..integration.sliding import Sliding
from ..integration.steps import Options
from ..integration.times import check_tolerances
from ..model import ModelError, SimulationError
from ..protocol import Events
from ..state_space.interpolation import hermite
from ..state_space.run import input_history
from .constrained import Constrained, factor
from .dead_centres import AT, simulate_loops
from .quantities import LagrangianValues

__all__ = ["closed_accelerations", "simulate_closed", "stays_independent", "watched"]

Derivative: TypeAlias = Callable[[np.ndarray, float], Any]
SAFE = 0.02  # independence that no output time may fall below
MARGIN = 1.3  # of the change of the conditions between two times, for what a straight line leaves out
REFINEMENTS = 6
FEW = 200  # times that are looked at first
CALLS, PROGRESS, OUTPUTS = 5000, 0.05, 50  # so many evaluations must come this part of the way, or so many outputs


def simulate_closed(
    model: LagrangianValues, inputs: Mapping[str, Any], x0: np.ndarray, times: np.ndarray, options: Options,
    fast: Callable[[], tuple[np.ndarray, Events]], events: Mapping[str, Callable[[float, np.ndarray], float]],
    breaks: Sequence[float] = (),
) -> tuple[np.ndarray, Events]:  # fmt: skip
    """States at the output times for a system with closed loops.

    Parameters
    ----------
    model : LagrangianValues
        With numbers for the parameters.
    inputs : mapping
        Numbers or functions of (t, x) by name.
    x0 : ndarray, shape (2 n,)
        [q, q̇] at the start, with closed loops.
    times : ndarray, shape (k,)
        Increasing output times, s.
    options : Options
        How to integrate.
    fast : callable
        Simulates with the generated program; its result counts if the conditions stay independent on the way.
    events : mapping of str to callable
        Functions of (t, x) whose zeros are looked for.
    breaks : sequence of float
        Times at which an input is not smooth, s.

    Returns
    -------
    x : ndarray, shape (k, 2 n)
        [q, q̇] at `times`.
    events : Events

    Raises
    ------
    SimulationError
        Where the motion is not determined, or the budget is used up.
    """
    check_tolerances(options.rtol, options.atol)
    motion = Constrained(model, inputs)
    motion.find_rank(float(times[0]), x0)
    if motion.rank == motion.m and motion.independence(float(times[0]), x0) > AT:
        try:
            x, found = fast()
            if stays_independent(motion, inputs, times, x):
                return x, found
        except Sliding:
            raise
        except SimulationError:
            pass  # the slower route knows why, or gets through
    return simulate_loops(motion, x0, times, options, breaks, events)


def stays_independent(motion: Constrained, inputs: Mapping[str, Any], times: np.ndarray, x: np.ndarray) -> bool:
    """Whether the conditions of the loops cannot have depended on each other along a motion.

    Between two times the smallest singular value changes by no more than the matrix itself: where this does not
    suffice, states are interpolated in between.

    Parameters
    ----------
    motion : Constrained
        Model with inputs.
    inputs : mapping
        Numbers or functions of (t, x) by name.
    times : ndarray, shape (k,)
        Increasing times, s.
    x : ndarray, shape (k, 2 n)
        [q, q̇] at these times.
    """
    n, few = motion.n, np.unique(np.linspace(0, len(times) - 1, FEW).astype(int))
    at, states = times[few], x[few]
    L = factor(*motion.terms(float(times[0]), x[0])[:3:2])
    lengths = 0.0
    for _ in range(REFINEMENTS):
        J = _jacobians(motion, inputs, at, states) @ np.linalg.inv(L).T
        steps = np.diff(at)[:, None]
        ahead = np.concatenate([states[:-1, :n] + steps / 2 * states[:-1, n:], states[:-1, n:]], axis=1)
        moving = 2 * (_jacobians(motion, inputs, at[:-1], ahead) @ np.linalg.inv(L).T - J[:-1])
        lengths = np.maximum(lengths, np.linalg.norm(J, axis=2).max(axis=0))
        scale = np.where(lengths > 0, lengths, 1.0)[:, None]
        values = np.linalg.svd(J / scale, compute_uv=False)[:, motion.m - 1]
        if not values.min() > SAFE:
            return False
        change = np.maximum(_size(np.diff(J, axis=0) / scale), _size(moving / scale))
        doubtful = MARGIN * change > values[:-1] + values[1:]
        if not doubtful.any():
            return True
        at = np.sort(np.concatenate([at, (at[:-1] + at[1:])[doubtful] / 2]))
        q = hermite(times, x[:, :n], x[:, n:], at)
        states = np.concatenate([q, _interpolated(times, x[:, n:], at)], axis=1)
    return False


def _size(matrices: np.ndarray) -> np.ndarray:
    return np.linalg.norm(matrices, axis=(1, 2))


def _interpolated(times: np.ndarray, values: np.ndarray, at: np.ndarray) -> np.ndarray:
    return np.stack([np.interp(at, times, column) for column in values.T], axis=1)


def _jacobians(motion: Constrained, inputs: Mapping[str, Any], times: np.ndarray, x: np.ndarray) -> np.ndarray:
    """J at many times, shape (k, m, n)."""
    model, n, m = motion.model, motion.n, motion.m
    u = input_history(inputs, times, x[:, model.state_order])
    values = model._call("constraint_terms", model._arguments(x[:, :n], x[:, n:], u, times))
    return values[:, n * n + n : n * n + n + m * n].reshape(len(times), m, n)


def watched(derivative: Derivative, times: np.ndarray) -> Derivative:
    """The derivative, with an error where an integrator does not come on: near a dead centre it takes for ever.

    Parameters
    ----------
    derivative : callable
        f(x, t).
    times : ndarray, shape (k,)
        Output times, s.
    """
    calls, last = 0, float(times[0])
    least = min(PROGRESS, OUTPUTS / len(times)) * float(times[-1] - times[0])

    def counted(x: np.ndarray, t: float) -> Any:
        nonlocal calls, last
        calls += 1
        if calls == CALLS:
            if t < last + least:
                calls -= 1  # so that the next method that is tried does not come on either
                raise SimulationError(f"The simulation does not come on at t = {t:.6g} s.")
            calls, last = 0, t
        return derivative(x, t)

    return counted


def closed_accelerations(
    model: LagrangianValues, q: np.ndarray, q_d: np.ndarray, u: Mapping[str, Any], t: np.ndarray, error: ModelError
) -> np.ndarray:
    """q̈ where conditions of the loops follow from the others, so that the motion is determined, but not the forces.

    Parameters
    ----------
    model : LagrangianValues
        With numbers for the parameters.
    q, q_d : ndarray, shape (k, n)
        Coordinates and rates.
    u : mapping of str to ndarray, each of shape (k,)
        Inputs.
    t : ndarray, shape (k,)
        Time, s.
    error : ModelError
        Raised in a dead centre, where the motion is not determined.

    Returns
    -------
    ndarray, shape (k, n)
    """
    result, motion = np.empty_like(q), None
    for i, x in enumerate(np.concatenate([q, q_d], axis=1)):
        numbers = {name: float(values[i]) for name, values in u.items()}
        known = motion
        motion = Constrained(model, numbers)
        if known is None:
            motion.find_rank(float(t[i]), x)
        else:
            motion.rank, motion._lengths = known.rank, known._lengths
            motion.choose_rows(float(t[i]), x)
        if motion.independence(float(t[i]), x) < AT:
            raise error
        result[i] = motion.accelerations(float(t[i]), x)
    return result
