"""Euler–Lagrange equations: bodies, springs, dampers and forces in; M, C, g, f out (lecture chapter 5)."""

from .by_hand import euler_lagrange
from .elements import Body, Damper, Force, Moment, Spring
from .geometry import distance
from .numeric import LagrangianModel
from .system import LagrangianSystem

__all__ = [
    "Body",
    "Damper",
    "Force",
    "LagrangianModel",
    "LagrangianSystem",
    "Moment",
    "Spring",
    "distance",
    "euler_lagrange",
]
