"""What the cells of a chapter work with, by explicit name: ``from mechanics.notebook import simulate``.

Besides the names of sympy and of the library that every chapter needs, four small helpers: `shorten` makes an
expression as short as the lecture prints it, `show` displays equations as the lecture does, `difference` compares two
derivations, and `check_yourself` judges an answer that is not graded. `simulate` is that of `mechanics.widgets`: it
returns a player, which shows a simulation; ``model.simulate(...)`` returns a run, which holds its numbers. `predict`
lets the reader predict what a player will show before it can be played; `your_turn` judges the steps of a worked
example that are left to the reader.
"""

from collections.abc import Sequence

import sympy as sp
from numpy import array
from sympy import Matrix, cos, pi, simplify, sin, sqrt, symbols
from sympy.core.function import AppliedUndef

from . import systems
from .bridge import from_engine, to_engine
from .displayed import show
from .drawing.sketch import sketch
from .lagrange import euler_lagrange
from .predicting import predict
from .study import progress
from .symbols import plain_name, t
from .trigonometry import shortest
from .widgets import simulate
from .worked import check_yourself, your_turn

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
