"""Modules by the names that they had before systems got folders and demonstrations a package of their own.

Somebody's notebook may hold ``from mechanics.systems.torsion_spring_body import two_rods``: it goes on working, and
gets the very module that has moved.
"""

import sys
from importlib import import_module
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import ModuleType
from typing import Any

__all__ = ["EarlierNames"]

HERE = Path(__file__).parent


class EarlierNames(MetaPathFinder, Loader):
    """Finds ``mechanics.systems.NAME`` where no such file lies any more."""

    def find_spec(self, fullname: str, path: Any = None, target: ModuleType | None = None) -> ModuleSpec | None:
        """Return a spec for the earlier name of a module that has moved, None for any other name."""
        package, _, name = fullname.rpartition(".")
        place = _place(name) if package == __package__ else None
        return ModuleSpec(fullname, self, origin=place) if place else None

    def exec_module(self, module: ModuleType) -> None:
        """Replace the module that was asked for by the one that has moved."""
        spec = module.__spec__
        assert spec is not None and spec.origin is not None
        sys.modules[module.__name__] = import_module(spec.origin)


def _place(name: str) -> str | None:
    """Today's name of a module, None if there is none."""
    for file in (*HERE.glob(f"*/{name}.py"), *HERE.parent.glob(f"demonstrations/{name}.py")):
        return ".".join(file.relative_to(HERE.parents[1]).with_suffix("").parts)
    return None
