"""Angular momentum of points and of bodies about a fixed axis, areal velocity, gear trains (lecture section 3.7)."""

from .gears import Gear, reflected_inertia, train
from .points import angular_momentum, areal_velocity, moment_balance, moment_of
from .rotors import Rotor, solve_balances

__all__ = [
    "Gear",
    "Rotor",
    "angular_momentum",
    "areal_velocity",
    "moment_balance",
    "moment_of",
    "reflected_inertia",
    "solve_balances",
    "train",
]
