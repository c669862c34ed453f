"""Conversion between sympy, which users see, and symengine, in which the derivation runs.

On the way in every coordinate, rate and parameter becomes a plain symbol of its ASCII name (`phi`, `phi_d`,
`m_S`); on the way back the names become the symbols of the model again, with their assumptions and LaTeX.
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

import symengine as se
import sympy as sp
from sympy.core.function import AppliedUndef, UndefinedFunction

from .aliases import Scalar
from .symbols import plain_name

__all__ = ["KINKS", "entries", "from_engine", "gradient", "to_engine"]

_IN = {
    sp.sin: se.sin, sp.cos: se.cos, sp.tan: se.tan, sp.asin: se.asin, sp.acos: se.acos, sp.atan: se.atan,
    sp.atan2: se.atan2, sp.sinh: se.sinh, sp.cosh: se.cosh, sp.tanh: se.tanh, sp.log: se.log, sp.exp: se.exp,
    sp.Abs: se.Abs, sp.sign: se.sign, sp.Max: se.Max, sp.Min: se.Min,
    sp.floor: se.floor, sp.ceiling: se.ceiling,
}  # fmt: skip
_OUT = {
    se.sin: sp.sin, se.cos: sp.cos, se.tan: sp.tan, se.asin: sp.asin, se.acos: sp.acos, se.atan: sp.atan,
    se.atan2: sp.atan2, se.sinh: sp.sinh, se.cosh: sp.cosh, se.tanh: sp.tanh, se.log: sp.log,
    se.Abs: sp.Abs, se.sign: sp.sign, se.Max: sp.Max, se.Min: sp.Min,
    se.floor: sp.floor, se.ceiling: sp.ceiling,
}  # fmt: skip


def to_engine(expression: Scalar | se.Basic) -> se.Basic:
    """A sympy expression or a number as a symengine expression in plain symbols.

    Parameters
    ----------
    expression : Expr or float or symengine.Basic
        Expression or number.

    Returns
    -------
    symengine.Basic
    """
    if isinstance(expression, sp.Basic):
        return _to_engine(expression)
    return se.sympify(expression)


@lru_cache(maxsize=256)  # energies, forces and checks use the same pose
def entries(matrix: sp.ImmutableMatrix) -> tuple[se.Basic, ...]:
    """Entries of a sympy matrix as symengine expressions, row by row.

    Parameters
    ----------
    matrix : ImmutableMatrix
        Matrix of expressions.

    Returns
    -------
    tuple of symengine.Basic
    """
    return tuple(_to_engine(x) for x in matrix.flat())  # iterating over the matrix itself is ten times slower


def _to_engine(e: Any) -> Any:
    if e.is_Symbol:
        return se.Symbol(e.name)
    if e.is_Number:
        return _number(e)
    if e.is_Add:
        return se.Add(*[_to_engine(a) for a in e.args])
    if e.is_Mul:
        return se.Mul(*[_to_engine(a) for a in e.args])
    if e.is_Pow:
        return _to_engine(e.base) ** _to_engine(e.exp)
    if e.is_Derivative:
        return se.Symbol(plain_name(e))
    kind = type(e)
    if isinstance(kind, UndefinedFunction):  # a coordinate
        return se.Symbol(kind.__name__)
    if kind in _IN:
        return _IN[kind](*[_to_engine(a) for a in e.args])
    return _rare(e)


def _number(e: Any) -> Any:
    if e.is_Integer:
        return se.Integer(e.p)
    if e.is_Rational and e.is_finite:
        return se.Rational(e.p, e.q)
    if e.is_Float and e._prec <= 53:  # the precision of a double
        return se.RealDouble(float(e))
    return _rare(e)


def _rare(e: Any) -> Any:
    """Numbers, constants, steps, Piecewise and relations by symengine's own conversion."""
    if e.has(sp.Heaviside, sp.Mod):
        e = e.replace(sp.Heaviside, lambda *a: sp.Heaviside(*a).rewrite(sp.Piecewise))
        return _to_engine(e.replace(sp.Mod, lambda a, b: a - b * sp.floor(a / b)))
    dynamic = e.atoms(AppliedUndef, sp.Derivative)
    return se.sympify(e.xreplace({d: sp.Symbol(plain_name(d)) for d in dynamic}))


def from_engine(expression: Scalar | se.Basic, symbols: Mapping[str, sp.Expr]) -> sp.Expr:
    """A symengine expression as a sympy expression in the symbols of a model, looked up by name.

    Parameters
    ----------
    expression : Expr or float or symengine.Basic
        symengine expression or number.
    symbols : mapping of str to Expr
        Symbols of the model by their plain names.

    Returns
    -------
    Expr
    """

    def back(e: Any) -> Any:
        if isinstance(e, se.Symbol):
            return symbols.get(e.name) or sp.Symbol(e.name)
        if isinstance(e, se.Add):
            return sp.Add(*[back(a) for a in e.args])
        if isinstance(e, se.Mul):
            return sp.Mul(*[back(a) for a in e.args])
        if isinstance(e, se.Pow):
            base, exponent = e.args
            return sp.Pow(back(base), back(exponent))
        for function, target in _OUT.items():
            if isinstance(e, function):
                return target(*[back(a) for a in e.args])
        plain = sp.sympify(e)
        return plain.xreplace({s: symbols[s.name] for s in plain.free_symbols if s.name in symbols})

    return back(se.sympify(expression))


KINKS = (se.Abs, se.sign, se.Max, se.Min, se.floor, se.ceiling)


def gradient(expression: se.Basic, q: Sequence[se.Basic]) -> list[se.Basic]:
    """Derivatives of a symengine expression with respect to symbols, also through Abs, sign, Max, Min and steps.

    symengine leaves their derivatives unevaluated; here the chain rule is applied by hand.

    Parameters
    ----------
    expression : symengine.Basic
        Expression.
    q : sequence of symengine.Basic
        Symbols.

    Returns
    -------
    list of symengine.Basic
        A derivative for each symbol.
    """
    kinks = () if expression.is_Atom else expression.atoms(*KINKS)
    if not kinks:
        return [expression.diff(x) for x in q]
    names = {kink: se.Dummy() for kink in kinks}
    plain = expression.xreplace(names)
    back = {name: kink for kink, name in names.items()}
    slopes = {name: _slopes(kink, q) for kink, name in names.items() if plain.diff(name) != 0}
    return [
        se.Add(plain.diff(x), *(plain.diff(name) * slope[i] for name, slope in slopes.items())).xreplace(back)
        for i, x in enumerate(q)
    ]


def _slopes(kink: Any, q: Sequence[Any]) -> list[Any]:
    """Derivatives of |u|, max(u, ...), min(u, ...) and of steps; at the kink itself that of one of the two sides."""
    arguments = [gradient(u, q) for u in kink.args]
    if isinstance(kink, (se.sign, se.floor, se.ceiling)):
        return [se.Integer(0)] * len(q)
    if isinstance(kink, se.Abs):
        return [se.sign(kink.args[0]) * u for u in arguments[0]]
    pairs = list(zip(kink.args, arguments, strict=True))
    last = pairs.pop()[1]
    is_chosen = se.Ge if isinstance(kink, se.Max) else se.Le
    return [se.Piecewise(*((u[i], is_chosen(x, kink)) for x, u in pairs), (last[i], True)) for i in range(len(q))]
