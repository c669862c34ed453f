"""Single values: numbers, formulas, functions."""

import math
from collections.abc import Callable, Iterable
from operator import index
from typing import Any

import numpy as np
import sympy as sp

from ..aliases import Scalar
from ..errors import ModelError

__all__ = ["WRONG", "expression_of", "function", "number", "real", "rounded", "shown", "whole"]

LONGEST = 200  # characters of a value in a message
NOT_FINITE = (sp.nan, sp.zoo, sp.oo, -sp.oo)
WRONG = (sp.SympifyError, TypeError, ValueError, AttributeError, OverflowError)  # what conversions raise


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


def rounded(values: Iterable[float]) -> list[float]:
    """Numbers with the six digits that a message needs.

    Parameters
    ----------
    values : iterable of float
        Such as the coordinates of a position.
    """
    return [float(f"{float(x):.6g}") for x in values]


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
    found = expression_of(value)
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
    found = expression_of(value)
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


def expression_of(value: Any) -> sp.Expr | None:
    """The value as a sympy expression; None if it is no finite real number and no formula.

    Parameters
    ----------
    value : Any
        What was given.

    Returns
    -------
    Expr or None
    """
    if type(value) is float:
        return sp.Float(value) if math.isfinite(value) else None
    if isinstance(value, np.ndarray):
        return None if value.ndim else expression_of(value.item())
    if isinstance(value, str | bool):
        return None
    try:
        found = value if isinstance(value, sp.Expr) else sp.sympify(value, strict=True)
    except WRONG:
        return None
    if not isinstance(found, sp.Expr) or found in NOT_FINITE:
        return None
    return None if found.is_number and not _is_real(found) else found


def _is_real(found: sp.Expr) -> bool:
    """Whether a number is real and finite; its value decides where the assumptions of sympy do not."""
    if found.is_real is None or found.is_finite is None:
        found = found.evalf()
    return bool(found.is_real and found.is_finite)
