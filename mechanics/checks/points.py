"""Sample points at which formulas are compared: in the domain of every name, and away from special values."""

import random
from collections.abc import Iterable, Mapping
from copy import copy
from functools import lru_cache
from typing import Any

from mechanics.checks.evaluate import number, real_value, settled, text_of
from mechanics.formulas.reader import read_formula
from mechanics.formulas.tree import Tree, TreeError, names_of

__all__ = ["DOMAINS", "Domain", "Point", "Points"]

Domain = Mapping[str, str]
Point = dict[str, str]

DOMAINS = ("positive", "nonnegative", "real", "angle", "acute")
_RANGES = {
    "positive": (0.5, 2.5),
    "nonnegative": (0.3, 2.2),
    "real": (0.3, 2.4),
    "angle": (0.2, 2.9),
    "acute": (0.15, 1.42),
}
_SPECIAL_ANGLES = (0.5236, 0.7854, 1.0472, 1.5708, 2.0944, 2.3562, 2.618)


class Points:
    """Draws points of a domain; the same seed gives the same points.

    Parameters
    ----------
    domain : mapping of str
        Name → ``positive``, ``nonnegative``, ``real``, ``angle`` or ``acute`` (an angle between 0 and a right one),
        with a unit if known (``"positive [kg]"``), or ``"= expression"`` (an abbreviation).
    seed : int, str or None
        None for points that nobody can know beforehand.

    Attributes
    ----------
    free : dict of str
        Domain of each name that is drawn, without units.
    derived : dict of Tree
        Formula of each abbreviation.
    random : random.Random
        What draws.

    Raises
    ------
    ValueError
        For an unknown domain, or an abbreviation that uses unknown names.
    """

    def __init__(self, domain: Domain, seed: int | str | None = None) -> None:
        # the unit in "positive [kg]" matters to dimensions.py only
        self.free = {name: kind.split("[")[0].strip() for name, kind in domain.items() if kind[0] != "="}
        self.derived = {name: read_formula(kind[1:]) for name, kind in domain.items() if kind.startswith("=")}
        for name, kind in self.free.items():
            if kind not in DOMAINS:
                raise ValueError(
                    f"the domain of `{name}` must be one of {', '.join(DOMAINS)}, or '= expression'; got {kind!r}"
                )
        for name, tree in self.derived.items():
            unknown = names_of(tree) - set(domain)
            if unknown:
                raise ValueError(
                    f"the abbreviation `{name}` may use names of the domain only; got {', '.join(sorted(unknown))}"
                )
        self.random = random.SystemRandom() if seed is None else random.Random(str(seed))

    def for_names(self, names: Iterable[str]) -> "Points":
        """The same points, without abbreviations that nobody asks for: each takes as long as a formula.

        Parameters
        ----------
        names : iterable of str
            Those that are asked for; abbreviations in them are kept, too.
        """
        wanted, found = set[str](), set(names)
        while found:
            wanted |= found
            found = {part for name in found & self.derived.keys() for part in names_of(self.derived[name])} - wanted
        fewer = copy(self)
        fewer.derived = {name: tree for name, tree in self.derived.items() if name in wanted}
        return fewer

    def draw(self) -> Point:
        """A new point, name → decimal text."""
        return self._complete({name: self._value(kind) for name, kind in self.free.items()})

    def vary(self, point: Point, name: str) -> Point:
        """The point with another value of one name.

        Parameters
        ----------
        point : dict of str
            Decimal text by name.
        name : str
            A free name.
        """
        free = {key: point[key] for key in self.free}
        while free[name] == point[name]:
            free[name] = self._value(self.free[name])
        return self._complete(free)

    def replace(self, point: Point, values: Mapping[str, str]) -> Point:
        """The point with some given values.

        Parameters
        ----------
        point : dict of str
            Decimal text by name.
        values : mapping of str
            New values of free names.
        """
        return self._complete({key: values.get(key, point[key]) for key in self.free})

    def _value(self, kind: str) -> str:
        low, high = _RANGES[kind]
        while True:
            value = self.random.uniform(low, high)
            if kind not in ("angle", "acute") or min(abs(value - special) for special in _SPECIAL_ANGLES) > 0.06:
                break
        sign = "-" if kind in ("real", "angle") and self.random.random() < 0.5 else ""
        return f"{sign}{value:.5f}"

    def _complete(self, free: Mapping[str, str]) -> Point:
        point = dict(free)
        waiting = dict(self.derived)
        while waiting:
            ready = [name for name, tree in waiting.items() if names_of(tree) <= set(point)]
            if not ready:
                raise ValueError(f"the abbreviations {', '.join(sorted(waiting))} are defined by each other")
            for name in ready:
                tree = waiting.pop(name)
                point[name] = text_of(real_value(tree, {part: number(point[part]) for part in names_of(tree)}), 40)
        return point


def numbers(point: Mapping[str, str]) -> dict[str, Any]:
    """The point with numbers instead of text.

    Parameters
    ----------
    point : mapping of str
        Decimal text by name.
    """
    return dict(_numbers(tuple(point.items())))


@lru_cache(maxsize=1 << 12)
def _numbers(point: tuple[tuple[str, str], ...]) -> dict[str, Any]:
    """Cached, because all answers to a question are evaluated at the same points."""
    return {name: number(text) for name, text in point}


def values_at(trees: Iterable[Tree], point: Mapping[str, str]) -> list[Any]:
    """Real values of formulas at a point; exactly zero where all terms cancel.

    Parameters
    ----------
    trees : iterable of Tree
        The formulas.
    point : mapping of str
        Decimal text by name.

    Raises
    ------
    Undefined
        Where a formula has no real, finite value.
    TreeError
        For a name that the point does not have.
    """
    at = numbers(point)
    try:
        return [settled(tree, at, real_value(tree, at)) for tree in trees]
    except KeyError as error:
        name = error.args[0]
    raise TreeError(f"`{name}` is not a name of the domain, which has {', '.join(point)}")
