"""Solvers of linear systems for numbers that know their formulas: the system is stored, and symbols are its solution.

A function that returns ``solve(A, b)`` mixes every mistake in A and b into all it returns. The rows of the system do
not: each can be judged by itself, because the right result has to fulfil it.
"""

import contextlib
import sys
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

__all__ = ["System", "caught", "replaced"]

_METHODS = ("LUsolve", "LDLsolve", "QRsolve", "cholesky_solve", "solve")


class System(NamedTuple):
    """A linear system as it was handed to a solver.

    Attributes
    ----------
    matrix : list of list
        Coefficients, row by row.
    right : list
        Right sides.
    """

    matrix: list[list[Any]]
    right: list[Any]


class _Inverse:
    """The inverse of a matrix, which is only good for being multiplied by the right sides."""

    def __init__(self, times: Callable[[Any], Any]) -> None:
        self.dot = times

    def __matmul__(self, right: Any) -> Any:
        return self.dot(right)

    __mul__ = __matmul__


@contextlib.contextmanager
def replaced(function: Any, changes: Sequence[tuple[Any, str, Any]]) -> Iterator[None]:
    """For a while, other attributes of modules and classes, also where a function's module imported them by name.

    Parameters
    ----------
    function : callable
        Of the student.
    changes : sequence of tuple
        Owner, name of the attribute and what stands in its place.
    """
    before = [(owner, name, getattr(owner, name)) for owner, name, _ in changes]
    new = {id(old): change for (_, _, old), (_, _, change) in zip(before, changes, strict=True)}
    names = getattr(function, "__globals__", {})
    imported = {name: value for name, value in list(names.items()) if id(value) in new}
    try:
        for owner, name, change in changes:
            setattr(owner, name, change)
        names.update((name, new[id(value)]) for name, value in imported.items())
        yield
    finally:
        for owner, name, old in before:
            setattr(owner, name, old)
        names.update(imported)


@contextlib.contextmanager
def caught(
    function: Any, is_symbol: Callable[[Any], bool], unknown: Callable[[int, float], Any]
) -> Iterator[list[System]]:
    """Store each linear system with symbols that numpy or sympy is asked to solve.

    Parameters
    ----------
    function : callable
        Of the student.
    is_symbol : callable
        Whether an entry of a matrix is no plain number.
    unknown : callable
        Makes the symbol of an unknown from its index and its value.

    Yields
    ------
    list of System
        Filled while the function runs.
    """
    found: list[System] = []
    loaded = [name for name in ("numpy", "sympy") if name in sys.modules]
    ways = {"numpy": _of_numpy, "sympy": _of_sympy}
    changes = [change for name in loaded for change in ways[name](found, is_symbol, unknown)]
    with replaced(function, changes):
        yield found


def _of_numpy(found: list[System], is_symbol: Callable[..., bool], unknown: Callable[..., Any]) -> Iterator[Any]:
    import numpy

    plain, plain_inverse = numpy.linalg.solve, numpy.linalg.inv

    def solve(a: Any, b: Any) -> Any:
        a, b = numpy.asarray(a), numpy.asarray(b)
        if a.ndim != 2 or b.size != len(a) or not any(map(is_symbol, (*a.flat, *b.flat))):
            return plain(a, b)
        found.append(System(a.tolist(), b.ravel().tolist()))
        values = plain(a.astype(float), b.astype(float).ravel())
        return numpy.array([unknown(*pair) for pair in enumerate(values)], dtype=object).reshape(b.shape)

    def inverse(a: Any) -> Any:
        a = numpy.asarray(a)
        return _Inverse(lambda b: solve(a, b)) if any(map(is_symbol, a.flat)) else plain_inverse(a)

    yield from ((numpy.linalg, "solve", solve), (numpy.linalg, "inv", inverse))


def _of_sympy(found: list[System], is_symbol: Callable[..., bool], unknown: Callable[..., Any]) -> Iterator[Any]:
    import sympy

    def stored(plain: Callable[..., Any]) -> Callable[..., Any]:
        def solve(a: Any, b: Any, *rest: Any, **more: Any) -> Any:
            if b.shape != (a.rows, 1) or not any(map(is_symbol, (*a, *b))):
                return plain(a, b, *rest, **more)
            found.append(System(a.tolist(), list(b)))
            return sympy.Matrix([unknown(index, float("nan")) for index in range(a.rows)])

        return solve

    plain_inverse = sympy.MatrixBase.inv

    def inverse(a: Any, *rest: Any, **more: Any) -> Any:
        return _Inverse(a.LUsolve) if any(map(is_symbol, a)) else plain_inverse(a, *rest, **more)

    for name in _METHODS:
        yield sympy.MatrixBase, name, stored(getattr(sympy.MatrixBase, name))
    yield sympy.MatrixBase, "inv", inverse
