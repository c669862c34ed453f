"""Inputs of a simulation: numbers, expressions of the time, or functions of time and state."""

import inspect
import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias

import numpy as np
import sympy as sp
from sympy.core.function import AppliedUndef

from ..model import ModelError
from ..symbols import t as time

__all__ = ["Input", "as_input", "forced", "longest_step"]

Input: TypeAlias = float | Callable[[float, np.ndarray], float]  # a number, or a function of (t, x)
FEWEST_STEPS = 500  # where inputs change in time


def as_input(value: float | sp.Expr | Callable) -> Input:
    """What is given for an input, as the integrators take it.

    Parameters
    ----------
    value : float, Expr or callable
        Number, expression of `t`, or function of t or of (t, x).

    Returns
    -------
    float or callable
        A number as it is, anything else as a function of (t, x).

    Raises
    ------
    ModelError
        For an expression of anything but the time.
    """
    if isinstance(value, sp.Expr) and not value.is_number:
        value = _of_time(value)
    if not callable(value):
        return value
    try:
        parameters = inspect.signature(value).parameters.values()
    except ValueError:  # a builtin without signature
        return _law(value)
    required = [p for p in parameters if p.default is p.empty]
    is_of_time = len(required) == 1 and required[0].kind is not inspect.Parameter.VAR_POSITIONAL
    return _law(value) if is_of_time or isinstance(value, np.ufunc) else value


def _law(function: Callable[[float], float]) -> Callable[[float, np.ndarray], float]:
    def law(t: float, x: np.ndarray) -> float:
        return function(t)

    law.__name__ = getattr(function, "__name__", "function")
    return law


def _of_time(expression: sp.Expr) -> Callable[[float], float]:
    others = (expression.free_symbols | expression.atoms(AppliedUndef)) - {time}
    if others:
        named = ", ".join(sorted(map(str, others)))
        raise ModelError(
            f"An input may be an expression of the time t alone; got {expression}, which also contains {named}. "
            "Substitute numbers, or give a function of (t, x)."
        )
    function = sp.lambdify(time, expression, "math")
    function.__name__ = str(expression)
    return function


def forced(inputs: Sequence[tuple[str, Input]]) -> Callable[[float, np.ndarray], list[float]]:
    """The inputs as one function of (t, x) that returns their values in order.

    Parameters
    ----------
    inputs : sequence of tuple
        (name, number or function of (t, x)) for each input.

    Returns
    -------
    callable
        Raises a `ModelError` for a value that is not a finite number.
    """

    def values(t: float, x: np.ndarray) -> list[float]:
        return [_finite(name, u(t, x) if callable(u) else u, t) for name, u in inputs]

    return values


def _finite(name: str, value: Any, t: float) -> float:
    try:
        number = float(value) if np.ndim(value) == 0 else float(np.asarray(value).item())
    except (TypeError, ValueError):
        raise ModelError(f"The input {name} must give one number; got {value!r} at t = {t:.6g} s.") from None
    if not math.isfinite(number):
        raise ModelError(f"The input {name} must give a finite number; got {number} at t = {t:.6g} s.")
    return number


def longest_step(times: np.ndarray, inputs: Mapping[str, Input], is_timed: bool = False) -> float:
    """The longest step that the integrator may take, s.

    Parameters
    ----------
    times : ndarray, shape (k,)
        Output times, s.
    inputs : mapping
        Numbers or functions by name.
    is_timed : bool
        Whether anything else depends explicitly on the time.
    """
    # at rest an integrator's steps grow without limit: one of them could pass over a short push
    if not is_timed and not any(map(callable, inputs.values())):
        return np.inf
    return min(float(np.diff(times).max()), float(times[-1] - times[0]) / FEWEST_STEPS)
