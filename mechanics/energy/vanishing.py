"""Whether an expression is zero everywhere, by its values: fast where `simplify` takes minutes."""

import random
from typing import Any

import sympy as sp

from ..aliases import Scalar

__all__ = ["vanishes"]

POINTS, TRIES = 5, 60
DIGITS = 30


def vanishes(expression: Scalar) -> bool:
    """Whether an expression is zero wherever it has a real value.

    It is evaluated to 30 digits at random rational points. A formula that is not zero everywhere is zero there with
    probability zero.

    Parameters
    ----------
    expression : Expr or float
        Number or expression.

    Returns
    -------
    bool
    """
    expression = sp.sympify(expression)
    if expression.is_number:
        return bool(expression.equals(0))
    symbols, source = sorted(expression.free_symbols, key=str), random.Random(62)
    seen = 0
    for _ in range(TRIES):
        point = {s: _drawn(s, source) for s in symbols}
        value, size = _value(expression, point)
        if value is None:
            continue
        if abs(value) > sp.Float("1e-20") * size:
            return False
        seen += 1
        if seen == POINTS:
            break
    return seen > 0


def _drawn(symbol: sp.Symbol, source: random.Random) -> sp.Rational:
    magnitude = sp.Rational(source.randint(103, 2797), 1009)
    return magnitude if symbol.is_positive or symbol.is_nonnegative or source.random() < 0.5 else -magnitude


def _value(expression: sp.Expr, point: dict[Any, Any]) -> tuple[Any, Any]:
    """Value at a point and the size of its terms; None where it is not real and finite."""
    terms = [term.xreplace(point).evalf(DIGITS) for term in sp.Add.make_args(expression)]
    if not all(term.is_Float or term.is_Integer for term in terms):
        return None, None
    return sp.Add(*terms), max(1, *(abs(term) for term in terms))
