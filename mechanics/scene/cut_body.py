"""A body cut free: its picture with the points and directions that a free-body diagram is made of.

A diagram is plain data, a list of what `force`, `moment`, `cut` and `axes` give, so that it can be drawn, typed,
stored in a notebook and judged in another process.
"""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from ..errors import ModelError

if TYPE_CHECKING:
    from .shapes import Shape

__all__ = ["COMMON", "SENSES", "UNKNOWN", "CutBody", "axes", "cut", "force", "moment"]

COMMON = {"right": 0.0, "up": 90.0, "left": 180.0, "down": 270.0}
"""Directions that every body has, by name, in degrees counterclockwise from the right."""
UNKNOWN = "unknown"
"""The direction of a force of which only the point is known, such as that of a hinge."""
SENSES = ("counterclockwise", "clockwise")

Action = dict[str, Any]


def force(name: str, at: str, direction: str | float) -> Action:
    """A force of a free-body diagram.

    Parameters
    ----------
    name : str
        What it is called, such as ``"f_N"``.
    at : str
        The point of the body in which it acts.
    direction : str or float
        ``"up"``, ``"down"``, ``"left"``, ``"right"``, a direction of the body such as ``"along the rope"``, an angle in
        degrees counterclockwise from the right, or ``"unknown"``.

    Returns
    -------
    dict
        Plain data.
    """
    return {"force": name, "at": at, "direction": direction}


def moment(name: str, at: str, direction: str = "counterclockwise") -> Action:
    """A moment of a free-body diagram.

    Parameters
    ----------
    name : str
        What it is called, such as ``"M_A"``.
    at : str
        The point of the body at which it is drawn.
    direction : {"counterclockwise", "clockwise"}
        Its sense in the picture.

    Returns
    -------
    dict
        Plain data.
    """
    return {"moment": name, "at": at, "direction": direction}


def cut(at: str) -> Action:
    """A cut, which frees the body from what holds it there.

    Parameters
    ----------
    at : str
        The point of the body.

    Returns
    -------
    dict
        Plain data.
    """
    return {"cut": at}


def axes(at: str, direction: str | float = "right") -> Action:
    """Axes in which the balances are to be written; y is a quarter of a turn counterclockwise from x.

    Parameters
    ----------
    at : str
        The point of the body where they begin, about which moments count.
    direction : str or float
        Of the axis x, as for a force.

    Returns
    -------
    dict
        Plain data.
    """
    return {"axes": at, "direction": direction}


@dataclass(frozen=True)
class CutBody:
    """A body on which a student draws what acts on it.

    Parameters
    ----------
    title : str
        What is cut free: ``"The ladder"``.
    shapes : sequence of Shape
        The body, and what it is cut from, from back to front; in numbers, without parameters.
    points : mapping
        Name of a point to (x, y, what it is), m: where arrows can be drawn.
    description : str
        What is to be seen, for a person who does not see it.
    directions : mapping of float
        Name of a direction to its angle, degrees counterclockwise from the right; those of `COMMON` need not be named.
    limits : tuple of float, optional
        Left, right, bottom and top of the picture, m.

    Raises
    ------
    ModelError
        For a body without points, a point or a direction that is no number, or a name that is used twice.
    """

    title: str
    shapes: Sequence["Shape"]
    points: Mapping[str, tuple[float, float, str]]
    description: str
    directions: Mapping[str, float] = field(default_factory=dict)
    limits: tuple[float, float, float, float] | None = None

    def __post_init__(self) -> None:
        for problem in self._problems():
            raise ModelError(f"{self.title}: {problem}")

    def _problems(self) -> Iterator[str]:
        if not self.points:
            yield "a body needs at least one point at which something can act"
        for name, point in self.points.items():
            if len(point) != 3 or not all(math.isfinite(float(x)) for x in point[:2]):
                yield f"the point {name!r} must be (x, y, what it is); got {point!r}"
        for name, angle in self.directions.items():
            if not math.isfinite(float(angle)):
                yield f"the direction {name!r} must be an angle in degrees; got {angle!r}"
            if name in COMMON or name == UNKNOWN:
                yield f"the direction {name!r} has a meaning already; choose another name"

    @property
    def angles(self) -> dict[str, float]:
        """All directions by name, degrees from 0 to 360."""
        return {name: float(angle) % 360.0 for name, angle in (COMMON | dict(self.directions)).items()}
