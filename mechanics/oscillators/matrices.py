"""Matrices from outside: checked once, then sympy for symbols and numpy for numbers."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import sympy as sp

from ..model import ModelError

__all__ = ["column", "is_numeric", "is_zero", "names_of", "numbers", "solved", "square", "symmetric"]


def square(value: Any, name: str, size: int | None = None) -> sp.ImmutableMatrix:
    """A square matrix of symbols or finite numbers, of a given size if there is one."""
    matrix = _matrix(value, name)
    if matrix.rows != matrix.cols or size not in (None, matrix.rows):
        wanted = "a square matrix" if size is None else f"a {size}x{size} matrix"
        raise ModelError(f"{name} must be {wanted}; got {matrix.rows}x{matrix.cols}.")
    return matrix


def symmetric(value: Any, name: str) -> sp.ImmutableMatrix:
    """A square matrix that equals its transpose; numbers may differ by rounding."""
    matrix = square(value, name)
    if is_numeric(matrix):
        entries = numbers(matrix, name)
        is_symmetric = np.allclose(entries, entries.T, rtol=1e-9, atol=1e-9 * np.abs(entries).max(initial=0.0))
    else:
        is_symmetric = (matrix - matrix.T).applyfunc(sp.expand) == sp.zeros(*matrix.shape)
    if not is_symmetric:
        raise ModelError(
            f"{name} must be symmetric, but {matrix.tolist()} is not; a quadratic form only knows the symmetric "
            "part (A + A.T)/2, so hand that over."
        )
    return matrix


def column(value: Any, name: str, size: int) -> sp.ImmutableMatrix:
    """A column of `size` entries from a list, an array or a matrix."""
    matrix = _matrix(value, name)
    entries = list(matrix.flat())
    if len(entries) != size or (size and 1 not in matrix.shape):
        raise ModelError(f"{name} must have {size} entries; got {matrix.rows}x{matrix.cols}.")
    return sp.ImmutableMatrix(size, 1, entries)


def is_numeric(matrix: Any) -> bool:
    """Whether there is no symbol in a matrix."""
    return not sp.ImmutableMatrix(matrix).free_symbols


def numbers(matrix: Any, name: str) -> np.ndarray:
    """A matrix as an array of floats; symbols in it are an error that names them."""
    left = sorted(map(str, sp.ImmutableMatrix(matrix).free_symbols))
    if left:
        raise ModelError(
            f"{name} still contains the symbols {', '.join(left)}; put in numbers with .with_values({left[0]}=...)."
        )
    return np.array(sp.ImmutableMatrix(matrix).tolist(), dtype=float).reshape(matrix.shape)


def _matrix(value: Any, name: str) -> sp.ImmutableMatrix:
    rows: Sequence[Any] = value.tolist() if hasattr(value, "tolist") else value
    try:
        matrix = sp.ImmutableMatrix(rows)
    except (TypeError, ValueError):
        raise ModelError(f"{name} must be a matrix of numbers or symbols; got {value!r}.") from None
    if matrix.has(sp.nan, sp.oo, -sp.oo, sp.zoo):
        raise ModelError(f"{name} must have finite entries; got {matrix.tolist()}.")
    return matrix


def names_of(given: Sequence[str], letter: str, count: int) -> tuple[str, ...]:
    """As many different names as there are things: those given, or letter1, letter2, ..."""
    names = tuple(given) or tuple(f"{letter}{i + 1}" for i in range(count))
    if len(names) != count or len(set(names)) != count:
        raise ModelError(f"{count} different names were expected; got {', '.join(map(str, names))}.")
    return names


def is_zero(entry: Any, matrix: sp.ImmutableMatrix) -> bool | None:
    """Zero but for rounding in a matrix of numbers, exactly zero in one of symbols."""
    if matrix.free_symbols:
        return sp.cancel(entry).is_zero
    scale = max((abs(float(x)) for x in matrix), default=0.0)
    return abs(float(entry)) <= 1e-12 * scale


def solved(K: sp.ImmutableMatrix, load: sp.ImmutableMatrix) -> sp.ImmutableMatrix:
    """K⁻¹ load for a regular K: by elimination for numbers, by Cramer's rule for symbols, which stay shorter so."""
    return K.LUsolve(load) if is_numeric(K) else K.adjugate() * load / sp.expand(K.det())
