"""What the cells of tasks and chapters use of the names of a chapter, as far as it runs in the page."""

from typing import Any

from sympy import Matrix, MatrixBase, cos, count_ops, pi, simplify, sin, sqrt, symbols, trigsimp

from . import systems
from .displayed import show
from .symbols import t
from .worked import check_yourself, your_turn

__all__ = [
    "Matrix", "check_yourself", "cos", "pi", "shorten", "show", "simplify", "sin", "sqrt", "symbols", "systems", "t",
    "your_turn",
]  # fmt: skip


MOST = 200  # operations that sympy shortens in less than a second


def shorten(expression: Any) -> Any:
    """An expression shortened by sympy, as symengine does not exist in the page; a long one stays as it is."""
    if isinstance(expression, MatrixBase):
        return expression.applyfunc(shorten)
    return trigsimp(expression) if count_ops(expression) < MOST else expression


def __getattr__(name: str) -> Any:
    """Everything else says that it does not run here."""
    from inpage.absent import Name

    if name.startswith("__"):
        raise AttributeError(name)
    return Name(f"mechanics.notebook.{name}")
