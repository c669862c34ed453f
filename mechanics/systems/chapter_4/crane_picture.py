"""What the tower crane looks like in space: tower, jib, trolley, rope, load, and its coordinates."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from sympy import Expr, Matrix, pi

from ...poses import Pose, rotation
from ...rotations import rotation_x
from ...scene import (
    AngleMark,
    Arrow,
    Box,
    Circle,
    Dimension,
    Line,
    PointMass,
    Projection,
    Rod,
    Shape,
    Trace,
)
from .crane_frames import CraneFrames

__all__ = ["CRANE_VIEW", "Crane", "crane_marks", "crane_shapes"]

CRANE_VIEW = Projection.axonometric(azimuth=0.9, elevation=0.35, up="z")
"""Parallel view from in front of the jib, e_z up."""


@dataclass(frozen=True)
class Crane:
    """Frames and dimensions that a picture of the crane needs; every entry may be an expression.

    Attributes
    ----------
    frames : CraneFrames
        Poses of tower, trolley, rope and load.
    s2, s5 : Expr
        Position of the trolley, length of the rope, m.
    h1 : Expr
        Height of the rail, m.
    jib, width, height : Expr
        The jib's length, width and height, m.
    radius : Expr
        Of the tower, m.
    base : Pose
        Where the crane stands, the origin unless given.
    """

    frames: CraneFrames
    s2: Expr
    s5: Expr
    h1: Expr
    jib: Expr = 12.0
    width: Expr = 0.8
    height: Expr = 0.8
    radius: Expr = 0.5
    base: Pose = Pose()

    @property
    def load(self) -> Matrix:
        """Position of the load, m."""
        return self.frames.load.p

    @property
    def shadow(self) -> Matrix:
        """The point of the ground plumb below the load, m."""
        x, y, _ = self.load
        return Matrix([x, y, 0])


def crane_shapes(crane: Crane, ground: bool = True) -> tuple[Shape, ...]:
    """The bodies from the ground up, with the load's plumb line and its path over the ground.

    Parameters
    ----------
    crane : Crane
        Frames and dimensions.
    ground : bool
        Whether to add the axes x_0, y_0 and the circle that the jib reaches.
    """
    return (
        *(_ground(crane) if ground else ()),
        Trace(crane.shadow, duration=8.0),
        Line((crane.shadow, crane.load), role="reference", dashed=True),
        Rod((0, 0, 0), (0, 0, crane.h1), 2 * crane.radius, frame=crane.base),
        *_jib(crane),
        Line(((0, 0, 0), (0, 0, -crane.s5)), frame=crane.frames.rope),
        Trace(crane.load, duration=4.0),
        PointMass(crane.load, 0.05 * crane.jib),
    )


def _ground(crane: Crane) -> tuple[Shape, ...]:
    return (
        Circle(crane.jib, role="guide", frame=crane.base),
        Arrow((0, 0, 0), (0.55 * crane.jib, 0, 0), "x_0", role="axis", frame=crane.base),
        Arrow((0, 0, 0), (0, 0.55 * crane.jib, 0), "y_0", role="axis", frame=crane.base),
    )


def _jib(crane: Crane) -> tuple[Shape, ...]:
    """Jib with a short counter-jib held by two ties, and the trolley below the rail."""
    peak = (0, 0, crane.h1 + 0.2 * crane.jib)
    upright = crane.frames.tower @ rotation(rotation_x(pi / 2))  # a box is drawn in the x-y plane of its frame
    top = crane.h1 + crane.height / 2
    size = 0.08 * crane.jib
    return (
        Line((peak, (-0.27 * crane.jib, 0, top)), frame=crane.frames.tower),
        Line((peak, (0.75 * crane.jib, 0, top)), frame=crane.frames.tower),
        Rod((0, 0, crane.h1), peak, 1.2 * crane.radius, frame=crane.base),
        Box(0.3 * crane.jib, crane.height / 2, (-0.15 * crane.jib, top, 0), crane.width, frame=upright),
        Box(size, 1.2 * size, (-0.26 * crane.jib, crane.h1 - 0.3 * size, 0), 0.8 * crane.width, frame=upright),
        Box(crane.jib, crane.height, (crane.jib / 2, top, 0), crane.width, frame=upright),
        Box(size, 0.4 * size, (crane.s2, crane.h1 - 0.2 * size, 0), 1.2 * crane.width, frame=upright),
    )


def crane_marks(crane: Crane, coordinates: Mapping[str, Expr], height: bool = True) -> tuple[Shape, ...]:
    """The coordinates that are named, each with its positive direction.

    Parameters
    ----------
    crane : Crane
        Frames and dimensions.
    coordinates : mapping of str to Expr
        The coordinates by name, of ``phi1, s2, phi3, phi4, s5``, which are also the labels.
    height : bool
        Whether the sketch shows the height of the tower, too.
    """
    marks = {
        "phi1": _slewing, "s2": _trolley, "phi3": _swing_along, "phi4": _swing_across, "s5": _rope
    }  # fmt: skip
    shapes = tuple(shape for name, value in coordinates.items() for shape in marks[name](crane, value))
    dimension = Dimension((0, 0, 0), (0, 0, crane.h1), "h_1", offset=0.14 * crane.jib, only="sketch")
    return (*shapes, dimension) if height else shapes


def _slewing(crane: Crane, phi1: Any) -> tuple[Shape, ...]:
    """From x_0 to the jib's shadow, on the ground."""
    below = Line(((0, 0, 0), (0.8 * crane.jib, 0, 0)), frame=crane.frames.tower, role="reference", dashed=True)
    return below, AngleMark(0.3 * crane.jib, phi1, label=phi1)


def _trolley(crane: Crane, s2: Any) -> tuple[Shape, ...]:
    """Above the jib, from the tower's axis."""
    z = crane.h1 + crane.height + 0.05 * crane.jib
    return (Arrow((0, 0, z), (crane.s2, 0, z), s2, frame=crane.frames.tower),)


def _swing_along(crane: Crane, phi3: Any) -> tuple[Shape, ...]:
    """From the vertical below the trolley towards the tower, about y_2."""
    # fmt: off
    plane = Pose(Matrix([[0, -1, 0], [0, 0, 1], [-1, 0, 0]]), Matrix([0, 0, 0]))  # x down, y towards the tower
    # fmt: on
    plumb = Line(((0, 0, 0), (0, 0, -0.75 * crane.s5)), frame=crane.frames.trolley, role="reference", dashed=True)
    return plumb, AngleMark(0.45 * crane.s5, phi3, frame=crane.frames.trolley @ plane, label=phi3)


def _swing_across(crane: Crane, phi4: Any) -> tuple[Shape, ...]:
    """From the plane of the jib to the rope, about the current x axis."""
    # fmt: off
    plane = Pose(Matrix([[0, 0, 1], [0, 1, 0], [-1, 0, 0]]), Matrix([0, 0, 0]))  # x down, y across the jib
    # fmt: on
    swung = crane.frames.rope @ rotation(rotation_x(-phi4))
    in_plane = Line(((0, 0, 0), (0, 0, -0.9 * crane.s5)), frame=swung, role="reference", dashed=True)
    return in_plane, AngleMark(0.8 * crane.s5, phi4, frame=swung @ plane, label=phi4)


def _rope(crane: Crane, s5: Any) -> tuple[Shape, ...]:
    """Beside the rope, from the trolley to the load."""
    x = -0.06 * crane.jib
    return (Arrow((x, 0, 0), (x, 0, -crane.s5), s5, frame=crane.frames.rope),)
