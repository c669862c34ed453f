"""What the cells of a chapter work with, by explicit name: ``from mechanics.notebook import simulate``.

Besides the names of sympy and of the library that every chapter needs, four small helpers: `shorten` makes an
expression as short as the lecture prints it, `show` displays equations as the lecture does, `difference` compares two
derivations, and `check_yourself` judges an answer that is not graded. `simulate` is that of `mechanics.widgets`: it
returns a player, which shows a simulation; ``model.simulate(...)`` returns a run, which holds its numbers. `predict`
lets the reader predict what a player will show before it can be played; `your_turn` judges the steps of a worked
example that are left to the reader.
"""

from collections.abc import Mapping, Sequence
from itertools import zip_longest
from typing import Any

import numpy as np
import sympy as sp
from numpy import array
from sympy import Matrix, cos, pi, simplify, sin, sqrt, symbols
from sympy.core.function import AppliedUndef

from . import systems
from .bridge import from_engine, to_engine
from .checks import capture, judge, make_key
from .checks.key import Source
from .checks.verdict import STATES
from .drawing.sketch import sketch
from .lagrange import euler_lagrange
from .predicting import predict
from .study import progress
from .symbols import latex_name, plain_name, t
from .trigonometry import shortest
from .typeset import latex
from .widgets import simulate
from .worked import your_turn

__all__ = [
    "Matrix",
    "array",
    "check_yourself",
    "cos",
    "difference",
    "euler_lagrange",
    "pi",
    "predict",
    "progress",
    "shorten",
    "show",
    "simplify",
    "simulate",
    "sin",
    "sketch",
    "sqrt",
    "symbols",
    "systems",
    "t",
    "your_turn",
]


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
    is_rounded = row.has(sp.Float) if isinstance(row, sp.Basic) else isinstance(row, float | complex | np.number)
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


def shorten(expression: sp.Basic | sp.MatrixBase) -> sp.Basic | sp.MatrixBase:
    """The shortest form that sin² + cos² = 1 and the sums of angles allow; takes milliseconds, unlike `simplify`.

    Parameters
    ----------
    expression : sympy Expr, Eq or Matrix
        In coordinates, rates and parameters.

    Returns
    -------
    sympy Expr, Eq or Matrix
        Equal to the given one.
    """
    if isinstance(expression, sp.MatrixBase):
        return expression.applyfunc(shorten)
    if isinstance(expression, sp.Equality):
        return sp.Eq(shorten(expression.lhs), shorten(expression.rhs), evaluate=False)
    expression = sp.sympify(expression)
    atoms = expression.atoms(sp.Symbol, AppliedUndef, sp.Derivative)
    return from_engine(shortest(to_engine(expression)), {plain_name(atom): atom for atom in atoms})


def difference(equations: Sequence[sp.Eq], others: Sequence[sp.Eq]) -> list[sp.Expr]:
    """Difference of two derivations of the same equations; zeros where they agree.

    Parameters
    ----------
    equations, others : sequence of sympy Eq
        In the same order and on the same scale.

    Returns
    -------
    list of sympy Expr
        (left - right) of the first minus (left - right) of the second, for each equation.
    """
    pairs = zip(equations, others, strict=True)
    return [shorten((a.lhs - a.rhs) - (b.lhs - b.rhs)) for a, b in pairs]


def check_yourself(answer: object, right: object, system: Source, *, kind: str = "expression") -> None:
    """Print whether an answer is right and, where a known mistake explains it, why not. Nothing is graded.

    Parameters
    ----------
    answer : str or sympy Expr
        Such as ``"m*g*l*sin(theta)"``; ``...`` stands for "not answered yet".
    right : sympy Expr
        What the library computes for the same question; for other kinds, what `mechanics.checks` takes as a reference.
    system : System or str
        Whose names the answer may use, or its id; also any other domain of `mechanics.checks`.
    kind : str
        Of the answer, see `mechanics.checks`.
    """
    if answer is ...:
        print("Put your answer in place of the three dots and run the cell again.")
        return
    key = make_key(kind, right, system, hidden=kind == "number")  # nothing is graded later: the value itself is judged
    verdict = judge(capture(answer), key)
    print(" ".join(STATES[verdict.state]) + (f": {verdict.reason}" if verdict.reason else "."))
