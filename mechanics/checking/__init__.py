"""What an argument can be - a number, a formula, a vector, a matrix - and one sentence for everything else.

Text is no number, whatever it says; neither is `True`. A number is real and finite; a formula is a sympy expression
whose value is not known yet.
"""

from .arguments import checked
from .arrays import array, column, matrix, vector
from .kinds import instance, instances, mapping, text
from .values import function, number, real, rounded, shown, whole

__all__ = [
    "array",
    "checked",
    "column",
    "function",
    "instance",
    "instances",
    "mapping",
    "matrix",
    "number",
    "real",
    "rounded",
    "shown",
    "text",
    "vector",
    "whole",
]
