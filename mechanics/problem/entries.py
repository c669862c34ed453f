"""Values of many shapes – numbers, vectors, lists, words – entry by entry."""

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
import sympy as sp
from sympy.logic.boolalg import Boolean

__all__ = ["choice", "each", "entries_of", "fitting", "is_finite", "plain", "text_of"]


def entries_of(value: Any) -> list[Any]:
    """All single entries of a value, row by row."""
    if isinstance(value, sp.MatrixBase):
        return list(value.flat())
    if isinstance(value, list | tuple):
        return [entry for item in value for entry in entries_of(item)]
    return [value]


def each(value: Any, change: Callable[[Any], Any]) -> Any:
    """The same structure with every entry changed.

    Parameters
    ----------
    value : Expr, Matrix or list
        An expression, or several of them.
    change : callable
        Function of one entry that returns what takes its place.
    """
    if isinstance(value, sp.MatrixBase):
        return sp.ImmutableMatrix(value.rows, value.cols, [change(entry) for entry in value.flat()])
    if isinstance(value, list | tuple):
        return [each(item, change) for item in value]
    return change(value)


def fitting(symbol: Any, formula: Any) -> list[Any]:
    """The entries of a formula, one for each entry of its symbol.

    Parameters
    ----------
    symbol : Symbol or Matrix
        Of the output.
    formula : Expr, Matrix or list
        For the output.

    Returns
    -------
    list
        NaN where the shapes do not fit together.
    """
    entries, wanted = entries_of(formula), len(entries_of(symbol))
    return entries if len(entries) == wanted else [sp.nan] * wanted


def plain(value: Any) -> Any:
    """Plain numbers, words, lists of them; a column becomes a list, a matrix a list of rows."""
    if value is None or isinstance(value, str | bool):
        return value
    if isinstance(value, sp.MatrixBase):
        value = value.flat() if value.cols == 1 else value.tolist()
    if isinstance(value, np.ndarray | list | tuple):
        return [plain(entry) for entry in value]
    return bool(value) if isinstance(value, np.bool_) else float(value) + 0.0  # no minus zero


def is_finite(value: Any) -> bool:
    """Whether every number in a plain value is finite."""
    if isinstance(value, list):
        return all(is_finite(entry) for entry in value)
    return value is None or isinstance(value, str) or bool(np.isfinite(value))


def text_of(values: Mapping[str, Any]) -> str:
    """Values by name as words: ``l = 2, r = 3``."""
    return ", ".join(
        f"{name} = {value:g}" if isinstance(value, float) else f"{name} = {np.asarray(value).tolist()}"
        for name, value in values.items()
    )


def choice(options: Mapping[Any, Boolean | bool]) -> sp.Expr:
    """Number of the first word whose condition holds, as an expression; `options` are conditions by word."""
    return sp.Piecewise(*((k, condition) for k, condition in enumerate(options.values())))
