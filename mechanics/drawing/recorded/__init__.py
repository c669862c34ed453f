"""Computations of Python as programs for the browser: functions run on numbers that remember how they were made."""

from .bodies import recorded_bodies
from .laws import recorded_laws
from .solved import recorded_problem, symbolic_solution

__all__ = ["recorded_bodies", "recorded_laws", "recorded_problem", "symbolic_solution"]
