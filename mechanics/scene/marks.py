"""The shapes that explain a picture: arrows of coordinates and forces, angles, dimensions, paths, words."""

from dataclasses import dataclass, field
from typing import Any, Literal

from ..poses import Pose
from .shapes import Length, Number, Point, Points, Shape, Vector, Where

__all__ = [
    "AngleMark", "Arrow", "Dimension", "Flow", "Sweep", "Text", "Trace", "ValueArc", "ValueArrow", "frame_arrows",
]  # fmt: skip


@dataclass(frozen=True)
class Arrow(Shape):
    """Arrow from point to point: a coordinate from its origin, or an axis (role "axis").

    Parameters
    ----------
    start, end : point
        Tail and tip, m.
    label : expression or str
        A coordinate whose positive direction it shows.
    """

    start: Point
    end: Point
    label: Any = ""
    role: str = field(default="coordinate", kw_only=True)


def frame_arrows(frame: Pose | None, length: Any, index: Any = "") -> tuple[Arrow, ...]:
    """The axes of a frame as three arrows, labelled x, y, z with the number of the frame.

    Parameters
    ----------
    frame : pose in the inertial frame, None for that itself
    length : of the arrows, m
    index : of the labels, such as 1 for x_1
    """
    ends = [(length, 0, 0), (0, length, 0), (0, 0, length)]
    labels = [f"{axis}_{{{index}}}" if str(index) else axis for axis in "xyz"]
    return tuple(
        Arrow((0, 0, 0), end, label, frame=frame, role="axis") for end, label in zip(ends, labels, strict=True)
    )


@dataclass(frozen=True)
class ValueArrow(Shape):
    """Arrow whose length shows a value: a force, a velocity, a current. A sketch shows the positive direction.

    Parameters
    ----------
    at : point
        Where it begins, or ends with `push`, m.
    direction : vector
        Direction of a positive value.
    value : number
        What its length shows.
    reference : number
        Value that is drawn in the standard length.
    label : expression or str
        Stands beside it.
    push : bool
        Whether it ends in its point, as a force that pushes a body.
    """

    at: Point
    direction: Vector
    value: Number
    reference: Number = 1.0
    label: Any = ""
    push: bool = False
    role: str = field(default="force", kw_only=True)


@dataclass(frozen=True)
class ValueArc(Shape):
    """Curved arrow whose angle shows a moment about the z axis of its frame, positive from x to y.

    Parameters
    ----------
    radius : length
        Radius, m.
    value : number
        What its angle shows.
    center : point
        Middle, m.
    reference : number
        Value that is drawn with the standard angle.
    turn : number
        Angle at which it begins, rad.
    label : expression or str
        Stands beside it.
    """

    radius: Length
    value: Number
    center: Point = (0, 0, 0)
    reference: Number = 1.0
    turn: Number = 0.0
    label: Any = ""
    role: str = field(default="force", kw_only=True)
    axes = "xy"


@dataclass(frozen=True)
class AngleMark(Shape):
    """Arc with an arrow head from the angle `start` to `stop`, from x to y in the plane of its frame.

    Parameters
    ----------
    radius : length
        Radius, m.
    stop, start : number
        Angles from the x axis, rad.
    center : point
        Middle, m.
    label : expression or str
        A coordinate whose positive direction it shows.
    """

    radius: Length
    stop: Number
    start: Number = 0.0
    center: Point = (0, 0, 0)
    label: Any = ""
    role: str = field(default="coordinate", kw_only=True)
    axes = "xy"
    counts = False


@dataclass(frozen=True)
class Dimension(Shape):
    """Length between two points, drawn to the left of them.

    Parameters
    ----------
    start, end : point
        Ends, m.
    label : expression or str
        The length.
    offset : length
        Distance of the drawn line to the left, seen from start to end, m.
    """

    start: Point
    end: Point
    label: Any = ""
    offset: Length = 0.0
    role: str = field(default="dimension", kw_only=True)
    counts = False


@dataclass(frozen=True)
class Trace(Shape):
    """Path that a point has drawn during the last seconds.

    Parameters
    ----------
    at : point
        The point, m.
    duration : float
        How long the path stays, s.
    """

    at: Point
    duration: float = 4.0
    role: str = field(default="trace", kw_only=True)
    only: Where = field(default="player", kw_only=True)


@dataclass(frozen=True)
class Sweep(Shape):
    """Areas that the line from `center` to a point sweeps.

    Parameters
    ----------
    center, at : point
        Both ends of the line, m.
    every : number
        Time after which a new tint begins, s.
    duration : number
        Time for which an area stays, s.
    """

    center: Point
    at: Point
    every: Number
    duration: Number
    role: str = field(default="body", kw_only=True)
    only: Where = field(default="player", kw_only=True)
    counts = False
    behind = True


@dataclass(frozen=True)
class Text(Shape):
    """Words or a formula at a point.

    Parameters
    ----------
    at : point
        The point, m.
    label : expression or str
        The text.
    anchor : {"center", "left", "right", "top", "bottom"}
        Side of the text that lies at the point.
    """

    at: Point
    label: Any = ""
    anchor: Literal["center", "left", "right", "top", "bottom"] = "center"
    role: str = field(default="line", kw_only=True)
    counts = False


@dataclass(frozen=True)
class Flow(Shape):
    """Dots that move along a line: charge in a wire, a running rope.

    Parameters
    ----------
    points : sequence of point
        Of the line, m.
    shift : length
        Distance that the dots have moved, m.
    spacing : length
        Distance between them, m.
    """

    points: Points
    shift: Length = 0.0
    spacing: Length = 0.1
    role: str = field(default="flow", kw_only=True)
    only: Where = field(default="player", kw_only=True)
