"""The coordinates that a field depends on."""

from collections.abc import Iterable
from typing import Any

import sympy as sp

from ..checking import shown
from ..model import ModelError

__all__ = ["symbols"]


def symbols(position: Any) -> tuple[sp.Symbol, ...]:
    """The coordinates of a field, different symbols.

    Parameters
    ----------
    position : sequence of Symbol
        Coordinates, m.

    Returns
    -------
    tuple of Symbol

    Raises
    ------
    ModelError
        If it is anything else.
    """
    found = tuple(position) if isinstance(position, Iterable) and not isinstance(position, str) else ()
    if not found or not all(isinstance(r, sp.Symbol) for r in found) or len(set(found)) < len(found):
        raise ModelError(f"The coordinates of a field are different symbols; got {shown(position)}.")
    return found
