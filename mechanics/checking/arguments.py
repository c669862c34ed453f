"""A decorator that checks the arguments of a formula by their annotations."""

from collections import abc
from collections.abc import Callable, Sequence
from functools import wraps
from inspect import signature
from types import NoneType
from typing import Any, TypeVar, get_args, get_origin

import numpy as np
import sympy as sp

from ..aliases import Scalar, Vector
from ..errors import ModelError
from .arrays import column, vector
from .values import function, number, real

__all__ = ["checked"]

Target = TypeVar("Target", bound=Callable[..., Any])
Check = Callable[[Any, str], Any]


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
