"""Expressions become one scalar program, and the program a function in Python, numpy, numba or JavaScript."""

from .program import PIVOT, Program, solve_symmetric
from .templates import ARRAY, SCALAR

__all__ = ["ARRAY", "PIVOT", "SCALAR", "Program", "solve_symmetric"]
