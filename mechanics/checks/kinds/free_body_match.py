"""Which arrow of a diagram is which action: the assignment that explains most arrows."""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

__all__ = ["SLOPE", "Arrow", "Found", "assigned", "fits_line", "is_parallel", "off_line"]

Need = Mapping[str, Any]
SLOPE = math.sin(math.radians(2.0))
"""Directions that differ by less count as the same."""


class Arrow(NamedTuple):
    """A force or a moment as it was drawn.

    Attributes
    ----------
    what : {"force", "moment"}
        What it is.
    name, label : str
        Its name, and that of its point.
    place : tuple of float
        The point, m.
    direction : tuple of float, or None
        Unit vector; None for an unknown direction, and for moments.
    sense : int
        Of a moment, 1 counterclockwise, -1 clockwise.
    """

    what: str
    name: str
    label: str
    place: tuple[float, float]
    direction: tuple[float, float] | None
    sense: int


@dataclass(frozen=True)
class Found:
    """An assignment.

    Attributes
    ----------
    taken : dict of int
        Arrow to the action that it is, by their numbers.
    extra, missing : list of int
        Arrows that are no action, and actions that are not drawn.
    """

    taken: dict[int, int]
    extra: list[int]
    missing: list[int]


def assigned(arrows: Sequence[Arrow], needed: Sequence[Need], tolerance: float) -> Found:
    """The assignment with the fewest missing actions, and among those the fewest extra arrows.

    Parameters
    ----------
    arrows : sequence of Arrow
        As drawn.
    needed : sequence of mapping
        The actions of a key.
    tolerance : float
        Distance between lines that count as the same, m.
    """
    order = sorted(range(len(needed)), key=lambda k: (needed[k]["what"] == "hinge", needed[k].get("free", False)))
    best: dict[int, int] = {}
    done = -1
    seen: set[tuple[int, frozenset[int]]] = set()

    def search(step: int, taken: dict[int, int], count: int) -> None:
        nonlocal best, done
        if count + len(order) - step < done or (step, frozenset(taken)) in seen:
            return
        seen.add((step, frozenset(taken)))
        if step == len(order):
            if (count, len(taken)) > (done, len(best)):
                best, done = taken, count
            return
        need = order[step]
        for choice in _choices(arrows, needed[need], set(taken), tolerance):
            search(step + 1, taken | dict.fromkeys(choice, need), count + 1)
        search(step + 1, taken, count)

    search(0, {}, 0)
    extra = [k for k in range(len(arrows)) if k not in best]
    return Found(best, extra, [k for k in range(len(needed)) if k not in best.values()])


def _choices(arrows: Sequence[Arrow], need: Need, taken: set[int], tolerance: float) -> Iterator[tuple[int, ...]]:
    """Arrows, or pairs of them, that can be an action; of equal ones only the first."""
    left = [k for k in range(len(arrows)) if k not in taken]
    unlike = [k for i, k in enumerate(left) if not any(_same(arrows[k], arrows[j], tolerance) for j in left[:i])]
    if need["what"] != "hinge":
        yield from ((k,) for k in unlike if fits(arrows[k], need, tolerance))
        return
    through = [k for k in unlike if _through(arrows[k], need["at"], tolerance)]
    yield from ((k,) for k in through if arrows[k].direction is None)
    known = [k for k in through if arrows[k].direction]
    for i, k in enumerate(known):
        yield from ((k, j) for j in known[i + 1 :] if not is_parallel(arrows[k], arrows[j]))


def _same(a: Arrow, b: Arrow, tolerance: float) -> bool:
    if a.what != b.what or a.sense != b.sense:
        return False
    if a.what == "moment":
        return True
    if a.direction is None or b.direction is None:
        return a.direction is b.direction and a.place == b.place
    return is_parallel(a, b) and _dot(a.direction, b.direction) > 0 and _distance(a, b) < tolerance


def fits(arrow: Arrow, need: Need, tolerance: float) -> bool:
    """Whether an arrow is an action, whose direction is known.

    Parameters
    ----------
    arrow : Arrow
        As drawn.
    need : mapping
        The action.
    tolerance : float
        Distance between lines that count as the same, m.
    """
    if arrow.what != need["what"]:
        return False
    if arrow.what == "moment":
        return need["sense"] in (0, arrow.sense)
    return fits_line(arrow, need, tolerance) and (need["free"] or _dot(arrow.direction, need["line"]) > 0)


def fits_line(arrow: Arrow, need: Need, tolerance: float) -> bool:
    """Whether the line of an arrow is that of an action, whatever its sense.

    Parameters
    ----------
    arrow, need, tolerance
        As in `fits`.
    """
    return is_parallel(arrow, need) and off_line(arrow, need) < tolerance


def is_parallel(a: Arrow, b: Arrow | Need) -> bool:
    """Whether two directions are parallel, or opposite.

    Parameters
    ----------
    a : Arrow
        As drawn.
    b : Arrow or mapping
        Another one, or an action with a line.
    """
    other = b.direction if isinstance(b, Arrow) else b.get("line")
    if a.direction is None or other is None:
        return False
    return abs(a.direction[0] * other[1] - a.direction[1] * other[0]) < SLOPE


def off_line(arrow: Arrow, need: Need) -> float:
    """Distance of an arrow's point from the line of an action, m.

    Parameters
    ----------
    arrow : Arrow
        As drawn.
    need : mapping
        The action.
    """
    (x, y), (c, s, about) = arrow.place, need["line"]
    return float(abs(x * s - y * c - about))


def _through(arrow: Arrow, at: Sequence[float], tolerance: float) -> bool:
    if arrow.what != "force":
        return False
    away = (arrow.place[0] - at[0], arrow.place[1] - at[1])
    if arrow.direction is None:
        return math.hypot(*away) < tolerance
    return abs(away[0] * arrow.direction[1] - away[1] * arrow.direction[0]) < tolerance


def _distance(a: Arrow, b: Arrow) -> float:
    """Of the point of one arrow from the line of another."""
    x, y = a.place[0] - b.place[0], a.place[1] - b.place[1]
    return abs(x * b.direction[1] - y * b.direction[0]) if b.direction else math.hypot(x, y)


def _dot(a: Any, b: Any) -> float:
    return float(a[0] * b[0] + a[1] * b[1])
