"""Formulas as plain data: the small syntax tree that travels between the student's process and the judge.

A tree is JSON: an int or a float; a name (str, ``"pi"`` is the number); ``["+", a, b, ...]``, ``["*", a, b,
...]``, ``["^", base, exponent]``, ``["sin", a]`` and the other `FUNCTIONS`; ``["rat", p, q]``; ``["num",
"0.12345"]`` for a decimal of many digits; ``["error", "NaN"]`` for something that is not a formula, described
in words.
"""

from collections.abc import Iterator
from typing import Any, TypeAlias

__all__ = [
    "FUNCTIONS",
    "MAX_DEPTH",
    "MAX_NODES",
    "MAX_NUMBER",
    "SPECIAL",
    "Tree",
    "TreeError",
    "add",
    "divide",
    "errors_of",
    "has_floats",
    "integer",
    "mul",
    "names_of",
    "nodes",
    "power",
    "problem",
]

Tree: TypeAlias = Any  # int | float | str | list of trees; recursive JSON

MAX_NODES = 10_000
MAX_DEPTH = 120
MAX_NUMBER = 10**40

#: name of a function -> number of its arguments
FUNCTIONS: dict[str, int] = {
    **dict.fromkeys(["sin", "cos", "tan", "cot", "sec", "csc"], 1),
    **dict.fromkeys(["asin", "acos", "atan", "acot", "asec", "acsc"], 1),
    **dict.fromkeys(["sinh", "cosh", "tanh", "coth", "sech", "csch"], 1),
    **dict.fromkeys(["asinh", "acosh", "atanh", "acoth", "asech", "acsch"], 1),
    **dict.fromkeys(["sqrt", "exp", "log", "Abs", "sign"], 1),
    "atan2": 2,
}
SPECIAL = ("rat", "num", "error")


class TreeError(ValueError):
    """The answer cannot be read; the message is a sentence for the student."""


def problem(description: str) -> Tree:
    """A leaf for something that is not a formula, described so that "it contains ..." can be said.

    Parameters
    ----------
    description : str
        Words.

    Returns
    -------
    Tree
    """
    return ["error", description]


def integer(value: int) -> Tree:
    """An integer leaf, or an error leaf when it is implausibly large.

    Parameters
    ----------
    value : int
        Integer.

    Returns
    -------
    Tree
    """
    return value if abs(value) < MAX_NUMBER else problem("an integer with more than 40 digits")


def add(*terms: Tree) -> Tree:
    """Sum, flattened.

    Parameters
    ----------
    *terms : Tree
        Terms.

    Returns
    -------
    Tree
    """
    flat = _flat("+", terms)
    return flat[0] if len(flat) == 1 else ["+", *flat]


def mul(*factors: Tree) -> Tree:
    """Product, flattened.

    Parameters
    ----------
    *factors : Tree
        Factors.

    Returns
    -------
    Tree
    """
    flat = _flat("*", factors)
    return flat[0] if len(flat) == 1 else ["*", *flat]


def divide(a: Tree, b: Tree) -> Tree:
    """Quotient; that of two integers is an exact fraction.

    Parameters
    ----------
    a, b : Tree
        Numerator and denominator.

    Returns
    -------
    Tree
    """
    if type(a) is int and type(b) is int and b != 0:
        return ["rat", a, b]
    return mul(a, power(b, -1))


def power(base: Tree, exponent: Tree) -> Tree:
    """Power, base^exponent.

    Parameters
    ----------
    base, exponent : Tree
        Base and exponent.

    Returns
    -------
    Tree
    """
    return ["^", base, exponent]


def _flat(op: str, trees: tuple[Tree, ...]) -> list[Tree]:
    result: list[Tree] = []
    for tree in trees:
        result.extend(tree[1:] if type(tree) is list and tree[0] == op else [tree])
    return result


def nodes(tree: Tree) -> Iterator[Tree]:
    """Every node of the tree, the root first.

    Parameters
    ----------
    tree : Tree
        Tree.

    Returns
    -------
    Iterator[Tree]
    """
    stack = [tree]
    while stack:
        node = stack.pop()
        yield node
        if type(node) is list and node[0] not in SPECIAL:
            stack.extend(node[1:])


def names_of(tree: Tree) -> set[str]:
    """The names that occur in the tree (without pi).

    Parameters
    ----------
    tree : Tree
        Tree.

    Returns
    -------
    set of str
    """
    return {node for node in nodes(tree) if type(node) is str and node != "pi"}


def errors_of(tree: Tree) -> list[str]:
    """Descriptions of everything in the tree that is not a formula.

    Parameters
    ----------
    tree : Tree
        Tree.

    Returns
    -------
    list of str
    """
    return [node[1] for node in nodes(tree) if type(node) is list and node[0] == "error"]


def has_floats(tree: Tree) -> bool:
    """Whether the formula contains rounded numbers, so that it can be exact to only about 15 digits.

    Parameters
    ----------
    tree : Tree
        Tree.

    Returns
    -------
    bool
    """
    return any(type(node) is float or (type(node) is list and node[0] == "num") for node in nodes(tree))
