"""Axes of a free-body diagram: whether the balances, written in them, become as short as they can be."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from mechanics.checks.kinds.free_body_match import SLOPE

__all__ = ["Axes", "axes_reason"]

KNOWN = ("weight", "load", "spring", "damper", "drag", "motor", "resistance")
"""Roles of actions that are given, or follow from a law; the others are unknown before the balances are solved."""


class Axes(NamedTuple):
    """Axes as they were drawn.

    Attributes
    ----------
    label : str
        Name of their origin.
    origin : tuple of float
        The point, m.
    x : tuple of float
        Unit vector of the first one; the second one is perpendicular to it.
    """

    label: str
    origin: tuple[float, float]
    x: tuple[float, float]


def axes_reason(drawn: Sequence[Axes], key: Mapping[str, Any], tolerance: float) -> str:
    """What is wrong with the axes, where they are asked for.

    Parameters
    ----------
    drawn : sequence of Axes
        Of the student.
    key : mapping
        With the actions, the points, and whether the origin matters.
    tolerance : float
        Distance between lines that count as the same, m.

    Returns
    -------
    str
        A sentence or two; empty where nothing is wrong.
    """
    if not key.get("axes"):
        return ""
    if not drawn:
        return "The axes are missing in which you want to write the balances."
    if len(drawn) > 1:
        return f"These are {len(drawn)} pairs of axes; choose one."
    return _origin(drawn[0], key, tolerance) or _direction(drawn[0], key)


def _origin(axes: Axes, key: Mapping[str, Any], tolerance: float) -> str:
    def moments(point: Sequence[float]) -> int:
        return _moments(point, axes.x, key["needed"], tolerance)

    count = moments(axes.origin)
    if key["axes"][0] == "any" or count == min(map(moments, key["points"].values())):
        return ""
    have = "unknown force has a moment" if count == 1 else "unknown forces have a moment"
    return (
        f"But about `{axes.label}`, the origin of your axes, {count} {have}. There is a point about which there are "
        "fewer, so that the balance of moments is shorter: through which point do most unknown forces pass?"
    )


def _moments(point: Sequence[float], x: Sequence[float], needed: Sequence[Mapping[str, Any]], tolerance: float) -> int:
    """How many unknown forces have a moment about a point.

    The force of a hinge has two components, along the axes. Both ends of a rope pull with the same force.
    """
    found = set()
    for index, need in enumerate(needed):
        if need["what"] == "hinge":
            away = need["at"][0] - point[0], need["at"][1] - point[1]
            arms = away[0] * x[1] - away[1] * x[0], away[0] * x[0] + away[1] * x[1]
            found |= {(index, k) for k, arm in enumerate(arms) if abs(arm) > tolerance}
        elif need["what"] == "force" and need["role"] not in KNOWN:
            c, s, about = need["line"]
            if abs(point[0] * s - point[1] * c - about) > tolerance:
                found.add((need["by"], 0) if need["role"] == "rope" else (index, 0))
    return len(found)


def _direction(axes: Axes, key: Mapping[str, Any]) -> str:
    lines = [need["line"][:2] for need in key["needed"] if need["what"] == "force"]
    count = _oblique(axes.x, lines)
    if not lines or count == min(_oblique(line, lines) for line in lines):
        return ""
    have = "force has components" if count == 1 else "forces have components"
    return (
        f"But {count} {have} along both of your axes. Turn the axes so that as many as possible lie along one of them."
    )


def _oblique(x: Sequence[float], lines: Sequence[Sequence[float]]) -> int:
    """How many lines are neither parallel nor perpendicular to an axis."""
    return sum(min(abs(x[0] * s - x[1] * c), abs(x[0] * c + x[1] * s)) > SLOPE for c, s in lines)
