"""The work of forces from one output time to the next, integrated anew where a motion changes too fast between them."""

from collections.abc import Iterator
from typing import Any

import numpy as np

from ..errors import ModelError, SimulationError
from ..integration import Budget, integrate
from ..state_space.inputs import breakpoints_of, forced

__all__ = ["integrated_work"]

TOLERANCE = 1e-10  # of the states in between
TOGETHER = 10  # intervals that are integrated in one go
SAME = 1e-5  # part of the largest state by which an end may differ from that of the run
SECONDS = 10.0  # for all intervals of a run


def integrated_work(run: Any, rough: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Work in some intervals of the output times, from the equations of motion and the state at their start.

    Parameters
    ----------
    run : LagrangianRun
        Any.
    rough : ndarray of bool, shape (k - 1,)
        The intervals that are asked for.

    Returns
    -------
    work : ndarray, shape (k - 1,)
        J; zero where there is none.
    known : ndarray of bool, shape (k - 1,)
        Where it is known: the equations can be integrated there, and end where the run has ended.
    """
    work, known, budget = np.zeros(len(rough)), np.zeros(len(rough), dtype=bool), Budget(SECONDS)
    size = np.abs(np.concatenate([run.q, run.q_d], axis=1)).max(axis=0)
    for part in _groups(rough):
        rows = slice(part.start, part.stop + 1)
        try:
            reached = _motion(run, run.t[rows], np.concatenate([run.q[part.start], run.q_d[part.start], [0.0]]), budget)
        except (ModelError, SimulationError):
            continue
        ends = np.concatenate([run.q[rows], run.q_d[rows]], axis=1)[1:]
        work[part] = np.diff(reached[:, -1])
        known[part] = (np.abs(reached[1:, :-1] - ends) <= SAME * size).all(axis=1)
    return work, known


def _groups(rough: np.ndarray) -> Iterator[slice]:
    """Intervals that follow each other, some at a time."""
    chosen = np.flatnonzero(rough)
    for block in np.split(chosen, np.flatnonzero(np.diff(chosen) > 1) + 1):
        for first in range(0, len(block), TOGETHER):
            few = block[first : first + TOGETHER]
            yield slice(int(few[0]), int(few[-1]) + 1)


def _motion(run: Any, times: np.ndarray, x0: np.ndarray, budget: Budget) -> np.ndarray:
    """[q, q̇, work] at the times."""
    model, inputs = run.model, run._inputs
    right, power = model._right_hand_side(inputs), model._function("power")
    values, order = forced(list(inputs.items())), model.state_order

    def derivative(y: np.ndarray, t: float) -> list[float]:
        x = y[:-1]
        return [*right(x, t), power(*x.tolist(), t, *values(t, x[order]))[0]]

    breaks = breakpoints_of(inputs, times, run._breaks, model._timed_equations())
    longest = float(times[1] - times[0]) / 20 if breaks or any(map(callable, inputs.values())) else np.inf
    return integrate(derivative, x0, times, TOLERANCE, TOLERANCE, longest=longest, breakpoints=breaks, budget=budget)
