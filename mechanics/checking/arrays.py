"""Vectors, matrices and arrays."""

from collections.abc import Iterable, Mapping, Sequence
from types import NoneType
from typing import Any

import numpy as np
import sympy as sp
from numpy.typing import ArrayLike

from ..aliases import Matrix, Vector
from ..errors import ModelError
from .values import WRONG, expression_of, shown

__all__ = ["array", "column", "matrix", "vector"]


def column(components: Vector, what: str, lengths: Sequence[int] = ()) -> sp.ImmutableMatrix:
    """A column of finite real numbers or formulas.

    Parameters
    ----------
    components : array_like, shape (n,) or (n, 1)
        Numbers or expressions.
    what : str
        What the message calls it.
    lengths : sequence of int, optional
        Numbers of components that it can have; any, if none are given.

    Returns
    -------
    ImmutableMatrix, shape (n, 1)

    Raises
    ------
    ModelError
        If it is anything else.
    """
    entries = _entries(components)
    if entries is None or (lengths and len(entries) not in lengths):
        wanted = (
            f"vector with {' or '.join(map(str, lengths))} components" if lengths else "list of numbers or formulas"
        )
        is_row = isinstance(components, list | tuple | np.ndarray) and not any(np.ndim(c) for c in components)
        hint = (
            " Each must be a finite real number or a formula."
            if is_row and (not lengths or len(components) in lengths)
            else ""
        )
        raise ModelError(f"{what} must be a {wanted}; got {shown(components)}.{hint}")
    return sp.ImmutableMatrix(len(entries), 1, entries)


def vector(components: Vector, what: str) -> sp.ImmutableMatrix:
    """A column of length 3; two components mean a vector of the plane z = 0.

    Parameters
    ----------
    components : array_like, shape (2,) or (3,)
        Numbers or expressions.
    what : str
        What the message calls it.

    Returns
    -------
    ImmutableMatrix, shape (3, 1)

    Raises
    ------
    ModelError
        If it is anything else, such as a scalar or a matrix.
    """
    found = column(components, what, (2, 3))
    return found if found.rows == 3 else sp.ImmutableMatrix(3, 1, [*found, 0])


def matrix(value: Matrix, what: str, shape: tuple[int | None, int | None] = (None, None)) -> sp.ImmutableMatrix:
    """A matrix of finite real numbers or formulas.

    Parameters
    ----------
    value : array_like, shape (m, n)
        Rows of numbers or expressions.
    what : str
        What the message calls it.
    shape : tuple of int or None, optional
        Numbers of rows and columns that are expected; None stands for any number.

    Returns
    -------
    ImmutableMatrix, shape (m, n)

    Raises
    ------
    ModelError
        If it is anything else; rows of different lengths are no matrix.
    """
    found = _matrix(value)
    size = " x ".join("n" if length is None else str(length) for length in shape)
    wanted = "matrix" if shape == (None, None) else f"{size} matrix"
    if found is None:
        raise ModelError(
            f"{what} must be a {wanted} of finite real numbers or formulas, its rows of equal length; "
            f"got {shown(value)}."
        )
    if any(a not in (None, b) for a, b in zip(shape, found.shape, strict=True)):
        raise ModelError(f"{what} must be a {wanted}; got {found.rows} x {found.cols}.")
    return found


def array(value: ArrayLike, what: str, shape: tuple[Any, ...] | None = None) -> np.ndarray:
    """An array of finite numbers, a copy.

    Parameters
    ----------
    value : array_like
        Numbers.
    what : str
        What the message calls it.
    shape : tuple of int or None, optional
        Shape that is expected; None stands for any length, an ellipsis in front for any number of axes.

    Returns
    -------
    ndarray

    Raises
    ------
    ModelError
        If it is anything else.
    """
    found = _array(value)
    if found is None:
        raise ModelError(f"{what} must be numbers (real, in rows of equal length); got {shown(value)}.")
    if shape is not None and not _fits(found.shape, shape):
        raise ModelError(f"{what} must have the shape {_shape(shape)}; got {found.shape or 'one number'}.")
    if not np.isfinite(found).all():
        where = "".join(f"[{k}]" for k in np.argwhere(~np.isfinite(found))[0])
        raise ModelError(f"{what} must hold finite numbers; {where or 'it'} is {found[~np.isfinite(found)][0]}.")
    return found


def _entries(components: Any) -> list[sp.Expr] | None:
    """The components as expressions; None if one of them is none, or if there are no components in a row."""
    if isinstance(components, sp.MatrixBase):
        components = components.flat() if 1 in components.shape else None
    elif isinstance(components, np.ndarray):
        components = components.ravel().tolist() if components.size == max(components.shape, default=0) else None
    if not isinstance(components, Iterable) or isinstance(components, str | Mapping | set):
        return None
    found = [expression_of(component) for component in components]
    return None if any(entry is None for entry in found) else found


def _matrix(value: Any) -> sp.ImmutableMatrix | None:
    if isinstance(value, sp.MatrixBase):
        is_fine = all(expression_of(entry) is not None for entry in value.flat())
        return sp.ImmutableMatrix(value) if is_fine else None
    rows = value.tolist() if isinstance(value, np.ndarray) else value
    if not isinstance(rows, Iterable) or isinstance(rows, str | Mapping | set):
        return None
    found = [_entries(row) for row in rows]
    if any(row is None or len(row) != len(found[0] or ()) for row in found):
        return None
    return sp.ImmutableMatrix(found)


def _array(value: Any) -> np.ndarray | None:
    """The value as floats, NaN and infinity among them; None for text, complex and Boolean numbers, and ragged rows."""
    try:
        found = np.asarray(value.tolist() if isinstance(value, sp.MatrixBase) else value)
        if found.dtype.kind not in "iufO" or any(isinstance(x, str | bool | NoneType) for x in _objects(found)):
            return None
        return np.array(found, dtype=float)
    except WRONG:
        return None


def _objects(found: np.ndarray) -> Iterable[Any]:
    return found.flat if found.dtype.kind == "O" else ()


def _fits(found: tuple[int, ...], shape: tuple[Any, ...]) -> bool:
    if shape[:1] == (...,):
        shape = shape[1:]
        found = found[max(len(found) - len(shape), 0) :]
    return len(found) == len(shape) and all(b in (None, a) for a, b in zip(found, shape, strict=True))


def _shape(shape: tuple[Any, ...]) -> str:
    lengths = ["..." if length is ... else "n" if length is None else str(length) for length in shape]
    return f"({', '.join(lengths)}{',' if len(lengths) == 1 else ''})"
