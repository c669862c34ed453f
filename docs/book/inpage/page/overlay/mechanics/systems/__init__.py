"""The symbols of the systems, as the library gave them when the book was built; their equations are not here."""

import pickle
from functools import cache
from importlib.resources import files
from typing import Any

from ..model import ModelError, unknown_name

__all__ = ["symbols"]


@cache
def _table() -> dict[str, dict[str, Any]]:
    return pickle.loads(files(__name__).joinpath("symbols.pickle").read_bytes())


def symbols(id: str, names: str) -> Any:
    """Symbols of a system by their names, as `mechanics.systems.symbols` of the library."""
    tables = _table()
    if id not in tables:
        raise ModelError(unknown_name(id, tables, "system"))
    table = tables[id]
    for name in names.split():
        if name not in table:
            raise ModelError(unknown_name(name, table, f"symbol of {id}"))
    found = [table[name] for name in names.split()]
    return found[0] if len(found) == 1 else found
