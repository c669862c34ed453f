"""What the cells of a chapter work with, by explicit name: ``from mechanics.notebook import Matrix, simulate, ...``.

Besides the names of sympy and of the library that every chapter needs, three small helpers: `shorten` makes an
expression as short as the lecture prints it, `show` displays equations as the lecture sets them, and
`check_yourself` answers a question that is not graded.
"""

from collections.abc import Sequence
from typing import Any

import sympy as sp
from sympy import Matrix, cos, pi, simplify, sin, sqrt, symbols
from sympy.core.function import AppliedUndef

from . import systems
from .bridge import from_engine, to_engine
from .checks import capture, judge, make_key
from .drawing.sketch import sketch
from .lagrange import euler_lagrange
from .symbols import plain_name, t
from .trigonometry import shortest
from .typeset import latex
from .widgets import simulate

__all__ = [
    "Matrix",
    "check_yourself",
    "cos",
    "euler_lagrange",
    "pi",
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
]


class Displayed:
    """LaTeX that a notebook displays; `str` gives plain text."""

    def __init__(self, rows: Sequence[Any]):
        self.rows = list(rows)

    def __repr__(self) -> str:
        return "\n".join(str(row) for row in self.rows)

    def _repr_latex_(self) -> str:
        body = " \\\\[1ex]\n".join(_aligned(row) for row in self.rows)
        return f"$\\displaystyle \\begin{{aligned}}\n{body}\n\\end{{aligned}}$"


def _aligned(row: Any) -> str:
    """One row; equations are aligned at their equals signs."""
    if isinstance(row, sp.Equality):
        return f"{latex(row.lhs)} &= {latex(row.rhs)}"
    return f"& {latex(row)}"


def show(*rows: Any, **named: Any) -> Displayed:
    """Display expressions below each other, equations aligned; ``show(T=T)`` reads "T = ...".

    Parameters
    ----------
    rows : sympy expressions, matrices or equations
    named : expressions with the name that is to stand on their left side, ASCII as in the lecture map
    """
    equations = [sp.Eq(sp.Symbol(name), value, evaluate=False) for name, value in named.items()]
    return Displayed([*rows, *equations])


def shorten(expression: Any) -> Any:
    """The shortest form that sin² + cos² = 1 and the sums of angles allow; milliseconds, unlike `simplify`.

    Parameters
    ----------
    expression : sympy expression, equation or matrix in coordinates, rates and parameters
    """
    if isinstance(expression, sp.MatrixBase):
        return expression.applyfunc(shorten)
    if isinstance(expression, sp.Equality):
        return sp.Eq(shorten(expression.lhs), shorten(expression.rhs), evaluate=False)
    expression = sp.sympify(expression)
    atoms = expression.atoms(sp.Symbol, AppliedUndef, sp.Derivative)
    return from_engine(shortest(to_engine(expression)), {plain_name(atom): atom for atom in atoms})


def check_yourself(answer: Any, right: Any, system: Any, *, kind: str = "expression") -> None:
    """Say whether an answer is right and, where a known mistake explains it, why not. Nothing is graded.

    Parameters
    ----------
    answer : text such as ``"m*g*l*sin(theta)"`` or a sympy expression; ``...`` stands for "not answered yet"
    right : what the library computes for the same question
    system : whose names the answer may use, or its id
    kind : of the answer, see `mechanics.checks`
    """
    if answer is ...:
        print("Put your answer in place of the three dots and run the cell again.")
        return
    verdict = judge(capture(answer), make_key(kind, right, system))
    print(f"{'Right.' if verdict.ok else 'Not yet:'} {verdict.reason}".rstrip())
