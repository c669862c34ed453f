"""Numbers that remember how they were computed.

A `Number` has the value of the present computation and its place on a `Tape`: the operation that made it. What a
function of Python does with such numbers is a program, which `script` writes as JavaScript. Equal operations are
recorded once, and what needs no recorded number is computed at once.
"""

# ruff: noqa: D102 (methods with the names of numpy's functions, which numpy calls)

import sys
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

__all__ = ["Number", "Tape", "Truth", "pair", "select", "value_of"]

Plain = (int, float, np.floating, np.integer, np.bool_)

UNARY: dict[str, Callable[[float], float]] = {
    "neg": lambda a: -a, "sqrt": np.sqrt, "sin": np.sin, "cos": np.cos, "tan": np.tan, "exp": np.exp, "log": np.log,
    "asin": np.arcsin, "acos": np.arccos, "atan": np.arctan, "sinh": np.sinh, "cosh": np.cosh, "tanh": np.tanh,
    "abs": abs, "floor": np.floor, "ceil": np.ceil, "sign": np.sign,
}  # fmt: skip
BINARY: dict[str, Callable[[float, float], float]] = {
    "+": lambda a, b: a + b, "-": lambda a, b: a - b, "*": lambda a, b: a * b, "/": lambda a, b: np.divide(a, b),
    "pow": lambda a, b: np.float64(a) ** b, "atan2": np.arctan2, "hypot": np.hypot, "max": np.fmax, "min": np.fmin,
    "%": np.remainder,
}  # fmt: skip
COMPARED: dict[str, Callable[[float, float], bool]] = {
    "<": lambda a, b: a < b, "<=": lambda a, b: a <= b, "==": lambda a, b: a == b,
}  # fmt: skip

# Where a decision of Python's code is part of the model; elsewhere checks of what was given decide by present values.
MODELS = ("mechanics.systems", "mechanics.demonstrations", "mechanics.multibody.elements", "__main__")

_OF_ARRAYS = {"shape", "ndim", "size", "dtype", "sum", "max", "min", "ravel", "reshape", "copy", "astype", "item"}


class Tape:
    """Operations in the order of their first use.

    Attributes
    ----------
    rows : list of tuple
        Name of the operation and its arguments: places of earlier ones, or constants as text.
    levels : list of int
        0 for what depends on constants alone, 1 for the rest.
    decide : callable or None
        Called with a `Truth` that the code of a model asks for; returns whether it shall hold.
    deciders : set of str
        Names of further modules whose decisions are part of the model.
    subprograms : list of Subprogram
        Parts that are repeated.
    """

    def __init__(self) -> None:
        self.rows: list[tuple[Any, ...]] = []
        self.levels: list[int] = []
        self.values: list[float] = []
        self._places: dict[tuple[Any, ...], int] = {}
        self.decide: Callable[[Truth], bool] | None = None
        self.switches: set[int] = set()
        self.deciders: set[str] = set()
        self.subprograms: list[Any] = []

    def input(self, name: str, value: float, level: int) -> "Number":
        """A number that is given.

        Parameters
        ----------
        name : str
            What it is called in the program.
        value : float
            Its present value.
        level : int
            0 for a constant.
        """
        return self._number(("input", name), float(value), level)

    def operation(self, name: str, arguments: Sequence[Any], value: float) -> "Number":
        """The result of an operation.

        Parameters
        ----------
        name : str
            Its name.
        arguments : sequence of Number, Truth, float or str
            What it works on.
        value : float
            Present value of the result.
        """
        row: list[Any] = [name]
        level = 0
        for a in arguments:
            row.append(a.key if isinstance(a, Truth) else _part(a))
            if isinstance(a, (Number, Truth)) and a.level > level:
                level = a.level
        return self._number(tuple(row), value, level)

    def _number(self, row: tuple[Any, ...], value: float, level: int) -> "Number":
        place = self._places.get(row)
        if place is None:
            place = self._places[row] = len(self.rows)
            self.rows.append(row)
            self.levels.append(level)
            self.values.append(value)
        return Number(self, place, float(value))


class Number:
    """A number with its place on a tape; calculates like a float, also in numpy's arrays of objects."""

    __slots__ = ("place", "tape", "value")

    def __init__(self, tape: Tape, place: int, value: float):
        self.tape, self.place, self.value = tape, place, value

    @property
    def level(self) -> int:
        """0 where it depends on constants alone."""
        return self.tape.levels[self.place]

    def __repr__(self) -> str:
        return f"Number({self.value!r})"

    def __format__(self, how: str) -> str:
        return f"\0{self.place}:{how}\0"

    def __float__(self) -> float:
        raise TypeError("A recorded number would lose its record as a float.")

    def __hash__(self) -> int:
        return hash(self.place)

    def _is_any(self) -> bool:
        """Whether it is not zero; a parameter is taken for something, unless it is a switch."""
        if self.tape.rows[self.place][0] == "input" and self.level == 0 and self.place not in self.tape.switches:
            return True
        return bool(~(self == 0.0))

    def unary(self, name: str) -> "Number":
        """A function of it, by its name in `UNARY`."""
        with np.errstate(all="ignore"):
            return self.tape.operation(name, (self,), float(UNARY[name](self.value)))

    def binary(self, name: str, a: Any, b: Any) -> Any:
        """A function of two numbers, of which it is one, by its name in `BINARY`."""
        if not (isinstance(a, Numbers) and isinstance(b, Numbers)):
            return NotImplemented
        known = _simpler(name, a, b)
        if known is not None:
            return known
        x, y = value_of(a), value_of(b)
        if name in "+-*":  # of floats, which need not be told to be quiet
            return self.tape.operation(name, (a, b), BINARY[name](x, y))
        with np.errstate(all="ignore"):
            return self.tape.operation(name, (a, b), float(BINARY[name](x, y)))

    def _compared(self, name: str, a: Any, b: Any) -> Any:
        if not (isinstance(a, Numbers) and isinstance(b, Numbers)):
            return NotImplemented
        parts = (_part(a), _part(b))
        level = max(x.level for x in (a, b) if isinstance(x, Number))
        return Truth(self.tape, (name, *parts), bool(COMPARED[name](value_of(a), value_of(b))), level)

    # fmt: off
    def __add__(self, b: Any) -> Any: return self.binary("+", self, b)
    def __radd__(self, a: Any) -> Any: return self.binary("+", a, self)
    def __sub__(self, b: Any) -> Any: return self.binary("-", self, b)
    def __rsub__(self, a: Any) -> Any: return self.binary("-", a, self)
    def __mul__(self, b: Any) -> Any: return self.binary("*", self, b)
    def __rmul__(self, a: Any) -> Any: return self.binary("*", a, self)
    def __truediv__(self, b: Any) -> Any: return self.binary("/", self, b)
    def __rtruediv__(self, a: Any) -> Any: return self.binary("/", a, self)
    def __mod__(self, b: Any) -> Any: return self.binary("%", self, b)
    def __rmod__(self, a: Any) -> Any: return self.binary("%", a, self)
    def __lt__(self, b: Any) -> Any: return self._compared("<", self, b)
    def __gt__(self, b: Any) -> Any: return self._compared("<", b, self)
    def __le__(self, b: Any) -> Any: return self._compared("<=", self, b)
    def __ge__(self, b: Any) -> Any: return self._compared("<=", b, self)
    def __eq__(self, b: Any) -> Any: return self._compared("==", self, b)
    def __ne__(self, b: Any) -> Any: return ~self._compared("==", self, b)
    def __neg__(self) -> "Number": return self.unary("neg")
    def __pos__(self) -> "Number": return self
    def __abs__(self) -> "Number": return self.unary("abs")
    def __bool__(self) -> bool: return self._is_any()
    def conjugate(self) -> "Number": return self
    def sqrt(self) -> "Number": return self.unary("sqrt")
    # fmt: on

    def __pow__(self, b: Any) -> Any:
        if isinstance(b, Plain) and float(b) == 0.5:
            return self.unary("sqrt")
        exponent = float(b) if isinstance(b, Plain) else 0.0
        if exponent.is_integer() and 0 < abs(exponent) <= 4:
            power = self
            for _ in range(int(abs(exponent)) - 1):
                power = power * self
            return power if exponent > 0 else 1.0 / power
        return self.binary("pow", self, b)

    def __rpow__(self, a: Any) -> Any:
        return self.binary("pow", a, self)

    __iter__ = None  # a number, although it can be indexed as numpy's scalars can

    def _array(self) -> np.ndarray:
        """As an array without axes, which numpy makes a number of wherever it can."""
        found = np.empty((), dtype=object)
        found[()] = self
        return found

    def __getitem__(self, key: Any) -> Any:
        return self._array()[key]

    def __getattr__(self, name: str) -> Any:
        if name in ("real", "T"):
            return self
        if name in _OF_ARRAYS:
            return getattr(self._array(), name)
        raise AttributeError(name)


Numbers = (Number, *Plain)


class Truth:
    """Whether something holds, of recorded numbers; asked for by the code of a model it is a branch of the program."""

    __slots__ = ("holds", "key", "level", "tape")

    def __init__(self, tape: Tape, key: tuple[Any, ...], holds: bool, level: int):
        self.tape, self.key, self.holds, self.level = tape, key, holds, level

    def __bool__(self) -> bool:
        frame = sys._getframe(1)
        while frame.f_globals.get("__name__") == __name__ and frame.f_back:
            frame = frame.f_back
        module = str(frame.f_globals.get("__name__"))
        deciding = module.startswith(MODELS) or module in self.tape.deciders
        return self.tape.decide(self) if deciding and self.tape.decide else self.holds

    def _number(self) -> Number:
        return self.tape.operation("?", (self, 1.0, 0.0), float(self.holds))

    # fmt: off
    def __add__(self, b: Any) -> Any: return self._number() + _counted(b)
    def __mul__(self, b: Any) -> Any: return self._number() * _counted(b)
    def __sub__(self, b: Any) -> Any: return self._number() - _counted(b)
    def __rsub__(self, a: Any) -> Any: return _counted(a) - self._number()
    def __and__(self, b: Any) -> Any: return self._number() * _counted(b) > 0.5
    def __or__(self, b: Any) -> Any: return self._number() + _counted(b) > 0.5
    def __invert__(self) -> Any: return self._number() < 0.5
    __radd__, __rmul__, __rand__, __ror__ = __add__, __mul__, __and__, __or__
    # fmt: on


def _counted(x: Any) -> Any:
    return x._number() if isinstance(x, Truth) else float(x) if isinstance(x, bool | np.bool_) else x


def value_of(x: Any) -> float:
    """The present value of a number, recorded or not."""
    return x.value if isinstance(x, Number) else float(x)


def pair(name: str, a: Any, b: Any) -> Any:
    """A function of two single numbers, recorded or not."""
    recorded = a if isinstance(a, Number) else b if isinstance(b, Number) else None
    return float(BINARY[name](a, b)) if recorded is None else recorded.binary(name, a, b)


def select(test: Any, a: Any, b: Any) -> Any:
    """One of two single numbers, as a part of the program."""
    if not isinstance(test, Truth):
        return a if test else b
    chosen = a if test.holds else b
    return test.tape.operation("?", (test, a, b), value_of(chosen))


def _part(x: Any) -> int | str:
    """The place of a number, or a constant as text: an integer would equal a float."""
    return x.place if isinstance(x, Number) else x if isinstance(x, str) else repr(float(x))


def _simpler(name: str, a: Any, b: Any) -> Any:
    """What an operation with 0, 1 or -1 gives, where nothing needs to be computed."""
    is_first = not isinstance(a, Number)
    if not is_first and isinstance(b, Number):
        return None
    constant, x = (a, b) if is_first else (b, a)
    if name == "*":
        return 0.0 if constant == 0 else x if constant == 1 else -x if constant == -1 else None
    if constant == 0 and name in "+-":
        return -x if is_first and name == "-" else x
    if name == "/" and constant == (0 if is_first else 1):
        return 0.0 if is_first else x
    return None
