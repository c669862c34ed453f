"""Which kind of subject a system is."""

from typing import Any

from .. import systems
from ..multibody import MultibodySystem
from ..problem import Problem
from .moving import Bodies, Mechanical, StateSpace
from .posed import Posed

__all__ = ["subject_of"]


def subject_of(system: Any) -> "Mechanical | StateSpace | Bodies | Posed":
    """A system or the id of one, as pictures see it; a motion in phases as the whole of it."""
    system = systems.load(system) if isinstance(system, str) else system
    if isinstance(system, Problem):
        return Posed(system)
    if isinstance(system, MultibodySystem):
        return Bodies(system)
    if getattr(system, "phases", None):
        return StateSpace(system.phases)
    return Mechanical(system) if hasattr(system, "coordinates") else StateSpace(system)
