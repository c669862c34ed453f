"""Matrices given by a user: checked once, then sympy for symbols and numpy for numbers."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import sympy as sp

from ..aliases import Matrix, Vector
from ..checking import column as as_column
from ..checking import matrix
from ..model import ModelError

__all__ = ["column", "is_numeric", "is_zero", "names_of", "numbers", "solved", "square", "symmetric"]


def square(value: Matrix, name: str, size: int | None = None) -> sp.ImmutableMatrix:
    """A square matrix of symbols or finite numbers.

    Parameters
    ----------
    value : array_like, shape (n, n)
        Matrix.
    name : str
        What the message calls it.
    size : int, optional
        Number of rows, if it is fixed.

    Returns
    -------
    ImmutableMatrix, shape (n, n)

    Raises
    ------
    ModelError
        If it is anything else.
    """
    matrix = _matrix(value, name)
    if matrix.rows != matrix.cols or size not in (None, matrix.rows):
        wanted = "a square matrix" if size is None else f"a {size}x{size} matrix"
        raise ModelError(f"{name} must be {wanted}; got {matrix.rows}x{matrix.cols}.")
    return matrix


def symmetric(value: Matrix, name: str) -> sp.ImmutableMatrix:
    """A square matrix that equals its transpose; numbers up to rounding.

    Parameters
    ----------
    value : array_like, shape (n, n)
        Matrix.
    name : str
        What the message calls it.

    Returns
    -------
    ImmutableMatrix, shape (n, n)

    Raises
    ------
    ModelError
        If it is anything else.
    """
    matrix = square(value, name)
    if is_numeric(matrix):
        entries = numbers(matrix, name)
        is_symmetric = np.allclose(entries, entries.T, rtol=1e-9, atol=1e-9 * np.abs(entries).max(initial=0.0))
    else:
        is_symmetric = (matrix - matrix.T).applyfunc(sp.expand) == sp.zeros(*matrix.shape)
    if not is_symmetric:
        raise ModelError(
            f"{name} must be symmetric, but {matrix.tolist()} is not; a quadratic form depends only on the symmetric "
            "part (A + A.T)/2, so pass that."
        )
    return matrix


def column(value: Vector | Matrix, name: str, size: int) -> sp.ImmutableMatrix:
    """A column from a list, an array or a matrix.

    Parameters
    ----------
    value : array_like, shape (n,)
        Entries.
    name : str
        What the message calls it.
    size : int
        Number n of entries.

    Returns
    -------
    ImmutableMatrix, shape (n, 1)

    Raises
    ------
    ModelError
        If it is anything else.
    """
    if np.ndim(value) == 2 and 1 in np.shape(value):  # a column, or a row
        value = list(sp.ImmutableMatrix(value))
    return as_column(value, name, (size,))


def is_numeric(matrix: Matrix) -> bool:
    """Whether there is no symbol in a matrix.

    Parameters
    ----------
    matrix : array_like
        Symbols or numbers.

    Returns
    -------
    bool
    """
    return not sp.ImmutableMatrix(matrix).free_symbols


def numbers(matrix: sp.MatrixBase, name: str) -> np.ndarray:
    """A matrix as an array of floats.

    Parameters
    ----------
    matrix : Matrix, shape (m, n)
        Matrix without symbols.
    name : str
        What the message calls it.

    Returns
    -------
    ndarray, shape (m, n)

    Raises
    ------
    ModelError
        If there are symbols in it; the message names them.
    """
    left = sorted(map(str, sp.ImmutableMatrix(matrix).free_symbols))
    if left:
        raise ModelError(
            f"{name} still contains the symbols {', '.join(left)}; put in numbers with .with_values({left[0]}=...)."
        )
    return np.array(sp.ImmutableMatrix(matrix).tolist(), dtype=float).reshape(matrix.shape)


def _matrix(value: Any, name: str) -> sp.ImmutableMatrix:
    return matrix(value, name)


def names_of(given: Sequence[str], letter: str, count: int) -> tuple[str, ...]:
    """As many different names as needed: those given, or letter1, letter2, ...

    Parameters
    ----------
    given : sequence of str
        Names, or none.
    letter : str
        Beginning of the names.
    count : int
        How many are needed.

    Returns
    -------
    tuple of str

    Raises
    ------
    ModelError
        If there is another number of names, or one appears twice.
    """
    names = tuple(given) or tuple(f"{letter}{i + 1}" for i in range(count))
    if len(names) != count or len(set(names)) != count:
        raise ModelError(f"{count} different names were expected; got {', '.join(map(str, names))}.")
    return names


def is_zero(entry: sp.Expr, matrix: sp.ImmutableMatrix) -> bool | None:
    """Zero up to rounding in a matrix of numbers, exactly zero in one of symbols.

    Parameters
    ----------
    entry : Expr
        Entry.
    matrix : ImmutableMatrix
        Matrix whose size decides on rounding.

    Returns
    -------
    bool or None
        None if it is not known.
    """
    if matrix.free_symbols:
        return sp.cancel(entry).is_zero
    scale = max((abs(float(x)) for x in matrix), default=0.0)
    return abs(float(entry)) <= 1e-12 * scale


def solved(K: sp.ImmutableMatrix, load: sp.ImmutableMatrix) -> sp.ImmutableMatrix:
    """K⁻¹ load for a regular K: by elimination for numbers, by Cramer's rule for symbols, whose results are shorter.

    Parameters
    ----------
    K : ImmutableMatrix, shape (n, n)
        Regular matrix.
    load : ImmutableMatrix, shape (n, 1)
        Right-hand side.

    Returns
    -------
    ImmutableMatrix, shape (n, 1)
    """
    return K.LUsolve(load) if is_numeric(K) else K.adjugate() * load / sp.expand(K.det())
