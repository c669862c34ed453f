"""What an argument can be - a number, a formula, a vector, a matrix - and one sentence for everything else.

Text is no number, whatever it says; neither is `True`. A number is real and finite; a formula is a sympy expression
whose value is not known yet.
"""

import math
from collections import abc
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import wraps
from inspect import signature
from operator import index
from types import NoneType
from typing import Any, TypeVar, get_args, get_origin

import numpy as np
import sympy as sp
from numpy.typing import ArrayLike

from .aliases import Matrix, Scalar, Vector
from .errors import ModelError

__all__ = ["array", "checked", "column", "function", "matrix", "number", "real", "shown", "vector", "whole"]

LONGEST = 200  # characters of a value in a message
WRONG = (sp.SympifyError, TypeError, ValueError, AttributeError, OverflowError)  # what conversions raise
Target = TypeVar("Target", bound=Callable[..., Any])
Check = Callable[[Any, str], Any]


def shown(value: Any) -> str:
    """The value as it would be typed, cut where it is long.

    Parameters
    ----------
    value : Any
        What was given.

    Returns
    -------
    str
    """
    text = repr(value)
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}..."


def real(value: Scalar, what: str) -> sp.Expr:
    """A finite real number, or a formula.

    Parameters
    ----------
    value : Expr or float
        Number, symbol or expression.
    what : str
        What the message calls it.

    Returns
    -------
    Expr

    Raises
    ------
    ModelError
        If it is anything else.
    """
    found = _real(value)
    if found is None:
        raise ModelError(f"{what} must be a finite real number or a formula; got {shown(value)}.")
    return found


def number(value: float, what: str, unit: str = "") -> float:
    """A finite real number; sympy's numbers count, symbols do not.

    Parameters
    ----------
    value : float
        Number.
    what : str
        What the message calls it.
    unit : str, optional
        Unit that the message names.

    Returns
    -------
    float

    Raises
    ------
    ModelError
        If it is anything else.
    """
    found = _real(value)
    if found is None or not found.is_number:
        raise ModelError(f"{what} must be a finite number{unit and f' in {unit}'}; got {shown(value)}.")
    return float(found)


def whole(value: int, what: str, least: int) -> int:
    """A whole number that is not too small.

    Parameters
    ----------
    value : int
        Number.
    what : str
        What the message calls it.
    least : int
        Smallest one that is possible.

    Returns
    -------
    int

    Raises
    ------
    ModelError
        If it is anything else.
    """
    try:
        found = least - 1 if isinstance(value, bool) else index(value)
    except TypeError:
        found = least - 1
    if found < least:
        raise ModelError(f"{what} must be a whole number, {least} or more; got {shown(value)}.")
    return found


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
    entries = list(column(components, what, (2, 3)))
    return sp.ImmutableMatrix(3, 1, [*entries, sp.S.Zero][:3])


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


def array(value: ArrayLike, what: str, shape: tuple[int | None, ...] | None = None) -> np.ndarray:
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
        raise ModelError(f"{what} must hold real numbers, rows of equal length; got {shown(value)}.")
    if shape is not None and not _fits(found.shape, shape):
        raise ModelError(f"{what} must have the shape {_shape(shape)}; got {found.shape or 'one number'}.")
    if not np.isfinite(found).all():
        where = "".join(f"[{k}]" for k in np.argwhere(~np.isfinite(found))[0])
        raise ModelError(f"{what} must hold finite numbers; {where or 'it'} is {found[~np.isfinite(found)][0]}.")
    return found


def function(value: Any, what: str) -> Callable[..., Any]:
    """Something that can be called.

    Parameters
    ----------
    value : callable
        Function.
    what : str
        What the message calls it.

    Returns
    -------
    callable

    Raises
    ------
    ModelError
        If it is anything else.
    """
    if not callable(value):
        raise ModelError(f"{what} must be a function, such as lambda x: 2 * x; got {shown(value)}.")
    return value


def checked(*, positive: str = "", nonnegative: str = "") -> Callable[[Target], Target]:
    """A decorator: the arguments of a formula are what their annotations say, before it is evaluated.

    A `Scalar` is a finite real number or a formula, a `float` a number, a `Vector` has two or three components. The
    function, or the class with an ``__init__``, gets the arguments as they were given.

    Parameters
    ----------
    positive, nonnegative : str, optional
        Names of the arguments with these signs.

    Returns
    -------
    callable
        The decorator.
    """

    def decorate(target: Target) -> Target:
        if isinstance(target, type):
            target.__init__ = _guarded(target.__init__, target.__name__, positive, nonnegative)  # type: ignore[misc]
            return target
        return _guarded(target, target.__name__, positive, nonnegative)

    return decorate


def _guarded(target: Any, name: str, positive: str, nonnegative: str) -> Any:
    parameters = signature(target).parameters
    order = tuple(parameters)
    checks = {p: check for p, item in parameters.items() if (check := _check(item.annotation))}
    signs = dict.fromkeys(nonnegative.split(), "not be negative") | dict.fromkeys(positive.split(), "be positive")

    @wraps(target)
    def call(*args: Any, **kwargs: Any) -> Any:
        for p, value in (*zip(order, args, strict=False), *kwargs.items()):
            if p in checks:
                found = checks[p](value, f"{p} of {name}")
                if p in signs and _has_wrong_sign(found, signs[p]):
                    raise ModelError(f"{p} of {name} must {signs[p]}; got {value}.")
        return target(*args, **kwargs)

    return call


def _has_wrong_sign(value: Any, wanted: str) -> bool:
    values = value if isinstance(value, sp.MatrixBase | list) else [value]
    return any(bool(x < 0 or (x == 0 and wanted == "be positive")) if isinstance(x, float) else
               bool(x.is_nonpositive if wanted == "be positive" else x.is_negative) for x in values)  # fmt: skip


def _check(annotation: Any) -> Check | None:
    """How an argument with this annotation is checked; None where it is left to the function itself."""
    if get_origin(annotation) is abc.Callable:
        return function
    kinds = set(get_args(annotation)) or {annotation}
    numeric = kinds & {float, sp.Expr}
    if annotation in (Vector, Vector | None):
        check: Check | None = vector
    elif annotation in (Sequence[Scalar], Sequence[Scalar] | None):
        check = column
    elif not numeric:
        check = None
    elif kinds - numeric - {NoneType}:  # a number, or a vector
        check = _real_or_column
    else:
        check = real if sp.Expr in numeric else number
    if check is None or NoneType not in kinds:
        return check
    return lambda value, what: sp.S.One if value is None else check(value, what)


def _real_or_column(value: Any, what: str) -> Any:
    is_column = isinstance(value, sp.MatrixBase | np.ndarray | list | tuple) and not callable(value)
    return value if callable(value) else column(value, what) if is_column else real(value, what)


def _real(value: Any) -> sp.Expr | None:
    """The value as a sympy expression; None if it is no finite real number and no formula."""
    if type(value) is float:
        return sp.Float(value) if math.isfinite(value) else None
    if isinstance(value, np.ndarray):
        return None if value.ndim else _real(value.item())
    if isinstance(value, str | bool):
        return None
    try:
        found = value if isinstance(value, sp.Expr) else sp.sympify(value, strict=True)
    except WRONG:
        return None
    if not isinstance(found, sp.Expr) or found in (sp.nan, sp.zoo, sp.oo, -sp.oo):
        return None
    return None if found.is_number and not _is_real(found) else found


def _is_real(found: sp.Expr) -> bool:
    """Whether a number is real and finite; its value decides where the assumptions of sympy do not."""
    if found.is_real is None or found.is_finite is None:
        found = found.evalf()
    return bool(found.is_real and found.is_finite)


def _entries(components: Any) -> list[sp.Expr] | None:
    """The components as expressions; None if one of them is none, or if there are no components in a row."""
    if isinstance(components, sp.MatrixBase):
        components = components.flat() if 1 in components.shape else None
    elif isinstance(components, np.ndarray):
        components = components.ravel().tolist() if components.size == max(components.shape, default=0) else None
    if not isinstance(components, Iterable) or isinstance(components, str | Mapping | set):
        return None
    found = [_real(component) for component in components]
    return None if any(entry is None for entry in found) else found  # type: ignore[return-value]


def _matrix(value: Any) -> sp.ImmutableMatrix | None:
    if isinstance(value, sp.MatrixBase):
        is_fine = all(_real(entry) is not None for entry in value.flat())
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
