"""Functions of the state that branch, as one value: where they decide, the program selects.

A branch doubles all that follows it. So the functions in which a model decides by its state - the law of a contact, a
bump in a road, a torque with jumps - are followed on each of their ways by themselves, and their results are joined.
"""

from collections.abc import Callable
from functools import wraps
from types import FunctionType
from typing import Any

import numpy as np

from ...model import ModelError, SimulationError
from .arrays import select
from .number import Number, Plain, Truth

__all__ = ["chosen", "joined_branches"]

SINGLE = (Number, Truth, *Plain)
MOST = 32  # ways through one function


class _Unlike(Exception):
    """Results that cannot be joined."""


def joined_branches(function: Callable) -> Callable:
    """The function with its branches joined, where it is called with recorded numbers.

    Parameters
    ----------
    function : callable
        Any; what it returns otherwise stays as it is, and functions that it returns are treated in the same way.
    """

    @wraps(function)
    def joined(*given: Any, **options: Any) -> Any:
        tape = next((tape for value in given if (tape := _tape_of(value)) is not None), None)
        outer = tape.decide if tape else None
        if tape is None or outer is None:
            return _also_joined(function(*given, **options))
        try:
            return _also_joined(_ways(tape, lambda: function(*given, **options), []))
        except (_Unlike, ModelError, SimulationError):
            tape.decide = outer
            return _also_joined(function(*given, **options))
        finally:
            tape.decide = outer

    joined.is_joined = True  # type: ignore[attr-defined]
    return joined


def _also_joined(found: Any) -> Any:
    """What a function returns; another function in the same way."""
    return joined_branches(found) if isinstance(found, FunctionType) else found


def _ways(tape: Any, run: Callable[[], Any], made: list[tuple[Any, bool]]) -> Any:
    """The joined result of all ways that begin with the decisions made."""
    asked: list[Truth] = []
    known = list(made)

    def decide(truth: Truth) -> bool:
        for key, decided in known:
            if key == truth.key:
                return decided
        asked.append(truth)
        known.append((truth.key, truth.holds))
        return truth.holds

    tape.decide = decide
    if len(made) > MOST:
        raise _Unlike
    result = run()
    for k in range(len(asked) - 1, -1, -1):
        truth = asked[k]
        before = known[: len(made) + k]
        other = _ways(tape, run, [*before, (truth.key, not truth.holds)])
        result = chosen(truth, *((result, other) if truth.holds else (other, result)))
    return result


def chosen(truth: Any, a: Any, b: Any) -> Any:
    """One of two results of the same form, chosen number by number in the program.

    Parameters
    ----------
    truth : Truth or bool
        Whether it is the first one.
    a, b : number, or tuple, list or array of numbers
        The results.
    """
    if isinstance(a, SINGLE) and isinstance(b, SINGLE):
        a, b = (select(x, 1.0, 0.0) if isinstance(x, Truth) else x for x in (a, b))
        both = isinstance(a, Number) + isinstance(b, Number)
        same = a.place == b.place if both == 2 else both == 0 and a == b
        return a if same else select(truth, a, b)
    if isinstance(a, tuple | list) and type(a) is type(b) and len(a) == len(b):
        make = getattr(type(a), "_make", type(a))  # of a named tuple
        return make(chosen(truth, *pair) for pair in zip(a, b, strict=True))
    if isinstance(a, np.ndarray) and np.shape(a) == np.shape(b):
        found = np.empty(a.shape, dtype=object)
        for place in np.ndindex(a.shape):
            found[place] = chosen(truth, a[place], np.asarray(b)[place])
        return found
    raise _Unlike


def _tape_of(value: Any) -> Any:
    """The tape of a number, or of an array with one."""
    if isinstance(value, Number):
        return value.tape
    if isinstance(value, np.ndarray) and value.dtype == object:
        return next((x.tape for x in value.flat if isinstance(x, Number)), None)
    return None
