"""Which systems are of a kind or in a chapter, known while tests are collected: building all of them takes seconds."""

from functools import cache
from typing import Any, get_type_hints

from mechanics import systems


def promised(id: str) -> type:
    """The class that the function of a system says it returns; a test of tests/drawing compares."""
    return get_type_hints(getattr(systems.module(id), id))["return"]


@cache
def names_of(kind: type | tuple[type, ...]) -> list[Any]:
    """Ids of the systems of a kind, in the order of the lecture."""
    return [id for id in systems.names() if issubclass(promised(id), kind)]


@cache
def names_in(folder: str) -> list[Any]:
    """Ids of the systems in a folder of ``mechanics/systems``, such as ``"chapter_5"``, in the order of the lecture."""
    return [id for id in systems.names() if systems.module(id).__name__.split(".")[-2] == folder]
