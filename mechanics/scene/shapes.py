"""The shapes of bodies, springs and supports: dataclasses whose fields say what is a point, a length or a number.

A point is a point of the shape's frame, or of the inertial frame where the shape has none; two entries mean a
point of the x-y plane. Every number may be a sympy expression.
"""

from dataclasses import dataclass, field
from typing import Annotated, Any, ClassVar, Literal

from ..poses import Pose

__all__ = [
    "Box", "Circle", "DamperShape", "Disc", "Ground", "Hinge", "Line", "PointMass", "Rod", "Shape", "SpringShape",
    "TorsionSpring",
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
    """What all shapes have in common.

    Attributes
    ----------
    frame : Pose, optional
        Frame of the points and directions; the inertial frame unless given.
    only : {"sketch", "player"}, optional
        Where the shape is shown; in both unless given.
    role : str
        Chooses colour and line.
    """

    frame: Pose | None = None
    only: Where = None
    role: str = "body"
    behind: ClassVar[bool] = False  # whether it lies behind all others in space
    axes: ClassVar[str] = ""  # those of the frame that a drawing needs, such as the plane of a disc
    counts: ClassVar[bool] = True  # whether the window has to show it


@dataclass(frozen=True)
class Rod(Shape):
    """Straight bar of a given width with round ends.

    Parameters
    ----------
    start, end : point
        Its ends, m.
    width : length
        Width, m.
    """

    start: Point
    end: Point
    width: Length = 0.0


@dataclass(frozen=True)
class Box(Shape):
    """Rectangle in the x-y plane of its frame, with `depth` along z a cuboid.

    Parameters
    ----------
    width, height : length
        Along x and y, m.
    center : point
        Middle, m.
    depth : length
        Along z, m; 0 for a rectangle.
    """

    width: Length
    height: Length
    center: Point = (0, 0, 0)
    depth: Length = 0.0
    axes = "xyz"


@dataclass(frozen=True)
class Disc(Shape):
    """Disc in the x-y plane of its frame, with `thickness` a cylinder.

    Parameters
    ----------
    radius : length
        Radius, m.
    center : point
        Middle, m.
    thickness : length
        Along z, m; 0 for a disc.
    spokes : int
        Their number; they show its rotation.
    """

    radius: Length
    center: Point = (0, 0, 0)
    thickness: Length = 0.0
    spokes: int = 1
    axes = "xyz"


@dataclass(frozen=True)
class Circle(Shape):
    """Thin circle in the x-y plane of its frame: a path, the outline of a sphere.

    Parameters
    ----------
    radius : length
        Radius, m.
    center : point
        Middle, m.
    """

    radius: Length
    center: Point = (0, 0, 0)
    role: str = field(default="guide", kw_only=True)
    axes = "xy"


@dataclass(frozen=True)
class PointMass(Shape):
    """Ball of a given radius; it looks the same from every side.

    Parameters
    ----------
    at : point
        Middle, m.
    radius : length
        Radius, m.
    label : expression or str
        Stands beside it.
    """

    at: Point
    radius: Length
    label: Any = ""
    role: str = field(default="mass", kw_only=True)


@dataclass(frozen=True)
class SpringShape(Shape):
    """Coil spring between two points; it stretches, the number of its coils does not change.

    Parameters
    ----------
    start, end : point
        Its ends, m.
    label : expression or str
        Stands beside it.
    side : {"left", "right"}
        Of the label, seen from start to end.
    coils : int
        Their number.
    style : {"zigzag", "loops"}
        How it is drawn.
    """

    start: Point
    end: Point
    label: Any = ""
    side: Literal["left", "right"] = "left"
    coils: int = 7
    style: Literal["zigzag", "loops"] = "zigzag"
    role: str = field(default="spring", kw_only=True)


@dataclass(frozen=True)
class TorsionSpring(Shape):
    """Helix about the axis from `start` to `end`; the x-y plane of its frame is across the axis.

    Parameters
    ----------
    start, end : point
        Ends of the axis, m.
    radius : length
        Radius, m.
    twist : number
        Angle of the end against the start, rad; it winds the helix up.
    turn : number
        Angle of the start, rad.
    label : expression or str
        Stands beside it.
    coils : int
        Their number.
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
    """Dashpot between two points: the cup on the first, the piston on the second.

    Parameters
    ----------
    start, end : point
        Its ends, m.
    label : expression or str
        Stands beside it.
    side : {"left", "right"}
        Of the label, seen from start to end.
    """

    start: Point
    end: Point
    label: Any = ""
    side: Literal["left", "right"] = "left"
    role: str = field(default="spring", kw_only=True)


@dataclass(frozen=True)
class Line(Shape):
    """Line through points: a rope, an axis, a wire.

    Parameters
    ----------
    points : sequence of point
        At least two, m.
    closed : bool
        Whether it is a filled polygon.
    dashed : bool
        Whether it is a dashed reference line.
    """

    points: Points
    closed: bool = False
    dashed: bool = False
    role: str = field(default="line", kw_only=True)


@dataclass(frozen=True)
class Ground(Shape):
    """Line with hatching on its right, seen from `start` to `end`.

    Parameters
    ----------
    start, end : point
        Its ends, m.
    endless : bool
        Whether it runs through the whole window.
    """

    start: Point
    end: Point
    endless: bool = False
    role: str = field(default="ground", kw_only=True)


@dataclass(frozen=True)
class Hinge(Shape):
    """Revolute joint.

    Parameters
    ----------
    at : point
        Its axis, m.
    support : vector
        Direction to the ground that bears it; no bearing is drawn for zero.
    label : expression or str
        Stands beside it.
    """

    at: Point
    support: Vector = (0, 0, 0)
    label: Any = ""
    role: str = field(default="joint", kw_only=True)
