"""What the library takes from numpy, for arrays of recorded numbers.

While something is recorded, the modules of the library have this module's `Recorder` under the name ``np``. numpy
itself calculates with arrays of objects; here are the functions that would ask for floats.
"""

# ruff: noqa: D102 (methods do what numpy's functions of the same names do)

import math
from collections.abc import Callable
from functools import reduce
from typing import Any

import numpy as np

from .linear import Linear, concrete, is_recorded
from .number import BINARY, UNARY, Number, pair, select, value_of

__all__ = ["Float", "Formulas", "Recorder", "concrete", "is_recorded", "pair", "select"]

NAMES = {
    "sqrt": "sqrt", "sin": "sin", "cos": "cos", "tan": "tan", "exp": "exp", "log": "log", "arcsin": "asin",
    "arccos": "acos", "arctan": "atan", "sinh": "sinh", "cosh": "cosh", "tanh": "tanh", "abs": "abs", "absolute": "abs",
    "floor": "floor", "ceil": "ceil", "sign": "sign",
}  # fmt: skip
PAIRS = {
    "arctan2": "atan2", "hypot": "hypot", "maximum": "max", "minimum": "min", "fmax": "max", "fmin": "min",
    "remainder": "%",
}  # fmt: skip


def _each(function: Callable, *arrays: Any) -> Any:
    """A function of single numbers for all entries; floats again where nothing is recorded."""
    found = np.frompyfunc(function, len(arrays), 1)(*(np.asarray(a, dtype=object) for a in arrays))
    return found


def _unary(name: str) -> Callable:
    plain = getattr(np, name)

    def function(x: Any, *rest: Any, **options: Any) -> Any:
        if not is_recorded(x):
            return plain(concrete(x), *rest, **options)
        return _each(lambda a: a.unary(NAMES[name]) if isinstance(a, Number) else float(UNARY[NAMES[name]](a)), x)

    return function


def _binary(name: str) -> Callable:
    plain = getattr(np, name)

    def function(a: Any, b: Any, *rest: Any, **options: Any) -> Any:
        if not (is_recorded(a) or is_recorded(b)):
            return plain(concrete(a), concrete(b), *rest, **options)
        return _each(lambda x, y: pair(PAIRS[name], x, y), a, b)

    return function


class Floats(type):
    """Makes `Float` look like float."""

    def __instancecheck__(cls, x: Any) -> bool:
        return isinstance(x, float | Number)


class Float(metaclass=Floats):
    """``float`` that keeps the record of a number; as a dtype it stands for arrays of objects."""

    def __new__(cls, x: Any = 0.0) -> Any:
        if isinstance(x, np.ndarray) and x.size == 1:
            x = x.reshape(-1)[0]
        return x if isinstance(x, Number) else float(x)


FLOATS = (None, float, Float, np.float64)


class Formulas:
    """``math`` for recorded numbers."""

    def __getattr__(self, name: str) -> Any:
        plain = getattr(math, name)
        if name in ("isfinite", "isnan", "isinf"):
            return lambda x: plain(value_of(x))
        if name == "degrees":
            return lambda a: a * (180.0 / math.pi)
        if name in UNARY or name == "fabs":
            what = "abs" if name == "fabs" else name
            return lambda a: a.unary(what) if isinstance(a, Number) else plain(a)
        if name in BINARY:
            return lambda *given: reduce(lambda a, b: pair(name, a, b), given)
        return plain


def _with_at(name: str) -> Any:
    """A function of two arrays that also changes places of one, for whole numbers."""
    function = _binary(name)
    function.at = getattr(np, name).at  # type: ignore[attr-defined]
    return function


class Recorder:
    """Stands for numpy while something is recorded."""

    linalg = Linear()

    def __getattr__(self, name: str) -> Any:
        if name in NAMES:
            return _unary(name)
        if name in PAIRS:
            return _binary(name)
        return getattr(np, name)

    @property
    def minimum(self) -> Any:
        return _with_at("minimum")

    @property
    def maximum(self) -> Any:
        return _with_at("maximum")

    @staticmethod
    def _filled(make: Callable, shape: Any, dtype: Any = None, **options: Any) -> np.ndarray:
        if dtype not in FLOATS:
            return make(shape, dtype=dtype, **options)
        found = np.empty(shape, dtype=object)
        found[...] = 0.0 if make is not np.ones else 1.0
        return found

    def zeros(self, shape: Any, dtype: Any = None) -> np.ndarray:
        return self._filled(np.zeros, shape, dtype)

    empty = zeros

    def ones(self, shape: Any, dtype: Any = None) -> np.ndarray:
        return self._filled(np.ones, shape, dtype)

    @staticmethod
    def eye(n: int) -> np.ndarray:
        return np.eye(n).astype(object)

    def zeros_like(self, x: Any, dtype: Any = None) -> np.ndarray:
        return self.zeros(np.shape(x), dtype)

    empty_like = zeros_like

    def full(self, shape: Any, value: Any, dtype: Any = None) -> np.ndarray:
        if dtype not in FLOATS or isinstance(value, int):
            return np.full(shape, value, dtype=dtype)
        found = self.zeros(shape, dtype)
        found[...] = value
        return found

    @staticmethod
    def array(x: Any, dtype: Any = None, **options: Any) -> np.ndarray:
        if dtype in FLOATS and is_recorded(x):
            dtype = object
        elif dtype is Float:
            dtype = float
        found = np.array(x, dtype=dtype)
        return found

    @staticmethod
    def asarray(x: Any, dtype: Any = None) -> np.ndarray:
        if isinstance(x, np.ndarray) and x.dtype == object and dtype in FLOATS:
            return x
        return Recorder.array(x, dtype)

    ascontiguousarray = asarray

    @staticmethod
    def isfinite(x: Any) -> Any:
        return np.isfinite(concrete(x))

    @staticmethod
    def isinf(x: Any) -> Any:
        return np.isinf(concrete(x))

    @staticmethod
    def isnan(x: Any) -> Any:
        return np.isnan(concrete(x))

    @staticmethod
    def allclose(a: Any, b: Any, **options: Any) -> bool:
        return bool(np.allclose(concrete(a), concrete(b), **options))

    @staticmethod
    def any(x: Any, **options: Any) -> Any:
        return any(bool(entry) for entry in np.asarray(x).flat) if is_recorded(x) else np.any(x, **options)

    @staticmethod
    def where(test: Any, *rest: Any) -> Any:
        if not rest:
            return np.where(test)
        return _each(select, test, *rest)

    @staticmethod
    def clip(x: Any, low: Any, high: Any) -> Any:
        return _each(lambda a: pair("min", pair("max", a, low), high), x)

    @staticmethod
    def unwrap(x: Any, **options: Any) -> Any:
        """Of one instant; the page unwraps along a run."""
        return _each(lambda a: a.tape.operation("unwrap", (a,), a.value) if isinstance(a, Number) else a, x)

    @staticmethod
    def einsum(what: str, *arrays: Any, **options: Any) -> Any:
        return np.einsum(what, *(np.asarray(a, dtype=object) for a in arrays))

    @staticmethod
    def union1d(a: Any, b: Any) -> np.ndarray:
        return np.concatenate([np.asarray(a, dtype=object), np.asarray(b, dtype=object)])

    @staticmethod
    def sort(x: Any) -> np.ndarray:
        """By comparing neighbours, so that the order is part of the program."""
        row = list(x)
        for end in range(len(row), 1, -1):
            for k in range(end - 1):
                row[k], row[k + 1] = pair("min", row[k], row[k + 1]), pair("max", row[k], row[k + 1])
        return np.array(row, dtype=object)
