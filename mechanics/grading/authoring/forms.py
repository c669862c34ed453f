"""Right answers in other forms: those that an author writes down, and those that algebra gives."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import sympy as sp

from mechanics.symbols import plain_name

__all__ = ["FORMULAS", "TRANSFORMATIONS", "Rewrite", "each", "rewrites_in"]

FORMULAS = ("expression", "vector", "matrix", "equations", "equilibria")
"""Kinds of checks whose answers can be transformed."""


@dataclass(frozen=True)
class Rewrite:
    """A right answer as somebody else would write it.

    Attributes
    ----------
    answer : str
        Name of the answer cell, with or without ``-answer``.
    source : str
        Text of the cell.
    """

    answer: str
    source: str

    def is_of(self, cell: str) -> bool:
        """Whether it is another text of the cell of this name.

        Parameters
        ----------
        cell : str
            Name of an answer cell.
        """
        return self.answer in (cell, cell.removesuffix("-answer"))


def rewrites_in(path: Path) -> list[Rewrite]:
    """Read a file of rewrites.

    Parameters
    ----------
    path : Path
        The file, which need not exist.

    Returns
    -------
    list of Rewrite
        After each line ``--- NAME`` the text of the answer cell of that name.
    """
    if not path.is_file():
        return []
    parts = re.split(r"^--- ", path.read_text(encoding="utf-8"), flags=re.MULTILINE)[1:]
    return [Rewrite(name.strip(), source) for name, _, source in (part.partition("\n") for part in parts)]


def each(function: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """Apply a function to every expression of an answer, whatever holds them.

    Parameters
    ----------
    function : callable
        From expression to expression.

    Returns
    -------
    callable
        From answer to answer.
    """

    def apply(value: Any) -> Any:
        if isinstance(value, sp.MatrixBase):
            return value.applyfunc(function)
        if isinstance(value, list | tuple):
            return [apply(item) for item in value]
        if isinstance(value, dict):
            return {key: apply(item) for key, item in value.items()}
        if isinstance(value, sp.Equality):
            return sp.Eq(function(value.lhs), function(value.rhs), evaluate=False)
        return function(sp.sympify(value))

    return apply


def _plain(expression: Any) -> Any:
    """Ordinary symbols without assumptions, ``phi_d`` for the rate."""
    atoms = expression.atoms(sp.Derivative, sp.core.function.AppliedUndef, sp.Symbol)
    order = sorted(atoms, key=lambda x: -x.derivative_count if isinstance(x, sp.Derivative) else 0)
    return expression.subs([(x, sp.Symbol(plain_name(x))) for x in order if x != sp.Symbol("t")])


def _trigonometric(expression: Any) -> Any:
    """sin x as cos(x − π/2), and a one that is sin² + cos² of something."""
    one = sp.UnevaluatedExpr(sp.sin(sp.Integer(3)) ** 2 + sp.cos(sp.Integer(3)) ** 2)
    return expression.replace(sp.sin, lambda x: sp.UnevaluatedExpr(sp.cos(x - sp.pi / 2, evaluate=False))) * one


TRANSFORMATIONS: dict[str, Callable[[Any], Any]] = {
    "expanded": each(sp.expand),
    "factored": each(sp.factor),
    "over one denominator": each(sp.together),
    "apart in exponentials": each(lambda x: sp.powsimp(sp.expand_trig(x))),
    "with other symbols": each(_plain),
    "trigonometry": each(_trigonometric),
    "as text": str,
    "as text with ^-free powers of floats": each(lambda x: sp.N(x, 30)),
    "in exponentials": each(lambda x: x.rewrite(sp.exp)),
}
"""Ways to write a formula that change nothing."""
