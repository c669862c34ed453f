"""The points of a key at which formulas are compared, and those by which reasons are found."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any

from mechanics.checks.evaluate import Undefined, text_of
from mechanics.checks.points import Point, Points, values_at
from mechanics.formulas.tree import Tree

__all__ = ["points_where_defined", "with_zeros"]


def points_where_defined(
    trees: Sequence[Tree], points: Points, count: int, told: Mapping[str, str]
) -> tuple[list[Point], list[str | None]]:
    """Points where the right result is defined, then variations of the first in one name at a time.

    Parameters
    ----------
    trees : sequence of Tree
        Formulas of the right result.
    points : Points
        What draws the points.
    count : int
        Of the points that differ in all names; the second has other signs than the first.
    told : mapping of str
        Names that are varied, and how each is called.

    Returns
    -------
    tuple
        The points, and for each the name that is said to be varied, or None.

    Raises
    ------
    ValueError
        If the result is defined almost nowhere.
    """
    drawn: list[Point] = []
    for attempt in range(50 * count):
        if len(drawn) == count:
            break
        other_signs = len(drawn) == 1 and attempt % 2 == 1  # there the root of a square is not its base
        point = points.draw(unlike=drawn[0] if other_signs else None)
        if _defined(trees, point):
            drawn.append(point)
    if len(drawn) < count:
        raise ValueError("the reference has no real value at most of the points; narrow the domain")
    vary: list[str | None] = [None] * count
    for name, said in told.items():
        point = points.vary(drawn[0], name)
        if _defined(trees, point):
            drawn.append(point)
            vary.append(said)
    return drawn, vary


def _defined(trees: Sequence[Tree], point: Point) -> bool:
    try:
        values_at(trees, point)
    except Undefined:
        return False
    return True


def with_zeros(
    trees: Sequence[Tree], points: Points, first: Point, names: Sequence[str], told: Mapping[str, str]
) -> list[dict[str, Any]]:
    """Right values at the first point with a single name being 0: where an answer is right there, it errs in others.

    Parameters
    ----------
    trees : sequence of Tree
        Formulas of the right result.
    points : Points
        What completes a point.
    first : dict of str
        The first point.
    names : sequence of str
        Order in which points are stored.
    told : mapping of str
        How names are called; only those that are called by themselves are used.
    """
    found = []
    for name in (name for name, said in told.items() if name == said):
        with suppress(Undefined):
            point = points.replace(first, {name: "0"})
            values = [text_of(value, 20) for value in values_at(trees, point)]
            found.append({"name": name, "point": [point[x] for x in names], "values": values})
    return found
