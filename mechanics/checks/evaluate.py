"""The number that a formula has at a point, to 30 digits and more.

An own mpmath context is used, so that nothing a student sets in `mpmath.mp` changes a verdict. Complex
numbers may occur on the way (``sqrt(phi)**2`` at a negative phi); only the result must be real.
"""

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any, TypeAlias

from mpmath import MPContext  # type: ignore[import-untyped]

from mechanics.formulas.tree import Tree, TreeError, has_floats

__all__ = [
    "DIGITS",
    "LARGEST",
    "LARGEST_RESULT",
    "Number",
    "Undefined",
    "evaluate",
    "number",
    "real_value",
    "settled",
    "text_of",
]

DIGITS = 30
_GUARD = 20
LARGEST_RESULT = 1023  # bits, as in Python's numbers
LARGEST = 20_000  # bits; beyond it numbers are refused, before they take time or memory

Number: TypeAlias = Any
"""An mpf of this module's context, in between also an mpc; mpmath has no types to name."""

mp = MPContext()
mp.dps = DIGITS + _GUARD
_EPSILON = mp.mpf(10) ** -(DIGITS + _GUARD // 2)
_ROUNDED = mp.mpf(10) ** -14  # of sums that contain Python's numbers
_SURELY = mp.mpf(10) ** -15  # more than terms of any size in mechanics leave
_OF_SIZE_ONE = ("sin", "cos", "tan", "cot", "asin", "acos", "atan", "atan2")


class Undefined(ArithmeticError):
    """The formula has no real, finite value at this point."""


def number(value: float | str) -> Number:
    """A number of this module's mpmath context.

    Parameters
    ----------
    value : int, float or str
        Decimal text keeps all its digits.
    """
    return _number_of(value) if type(value) is str else mp.mpf(value)


@lru_cache(maxsize=1 << 14)
def _number_of(text: str) -> Any:
    """Cached: keys hold their points and values as text, and are used more than once."""
    return mp.mpf(text)


def text_of(value: Number, digits: int = DIGITS) -> str:
    """Decimal text of a number, the same in every process.

    Parameters
    ----------
    value : mpf
        The number.
    digits : int
        Significant digits.
    """
    return str(mp.nstr(value, digits, strip_zeros=True, min_fixed=-6, max_fixed=15))


def real_value(tree: Tree, point: Mapping[str, Number]) -> Number:
    """Real value of a formula at a point.

    Parameters
    ----------
    tree : Tree
        The formula.
    point : mapping
        Numbers by name.

    Raises
    ------
    Undefined
        If it is singular, complex or too large there.
    """
    value = evaluate(tree, point)
    if isinstance(value, mp.mpc):
        if abs(value.imag) > (_ROUNDED if has_floats(tree) else _EPSILON) * max(abs(value.real), 1):
            raise Undefined("complex")
        value = value.real
    if not mp.isfinite(value) or mp.mag(value) > LARGEST_RESULT:
        raise Undefined("not finite")
    return value


def settled(tree: Tree, point: Mapping[str, Number], value: Number) -> Number:
    """Zero where a value is nothing but the rounding errors of terms that cancel, as in ``sin(x)**2 + cos(x)**2 - 1``.

    Parameters
    ----------
    tree : Tree
        A formula.
    point : mapping
        Numbers by name.
    value : mpf
        Its value there.
    """
    rounded = has_floats(tree)
    if value == 0 or (abs(value) > _SURELY and not rounded):
        return value
    limit = _ROUNDED if rounded else _EPSILON
    return mp.zero if abs(value) <= limit * _size(tree, point) else value


def _size(tree: Tree, point: Mapping[str, Number]) -> Number:
    """The value that a formula would have if nothing in it cancelled."""
    if type(tree) is list and tree[0] == "+":
        return sum((_size(term, point) for term in tree[1:]), mp.zero)
    if type(tree) is list and tree[0] == "*":
        return _product(*(_size(factor, point) for factor in tree[1:]))
    size = abs(evaluate(tree, point))
    return max(size, 1) if type(tree) is list and tree[0] in _OF_SIZE_ONE else size


def evaluate(tree: Tree, point: Mapping[str, Number]) -> Number:
    """Real or complex value of a formula at a point.

    Parameters
    ----------
    tree : Tree
        The formula.
    point : mapping
        Numbers by name.

    Raises
    ------
    Undefined
        If it is singular or too large there.
    """
    try:
        return _value(tree, point)
    except (ZeroDivisionError, OverflowError, ValueError, TypeError, mp.NoConvergence):
        pass
    raise Undefined("singular")


def _value(tree: Tree, point: Mapping[str, Any]) -> Any:
    if type(tree) is str:
        return mp.pi() if tree == "pi" else point[tree]
    if type(tree) is not list:
        return mp.mpf(tree)
    head = tree[0]
    if head in _LEAVES:
        return _LEAVES[head](tree)
    arguments = [_value(argument, point) for argument in tree[1:]]
    return _OPERATIONS[head](*arguments)


def _error(tree: Tree) -> Any:
    raise TreeError(f"the formula contains {tree[1]}")


def _sum(*terms: Any) -> Any:
    return sum(terms, mp.zero)


def _product(*factors: Any) -> Any:
    result = mp.one
    for factor in factors:
        result = result * factor
    return result


def _bits(value: Any) -> Any:
    return abs(mp.mag(value)) if value != 0 else 0


def _power(base: Any, exponent: Any) -> Any:
    if abs(exponent) * (_bits(base) + 1) > LARGEST:
        raise Undefined("too large")
    if base == 0 and not (isinstance(exponent, mp.mpf) and exponent >= 0):
        raise Undefined("singular")
    return mp.power(base, exponent)


def _bounded(function: Callable[..., Any], largest: int = LARGEST) -> Callable[..., Any]:
    def bounded(argument: Any) -> Any:
        if abs(argument) > largest and not (function in _PERIODIC and _bits(argument) < 2000 and argument.imag == 0):
            raise Undefined("too large")
        return function(argument)

    return bounded


def _log(argument: Any) -> Any:
    if argument == 0:
        raise Undefined("singular")
    return mp.log(argument)


def _atan2(y: Any, x: Any) -> Any:
    if isinstance(y, mp.mpc) or isinstance(x, mp.mpc) or x == y == 0:
        raise Undefined("no angle")
    return mp.atan2(y, x)


_PERIODIC = (mp.sin, mp.cos, mp.tan, mp.cot, mp.sec, mp.csc)
_EXPONENTIAL = ("exp", "sinh", "cosh", "tanh", "coth", "sech", "csch")
_OTHERS = (
    *("asin", "acos", "atan", "acot", "asec", "acsc", "asinh", "acosh", "atanh", "acoth", "asech", "acsch"),
    *("sqrt", "sign"),
)
_LEAVES: dict[str, Callable[[Tree], Any]] = {
    "rat": lambda tree: mp.mpf(tree[1]) / mp.mpf(tree[2]),
    "num": lambda tree: mp.mpf(tree[1]),
    "error": _error,
}
_OPERATIONS: dict[str, Callable[..., Any]] = {
    "+": _sum,
    "*": _product,
    "^": _power,
    **{name: _bounded(getattr(mp, name)) for name in ("sin", "cos", "tan", "cot", "sec", "csc", *_EXPONENTIAL)},
    **{name: getattr(mp, name) for name in _OTHERS},
    "Abs": mp.fabs,
    "log": _log,
    "atan2": _atan2,
}
