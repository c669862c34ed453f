"""Whether the units of a formula fit: a formula that adds metres to seconds is wrong, and this says why."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from fractions import Fraction
from typing import Any

from mechanics.checks.at_points import real_values
from mechanics.checks.evaluate import settled
from mechanics.checks.points import numbers
from mechanics.formulas.reader import read_formula, shorten
from mechanics.formulas.text import text_of_tree
from mechanics.formulas.tree import Tree, TreeError
from mechanics.units import Dimension, parse_unit, unit_text

__all__ = ["Mismatch", "dimension", "dimensions_of", "misfit"]

Dimensions = Mapping[str, Sequence[str]]
"""Name → exponents of the base units as text, as a key stores them."""

_SPOTS = 3
_PLAIN: Dimension = (Fraction(0),) * 5


class Mismatch(ValueError):
    """The units of a formula contradict each other; the message says how.

    Parameters
    ----------
    message : str
        Sentence without the full stop.
    *parts : Tree
        Parts of the formula that are to blame: if one of them is always 0, its unit does not matter.
    """

    def __init__(self, message: str, *parts: Tree) -> None:
        super().__init__(message)
        self.parts = parts


def dimensions_of(domain: Mapping[str, str]) -> dict[str, list[str]]:
    """Dimension of each name of a domain.

    Parameters
    ----------
    domain : mapping of str
        With units, ``{"m": "positive [kg]"}``.

    Returns
    -------
    dict
        Exponents of the base units as text, by name; empty if the unit of any name is missing.
    """
    known: dict[str, Dimension] = {}
    for name, kind in domain.items():
        if not kind.startswith("=") and "[" in kind:
            with suppress(TreeError):  # a unit that is not known
                known[name] = parse_unit(kind.split("[")[1].rstrip("] "))[1]
    derived = {name: read_formula(kind[1:]) for name, kind in domain.items() if kind.startswith("=")}
    for _ in range(len(derived)):  # abbreviations may use each other in any order
        for name, tree in derived.items():
            try:
                known[name] = dimension(tree, known) or _PLAIN
            except (Mismatch, KeyError):
                continue
    return {name: [str(x) for x in value] for name, value in known.items()} if len(known) == len(domain) else {}


def misfit(tree: Tree, key: Mapping[str, Any], wanted: Sequence[str] | None = None) -> str:
    """Sentence about units that do not fit; empty if they do, or if nothing is known about them.

    Parameters
    ----------
    tree : Tree
        The formula.
    key : mapping
        Of the check: its ``dimensions``, if there are any, are from `dimensions_of`.
    wanted : sequence of str, optional
        Dimension that the formula should have.
    """
    dimensions: Dimensions = key.get("dimensions", {})
    if not dimensions:
        return ""
    try:
        found = dimension(tree, {name: tuple(map(Fraction, powers)) for name, powers in dimensions.items()})
    except Mismatch as error:
        return "" if any(_vanishes(part, key) for part in error.parts) else f"The units do not fit: {error}."
    except KeyError:
        return ""
    if wanted is None or found is None or list(map(str, found)) == list(wanted):
        return ""
    has, should = ("the unit " * (x != _PLAIN) + _unit(x) for x in (found, tuple(map(Fraction, wanted))))
    return f"The units do not fit: the result has {has}, but should have {should}."


def _vanishes(tree: Tree, key: Mapping[str, Any]) -> bool:
    """Whether all terms of a part cancel at the points of a key, where it has a value."""
    points = [numbers(dict(zip(key["names"], row, strict=True))) for row in key.get("points", [])[:_SPOTS]]
    pairs = list(zip(points, real_values(tree, points), strict=True))
    return bool(pairs) and all(value is None or settled(tree, at, value) == 0 for at, value in pairs)


def dimension(tree: Tree, known: Mapping[str, Dimension]) -> Dimension | None:
    """Exponents of the base units of a formula.

    Parameters
    ----------
    tree : Tree
        The formula.
    known : mapping
        Exponents by name.

    Returns
    -------
    tuple of Fraction, or None
        None for zero, which fits everything.

    Raises
    ------
    Mismatch
        When quantities of different units are added, or a function is taken of a quantity with a unit.
    KeyError
        For a name whose unit is not known.
    """
    if type(tree) is str:
        return _PLAIN if tree == "pi" else known[tree]
    if type(tree) is not list:
        return _PLAIN if tree else None
    head, *arguments = tree
    if head in ("rat", "num", "error"):
        return _PLAIN
    if head == "^":
        return _power(arguments[0], arguments[1], known)
    found = [(argument, dimension(argument, known)) for argument in arguments]
    parts = [(argument, part) for argument, part in found if part is not None]
    if head == "*":
        return _total([part for _, part in parts]) if len(parts) == len(arguments) else None
    return _function(head, parts)


def _total(parts: Sequence[Dimension]) -> Dimension:
    return tuple(sum(powers, Fraction(0)) for powers in zip(*parts, strict=True))


def _function(head: str, parts: Sequence[tuple[Tree, Dimension]]) -> Dimension | None:
    first = parts[0][1] if parts else None
    if head in ("+", "Abs", "atan2", "sign", "sqrt"):
        for argument, part in parts:
            if part != first:
                joined = "added" if head == "+" else "compared"
                both = f"{_with_unit(*parts[0])} and {_with_unit(argument, part)}"
                raise Mismatch(f"{both} are {joined}", parts[0][0], argument)
        if head == "sqrt" and first is not None:
            return tuple(x / 2 for x in first)
        return first if head in ("+", "Abs") else _PLAIN
    for argument, part in parts:
        if part != _PLAIN:
            raise Mismatch(f"{head} is taken of {_with_unit(argument, part)}", argument)
    return _PLAIN


def _with_unit(tree: Tree, dimension: Dimension) -> str:
    """A part of the formula and what it is measured in."""
    return f"`{shorten(text_of_tree(tree))}` ({_unit(dimension)})"


def _unit(dimension: Dimension) -> str:
    return "no unit" if dimension == _PLAIN else unit_text(dimension)


def _power(base: Tree, exponent: Tree, known: Mapping[str, Dimension]) -> Dimension | None:
    part, above = dimension(base, known), dimension(exponent, known)
    if above not in (None, _PLAIN):
        raise Mismatch(f"the exponent {_with_unit(exponent, above or _PLAIN)} has a unit", exponent)
    if part is None or part == _PLAIN:
        return part
    value = _rational(exponent)
    if value is None:
        raise Mismatch(f"the exponent of {_with_unit(base, part)} is not a number")
    return tuple(x * value for x in part)


def _rational(tree: Tree) -> Fraction | None:
    if type(tree) in (int, float):
        return Fraction(tree).limit_denominator(100)
    if type(tree) is list and tree[0] == "rat":
        return Fraction(tree[1], tree[2])
    if type(tree) is list and tree[0] == "*":
        factors = [_rational(factor) for factor in tree[1:]]
        if None not in factors:
            result = Fraction(1)
            for factor in factors:
                result *= factor or 0
            return result
    return None
