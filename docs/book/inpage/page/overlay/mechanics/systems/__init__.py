"""The symbols of the systems, as the library gave them when the book was built; their equations are not here."""

import pickle
from functools import cache
from importlib.resources import files
from typing import Any

from ..model import ModelError, unknown_name

__all__ = ["load", "symbols"]


@cache
def _table() -> dict[str, dict[str, Any]]:
    return pickle.loads(files(__name__).joinpath("symbols.pickle").read_bytes())


class Described:
    """A system of which the symbols and the formulas of its outputs are here."""

    def __init__(self, id: str, outputs: dict[str, Any]):
        self.id, self.outputs = id, outputs

    def __getattr__(self, name: str) -> Any:
        from inpage.absent import refuse

        raise AttributeError(name) if name.startswith("_") else refuse(f"mechanics.systems.{name}")


def load(id: str) -> Described:
    """What is here of a system."""
    tables = _table()["outputs"]
    if id not in tables:
        from inpage.absent import refuse

        raise refuse("mechanics.systems.load")
    return Described(id, tables[id])


def symbols(id: str, names: str) -> Any:
    """Symbols of a system by their names, as `mechanics.systems.symbols` of the library."""
    tables = _table()["symbols"]
    if id not in tables:
        raise ModelError(unknown_name(id, tables, "system"))
    table = tables[id]
    for name in names.split():
        if name not in table:
            raise ModelError(unknown_name(name, table, f"symbol of {id}"))
    found = [table[name] for name in names.split()]
    return found[0] if len(found) == 1 else found
