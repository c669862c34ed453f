"""Expressions evaluated at given values: other symbols, functions of time, numbers, arrays of numbers."""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import sympy as sp
from numpy.typing import ArrayLike

from .. import checking
from ..aliases import Vector
from ..bridge import to_engine
from ..codegen import Program
from ..model import ModelError, t

__all__ = ["Evaluator", "is_symbolic", "rates_of"]


def is_symbolic(values: Any) -> bool:
    """Whether there is a sympy object among the values; numbers of Python and numpy do not count.

    Parameters
    ----------
    values : Any
        Value, matrix, array or sequence.

    Returns
    -------
    bool
    """
    if isinstance(values, sp.Basic | sp.MatrixBase):
        return True
    if isinstance(values, str) or (isinstance(values, np.ndarray) and values.dtype != object):
        return False
    return any(is_symbolic(x) for x in values) if isinstance(values, Sequence | np.ndarray) else False


def rates_of(q: Vector, *rates: Vector | None) -> tuple[Vector, ...]:
    """Coordinates and their rates; a rate that is None is the time derivative of the one before.

    Parameters
    ----------
    q : array_like, shape (..., n)
        Coordinates.
    *rates : array_like or None, shape (..., n)
        Their rates, in order.

    Returns
    -------
    tuple of array_like

    Raises
    ------
    ModelError
        If a rate of numbers is missing.
    """
    found = [q]
    for order, rate in enumerate(rates):
        if rate is None and not is_symbolic(found[-1]):
            raise ModelError(
                f"q{'_' + 'd' * (order + 1)} is missing: numbers have no time derivative. Give the rates as well, or "
                "functions of time as coordinates."
            )
        found.append(sp.Matrix(list(found[-1])).diff(t) if rate is None else rate)
    return tuple(found)


class Evaluator:
    """Matrices of expressions in given symbols, at values for these symbols.

    Parameters
    ----------
    symbols : sequence of Symbol
        Symbols of the coordinates, of their rates, of their second rates.
    """

    def __init__(self, symbols: Sequence[sp.Symbol]):
        self.symbols = tuple(symbols)
        self.size = len(self.symbols) // 3
        self._functions: dict[Any, Callable] = {}

    def __call__(self, matrix: sp.MatrixBase, *values: Any) -> Any:
        """The matrix at the values of q, q_d, q_dd, as many as are given; a single column as a vector."""
        matrix = matrix.as_immutable()
        if any(is_symbolic(v) for v in values):
            flat = [x for v in values for x in self.column(v)]
            return self._exact(matrix, flat)
        arrays = np.broadcast_arrays(*(self.array(v) for v in values))
        flat = [a[..., i] for a in arrays for i in range(self.size)]
        result = self._numbers(matrix, flat)
        return result[..., 0] if matrix.cols == 1 else result

    def column(self, values: Vector) -> sp.Matrix:
        """A value for each coordinate as a column of expressions.

        Parameters
        ----------
        values : array_like, shape (n,)
            A value for each coordinate.

        Returns
        -------
        Matrix, shape (n, 1)

        Raises
        ------
        ModelError
            If there is another number of values.
        """
        try:
            return checking.column(values, "The coordinates", (self.size,))
        except ModelError:
            raise ModelError(self._expected(values)) from None

    def array(self, values: ArrayLike) -> np.ndarray:
        """A value for each coordinate as an array of finite numbers.

        Parameters
        ----------
        values : array_like, shape (..., n)
            Values.

        Returns
        -------
        ndarray, shape (..., n)

        Raises
        ------
        ModelError
            If there is another number of values, or one is not finite.
        """
        try:
            return checking.array(values, "The coordinates", (..., self.size))
        except ModelError:
            raise ModelError(self._expected(values)) from None

    def _exact(self, matrix: sp.ImmutableMatrix, flat: list[sp.Expr]) -> sp.Matrix:
        found = sp.Matrix(matrix.xreplace(dict(zip(self.symbols, flat, strict=False))))
        if found.has(sp.zoo, sp.nan):
            raise ModelError(self._singular(flat))
        return found

    def _singular(self, values: Sequence[Any]) -> str:
        point = ", ".join(f"{s.name} = {x}" for s, x in zip(self.symbols[: self.size], values, strict=False))
        return (
            f"The coordinates are singular at {point}: there the tangent vectors do not span all directions. "
            "Choose another point, or coordinates that are regular there."
        )

    def _expected(self, values: Any) -> str:
        names = ", ".join(s.name for s in self.symbols[: self.size])
        return f"{self.size} finite numbers or expressions were expected, in the order {names}; got {values!r}."

    def _numbers(self, matrix: sp.ImmutableMatrix, flat: list[np.ndarray]) -> np.ndarray:
        if unknown := matrix.free_symbols - set(self.symbols):
            names = ", ".join(sorted(s.name for s in unknown))
            raise ModelError(f"The coordinates have no numbers for {names}: build them with numbers in their place.")
        if matrix not in self._functions:
            arguments = tuple(s.name for s in self.symbols)
            program = Program(arguments, (), tuple(to_engine(x) for x in matrix.flat()))
            self._functions[matrix] = program.make((), "numpy")
        missing = [np.zeros(())] * (len(self.symbols) - len(flat))
        with np.errstate(all="ignore"):  # a singular point has a message of its own
            entries = self._functions[matrix](*flat, *missing)
        result = np.stack(np.broadcast_arrays(*entries, flat[0])[:-1], axis=-1).reshape(*flat[0].shape, *matrix.shape)
        if not np.isfinite(result).all():
            where = tuple(np.argwhere(~np.isfinite(result).all(axis=(-2, -1)))[0])
            raise ModelError(self._singular([f"{a[where]:g}" for a in flat]))
        return result
