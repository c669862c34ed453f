"""Sample points at which formulas are compared: in the domain of every name, and away from special values."""

import random
from collections.abc import Collection, Iterable, Mapping
from copy import copy
from functools import lru_cache
from typing import Any

from mechanics.checks.evaluate import number, real_value, settled, text_of
from mechanics.formulas.reader import read_formula
from mechanics.formulas.tree import SPECIAL, Tree, TreeError, names_of, nodes

__all__ = ["DOMAINS", "NAMELESS", "Domain", "Point", "Points"]

Domain = Mapping[str, str]
Point = dict[str, str]

DOMAINS = ("positive", "nonnegative", "real", "angle", "acute")
NAMELESS = "?"
_OF_EITHER_SIGN = ("real", "angle")
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

    def draw(self, unlike: Point | None = None) -> Point:
        """A new point, name → decimal text.

        Parameters
        ----------
        unlike : dict of str, optional
            A point; names that may have either sign get the other one than there.
        """
        free = {name: self._value(kind) for name, kind in self.free.items()}
        if unlike:
            turned = [name for name in self._of_either_sign() if _negative(free[name]) == _negative(unlike[name])]
            free |= {name: _turned(free[name]) for name in turned}
        return self._complete(free)

    def several(self, count: int) -> list[Point]:
        """New points, of which the second has other signs than the first, as far as names may have either.

        Parameters
        ----------
        count : int
            How many.
        """
        drawn: list[Point] = []
        for index in range(count):
            drawn.append(self.draw(unlike=drawn[0] if index == 1 else None))
        return drawn

    def _of_either_sign(self) -> list[str]:
        return [name for name, kind in self.free.items() if kind in _OF_EITHER_SIGN]

    def told_as(self, known: Collection[str]) -> dict[str, str]:
        """How free names are called in sentences for a student.

        Names of which only an abbreviation is made, such as `d` where ``l2`` is ``l1 + d``, do not occur in the task:
        a result that depends on one of them depends on the abbreviation.

        Parameters
        ----------
        known : collection of str
            Names that occur in right or wrong results.

        Returns
        -------
        dict of str
            By the free name; `NAMELESS` for those of which nothing can be said.
        """
        found = dict.fromkeys(self.free, NAMELESS)
        for name in self.free:
            made = [(other, tree) for other, tree in self.derived.items() if tree != name and name in names_of(tree)]
            if name in known or not made:
                found[name] = name
            elif len(made) == 1 and _is_plain(made[0][1]):
                found[name] = made[0][0]
        return found

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
        sign = "-" if kind in _OF_EITHER_SIGN and self.random.random() < 0.5 else ""
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


def _negative(text: str) -> bool:
    return text.startswith("-")


def _turned(text: str) -> str:
    return text[1:] if _negative(text) else f"-{text}"


def _is_plain(tree: Tree) -> bool:
    """Whether a formula consists of sums, products and powers only."""
    return all(type(node) is not list or node[0] in ("+", "*", "^", *SPECIAL) for node in nodes(tree))


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
