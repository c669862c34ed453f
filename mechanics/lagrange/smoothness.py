"""Whether what moves as a given function of the time moves without a jump of its place or velocity.

A jump of the velocity is a blow. The equations of motion do not contain it, so that a simulation would go on as if the
bodies had not felt it: a wrong motion. A kink of the acceleration, as at the ends of a bump, does no harm.
"""

from collections.abc import Mapping
from typing import Any

import numpy as np

from ..model import ModelError
from .quantities import Inputs, LagrangianValues

__all__ = ["check_smooth", "check_steady"]

PLACES = 4000  # intervals that are looked at
SUSPECTS = 16  # of them, those with the greatest changes are halved
HALVINGS = 50
SMALL = 1e-7  # change in an interval that is halved so often, in relation to the largest value


def check_steady(model: LagrangianValues, inputs: Mapping[str, Any]) -> None:
    """No function of the time for an input whose rate the equations would need.

    Parameters
    ----------
    model : LagrangianValues
        With numbers for the parameters.
    inputs : mapping
        Numbers or functions by name.

    Raises
    ------
    ModelError
        With the name of the input.
    """
    if moving := [name for name in model.system.steady_inputs if callable(inputs[name])]:
        raise ModelError(
            f"The input {moving[0]} is in a position, a damper or a constraint, whose equations need its rate; a "
            "simulation takes a number for it. Write the motion as an expression of the time t in the description."
        )


def check_smooth(model: LagrangianValues, q: np.ndarray, times: np.ndarray, inputs: Mapping[str, Any]) -> None:
    """No jumps in time of poses, of their rates, and of constraints, in one position.

    Parameters
    ----------
    model : LagrangianValues
        With numbers for the parameters.
    q : ndarray, shape (n,)
        Position.
    times : ndarray, shape (k,)
        First and last time are the ends of what is looked at, s.
    inputs : mapping
        Numbers or functions by name; only numbers are in what moves.

    Raises
    ------
    ModelError
        With the time of a jump.
    """
    if not (model.system.terms.is_driven and model.system.program("moved").outputs):
        return
    u = {name: value for name, value in inputs.items() if not callable(value)}
    grid = np.linspace(times[0], times[-1], PLACES + 1)
    values = _moved(model, q, grid, u)
    largest = np.abs(values).max(axis=0)
    size = np.maximum(largest, 1e-6 * largest.max()) + 1e-300
    suspects = np.argsort(np.abs(np.diff(values, axis=0)), axis=0)[-SUSPECTS:].T
    if (at := _jump(model, q, grid[suspects], grid[suspects + 1], size, u)) is not None:
        raise ModelError(
            f"What is given as a function of the time jumps at t = {at:.6g} s, in its place or its velocity. The "
            "equations do not contain such a blow: give a function with a continuous first derivative, or start a "
            "simulation after the jump with the rates that follow from the impact."
        )


def _jump(
    model: LagrangianValues, q: np.ndarray, left: np.ndarray, right: np.ndarray, size: np.ndarray, u: Inputs
) -> float | None:
    """Where a change stays however short its interval is, (width, suspects): the half with more change is kept."""
    a, b = (_own(model, q, at, u) / size[:, None] for at in (left, right))
    for _ in range(HALVINGS):
        if np.abs(b - a).max() < SMALL:
            return None
        middle = (left + right) / 2
        c = _own(model, q, middle, u) / size[:, None]
        first = np.abs(c - a) > np.abs(b - c)
        left, right = np.where(first, left, middle), np.where(first, middle, right)
        a, b = np.where(first, a, c), np.where(first, c, b)
    return float(right.flat[np.abs(b - a).argmax()])


def _own(model: LagrangianValues, q: np.ndarray, times: np.ndarray, u: Inputs) -> np.ndarray:
    """Each quantity at its own times, shape (width, suspects)."""
    values = _moved(model, q, times.ravel(), u).reshape(*times.shape, -1)
    return np.stack([values[k, :, k] for k in range(len(times))])


def _moved(model: LagrangianValues, q: np.ndarray, times: np.ndarray, u: Inputs) -> np.ndarray:
    """Poses, momenta of the prescribed motion, loops and given rates at many times, shape (k, width)."""
    return model._values("moved", np.broadcast_to(q, (len(times), len(q))), None, u, times)
