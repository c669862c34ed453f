"""Is a symmetric matrix positive definite? By Sylvester's minors for symbols, by eigenvalues for numbers."""

from itertools import combinations
from typing import Any

import numpy as np
import sympy as sp

from ..aliases import Matrix, Vector
from ..checking import array
from .matrices import column, is_numeric, numbers, square, symmetric

__all__ = ["definiteness", "leading_minors", "principal_minors", "quadratic_form"]

ROUNDING = 1e-12  # relative to the largest eigenvalue


def quadratic_form(A: Matrix, z: Vector) -> Any:
    """zᵀ A z.

    Parameters
    ----------
    A : array_like, shape (n, n)
        Symbols or numbers.
    z : array_like, shape (..., n)
        Symbols or expressions, (n,), or numbers.

    Returns
    -------
    Any, shape (...)
        An expression for symbols, else a number or an array.
    """
    matrix = square(A, "The matrix of a quadratic form")
    if isinstance(z, sp.MatrixBase) or any(isinstance(x, sp.Basic) for x in np.ravel(np.asarray(z, dtype=object))):
        z = column(z, "The vector of a quadratic form", matrix.rows)
        return (z.T * matrix * z)[0]
    z = array(z, "The vector of a quadratic form", (..., matrix.rows))
    return np.einsum("...i,ij,...j->...", z, numbers(matrix, "the matrix"), z)


def leading_minors(A: Matrix) -> list[sp.Expr]:
    """Determinants of the upper left 1x1, 2x2, ... blocks of a symmetric matrix, expanded.

    The matrix is positive definite if and only if all are positive (Sylvester). That all are at least zero is *not*
    enough for a semidefinite matrix, see `principal_minors`.

    Parameters
    ----------
    A : array_like, shape (n, n)
        Symmetric matrix of symbols or numbers.

    Returns
    -------
    list of Expr
        n determinants, the smallest block first.

    Raises
    ------
    ModelError
        If the matrix is not symmetric.
    """
    matrix = symmetric(A, "the matrix")
    return [_minor(matrix, range(k)) for k in range(1, matrix.rows + 1)]


def principal_minors(A: Matrix) -> dict[tuple[int, ...], sp.Expr]:
    """Determinants of all blocks with the same rows and columns: ``{(0, 2): d11*d13, ...}``.

    The symmetric matrix is positive semidefinite if and only if all are at least zero.

    Parameters
    ----------
    A : array_like, shape (n, n)
        Symmetric matrix of symbols or numbers.

    Returns
    -------
    dict of tuple of int to Expr
        Determinant by the indices of its rows.

    Raises
    ------
    ModelError
        If the matrix is not symmetric.
    """
    matrix = symmetric(A, "the matrix")
    indices = range(matrix.rows)
    return {rows: _minor(matrix, rows) for size in indices for rows in combinations(indices, size + 1)}


def _minor(matrix: sp.ImmutableMatrix, rows: Any) -> Any:
    return sp.expand(matrix.extract(list(rows), list(rows)).det(method="berkowitz"))


def definiteness(A: Matrix) -> str:
    """Sign of zᵀ A z for all z ≠ 0.

    Parameters
    ----------
    A : array_like, shape (n, n)
        Symmetric matrix of symbols or numbers.

    Returns
    -------
    str
        ``"positive definite"`` (> 0), ``"positive semidefinite"`` (>= 0, zero for some z), the same with negative, or
        ``"indefinite"`` (both signs occur). For symbols whose assumptions do not decide: ``"undecided"``.

    Raises
    ------
    ModelError
        If the matrix is not symmetric.

    Notes
    -----
    The zero matrix counts as positive semidefinite. Numbers are judged by their eigenvalues, where 10⁻¹² of the
    largest is zero.
    """
    matrix = symmetric(A, "the matrix")
    return _of_numbers(numbers(matrix, "the matrix")) if is_numeric(matrix) else _of_symbols(matrix)


def _of_numbers(matrix: np.ndarray) -> str:
    values = np.linalg.eigvalsh(matrix)
    border = ROUNDING * np.abs(values).max(initial=0.0)
    low, high = values[0], values[-1]
    if low > border:
        return "positive definite"
    if low >= -border:
        return "positive semidefinite"
    if high < -border:
        return "negative definite"
    return "negative semidefinite" if high <= border else "indefinite"


def _of_symbols(matrix: sp.ImmutableMatrix) -> str:
    for sign, word in ((1, "positive"), (-1, "negative")):
        if all(minor.is_positive for minor in leading_minors(sign * matrix)):
            return f"{word} definite"
        minors = principal_minors(sign * matrix).values()
        if all(minor.is_nonnegative for minor in minors):
            # zero for some z only if the determinant vanishes; otherwise it is not known yet
            return f"{word} semidefinite" if list(minors)[-1].is_zero else "undecided"
    diagonal = [matrix[i, i] for i in range(matrix.rows)]
    both = any(x.is_positive for x in diagonal) and any(x.is_negative for x in diagonal)
    pairs = [minor for rows, minor in principal_minors(matrix).items() if len(rows) == 2]
    return "indefinite" if both or any(minor.is_negative for minor in pairs) else "undecided"
