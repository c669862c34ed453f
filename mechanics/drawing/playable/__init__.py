"""Every kind of system as the player and the sketch see it."""

from ... import systems
from ...lagrange import LagrangianSystem
from ...model import ModelError
from ...multibody import MultibodySystem
from ...problem import Problem
from ...protocol import System
from ...state_space import StateSpaceSystem
from .base import FEWEST, FRAMES_PER_SECOND, MOST, Playable
from .lagrangian import PlayableLagrangian
from .motion import PlayableMotion
from .multibody import PlayableMultibody
from .problem import PlayableProblem
from .state_space import PlayableStateSpace

__all__ = [
    "FEWEST",
    "FRAMES_PER_SECOND",
    "MOST",
    "Playable",
    "PlayableLagrangian",
    "PlayableMotion",
    "PlayableMultibody",
    "PlayableProblem",
    "PlayableStateSpace",
    "playable_of",
]


def playable_of(system: System | str) -> Playable:
    """A system as the player and the sketch see it; of a motion in phases, the whole of it.

    Parameters
    ----------
    system : System or str
        A system of any kind, or the id of one.

    Raises
    ------
    ModelError
        For an unknown id, or what is not a system.
    """
    system = systems.load(system) if isinstance(system, str) else system
    if isinstance(system, LagrangianSystem):
        return PlayableStateSpace(system.phases) if system.phases else PlayableLagrangian(system)
    if isinstance(system, StateSpaceSystem):
        return PlayableStateSpace(system)
    if isinstance(system, MultibodySystem):
        return PlayableMultibody(system)
    if isinstance(system, Problem):
        return PlayableProblem(system)
    raise ModelError(f"Only a system or its id, such as 'cart_pendulum', can be shown; got {system!r}.")
