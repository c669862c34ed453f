"""Arguments that are objects: what they must be, in one sentence for everything else."""

from collections.abc import Iterable, Mapping
from typing import Any, TypeVar

from ..errors import ModelError
from .values import shown

__all__ = ["instance", "instances", "mapping", "text"]

Kind = TypeVar("Kind")


def instance(value: Any, kind: type[Kind], what: str) -> Kind:
    """The value, if it is of this kind.

    Parameters
    ----------
    value : Any
        What was given.
    kind : type
        What it must be.
    what : str
        What the message calls it.

    Returns
    -------
    object

    Raises
    ------
    ModelError
        If it is anything else.
    """
    if not isinstance(value, kind):
        raise ModelError(f"{what} must be {_named(kind)}; got {shown(value)}.")
    return value


def instances(values: Iterable[Kind], kind: type[Any] | tuple[type[Any], ...], what: str) -> tuple[Kind, ...]:
    """The values as a tuple, if all of them are of one kind.

    Parameters
    ----------
    values : iterable
        What was given.
    kind : type or tuple of type
        What each of them must be.
    what : str
        What the message calls them.

    Returns
    -------
    tuple

    Raises
    ------
    ModelError
        If they are anything else.
    """
    given = tuple(values) if isinstance(values, Iterable) else (values,)
    wrong = [value for value in given if not isinstance(value, kind)]
    if wrong or not isinstance(values, Iterable):
        names = " or ".join(map(_named, kind if isinstance(kind, tuple) else (kind,)))
        raise ModelError(f"{what} must be a list of {names}; got {shown(wrong[0] if wrong else values)}.")
    return given


def _named(kind: type[Any]) -> str:
    return "text" if kind is str else f"{kind.__name__}(...)"


def mapping(values: Mapping[Any, Any] | None, what: str, like: str) -> dict[Any, Any]:
    """The values by name or symbol as a dictionary; an empty one for None.

    Parameters
    ----------
    values : mapping or None
        What was given.
    what : str
        What the message calls them.
    like : str
        An example, as it would be typed.

    Returns
    -------
    dict

    Raises
    ------
    ModelError
        If they are anything else.
    """
    if values is not None and not isinstance(values, Mapping):
        raise ModelError(f"{what} must be a mapping, such as {like}; got {shown(values)}.")
    return dict(values or {})


def text(value: str, what: str) -> str:
    """The value, if it is text that is not empty.

    Parameters
    ----------
    value : str
        What was given.
    what : str
        What the message calls it.

    Returns
    -------
    str

    Raises
    ------
    ModelError
        If it is anything else.
    """
    if not isinstance(value, str) or not value:
        raise ModelError(f"{what} must be text that is not empty; got {shown(value)}.")
    return value
