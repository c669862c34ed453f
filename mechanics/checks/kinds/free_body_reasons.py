"""Why a free-body diagram is not right: one sentence on the first arrow that is wrong, or on what is missing."""

import math
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from mechanics.checks.kinds.free_body_match import Arrow, Found, Need, fits_line, is_parallel, off_line
from mechanics.formulas.reader import shorten

__all__ = ["cut_reason", "reason_for"]

Key = Mapping[str, Any]

REVERSED = {
    "weight": "{name} points away from the earth; the weight pulls towards it.",
    "load": "{name} points in the opposite direction to {by} in the sketch.",
    "rope": "{name} pushes, but {by} can only pull the body.",
    "contact": "{name} pulls the body towards {by}; a contact can only push it away.",
    "friction": "{name} is on the wrong side: friction opposes the direction in which the body slides, or would slide.",
    "drag": "{name} drives the body on; drag opposes its velocity.",
    "damper": "{name} drives the motion on; {by} opposes it.",
    "spring": "{name} points the wrong way. A stretched spring pulls the body, a compressed one pushes it: "
    "which is {by}?",
    "motor": "{name} turns in the opposite sense to {by}.",
    "resistance": "{name} drives the body on; {by} opposes the rotation.",
}
REVERSED_ANY = "{name} points in the opposite direction to the action of {by} on this body."
TURNED = {
    "weight": "{name} is not vertical; the weight is.",
    "load": "{name} does not have the direction of {by} in the sketch.",
    "rope": "{name} does not lie along the rope; a rope can only pull along itself.",
    "contact": "{name} is not at right angles to the surface, as a normal force is (friction is a separate arrow).",
    "friction": "{name} does not lie along the surface, as friction does.",
    "drag": "{name} does not lie along the velocity, as drag does.",
    "spring": "{name} does not lie along the spring; a spring acts only along its axis.",
    "damper": "{name} does not lie along the damper; a damper acts only along its axis.",
    "rod": "{name} does not lie along the rod. A light rod with a hinge at both ends acts only along its axis.",
    "slider": "{name} is not at right angles to the track; a body that slides along it is not held in that direction.",
}
SHIFTED = {
    "weight": "{name} does not act at the mass centre: the line of the weight passes through it.",
    "load": "{name} has the direction of {by}, but acts at a different point from that in the sketch.",
}
SHIFTED_ANY = "{name} has the direction of what {by} does, but another line of action: where does it touch the body?"
MISSING = {
    "weight": "The weight is missing.",
    "load": "One of the given actions is missing: {by}.",
    "friction": "A force along a rough surface is missing: {by}.",
}
WEIGHTS = "This body has {} weights, and not all of them are drawn."
MISSING_ANY = "What {by} does to the body is missing."
BARE = "At the cut `{0}` nothing acts yet. What {1} did to the body before the cut has to be drawn there now."
CLAMPED = "The clamp not only holds the body in place, it also keeps it from turning: its moment is missing."
HALF = (
    "{name} alone is not enough for {by}, which can push and pull in any direction. Draw two components that are not "
    'parallel, or one arrow with the direction "unknown".'
)


def cut_reason(cuts: set[str], needed: set[str]) -> str:
    """What is wrong with the cuts, where they are asked for.

    Parameters
    ----------
    cuts, needed : set of str
        Points at which the student cuts, and those at which the body is held; nothing is asked where none is needed.

    Returns
    -------
    str
        A sentence; empty where nothing is wrong.
    """
    if not needed:
        return ""
    if wrong := sorted(cuts - needed):
        return f"At `{wrong[0]}` nothing holds the body, so there is nothing to cut."
    left = len(needed - cuts)
    return f"The body is not free yet: {_count(left, 'thing')} still hold{'s' if left == 1 else ''} it." * bool(left)


def reason_for(arrows: Sequence[Arrow], found: Found, key: Key, tolerance: float) -> str:
    """The first reason that explains what is wrong.

    Parameters
    ----------
    arrows : sequence of Arrow
        As drawn.
    found : Found
        Which of them are right.
    key : mapping
        What is needed.
    tolerance : float
        Distance between lines that count as the same, m.

    Returns
    -------
    str
        One or two sentences.
    """
    case = _Case(arrows, found, key, tolerance)
    reason = next((said for arrow in found.extra for said in case.reasons(arrows[arrow])), None)
    return f"{_begun(reason or case.missing_reason())}{_progress(len(found.taken), len(found.extra))}"


def _begun(text: str) -> str:
    return text[:1].upper() + text[1:]


def _progress(right: int, extra: int) -> str:
    if not extra:
        return " What is drawn so far is right."
    return f" {right} of the {right + extra} arrows {'is' if right == 1 else 'are'} right." if right else ""


def _count(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"


class _Case:
    """A diagram that is not right, with what is missing in it."""

    def __init__(self, arrows: Sequence[Arrow], found: Found, key: Key, tolerance: float):
        self.arrows, self.found, self.key, self.tolerance = arrows, found, key, tolerance
        self.missing: list[Need] = [key["needed"][k] for k in found.missing]
        self.right = [(arrows[k], key["needed"][need]) for k, need in found.taken.items()]

    def reasons(self, arrow: Arrow) -> Iterator[str]:
        """Explanations of an arrow that is no action, the most special first."""
        yield from (trap["say"] for trap in self.key["mistakes"] if any(self._is(arrow, x) for x in trap["arrows"]))
        if arrow.what == "moment":
            yield self._moment(arrow)
            return
        yield from self._opposite(arrow)
        yield from self._inside(arrow)
        yield from self._hinge(arrow)
        yield from self._near(arrow)
        yield from self._twice(arrow)
        yield (
            f"`{shorten(arrow.name)}` at `{arrow.label}` is one too many: which other body exerts it? An arrow without "
            "such a body does not exist."
        )

    def _is(self, arrow: Arrow, pattern: Mapping[str, Any]) -> bool:
        """Whether an arrow is one of a known mistake."""
        if arrow.what != pattern["what"]:
            return False
        if arrow.what == "moment":
            return pattern["direction"] in (0, arrow.sense)
        if pattern["direction"] is None:
            return math.dist(arrow.place, pattern["at"]) < self.tolerance
        (x, y), (c, s) = pattern["at"], pattern["direction"]
        along = arrow.direction is not None and arrow.direction[0] * c + arrow.direction[1] * s > 0
        return along and fits_line(arrow, {"line": [c, s, x * s - y * c]}, self.tolerance)

    def _moment(self, arrow: Arrow) -> str:
        name = f"`{shorten(arrow.name)}`"
        for need in self.missing:
            if need["what"] == "moment" and need["role"] != "clamp":
                return REVERSED.get(need["role"], REVERSED_ANY).format(name=name, by=need["by"])
        if any(a.what == "moment" for a, _ in self.right):
            return f"{name} is one moment too many: which other body exerts it?"
        return (
            f"{name} is one too many: nothing exerts a moment on this body. A hinge, a rope or a contact does not, and "
            "the moments of forces about a point are no arrows of their own."
        )

    def _opposite(self, arrow: Arrow) -> Iterator[str]:
        """On the line of an action, but in the other sense: reversed, or its counterforce in addition."""
        for need in self.missing:
            if need["what"] == "force" and fits_line(arrow, need, self.tolerance):
                yield REVERSED.get(need["role"], REVERSED_ANY).format(name=f"`{shorten(arrow.name)}`", by=need["by"])
        for other, need in self.right:
            if need["what"] == "force" and fits_line(arrow, need, self.tolerance) and _against(arrow, other):
                yield (
                    f"`{shorten(arrow.name)}` lies on the line of `{shorten(other.name)}`, in the opposite direction. "
                    "If they are action and reaction, only one of them acts on this body, the other one on "
                    f"{need['by']}."
                )

    def _inside(self, arrow: Arrow) -> Iterator[str]:
        if arrow.label in self.key["inside"]:
            yield (
                f"`{shorten(arrow.name)}` is a force inside the body: at `{arrow.label}` nothing is cut. Internal "
                "forces cancel in pairs and are not drawn."
            )

    def _hinge(self, arrow: Arrow) -> Iterator[str]:
        for need in self.missing:
            if need["what"] == "hinge" and arrow.direction and math.dist(arrow.place, need["at"]) < self.tolerance:
                yield HALF.format(name=f"`{shorten(arrow.name)}`", by=need["by"])
        for need in (need for _, need in self.right):
            here = need["what"] == "hinge" and math.dist(arrow.place, need["at"]) < self.tolerance
            if here and not self._alike(arrow):
                yield (
                    f"`{shorten(arrow.name)}` is one too many: the other arrows at `{arrow.label}` already "
                    f"represent everything that {need['by']} can exert."
                )

    def _near(self, arrow: Arrow) -> Iterator[str]:
        """In the point of an action but turned, or with its direction but in another point."""
        forces = [need for need in self.missing if need["what"] == "force"]
        here = [need for need in forces if off_line(arrow, need) < self.tolerance]
        name = f"`{shorten(arrow.name)}`"
        alike = self._alike(arrow)
        if arrow.direction is None and here:
            yield (
                f'{name} has the direction "unknown", but what {here[0]["by"]} does has a known line. Only a hinge or '
                "a clamp leaves it open."
            )
        elif len(here) == 1 and not alike:
            yield TURNED.get(here[0]["role"], REVERSED_ANY).format(name=name, by=here[0]["by"])
        elif len(alike) == 1 and not here:
            yield SHIFTED.get(alike[0]["role"], SHIFTED_ANY).format(name=name, by=alike[0]["by"])
        elif here:
            yield f"Nothing that acts at `{arrow.label}` has the direction of {name}."

    def _alike(self, arrow: Arrow) -> list[Need]:
        """Missing forces that have the direction of an arrow."""
        forces = [need for need in self.missing if need["what"] == "force" and is_parallel(arrow, need)]
        return [need for need in forces if need["free"] or _along(arrow, need) > 0]

    def _twice(self, arrow: Arrow) -> Iterator[str]:
        for other, need in self.right:
            if need["what"] == "force" and fits_line(arrow, need, self.tolerance):
                yield (
                    f"`{shorten(other.name)}` and `{shorten(arrow.name)}` are the same action, drawn twice: what "
                    f"{need['by']} does."
                )

    def missing_reason(self) -> str:
        """What to say where each arrow is right, but something is missing."""
        if cut := self._bare_cut():
            return BARE.format(*cut)
        need = self.missing[0]
        if need["what"] == "moment" and need["role"] == "clamp":
            return CLAMPED
        weights = sum(need["role"] == "weight" for need in self.key["needed"])
        if need["role"] == "weight" and weights > 1:
            return WEIGHTS.format(weights)
        return MISSING.get(need["role"], MISSING_ANY).format(by=need["by"])

    def _bare_cut(self) -> tuple[str, str] | None:
        """A cut at which nothing is drawn, and what was cut away there."""
        for label in self.key["cuts"]:
            at = self.key["points"][label]
            if not any(math.dist(arrow.place, at) < self.tolerance for arrow in self.arrows):
                for need in self.missing:
                    if need["what"] != "moment" and _acts_at(need, at, self.tolerance):
                        return label, need["by"]
        return None


def _acts_at(need: Need, at: Sequence[float], tolerance: float) -> bool:
    if need["what"] == "hinge":
        return math.dist(need["at"], at) < tolerance
    c, s, about = need["line"]
    return need["role"] != "weight" and abs(at[0] * s - at[1] * c - about) < tolerance


def _along(arrow: Arrow, need: Need) -> float:
    c, s = arrow.direction or (0.0, 0.0)
    return float(c * need["line"][0] + s * need["line"][1])


def _against(a: Arrow, b: Arrow) -> bool:
    if a.direction is None or b.direction is None:
        return False
    return a.direction[0] * b.direction[0] + a.direction[1] * b.direction[1] < 0
