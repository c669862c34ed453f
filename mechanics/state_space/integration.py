"""Earlier place of `mechanics.integration`."""

from ..integration.errors import RUNAWAY, check_states, clear_errors, is_of_equations, not_evaluable
from ..integration.plain import integrate
from ..integration.times import check_tolerances, output_times

__all__ = [
    "MAX_STEPS", "RUNAWAY", "check_states", "check_tolerances", "clear_errors", "integrate", "is_of_equations",
    "not_evaluable", "output_times",
]  # fmt: skip

MAX_STEPS = 20_000  # between two output times
