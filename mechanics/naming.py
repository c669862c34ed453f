"""Names and symbols of a system, checked when it is put together."""

import keyword
from collections.abc import Collection, Iterable
from typing import Any

import sympy as sp

from .bridge import to_engine
from .codegen import ARRAY, SCALAR
from .model import ModelError

__all__ = ["check_known", "check_names"]

RESERVED = {*SCALAR, *ARRAY, "t", "make", "function"}


def check_names(names: Iterable[str]) -> None:
    """Every name once, and none that the generated programs need for themselves."""
    seen: set[str] = set()
    for name in names:
        if name in seen:
            raise ModelError(
                f"The name {name} is used twice in one system; give one of the two another name."
            )
        if name in RESERVED or keyword.iskeyword(name) or not name.isidentifier() or name.startswith("_"):
            raise ModelError(
                f"The name {name!r} cannot be used: it is reserved, or no identifier. Choose another one; "
                "LaTeX is given apart from it."
            )
        seen.add(name)


def check_known(expressions: Iterable[Any], known: Collection[str], what: str) -> None:
    """Only symbols of the system in `what`, for example "The equations"."""
    used = {s.name for e in expressions for s in to_engine(sp.sympify(e)).free_symbols}
    if unknown := sorted(used - set(known)):
        raise ModelError(
            f"{what} use {', '.join(unknown)}, no state, parameter or input of the system. "
            f"It has {', '.join(sorted(known))}."
        )
