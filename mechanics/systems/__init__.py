"""Every system of the lecture by its id: ``systems.load("cart_pendulum")``; a folder holds those of a chapter."""

from __future__ import annotations

import sys
from functools import cache
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING, Any, overload

from ..checking import instance
from ..model import ModelError, unknown_name
from .catalogue import CHAPTERS, LagrangianId, MultibodyId, ProblemId, StateSpaceId
from .earlier_names import EarlierNames

if TYPE_CHECKING:  # a system imports its own kind: nobody waits for the others
    from ..lagrange import LagrangianSystem
    from ..multibody import MultibodySystem
    from ..problem import Problem
    from ..protocol import System
    from ..state_space import StateSpaceSystem

__all__ = ["load", "module", "names", "symbols"]

sys.meta_path.append(EarlierNames())

_FOLDERS = {id: folder for folder, ids in CHAPTERS.items() for id in ids}


def names() -> list[str]:
    """Ids of all systems, in the order of the lecture."""
    return list(_FOLDERS)


# An editor completes what the kind of the system has; a test compares the ids of each kind with the systems.
@overload
def load(id: LagrangianId) -> LagrangianSystem: ...
@overload
def load(id: StateSpaceId) -> StateSpaceSystem: ...
@overload
def load(id: MultibodyId) -> MultibodySystem: ...
@overload
def load(id: ProblemId) -> Problem: ...
@overload
def load(id: str) -> System: ...
def load(id: str) -> System:
    """The system of that id.

    Parameters
    ----------
    id : str
        One of `names`.

    Returns
    -------
    LagrangianSystem, StateSpaceSystem, MultibodySystem or Problem
        The same object each time.

    Raises
    ------
    ModelError
        For an unknown id, with the nearest ones.

    Examples
    --------
    >>> load("cart_pendulum")
    LagrangianSystem 'cart_pendulum' (Aufgabe 5.2, (5.92)): coordinates s, phi
    """
    return _loaded(instance(id, str, "The id of a system"))


@cache
def _loaded(id: str) -> System:
    system: System = getattr(module(id), id)()
    system.id = id
    return system


def module(id: str) -> ModuleType:
    """The module that describes the system of that id.

    Parameters
    ----------
    id : str
        One of `names`.

    Raises
    ------
    ModelError
        For an unknown id, with the nearest ones.
    """
    if id not in _FOLDERS:
        raise ModelError(unknown_name(id, _FOLDERS, "system"))
    return import_module(f".{_FOLDERS[id]}.{id}", __name__)


def symbols(id: str, names: str) -> Any:
    """Symbols of a system by their names, without deriving its equations.

    Parameters
    ----------
    id : str
        One of `names`.
    names : str
        Names of coordinates, rates ``phi_d``, accelerations ``phi_dd``, parameters, inputs or abbreviations, separated
        by blanks.

    Returns
    -------
    Expr or list of Expr
        A list for several names.

    Raises
    ------
    ModelError
        For an unknown id or name, with the nearest ones.

    Examples
    --------
    >>> s, phi_d = symbols("cart_pendulum", "s phi_d")
    >>> s.diff()
    s_d
    """
    table = load(id).symbols
    for name in names.split():
        if name not in table:
            raise ModelError(unknown_name(name, table, f"symbol of {id}"))
    found = [table[name] for name in names.split()]
    return found[0] if len(found) == 1 else found
