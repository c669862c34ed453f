"""A student's formula with the value that each part of it has, and the value that it would need for a right result.

If the result should be r, the term t of a sum s should be r - (s - t), the factor f of a product p should be r*f/p, and
so on down the tree. So one wrong place can be found without knowing the right formula: only its values are needed.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from mechanics.checks.at_points import real_values
from mechanics.checks.compare import Column
from mechanics.checks.evaluate import mp
from mechanics.formulas.tree import SPECIAL, Tree

__all__ = ["Part", "grown"]

_CLOSE = mp.mpf("1e-11")
_INVERSE = {"asin": mp.sin, "acos": mp.cos, "atan": mp.tan, "sqrt": lambda x: x * x, "exp": mp.log, "log": mp.exp}


@dataclass
class Part:
    """A part of a formula.

    Attributes
    ----------
    tree : Tree
        The part itself.
    values, needed : list of mpf
        What it is at some points, and what it should be there if all the rest is right; `needed` is None where no
        value would do.
    parent : Part or None
        The part that it is an argument of.
    arguments : list of Part
        Its own arguments.
    """

    tree: Tree
    values: Column
    parent: "Part | None" = None
    arguments: list["Part"] = field(default_factory=list)
    needed: Column | None = None

    @property
    def head(self) -> str:
        """The operation: ``+``, ``*``, ``sin``; empty for a name or number."""
        return self.tree[0] if type(self.tree) is list and self.tree[0] not in SPECIAL else ""

    def walk(self) -> Iterator["Part"]:
        """The part and all that are inside, the outer ones first.

        Yields
        ------
        Part
        """
        yield self
        for argument in self.arguments:
            yield from argument.walk()


def grown(tree: Tree, points: Sequence[dict[str, Any]], needed: Column) -> Part | None:
    """The formula in parts, each with its values.

    Parameters
    ----------
    tree : Tree
        The formula.
    points : sequence of dict
        Numbers by name.
    needed : Column
        Right values at the points.

    Returns
    -------
    Part or None
        None where some part has no real, finite value at one of the points.
    """
    root = _part(tree, points, None)
    if any(None in part.values for part in root.walk()):
        return None
    root.needed = list(needed)
    for part in root.walk():
        for index, argument in enumerate(part.arguments):
            argument.needed = _needed(part, index)
            if index == 0 and argument.needed is not None and _has_two_roots(part):
                argument.needed = _signed(argument, points)
    return root


def _has_two_roots(power: Part) -> bool:
    """Whether the base may have either sign: that of a square, but not that of a root or a reciprocal."""
    exponent = power.tree[2] if power.head == "^" else None
    above = exponent[1] if type(exponent) is list and exponent[0] == "rat" else exponent
    return type(above) is int and above % 2 == 0


def _signed(base: Part, points: Sequence[dict[str, Any]]) -> Column:
    """What the base of a power should be; of a square, whose root has two signs, with those that one term explains."""
    needed, names = base.needed or [], points[0].keys()
    for term in reversed(base.arguments) if base.head == "+" else []:  # the sign of the first is seldom wrong
        rest = [value - own for value, own in zip(base.values, term.values, strict=True)]
        others = [[sign * point[name] for point in points] for name in names for sign in (1, -1)]
        for new in ([-own for own in term.values], *others):
            tried = [a + b for a, b in zip(rest, new, strict=True)]
            if all(abs(abs(a) - abs(b)) <= _CLOSE * abs(b) for a, b in zip(tried, needed, strict=True)):
                return tried
    return needed


def _part(tree: Tree, points: Sequence[dict[str, Any]], parent: Part | None) -> Part:
    part = Part(tree, [], parent)
    if part.head:
        part.arguments = [_part(argument, points, part) for argument in tree[1:]]
        columns = [argument.values for argument in part.arguments]
        names = [f"{index}" for index in range(len(columns))]
        if any(None in column for column in columns):
            part.values = [None] * len(points)
        else:
            at = [dict(zip(names, values, strict=True)) for values in zip(*columns, strict=True)]
            part.values = real_values([part.head, *names], at)
    else:
        part.values = real_values(tree, points)
    return part


def _needed(part: Part, index: int) -> Column | None:
    """What an argument should be, so that the part gets the value that it needs."""
    argument = part.arguments[index]
    if part.needed is None:
        return None
    try:
        found = [
            _solved(part, index, wanted, value, own)
            for wanted, value, own in zip(part.needed, part.values, argument.values, strict=True)
        ]
    except (ZeroDivisionError, ValueError, OverflowError):
        return None
    return None if any(x is None or not isinstance(x, mp.mpf) for x in found) else found


def _solved(part: Part, index: int, wanted: Any, value: Any, own: Any) -> Any:
    if part.head == "+":
        return wanted - (value - own)
    if part.head == "*":
        return wanted * own / value
    if part.head == "^" and index == 0:
        return _root(part.tree[2], wanted, own)
    return _INVERSE[part.head](wanted) if part.head in _INVERSE else None


def _root(exponent: Tree, wanted: Any, own: Any) -> Any:
    """The base whose power is wanted, of the sign that the base has."""
    if type(exponent) is list and exponent[0] == "rat" and wanted >= 0:
        return wanted ** (mp.mpf(exponent[2]) / exponent[1])
    if type(exponent) is not int or exponent == 0 or (wanted < 0 and exponent % 2 == 0):
        return None
    size = abs(wanted) ** (mp.one / exponent)
    return -size if (wanted < 0 if exponent % 2 else own < 0) else size
