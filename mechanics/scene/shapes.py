"""The shapes that a scene is made of: dataclasses whose fields say what is a point, a length or a number.

A point is a point of the shape's frame, or of the inertial frame where the shape has none; two entries mean a
point of the x-y plane. Every number may be a sympy expression.
"""

from dataclasses import dataclass, field
from typing import Annotated, Any, ClassVar, Literal

from ..poses import Pose

__all__ = [
    "AngleMark", "Arrow", "Box", "Circle", "DamperShape", "Dimension", "Disc", "Flow", "Ground", "Hinge", "Line",
    "PointMass", "Rod", "Shape", "SpringShape", "Sweep", "Text", "TorsionSpring", "Trace", "ValueArc", "ValueArrow",
    "frame_arrows",
]  # fmt: skip

Point = Annotated[Any, "points"]
"""Two or three numbers, or a 3x1 matrix."""
Points = Annotated[tuple, "points"]
"""Several points."""
Vector = Annotated[Any, "vectors"]
"""A direction: two or three numbers, or a 3x1 matrix."""
Length = Annotated[Any, "lengths"]
"""A number in m."""
Number = Annotated[Any, "numbers"]
"""Any other number."""
Where = Literal["sketch", "player"] | None


@dataclass(frozen=True, kw_only=True)
class Shape:
    """What all shapes have: a frame, and where they are shown.

    `only` restricts a shape to the sketch or to the player; `role` chooses colour and line.
    """

    frame: Pose | None = None
    only: Where = None
    role: str = "body"
    behind: ClassVar[bool] = False  # whether it lies behind all others in space
    axes: ClassVar[str] = ""  # those of the frame that a drawing needs, such as the plane of a disc
    counts: ClassVar[bool] = True  # whether the window has to show it


@dataclass(frozen=True)
class Rod(Shape):
    """Straight bar of a given width with round ends."""

    start: Point
    end: Point
    width: Length = 0.0


@dataclass(frozen=True)
class Box(Shape):
    """Rectangle in the x-y plane of its frame, with `depth` along z a cuboid."""

    width: Length
    height: Length
    center: Point = (0, 0, 0)
    depth: Length = 0.0
    axes = "xyz"


@dataclass(frozen=True)
class Disc(Shape):
    """Disc in the x-y plane of its frame, with `thickness` a cylinder; `spokes` show its rotation."""

    radius: Length
    center: Point = (0, 0, 0)
    thickness: Length = 0.0
    spokes: int = 1
    axes = "xyz"


@dataclass(frozen=True)
class Circle(Shape):
    """Thin circle in the x-y plane of its frame: a path, the outline of a sphere."""

    radius: Length
    center: Point = (0, 0, 0)
    role: str = field(default="guide", kw_only=True)
    axes = "xy"


@dataclass(frozen=True)
class PointMass(Shape):
    """Ball of a given radius; it looks the same from every side."""

    at: Point
    radius: Length
    label: Any = ""
    role: str = field(default="mass", kw_only=True)


@dataclass(frozen=True)
class SpringShape(Shape):
    """Coil spring between two points; it stretches, the number of its coils does not change."""

    start: Point
    end: Point
    label: Any = ""
    side: Literal["left", "right"] = "left"  # of the label, seen from start to end
    coils: int = 7
    style: Literal["zigzag", "loops"] = "zigzag"
    role: str = field(default="spring", kw_only=True)


@dataclass(frozen=True)
class TorsionSpring(Shape):
    """Helix about the axis from `start` to `end`; `twist` (rad) of the end against the start winds it up.

    `turn` is the angle of its start. The frame's x-y plane is across the axis.
    """

    start: Point
    end: Point
    radius: Length
    twist: Number = 0.0
    turn: Number = 0.0
    label: Any = ""
    coils: int = 5
    role: str = field(default="spring", kw_only=True)
    axes = "xy"


@dataclass(frozen=True)
class DamperShape(Shape):
    """Dashpot between two points: the cup on the first, the piston on the second."""

    start: Point
    end: Point
    label: Any = ""
    side: Literal["left", "right"] = "left"  # of the label, seen from start to end
    role: str = field(default="spring", kw_only=True)


@dataclass(frozen=True)
class Line(Shape):
    """Line through points: a rope, an axis, a wire; `closed` fills it, `dashed` makes it a reference line."""

    points: Points
    closed: bool = False
    dashed: bool = False
    role: str = field(default="line", kw_only=True)


@dataclass(frozen=True)
class Ground(Shape):
    """Line with hatching on its right, seen from `start` to `end`; `endless` runs through the window."""

    start: Point
    end: Point
    endless: bool = False
    role: str = field(default="ground", kw_only=True)


@dataclass(frozen=True)
class Hinge(Shape):
    """Revolute joint; `support` adds a bearing on the ground, on the side that the vector points to."""

    at: Point
    support: Vector = (0, 0, 0)
    label: Any = ""
    role: str = field(default="joint", kw_only=True)


@dataclass(frozen=True)
class Arrow(Shape):
    """Arrow from point to point: a coordinate from its origin, or an axis (role "axis")."""

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
    """Arrow whose length shows a value: a force, a velocity, a current.

    The value `reference` is drawn in the standard length. A sketch shows the positive direction, whatever the
    value. With `push` the arrow ends in its point, as a force that pushes a body.
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
    """Curved arrow whose angle shows a moment about the z axis of its frame, positive from x to y."""

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
    """Arc with an arrow head from the angle `start` to `stop`, from x to y in the plane of its frame."""

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
    """Length between two points, drawn to the left of them at a distance `offset`."""

    start: Point
    end: Point
    label: Any = ""
    offset: Length = 0.0
    role: str = field(default="dimension", kw_only=True)
    counts = False


@dataclass(frozen=True)
class Trace(Shape):
    """Path that a point has drawn during the last seconds."""

    at: Point
    duration: float = 4.0
    role: str = field(default="trace", kw_only=True)
    only: Where = field(default="player", kw_only=True)


@dataclass(frozen=True)
class Sweep(Shape):
    """Areas that the line from `center` to a point sweeps, in a new tint every `every` seconds, for `duration`."""

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
    """Words or a formula at a point; `anchor` is the side of the text that lies there."""

    at: Point
    label: Any = ""
    anchor: Literal["center", "left", "right", "top", "bottom"] = "center"
    role: str = field(default="line", kw_only=True)
    counts = False


@dataclass(frozen=True)
class Flow(Shape):
    """Dots that move along a line by `shift`: charge in a wire, a running rope."""

    points: Points
    shift: Length = 0.0
    spacing: Length = 0.1
    role: str = field(default="flow", kw_only=True)
    only: Where = field(default="player", kw_only=True)
