"""Free-body diagrams: the forces and moments that a student has drawn on a body, against those that really act.

A diagram is a list of ``{"force": name, "at": point, "direction": name or degrees}``, of ``{"moment": ...}`` with a
sense of rotation, of ``{"cut": point}`` and ``{"axes": point, "direction": of x}``. On a rigid body a force is judged
by its line of action, a moment by its sense alone; what a hinge does may be two components along any axes, or one force
of unknown direction.

The key describes each action by a role, by what exerts it, and by numbers: the direction of its line and the moment
about the origin.
"""

import math
from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from mechanics.checks.answers import AnswerError, Data, describe
from mechanics.checks.kinds.free_body_axes import Axes, axes_reason
from mechanics.checks.kinds.free_body_match import Arrow, assigned
from mechanics.checks.kinds.free_body_reasons import cut_reason, reason_for
from mechanics.checks.verdict import Verdict, right, unanswered, wrong
from mechanics.formulas.reader import shorten

__all__ = ["ROLES", "judge", "make"]

MOST = 20
"""Arrows of a diagram; nobody needs more, and comparing takes time."""
UNKNOWN = "unknown"
SENSES = {"counterclockwise": 1, "clockwise": -1}
ROLES = (
    "weight", "load", "rope", "contact", "friction", "drag", "spring", "damper", "rod", "slider", "hinge", "clamp",
    "motor", "resistance",
)  # fmt: skip
"""What an action is, which decides what can be wrong with it."""
FORMS = ("force", "moment", "cut", "axes")


class Body(Protocol):
    """What `make` needs of a body, such as `mechanics.scene.CutBody`."""

    points: Mapping[str, tuple[float, float, str]]

    @property
    def angles(self) -> dict[str, float]:
        """Directions by name, degrees."""


def make(
    reference: Data, mistakes: Mapping[str, Data], hidden: bool, body: Body, inside: Sequence[str] = ()
) -> dict[str, Any]:
    """Key of a free-body diagram.

    Parameters
    ----------
    reference : dict
        Data of the right diagram. Each action also has ``"as"``, one of `ROLES`, and ``"by"``, what exerts it; with
        ``"sense": "any"`` it may be drawn either way. If it has cuts, the student has to make them; if it has axes,
        the student has to choose some that make the balances as short: their origin, unless ``"origin": "any"``, lies
        where the fewest unknown forces have a moment, and the fewest forces have components along both of them.
    mistakes : mapping
        Wrong actions by their sentences, each a force or a moment or a list of them; a direction that is left out means
        any.
    hidden : bool
        Whether the key is for a hidden check: it then has no mistakes.
    body : Body
        With its points and directions.
    inside : sequence of str
        Points at which nothing is cut, so that only internal forces act there.

    Returns
    -------
    dict
        Plain JSON data.

    Raises
    ------
    ValueError
        For an action that cannot be used.
    """
    key: dict[str, Any] = {
        "kind": "free_body",
        "points": {name: [float(x) for x in point[:2]] for name, point in body.points.items()},
        "directions": body.angles,
        "inside": list(inside),
        "mistakes": [],
    }
    if unknown := [name for name in inside if name not in body.points]:
        raise ValueError(f"`inside` names {unknown[0]!r}, which is no point of the body: {', '.join(body.points)}")
    records = _records(reference)
    key["cuts"] = [record["cut"] for record in records if "cut" in record]
    key["needed"] = [need for record in records if not {"cut", "axes"} & record.keys() for need in _needs(record, key)]
    if axes := _axes(records, key):
        key["axes"] = [record.get("origin", "best") for record in records if "axes" in record]
        if worse := axes_reason(axes, key, _tolerance(key)):
            raise ValueError(f"the axes of the reference are not the best ones: {worse}")
    if not hidden:
        key["mistakes"] = [
            {"say": say, "arrows": [_pattern(record, key) for record in _records(data)]}
            for say, data in mistakes.items()
        ]
    return key


def _needs(record: Mapping[str, Any], key: Mapping[str, Any]) -> list[dict[str, Any]]:
    """What a record of the reference asks for; a clamp needs a force and a moment."""
    role, by = record.get("as", ""), record.get("by", "")
    if role not in ROLES or not by:
        raise ValueError(f'each action needs "as", one of {", ".join(ROLES)}, and "by", what exerts it; got {record!r}')
    if role in ("hinge", "clamp"):
        held = [{"what": "hinge", "role": role, "by": by, "at": list(_place(record, key))}]
        return held + [{"what": "moment", "role": role, "by": by, "sense": 0}] * (role == "clamp")
    arrow = _arrow(record, key)
    free = record.get("sense") == "any"
    if arrow.what == "moment":
        return [{"what": "moment", "role": role, "by": by, "sense": 0 if free else arrow.sense}]
    if arrow.direction is None:
        raise ValueError(f"only a hinge or a clamp has an unknown direction; got {record!r}")
    (x, y), (c, s) = arrow.place, arrow.direction
    line = [round(number, 12) + 0.0 for number in (c, s, x * s - y * c)]
    return [{"what": "force", "role": role, "by": by, "line": line, "free": free}]


def _pattern(record: Mapping[str, Any], key: Mapping[str, Any]) -> dict[str, Any]:
    """A wrong arrow: its direction is None, or its sense 0, where that does not matter."""
    if "moment" in record:
        sense = _arrow(record, key).sense if "direction" in record else 0
        return {"what": "moment", "at": list(_place(record, key)), "direction": sense}
    arrow = _arrow({"direction": UNKNOWN, **record}, key)
    direction = arrow.direction and [round(number, 12) + 0.0 for number in arrow.direction]
    return {"what": "force", "at": list(arrow.place), "direction": direction}


def judge(data: Data, key: dict[str, Any]) -> Verdict:
    """Verdict on a free-body diagram.

    Parameters
    ----------
    data : dict
        Captured answer.
    key : dict
        From `make`.

    Raises
    ------
    AnswerError
        For what is no diagram of this body; the message is for the student.
    """
    records = _records(data)
    if len(records) > MOST + len(key["points"]):
        return wrong(f"These are {len(records)} entries; no diagram here needs more than {MOST} arrows.")
    cuts = {_point(record["cut"], key) for record in records if "cut" in record}
    axes = _axes(records, key)
    arrows = [_arrow(record, key) for record in records if not {"cut", "axes"} & record.keys()]
    if reason := cut_reason(cuts, set(key["cuts"])):
        return wrong(reason)
    if not arrows:
        return unanswered("Nothing is drawn yet that acts on the body.")
    if len(arrows) > MOST:
        return wrong(f"These are {len(arrows)} arrows; no diagram here needs more than {MOST}.")
    found = assigned(arrows, key["needed"], _tolerance(key))
    if found.extra or found.missing:
        return wrong(reason_for(arrows, found, key, _tolerance(key)))
    if reason := _names(arrows, found.taken, key["needed"]):
        return wrong(reason)
    if reason := axes_reason(axes, key, _tolerance(key)):
        return wrong(f"All arrows are right. {reason}")
    return right()


def _tolerance(key: Mapping[str, Any]) -> float:
    """Distance between lines that count as the same, m."""
    x, y = zip(*key["points"].values(), strict=True)
    return 0.015 * max(math.hypot(max(x) - min(x), max(y) - min(y)), 1e-9)


def _names(arrows: Sequence[Arrow], taken: Mapping[int, int], needed: Sequence[Mapping[str, Any]]) -> str:
    """That two different unknowns have one name; both ends of one rope may share theirs."""
    first: dict[str, int] = {}
    for index, arrow in enumerate(arrows):
        other = first.setdefault(arrow.name, index)
        a, b = needed[taken[other]], needed[taken[index]]
        shared = a["by"] == b["by"] and a["role"] in ("rope", "spring", "damper", "rod")
        if other != index and not shared:
            return (
                f"All arrows are right, but two different ones are called `{shorten(arrow.name)}`; equations could not "
                "tell them apart. Rename one."
            )
    return ""


# --- reading ----------------------------------------------------------------------------------------------


def _records(data: Data) -> list[dict[str, Any]]:
    """Plain dictionaries of a list of actions; raises `AnswerError`."""
    if data["type"] == "dict":
        data = {"type": "list", "items": [data]}
    if data["type"] != "list":
        raise AnswerError(
            f'Expected a list of arrows, such as [force("f", at="A", direction="up")], but this is {describe(data)}.'
        )
    return [_record(item, number) for number, item in enumerate(data["items"], 1)]


def _record(item: Data, number: int) -> dict[str, Any]:
    entries: dict[str, Any] = {}
    for name, value in item["items"] if item["type"] == "dict" else ():
        if type(name) is str:
            entries[name] = _plain(value)
    if sum(form in entries for form in FORMS) != 1:
        raise AnswerError(
            f"Entry {number} of the list is {describe(item)}, not an arrow. Write force(name, at=point, "
            "direction=direction) or moment(name, at=point, direction=sense)."
        )
    return entries


def _plain(value: Data) -> Any:
    """Text or a real number; anything else as a description of it."""
    tree = value.get("tree")
    if value["type"] == "text":
        return str(value["text"])
    if value["type"] == "scalar" and isinstance(tree, str):
        return tree
    if value["type"] == "scalar" and isinstance(tree, int | float) and abs(tree) < 1e6:
        return float(tree)
    if value["type"] == "scalar" and isinstance(tree, list) and tree[0] == "rat" and tree[2]:
        return float(tree[1]) / float(tree[2]) if abs(tree[1]) < 1e9 * abs(tree[2]) else describe(value)
    return None if value["type"] == "nothing" else describe(value)


def _arrow(record: Mapping[str, Any], key: Mapping[str, Any]) -> Arrow:
    what = "force" if "force" in record else "moment"
    name = str(record[what] or "?")[:40]
    label, place = _point(record.get("at"), key, name), _place(record, key)
    direction = record.get("direction")
    if what == "moment":
        if direction not in SENSES:
            raise AnswerError(
                f"The moment `{shorten(name)}` turns counterclockwise or clockwise; got {_given(direction)}."
            )
        return Arrow(what, name, label, place, None, SENSES[direction])
    return Arrow(what, name, label, place, _direction(direction, key, name), 0)


def _direction(direction: Any, key: Mapping[str, Any], name: str) -> tuple[float, float] | None:
    if direction == UNKNOWN:
        return None
    angle = key["directions"].get(direction, direction) if isinstance(direction, str) else direction
    if not isinstance(angle, float | int) or isinstance(angle, bool):
        known = ", ".join([*key["directions"], UNKNOWN])
        raise AnswerError(
            f"The direction of `{shorten(name)}` is one of {known}, or an angle in degrees; got {_given(direction)}."
        )
    turn = math.radians(angle)
    return math.cos(turn), math.sin(turn)


def _axes(records: Sequence[Mapping[str, Any]], key: Mapping[str, Any]) -> list[Axes]:
    """The axes of a diagram; each must have a point and a direction that is known."""
    found = []
    for record in (record for record in records if "axes" in record):
        label, turn = (
            _point(record["axes"], key, what="Axes begin at"),
            _direction(record.get("direction", "right"), key, "axes"),
        )
        if turn is None:
            raise AnswerError(f"The axes at `{label}` need a direction of x that is known.")
        x, y = key["points"][label]
        found.append(Axes(label, (x, y), turn))
    return found


def _point(at: Any, key: Mapping[str, Any], name: str = "", what: str = "A cut is at") -> str:
    if not isinstance(at, str) or at not in key["points"]:
        where = f"`{shorten(name)}` must act in" if name else what
        raise AnswerError(f"{where} one of the points {', '.join(key['points'])}; got {_given(at)}.")
    return at


def _place(record: Mapping[str, Any], key: Mapping[str, Any]) -> tuple[float, float]:
    x, y = key["points"][_point(record.get("at"), key)]
    return x, y


def _given(value: Any) -> str:
    if value is None:
        return "nothing"
    return f"`{shorten(value)}`" if isinstance(value, str) else f"{value:g}"
