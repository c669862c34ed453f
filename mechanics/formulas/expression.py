"""Text of a formula → sympy expression in given symbols; exact, and nothing is ever executed."""

from collections.abc import Callable, Mapping
from typing import Any

import sympy as sp

from .reader import read_formula, shorten
from .tree import FUNCTIONS, Tree, TreeError, errors_of, names_of

__all__ = ["expression", "from_tree"]

_LARGEST = 10_000  # bits of a power of two numbers, so that no text can demand more memory than there is


def expression(text: str, symbols: Mapping[str, sp.Expr]) -> sp.Expr:
    """The sympy expression that a text such as ``"2*x*sin(y)"`` stands for.

    Decimals are taken as exact fractions: ``0.1`` is 1/10, so that what is zero is found to be zero.

    Parameters
    ----------
    text : str
        Formula in Python's spelling.
    symbols : mapping of str to Expr
        The names that may occur, and the symbol that each of them becomes.

    Returns
    -------
    Expr

    Raises
    ------
    TreeError
        If the text is not a formula, or contains another name or a number too large or too small; with a sentence that
        says so.
    """
    tree = read_formula(text)
    if foreign := sorted(names_of(tree) - set(symbols)):
        known = ", ".join(symbols) or "numbers only"
        raise TreeError(f"`{shorten(text)}` contains {', '.join(foreign)}; a formula of {known} is expected")
    if errors := errors_of(tree):
        raise TreeError(f"`{shorten(text)}` contains {errors[0]}")
    result = from_tree(tree, symbols)
    if result.has(sp.nan, sp.zoo, sp.oo, -sp.oo):
        raise TreeError(f"`{shorten(text)}` has no finite value; is there a division by zero?")
    return result


def from_tree(tree: Tree, symbols: Mapping[str, Any]) -> sp.Expr:
    """The sympy expression that a tree stands for; decimals become exact fractions.

    Parameters
    ----------
    tree : Tree
        Of a formula, without errors.
    symbols : mapping of str to Expr
        What each name in the tree becomes.

    Returns
    -------
    Expr

    Raises
    ------
    KeyError
        For a name that is not among the symbols.
    TreeError
        For a power of two numbers that is too large.
    """
    if type(tree) is str:
        return sp.pi if tree == "pi" else symbols[tree]
    if type(tree) is not list:
        return sp.Rational(repr(tree))
    head, *arguments = tree
    if head in ("rat", "num"):
        return sp.Rational(*arguments)
    return _OPERATIONS[head](*(from_tree(argument, symbols) for argument in arguments))


def _power(base: sp.Expr, exponent: sp.Expr) -> sp.Expr:
    if base.is_Rational and exponent.is_Rational:
        bits = max(abs(base.p), base.q).bit_length()
        if abs(exponent) * bits > _LARGEST:
            raise TreeError(f"the power {shorten(str(base))}**{shorten(str(exponent))} is too large")
    return base**exponent


_OPERATIONS: dict[str, Callable[..., sp.Expr]] = {
    **{name: getattr(sp, name) for name in FUNCTIONS},
    "+": sp.Add,
    "*": sp.Mul,
    "^": _power,
}
