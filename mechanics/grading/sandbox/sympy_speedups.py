"""Two shortcuts for sympy, patched into the fork server: the same results in half the time.

**Derivatives.** Of every term sympy asks whether its derivative is zero, whether something infinite stands beside a
factor that is zero, and what the logarithm of the base of x**2 is. That is half of what the cells of a notebook cost,
and no answer changes a derivative.

**Assumptions.** Sympy queries assumptions in random order, which changes no answer; drawing that order takes a tenth of
the time of a derivation.
"""

import sys
from functools import cache
from typing import Any

import sympy
from sympy import Add, Derivative, Dummy, Expr, Function, Mul, Number, Pow, S, Symbol, log

from ...symbols import Coordinate, Rate

__all__ = ["query_assumptions_in_order", "speed_up_derivatives"]

PROVED = "1.14."  # of sympy: that the expressions are the same is proved by tests/grading/test_derivatives.py
_PLAIN = (Add, Mul, Pow, Function, Symbol, Number)
_general = Derivative.__new__
_several_times = Mul._eval_derivative_n_times


def query_assumptions_in_order() -> None:
    """Let sympy query assumptions in sorted order in this process."""
    vars(sys.modules["sympy.core.assumptions"])["shuffle"] = list.sort


def speed_up_derivatives() -> None:
    """Let sympy take first derivatives in a shorter way in this process, to the same expressions.

    Only the version of sympy for which that is proved is patched.
    """
    if not sympy.__version__.startswith(PROVED):
        return
    Derivative.__new__ = staticmethod(_derivative)
    Mul._eval_derivative_n_times = _of_product
    Pow._eval_derivative = _of_power


def _derivative(cls: type, expression: Any, *variables: Any, **options: Any) -> Any:
    """In place of ``Derivative(expression, variable, evaluate=True)``."""
    is_first = cls is Derivative and options == {"evaluate": True} and len(variables) == 1
    found = _first(expression, variables[0]) if is_first else None
    return _general(cls, expression, *variables, **options) if found is None else found


def _first(expression: Any, variable: Any) -> Expr | None:
    """The first derivative of a plain expression; None where it is left to sympy."""
    if not isinstance(expression, _PLAIN):
        return None
    if isinstance(variable, Coordinate | Rate):
        symbol = _stand_in(variable)
        found = _by_symbol(expression.xreplace({variable: symbol}), symbol)
        if found is None or any(symbol in part.free_symbols for part in found.atoms(Derivative)):
            return None  # sympy left a derivative in it unevaluated
        return found.xreplace({symbol: variable})
    return _by_symbol(expression, variable) if isinstance(variable, Symbol) else None


@cache
def _stand_in(variable: Expr) -> Dummy:
    """A symbol for a coordinate or a rate, the same each time, so that sympy remembers terms with it."""
    return Dummy("xi")


def _by_symbol(expression: Expr, symbol: Symbol) -> Expr | None:
    if symbol not in expression.free_symbols:
        return S.Zero
    found = expression._eval_derivative_n_times(symbol, 1)
    if found is not None and found.has(Derivative):
        return found.replace(lambda part: isinstance(part, Derivative), lambda part: part.canonical)
    return found


def _of_product(product: Mul, symbol: Any, times: Any) -> Any:
    """One term for each factor whose derivative is not zero, as ``Mul._eval_derivative`` has it."""
    if times != 1:
        return _several_times(product, symbol, times)
    factors = product.args
    rates = [(i, factor.diff(symbol)) for i, factor in enumerate(factors)]
    return Add(*(Mul(*factors[:i], rate, *factors[i + 1 :]) for i, rate in rates if rate != 0))


def _of_power(power: Pow, symbol: Any) -> Any:
    """No logarithm where the exponent stays as it is."""
    base, exponent = power.base, power.exp
    change = base.diff(symbol) * exponent / base
    faster = exponent.diff(symbol)
    return power * (change if faster == 0 else faster * log(base) + change)
