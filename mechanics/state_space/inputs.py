"""Inputs of a simulation: numbers, expressions of the time, tables, or functions of time and state."""

import inspect
import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, TypeAlias

import numpy as np
import symengine as se
import sympy as sp
from sympy.core.function import AppliedUndef

from ..model import ModelError
from ..symbols import t as time
from .jumps import jumps

__all__ = ["FADING", "SUDDENLY", "Input", "as_input", "breakpoints_of", "fewest_steps", "forced", "longest_step"]

Input: TypeAlias = float | Callable[[float, np.ndarray], float]  # a number, or a function of (t, x)
# steps of a run, at least: depending on how local its forces are; polynomials are nowhere else than elsewhere
EVERYWHERE, ANYWHERE, FADING, SUDDENLY = 4, 50, 200, 500
LOCAL = {"Piecewise", "Max", "Min", "floor", "ceiling"}


def as_input(value: Any) -> Input:
    """What is given for an input, as the integrators take it.

    Parameters
    ----------
    value : float, Expr, tuple or callable
        Number, expression of `t`, table ``(times, values)`` between whose points is interpolated linearly, or function
        of t or of (t, x).

    Returns
    -------
    float or callable
        A number as it is, anything else as a function of (t, x).

    Raises
    ------
    ModelError
        For an expression of anything but the time, or a table that is none.

    Notes
    -----
    An integrator steps over a short pulse that it does not know of. It knows where expressions (`Piecewise`,
    `Heaviside`, ...), tables and scipy's interpolants are not smooth. A function of your own names such times in an
    attribute, ``push.breakpoints = [2.0, 2.001]``, or in ``simulate(..., breakpoints=[2.0, 2.001])``; they cannot
    be known otherwise.
    """
    if isinstance(value, tuple):
        return _table(*value) if len(value) == 2 else _no_table(value)
    if isinstance(value, sp.Expr) and not value.is_number:
        value = _of_time(value)
    if not callable(value):
        return value
    try:
        of = value.pyfunc if isinstance(value, np.vectorize) else value
        parameters = inspect.signature(of).parameters.values()
    except ValueError:  # a builtin without signature
        return _law(value)
    required = [p for p in parameters if p.default is p.empty]
    if sum(p.kind is not p.VAR_POSITIONAL for p in required) > 2:
        raise ModelError(
            f"A function for an input takes t, or (t, x); got one of {', '.join(p.name for p in required)}."
        )
    is_of_time = len(required) == 1 and required[0].kind is not inspect.Parameter.VAR_POSITIONAL
    return _law(value) if is_of_time or isinstance(value, np.ufunc) else value


def _law(function: Callable[[float], float]) -> Callable[[float, np.ndarray], float]:
    def law(t: float, x: np.ndarray) -> float:
        return function(t)

    law.__name__ = getattr(function, "__name__", "function")
    law.of_time = function  # type: ignore[attr-defined]  # it may know where it is not smooth
    return law


def _table(times: Any, values: Any) -> Callable[[float, np.ndarray], float]:
    """A law that interpolates linearly in a table; constant before its first and after its last time."""
    try:
        knots, heights = np.asarray(times, dtype=float), np.asarray(values, dtype=float)
    except (TypeError, ValueError):
        return _no_table((times, values))
    if knots.ndim != 1 or knots.shape != heights.shape or len(knots) < 2 or not np.isfinite([knots, heights]).all():
        return _no_table((times, values))
    if (np.diff(knots) <= 0).any():
        raise ModelError(f"The times of a table must increase; got {knots.tolist()}.")

    def table(t: float) -> float:
        return float(np.interp(t, knots, heights))

    table.breakpoints = table.knots = knots  # type: ignore[attr-defined]
    table.heights = heights  # type: ignore[attr-defined]
    return _law(table)


def _no_table(value: Any) -> Any:
    raise ModelError(
        f"A table for an input is (times, values), both with the same number of finite numbers, at least two; "
        f"got {value!r}."
    )


def _of_time(expression: sp.Expr) -> Callable[[float], float]:
    others = (expression.free_symbols | expression.atoms(AppliedUndef)) - {time}
    if others:
        named = ", ".join(sorted(map(str, others)))
        raise ModelError(
            f"An input may be an expression of the time t alone; got {expression}, which also contains {named}. "
            "Substitute numbers, or give a function of (t, x)."
        )
    if expression.has(sp.DiracDelta):
        raise ModelError(
            f"An input must be finite at every time; got {expression}, with an infinite pulse. Give a short pulse, "
            "such as Piecewise((J / T, t < T), (0, True)), or a change of the start velocity."
        )
    function = sp.lambdify(time, expression.rewrite(sp.Piecewise), ["math", {"Mod": math.fmod}])
    function.__name__ = str(expression)
    function.expression = expression
    return function


def breakpoints_of(
    inputs: Mapping[str, Any], times: np.ndarray, given: Sequence[float] = (), equations: Sequence[sp.Basic] = ()
) -> list[float]:
    """Times at which inputs or equations are not smooth, as far as they can be known.

    Parameters
    ----------
    inputs : mapping
        Numbers or functions of (t, x) by name, as `as_input` returns them.
    times : ndarray, shape (k,)
        Output times, s.
    given : sequence of float
        Those that the caller names, s.
    equations : sequence of sympy
        Expressions of the time, with numbers for the parameters.

    Returns
    -------
    list of float
        Within the run, increasing, s.

    Raises
    ------
    ModelError
        For breakpoints that are no finite numbers.
    """
    start, end = float(times[0]), float(times[-1])
    laws = [getattr(value, "of_time", value) for value in inputs.values() if callable(value)]
    own = [np.ravel(_own_breakpoints(law)) for law in laws]
    expressions = [law.expression for law in laws if hasattr(law, "expression")]
    try:
        named = np.concatenate([np.ravel(np.asarray(given, dtype=float)), *own])
    except (TypeError, ValueError):
        named = np.array([math.nan])
    if not np.isfinite(named).all():
        raise ModelError(f"Breakpoints must be finite times in seconds; got {given!r}.")
    found = [*named.tolist(), *jumps([*expressions, *equations], start, end)]
    return sorted({s for s in found if start < s < end})


def _own_breakpoints(law: Any) -> Any:
    """What a function says itself; the knots of an interpolant of scipy."""
    if hasattr(law, "breakpoints"):
        return law.breakpoints
    module = type(law).__module__
    if module.startswith("scipy.interpolate"):
        return getattr(law, "x", getattr(law, "t", ()))  # piecewise polynomials, and splines
    return ()


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


def longest_step(times: np.ndarray, inputs: Mapping[str, Input], fewest: int = ANYWHERE) -> float:
    """The longest step that the integrator may take, s.

    At rest and in free motion an integrator's steps grow without limit: one of them could pass over a short push.

    Parameters
    ----------
    times : ndarray, shape (k,)
        Output times, s.
    inputs : mapping
        Numbers or functions by name.
    fewest : int
        Steps of the run, at least, because of what is in the equations; see `fewest_steps`.
    """
    if any(map(callable, inputs.values())):
        fewest = SUDDENLY
    longest = float(times[-1] - times[0]) / fewest
    return min(longest, float(np.diff(times).max())) if fewest == SUDDENLY else longest


def fewest_steps(expressions: Iterable[se.Basic], states: Iterable[str]) -> int:
    """How many steps a run must have at least, so that none of them passes over what acts somewhere or for a moment.

    Parameters
    ----------
    expressions : iterable
        Symengine expressions: rates or forces.
    states : iterable of str
        Names of the symbols that change along a motion.
    """
    moving = frozenset(states)
    return max((_fewest(expression, moving) for expression in expressions), default=ANYWHERE)


def _fewest(e: se.Basic, moving: frozenset[str]) -> int:
    if any(symbol.name == "t" for symbol in e.free_symbols):
        return SUDDENLY
    if any(type(function).__name__ in LOCAL for function in e.atoms(se.Function)):
        return SUDDENLY
    powers = e.atoms(se.Pow)
    # e to a linear power is no bump, but a slope that no step passes over
    if e.atoms(se.tanh) or any(power.args[0] == se.E and not _is_linear(power.args[1], moving) for power in powers):
        return FADING
    return EVERYWHERE if _is_plain(e, powers, moving) else ANYWHERE


def _is_plain(e: se.Basic, powers: Iterable[se.Basic], moving: frozenset[str]) -> bool:
    """Whether it is a polynomial of the states, divided by linear ones at most: nothing of it acts in one place."""
    if any(_moves(function, moving) and not isinstance(function, se.Abs) for function in e.atoms(se.Function)):
        return False
    changing = [power.args for power in powers if _moves(power, moving)]
    return all(n.is_Integer and (n.is_positive or _is_linear(base, moving)) for base, n in changing)


def _is_linear(e: se.Basic, moving: frozenset[str]) -> bool:
    return not any(_moves(e.diff(symbol), moving) for symbol in e.free_symbols if symbol.name in moving)


def _moves(e: se.Basic, moving: frozenset[str]) -> bool:
    return any(symbol.name in moving for symbol in e.free_symbols)
