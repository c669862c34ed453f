"""Systems in state space: ẋ = f(x, u, t), y = h(x, u, t); lecture chapter 1."""

from .integration import integrate, output_times
from .linear import Linearization

__all__ = ["Linearization", "integrate", "output_times"]
