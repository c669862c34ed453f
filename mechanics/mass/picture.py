"""Mass geometry as shapes of a scene: mark of the mass centre, wireframes of prisms and ellipsoids, discs."""

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from sympy import Expr, ImmutableMatrix, Min, Rational

from ..aliases import Scalar, Vector
from ..poses import Pose, translation, vector
from ..scene import Box, Circle, Disc, Line, PointMass, Shape, Text

__all__ = ["UPRIGHT", "center_mark", "cut_stack", "ellipsoid_lines", "prism_edges", "stack"]

UPRIGHT = Pose(ImmutableMatrix([[1, 0, 0], [0, 0, 1], [0, -1, 0]]))
"""The lecture's frame on the page: e_x to the right, e_z upwards, e_y into the page."""


def center_mark(
    at: Vector,
    size: Scalar,
    label: str = "S",
    frame: Pose = UPRIGHT,
    shift: Vector = (1.6, 0, 1.4),
) -> tuple[Shape, ...]:
    """The mass centre as a ball with its letter beside it.

    Parameters
    ----------
    at : array_like, shape (3,)
        Mass centre, m.
    size : Expr or float
        Radius of the ball, m.
    label : str, default "S"
        Letter.
    frame : Pose, optional
        Frame of the components, seen from the page.
    shift : array_like, shape (3,), default (1.6, 0, 1.4)
        From the ball to the letter, in multiples of the size.

    Returns
    -------
    tuple of Shape
    """
    place = vector(at, "at")
    return (
        PointMass(place, size, frame=frame, role="force"),
        Text(place + size * vector(shift, "shift"), label, frame=frame, role="force"),
    )


def prism_edges(corners: Sequence[Vector], axis: Vector, frame: Pose = UPRIGHT) -> tuple[Shape, ...]:
    """Edges of a prism: a polygon, the same shifted by `axis`, and the lines between; the rear face is filled.

    Parameters
    ----------
    corners : sequence of array_like
        Corners of the face in front, m.
    axis : array_like, shape (3,)
        From the face in front to the face behind, m.
    frame : Pose, optional
        Frame of the components, seen from the page.

    Returns
    -------
    tuple of Shape
    """
    front = [vector(corner, "corner") for corner in corners]
    behind = [corner + vector(axis, "axis") for corner in front]
    sides = [Line(pair, frame=frame, role="body") for pair in zip(front, behind, strict=True)]
    return (
        Line(tuple(behind), closed=True, frame=frame, role="body"),
        *sides,
        Line((*front, front[0]), frame=frame, role="body"),
    )


def ellipsoid_lines(axes: Vector, frame: Pose, role: str = "reference") -> tuple[Circle, ...]:
    """The three principal sections of an ellipsoid about the origin of a frame.

    Parameters
    ----------
    axes : array_like, shape (3,)
        Half axes along x, y, z of the frame, m.
    frame : Pose
        Principal axes.
    role : str, default "reference"
        Role of the shapes, which decides on their colour.

    Returns
    -------
    tuple of Circle
    """
    half = [axes[k] * ImmutableMatrix.eye(3)[:, k] for k in range(3)]
    # a circle of radius 1 whose plane is stretched: the frame is not that of a rigid body
    planes = [ImmutableMatrix.hstack(half[i], half[j], half[k]) for i, j, k in ((0, 1, 2), (1, 2, 0), (2, 0, 1))]
    return tuple(Circle(1, frame=Pose(frame.R * plane, frame.p), role=role) for plane in planes)


def stack(radius: Expr, height: Expr, low: Scalar, high: Scalar, top: Scalar, count: int = 14) -> tuple[Disc, ...]:
    """A body of revolution about z as slices, built up from `low` as far as `top`.

    Parameters
    ----------
    radius : Expr
        Radius of a slice as a function of the symbol `height`, m.
    height : Expr
        That symbol.
    low, high : Expr or float
        Lowest and highest point of the body, m.
    top : Expr or float
        Height up to which it is built, m; slices above lie in the uppermost one.
    count : int, default 14
        Number of slices.

    Returns
    -------
    tuple of Disc
    """
    return tuple(
        Disc(
            radius.subs(height, middle),
            frame=UPRIGHT @ translation(0, 0, middle),
            thickness=thickness,
            spokes=0,
        )
        for middle, thickness in _slices(low, high, top, count)
    )


def cut_stack(radius: Expr, height: Expr, low: Scalar, high: Scalar, top: Scalar, count: int = 14) -> tuple[Box, ...]:
    """The slices of `stack`, cut in the plane of e_x and e_z.

    Parameters
    ----------
    radius, height : Expr
        As for `stack`.
    low, high, top : Expr or float
        As for `stack`, m.
    count : int, default 14
        Number of slices.

    Returns
    -------
    tuple of Box
    """
    return tuple(
        Box(2 * radius.subs(height, middle), thickness, (0, middle, 0))
        for middle, thickness in _slices(low, high, top, count)
    )


def _slices(low: Any, high: Any, top: Any, count: int) -> list[tuple[Any, Any]]:
    """Height of the middle and thickness of each slice."""
    edges = [Min(low + (high - low) * Rational(k, count), top) for k in range(count + 1)]
    return [((below + above) / 2, above - below) for below, above in pairwise(edges)]
