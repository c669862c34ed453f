r"""LaTeX in the order of the lecture: :math:`m l^2 \ddot\theta`, where sympy sorts by name.

Only the order on the page changes: a product begins with masses and forces and ends with rates, a sum begins
with accelerations, a numerical fraction stands in front.
"""

from typing import Any

from sympy import Basic, MatrixBase, Mul, fraction
from sympy.core.function import AppliedUndef, Derivative
from sympy.printing.latex import LatexPrinter
from sympy.printing.precedence import PRECEDENCE

__all__ = ["latex"]

_FIRST = ("m", "M", "I", "rho", "c", "d", "f", "tau")  # masses, inertias, stiffnesses, dampings, forces


class _Typesetter(LatexPrinter):
    """Prints products and sums in the order of `_factor_rank` and `_term_rank`."""

    def __init__(self) -> None:
        super().__init__({"order": "none"})

    def _print_Mul(self, expr: Any) -> str:
        if expr.is_Pow:  # sympy treats 1/x as a product, too
            return super()._print_Mul(expr)
        number, rest = expr.as_coeff_Mul()
        if number.is_Rational and number.q != 1 and not rest.is_number and fraction(rest)[1] == 1:
            sign = "- " if number < 0 else ""
            factors = self.parenthesize(rest, PRECEDENCE["Mul"]) if rest.is_Add else self._print(rest)
            return rf"{sign}\frac{{{abs(number.p)}}}{{{number.q}}} {factors}"
        return super()._print_Mul(Mul(*sorted(expr.args, key=_factor_rank), evaluate=False))

    def _as_ordered_terms(self, expr: Any, order: Any = None) -> list[Any]:
        terms = expr.as_ordered_terms()
        is_equation = any(_order(term) == 2 for term in terms)
        # a stable sort keeps sympy's order within a kind
        return sorted(terms, key=lambda term: _term_rank(term, is_equation))


def latex(expression: Basic | MatrixBase) -> str:
    """LaTeX of a sympy expression, equation or matrix in the lecture's order.

    Parameters
    ----------
    expression : Basic or MatrixBase
        Expression, equation or matrix in the symbols of a system.

    Returns
    -------
    str
    """
    return _Typesetter().doprint(expression)


def _factor_rank(factor: Any) -> tuple[int, str]:
    base = factor.base if factor.is_Pow else factor
    if base.is_Number:
        rank = 0
    elif base.is_Symbol:
        name = base.name.split("_")[0].rstrip("0123456789")
        rank = 1 if name in _FIRST else 2 if name == "g" else 3
    elif base.is_Add:
        rank = 4
    elif isinstance(base, Derivative):
        rank = 7
    else:
        rank = 5 if isinstance(base, AppliedUndef) else 6
    return rank, str(base)


def _order(term: Any) -> int:
    """Highest time derivative in a term."""
    return max((sum(count for _, count in d.variable_count) for d in term.atoms(Derivative)), default=0)


def _term_rank(term: Any, is_equation: bool) -> tuple[int, bool, int]:
    """In an equation accelerations, then rates, then the rest; elsewhere terms with a minus sign come last."""
    order = _order(term)
    return (-order if is_equation else 0), bool(term.could_extract_minus_sign()), -order
