"""Systems in state space: ẋ = f(x, u, t), y = h(x, u, t), with modes; lecture chapter 1."""

from ..integration import integrate, output_times
from ..protocol import Event as Event  # documented there
from .linear import Linearization
from .model import StateSpaceModel
from .modes import Mode, States, Transition
from .run import StateSpaceRun
from .system import StateSpaceSystem

__all__ = [
    "Linearization",
    "Mode",
    "StateSpaceModel",
    "StateSpaceRun",
    "StateSpaceSystem",
    "States",
    "Transition",
    "integrate",
    "output_times",
]
