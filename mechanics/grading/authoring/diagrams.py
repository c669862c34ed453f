"""Free-body diagrams of wrong and of right variants: which words they are made of, and whether two mean the same."""

import math
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np
from scipy.optimize import linear_sum_assignment

from ...demonstrations.free_bodies import cut_body
from ...scene import CutBody
from ...scene.cut_body import SENSES, UNKNOWN

__all__ = ["body_of", "diagram_words", "same_diagram"]

CLOSE = 1e-3
OFTEN_SHARED = ("rope", "spring", "damper", "rod")
"""Roles of which two forces may have one name, if one thing exerts both."""

Wrench = tuple[float, float, float]


def body_of(asked: Mapping[str, Any]) -> CutBody:
    """The body of a hidden test.

    Parameters
    ----------
    asked : mapping
        What the test hands to `verify`.
    """
    return cut_body(asked["body"]) if isinstance(asked["body"], str) else asked["body"]


def diagram_words(asked: Mapping[str, Any]) -> list[str]:
    """Words that a diagram may hold: points, directions, senses.

    Parameters
    ----------
    asked : mapping
        What the test hands to `verify`.
    """
    body = body_of(asked)
    return [*body.points, *body.angles, *SENSES, UNKNOWN]


def same_diagram(answer: Any, _: Any, asked: Sequence[Mapping[str, Any]], *__: Any) -> bool:
    """Whether a diagram means the same as the reference of its test, by an assignment of wrenches.

    Parameters
    ----------
    answer : list of dict
        The diagram.
    asked : sequence of one mapping
        What the test hands to `verify`.
    """
    body, reference = body_of(asked[0]), asked[0]["reference"]
    if {x["cut"] for x in reference if "cut" in x} - {x["cut"] for x in answer if "cut" in x}:
        return False
    drawn_axes, asked_axes = ([x for x in entries if "axes" in x] for entries in (answer, reference))
    if not _same_axes(drawn_axes, asked_axes, body):
        return False
    drawn = [wrench for x in answer if _is_action(x) for wrench in _drawn(x, body)]
    slots = [slot for x in reference if _is_action(x) for slot in _slots(x, body)]
    cost = np.array([[not _fits(wrench, slot, body) for slot in slots] for _, wrench in drawn], dtype=float)
    if len(drawn) != len(slots):
        return False
    rows, columns = linear_sum_assignment(cost)
    if cost[rows, columns].any():
        return False
    taken = {column: drawn[row] for row, column in zip(rows, columns, strict=True)}
    pairs = [k for k, (kind, *_) in enumerate(slots) if kind == "second"]
    if any(abs(np.cross(taken[k][1][:2], taken[k - 1][1][:2])) < CLOSE for k in pairs):
        return False
    return _named_apart([(taken[k][0], slots[k][1]) for k in taken])


def _is_action(entry: Mapping[str, Any]) -> bool:
    return "force" in entry or "moment" in entry


def _same_axes(drawn: Sequence[Mapping[str, Any]], asked: Sequence[Mapping[str, Any]], body: CutBody) -> bool:
    """Whether axes have the place of those in the reference, and their directions but for quarter turns."""
    if not asked:
        return True
    if len(drawn) != 1:
        return False
    angles = [body.angles.get(x["direction"], x["direction"]) for x in (drawn[0], asked[0])]
    off = (angles[0] - angles[1]) % 90.0
    places = [body.points[x["axes"]] for x in (drawn[0], asked[0])]
    at_the_place = asked[0].get("origin") == "any" or np.allclose(places[0][:2], places[1][:2], atol=CLOSE)
    return bool(at_the_place and min(off, 90.0 - off) < CLOSE)


def _drawn(action: Mapping[str, Any], body: CutBody) -> Iterator[tuple[str, Wrench]]:
    """Name and unit wrench of an arrow; two for a force of unknown direction."""
    x, y, _ = body.points[action["at"]]
    if "moment" in action:
        yield action["moment"], (0.0, 0.0, {SENSES[0]: 1.0, SENSES[1]: -1.0}[action["direction"]])
        return
    direction = action["direction"]
    if isinstance(direction, bool):
        raise TypeError("a truth value is no direction")
    angles = [0.0, 90.0] if direction == UNKNOWN else [body.angles.get(direction, direction)]
    for half, turn in enumerate(map(math.radians, angles)):
        yield (
            action["force"] + half * " (its other component)",
            (math.cos(turn), math.sin(turn), x * math.sin(turn) - y * math.cos(turn)),
        )


def _slots(action: Mapping[str, Any], body: CutBody) -> Iterator[tuple[str, tuple[str, str], Any]]:
    """What an action of a reference leaves room for: kind of slot, role, and what has to fit."""
    role, by = action["as"], action["by"]
    if role in ("hinge", "clamp"):
        yield "first", (role, by), action["at"]
        yield "second", (role, by), action["at"]
        if role == "clamp":
            yield "moment", ("moment", by), 0.0
        return
    ((_, wrench),) = _drawn(action, body)
    free = action.get("sense") == "any"
    if "moment" in action:
        yield "moment", (role, by), 0.0 if free else wrench[2]
    else:
        yield "either way" if free else "one way", (role, by), wrench


def _fits(wrench: Wrench, slot: tuple[str, tuple[str, str], Any], body: CutBody) -> bool:
    kind, _, asked = slot
    is_moment = wrench[:2] == (0.0, 0.0)
    if kind == "moment" or is_moment:
        return kind == "moment" and is_moment and asked in (0.0, wrench[2])
    if kind in ("first", "second"):
        x, y, _ = body.points[asked]
        return bool(abs(x * wrench[1] - y * wrench[0] - wrench[2]) < CLOSE)
    signs = (1, -1) if kind == "either way" else (1,)
    return any(np.allclose(np.multiply(sign, wrench), asked, atol=CLOSE) for sign in signs)


def _named_apart(pairs: Sequence[tuple[str, tuple[str, str]]]) -> bool:
    """Whether different unknowns have different names."""
    names: dict[str, tuple[str, str]] = {}
    return all(names.setdefault(name, what) == what for name, what in pairs) and all(
        what[0] in OFTEN_SHARED for name, what in pairs if sum(other == name for other, _ in pairs) > 1
    )
