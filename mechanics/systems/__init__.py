"""Every system of the lecture by its id: ``systems.load("cart_pendulum")``."""

from functools import cache
from importlib import import_module
from typing import Any

from ..model import ModelError, unknown_name

__all__ = ["load", "names"]

# in the order of the lecture
_IDS = (
    "series_rlc_circuit",
    "mathematical_pendulum",
    "spherical_pendulum",
    "ball_on_beam",
    "cart_pendulum",
    "rotational_two_mass",
    "planar_manipulator",
)


def names() -> list[str]:
    """Ids of all systems, in the order of the lecture."""
    return list(_IDS)


@cache
def load(id: str) -> Any:
    """The system of that id.

    Raises
    ------
    ModelError
        for an unknown id, with the nearest ones.
    """
    if id not in _IDS:
        raise ModelError(unknown_name(id, _IDS, "system"))
    system = getattr(import_module(f".{id}", __name__), id)()
    system.id = id
    return system
