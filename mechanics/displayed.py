"""Equations, matrices and numbers as a notebook displays them, typeset like those of the lecture."""

from collections.abc import Mapping, Sequence
from itertools import zip_longest
from typing import Any

import numpy as np
import sympy as sp

from .symbols import latex_name
from .typeset import latex

__all__ = ["Displayed", "show"]

DIGITS = 4  # of the numbers that `show` displays
IN_A_ROW = 6  # of those that stand beside each other with their names: measured values, whose sizes differ


class Displayed:
    """LaTeX that a notebook displays; `repr` gives plain text.

    Parameters
    ----------
    rows : sequence
        What is displayed, one below the other.
    tags : sequence of str
        Numbers of the lecture, for the first rows.
    """

    def __init__(self, rows: Sequence[Any], tags: Sequence[str] = ()):
        self.rows, self.tags = list(rows), list(tags)

    def __repr__(self) -> str:
        return "\n".join(str(row) for row in self.rows)

    def _repr_latex_(self) -> str:
        tags = [rf" && \qquad \text{{({tag})}}" for tag in self.tags]
        rows = [_row(row) + tag for row, tag in zip_longest(self.rows, tags, fillvalue="")]
        body = " \\\\[1ex]\n".join(rows)
        return f"$\\displaystyle \\begin{{aligned}}\n{body}\n\\end{{aligned}}$"


def _row(row: Any) -> str:
    """One row; equations are aligned at their equals signs."""
    if isinstance(row, sp.Equality):
        return f"{latex(row.lhs)} &= {latex(row.rhs)}"
    if isinstance(row, Mapping):
        return "& " + r",\quad ".join(f"{latex(name)} = {latex(value)}" for name, value in row.items())
    return f"& {latex(row)}"


def _readable(row: Any, digits: int = DIGITS) -> Any:
    """Numbers and arrays of numbers with few digits; what is zero but for rounding reads 0 in an array."""
    if isinstance(row, Mapping):
        names = {name: sp.Symbol(latex_name(name)) if isinstance(name, str) else name for name in row}
        return {names[name]: _readable(value, IN_A_ROW) for name, value in row.items()}
    if isinstance(row, np.ndarray):
        rounding = 1e-12 * np.abs(row).max(initial=0.0)
        real, imaginary = (sp.Matrix(np.where(np.abs(x) > rounding, x, 0.0)) for x in (row.real, row.imag))
        matrix = (real + sp.I * imaginary).applyfunc(_readable)
        return matrix.T if row.ndim == 1 else matrix
    if isinstance(row, sp.MatrixBase):
        return row.applyfunc(_readable)
    is_rounded = row.has(sp.Float) if isinstance(row, sp.Basic) else isinstance(row, float | complex | np.generic)
    if is_rounded:
        return sp.N(row, digits) if row != 0 else sp.S.Zero
    return row


def show(*rows: Any, tags: str = "", **named: Any) -> Displayed:
    """Display expressions, equations, matrices and numbers below each other, equations aligned.

    Parameters
    ----------
    *rows : sympy Expr, Eq or Matrix, float, ndarray or mapping
        A mapping is, for example, an equilibrium.
    tags : str
        Numbers of the lecture for the rows, ``"5.80a 5.80b"``.
    **named : the same
        With the name that is on the left: ``show(T_t=T)`` reads "T_t = ...".

    Returns
    -------
    Displayed
        A notebook shows it when it is the last line of a cell.
    """
    left = {name: sp.Symbol(latex_name(name)) for name in named}
    equations = [sp.Eq(left[name], _readable(value), evaluate=False) for name, value in named.items()]
    return Displayed([*map(_readable, rows), *equations], tags.split())
