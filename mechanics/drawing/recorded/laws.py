"""Inputs that are functions of time and state for the browser: expressions, tables, interpolants, user functions."""

import dis
import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from types import FunctionType
from typing import Any

import numpy as np

from ...bridge import to_engine
from ...codegen import Program
from .arrays import Float, Formulas, Recorder, select
from .branches import joined_branches
from .number import Number, Tape
from .paths import paths_of
from .programs import evaluated
from .replaced import INSTEAD, recording
from .script import script
from .verified import evaluated_at

__all__ = ["recorded_laws"]

SAME = 1e-9
INSTANTS = 25  # at which a law is compared with what was recorded of it
MOST_PIECES = 200
REMEMBERS = {"STORE_GLOBAL", "STORE_ATTR", "STORE_SUBSCR", "STORE_DEREF", "DELETE_GLOBAL", "DELETE_SUBSCR"}
CHANGES = {"append", "extend", "insert", "add", "update", "pop", "write", "send", "setdefault"}

Law = Callable[[float, np.ndarray], float]


def recorded_laws(functions: Mapping[str, Law], order: Sequence[int], times: np.ndarray, start: np.ndarray) -> str:
    """The functions as one program of the states and the time.

    Parameters
    ----------
    functions : mapping of str to callable
        Functions of (t, x) by name, as `mechanics.state_space.inputs.as_input` gives them.
    order : sequence of int
        Where each entry of their x stands among the states of the browser.
    times : ndarray, shape (k,)
        Of the run.
    start : ndarray, shape (n,)
        The states of the browser at the start.

    Raises
    ------
    NotImplementedError
        Where a function remembers something, or does with a number what no program can be recorded of.
    """
    tape = Tape()
    x = np.array([tape.input(f"x{k}", float(v), 1) for k, v in enumerate(start)], dtype=object)
    t = tape.input("t", float(times[0]), 1)
    parts = [_ready(law) for law in functions.values()]
    try:
        with _followed(functions.values(), tape):
            paths = paths_of(tape, lambda: [part(t, x[list(order)]) for part in parts])
            text = script(tape, paths, False)
    except Exception as error:  # the functions are the user's: they may do anything
        raise NotImplementedError(f"An input does something that cannot be recorded: {error}") from error
    _verify(tape, paths, functions, order, times, start)
    return text


def _ready(law: Law) -> Callable[[Number, np.ndarray], Any]:
    """The function of recorded numbers that stands for an input."""
    of_time: Any = getattr(law, "of_time", None)
    if hasattr(of_time, "expression"):
        program = Program(("t",), (), (to_engine(of_time.expression),))
        return lambda t, x: joined_branches(lambda now: evaluated(program, [], {"t": now})[0])(t)
    if of_time is not None and hasattr(of_time, "knots"):
        return lambda t, x: _interpolated(t, of_time.knots, of_time.heights)
    if type(of_time).__module__.startswith("scipy.interpolate"):
        return lambda t, x: _piecewise(t, of_time)
    function = law if of_time is None else of_time
    if not isinstance(function, FunctionType) or _remembers(function, set()):
        raise NotImplementedError("An input is no plain function, or one that remembers something.")
    known = joined_branches(function)
    return (lambda t, x: known(t, x)) if of_time is None else (lambda t, x: known(t))


def _interpolated(t: Number, knots: np.ndarray, heights: np.ndarray) -> Any:
    """Straight lines between the points of a table."""
    if len(knots) > MOST_PIECES:
        raise NotImplementedError(f"A table has more than {MOST_PIECES} points.")
    found: Any = float(heights[-1])
    for k in range(len(knots) - 2, -1, -1):
        slope = (heights[k + 1] - heights[k]) / (knots[k + 1] - knots[k])
        found = select(t < float(knots[k + 1]), float(heights[k]) + float(slope) * (t - float(knots[k])), found)
    return select(t < float(knots[0]), float(heights[0]), found)


def _piecewise(t: Number, interpolant: Any) -> Any:
    """The polynomials of an interpolant of scipy; the first and the last go on beyond its ends."""
    from scipy.interpolate import BSpline, PPoly

    pieces = PPoly.from_spline(interpolant) if isinstance(interpolant, BSpline) else interpolant
    if not isinstance(pieces, PPoly) or pieces.c.ndim != 2 or pieces.extrapolate == "periodic":
        raise NotImplementedError("An interpolant has no pieces of polynomials.")
    keep = [k for k in range(pieces.c.shape[1]) if pieces.x[k + 1] > pieces.x[k]]
    if len(keep) > MOST_PIECES:
        raise NotImplementedError(f"An interpolant has more than {MOST_PIECES} pieces.")
    found: Any = None
    for k in reversed(keep):
        s, value = t - float(pieces.x[k]), 0.0
        for coefficient in pieces.c[:, k]:
            value = value * s + float(coefficient)
        found = value if found is None else select(t < float(pieces.x[k + 1]), value, found)
    return found


# --- functions of the user --------------------------------------------------------------------------------------


def _remembers(function: FunctionType, seen: set[Any]) -> bool:
    """Whether a function, or one that it calls, changes anything that outlives a call, or has attributes."""
    if function in seen:
        return False
    seen.add(function)
    if vars(function):
        return True
    code = function.__code__
    for step in dis.get_instructions(code):
        if step.opname in REMEMBERS and not (step.opname == "STORE_DEREF" and step.argval in code.co_cellvars):
            return True
        if step.argval in CHANGES and step.opname in ("LOAD_METHOD", "LOAD_ATTR"):
            return True
    return any(_remembers(other, seen) for other in _called(function))


def _called(function: FunctionType) -> Iterator[FunctionType]:
    """Functions of the user that a function knows by name."""
    cells = [cell.cell_contents for cell in function.__closure__ or ()]
    named = [function.__globals__.get(name) for name in function.__code__.co_names]
    for value in (*cells, *named):
        if isinstance(value, FunctionType) and not (value.__module__ or "").startswith("mechanics."):
            yield value


@contextmanager
def _followed(laws: Iterable[Law], tape: Tape) -> Iterator[None]:
    """While it lasts, the library and the modules of the functions calculate with recorded numbers."""
    functions = [getattr(law, "of_time", law) for law in laws]
    spaces = {id(f.__globals__): f.__globals__ for f in functions if isinstance(f, FunctionType)}
    tape.deciders = {str(space.get("__name__")) for space in spaces.values()}
    with recording():
        old = [(space, name, space.get(name)) for space in spaces.values() for name in {*space, "float"}]
        new = [(*place, _instead(*place[1:], tape.deciders)) for place in old]
        changed = [place for place in new if place[-1] is not None]
        for space, name, _, other in changed:
            space[name] = other
        try:
            yield
        finally:
            for space, name, value, _ in changed:
                if value is None:
                    del space[name]
                else:
                    space[name] = value


def _instead(name: str, value: Any, deciders: set[str]) -> Any:
    """What stands for a name in the module of a function; None where nothing does."""
    if value is np or value is math:
        return Recorder() if value is np else Formulas()
    if value is float or (name == "float" and value is None):
        return Float
    if isinstance(value, np.ufunc):
        return getattr(Recorder(), value.__name__)
    if isinstance(value, FunctionType):
        return joined_branches(value) if value.__module__ in deciders else None
    is_of_math = callable(value) and type(value).__name__ == "builtin_function_or_method"
    if is_of_math and value.__module__ == "math":
        return INSTEAD.get(value, getattr(Formulas(), value.__name__))
    return None


def _verify(
    tape: Tape, paths: Any, functions: Mapping[str, Law], order: Sequence[int], times: np.ndarray, start: np.ndarray
) -> None:
    """Compare with the functions themselves, along the run and away from its start."""
    random = np.random.default_rng(21)
    for t in np.linspace(times[0], times[-1], INSTANTS):
        x = start + random.normal(size=start.shape) * (0.3 + np.abs(start))
        given = {f"x{k}": float(v) for k, v in enumerate(x)} | {"t": float(t)}
        found = evaluated_at(tape, paths, given)
        wanted = np.array([float(law(float(t), x[list(order)])) for law in functions.values()])
        if found is None or not np.allclose(found, wanted, rtol=SAME, atol=SAME * max(1.0, np.abs(wanted).max())):
            raise NotImplementedError("An input does not give what was recorded of it.")
