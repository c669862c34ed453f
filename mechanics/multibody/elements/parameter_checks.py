"""Checks of the parameters of force laws; a `ModelError` names the one that is wrong."""

import math
from collections.abc import Callable

from ...model import ModelError

__all__ = ["finite", "nonnegative", "positive"]


def finite(law: object, *names: str) -> None:
    """Refuse a parameter that is not a finite number; it becomes a float otherwise.

    Parameters
    ----------
    law : object
        Law whose attributes they are.
    *names : str
        Names of the attributes.

    Raises
    ------
    ModelError
        With the name of the parameter, its law and the value.
    """
    for name in names:
        _number(law, name, "a finite number", lambda x: True)


def nonnegative(law: object, *names: str) -> None:
    """Refuse a parameter that is not a finite number or is below zero.

    Parameters
    ----------
    law : object
        Law whose attributes they are.
    *names : str
        Names of the attributes.

    Raises
    ------
    ModelError
        With the name of the parameter, its law and the value.
    """
    for name in names:
        _number(law, name, "zero or a positive number", lambda x: x >= 0)


def positive(law: object, *names: str) -> None:
    """Refuse a parameter that is not a finite number above zero.

    Parameters
    ----------
    law : object
        Law whose attributes they are.
    *names : str
        Names of the attributes.

    Raises
    ------
    ModelError
        With the name of the parameter, its law and the value.
    """
    for name in names:
        _number(law, name, "a positive number", lambda x: x > 0)


def _number(law: object, name: str, wanted: str, fits: Callable[[float], bool]) -> None:
    value = getattr(law, name)
    try:
        number = math.nan if isinstance(value, str | bool) else float(value)
    except (TypeError, ValueError):
        number = math.nan
    if not math.isfinite(number) or not fits(number):
        raise ModelError(f"{name} of {type(law).__name__} must be {wanted}; got {value!r}.")
    object.__setattr__(law, name, number)
