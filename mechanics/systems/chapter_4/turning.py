"""What the pictures of rotations share: steps in time, bodies that show how they lie, axes and angles."""

from collections.abc import Sequence

from sympy import Abs, Expr, ImmutableMatrix, Matrix, Rational, Symbol

from ...poses import Pose, rotation, translation
from ...scene import AngleMark, Arrow, Box, Line, PointMass, Projection, Rod, Shape, Text

__all__ = [
    "VIEW",
    "aircraft",
    "across",
    "beside",
    "body_axes",
    "book",
    "direction",
    "entries_over_time",
    "steps",
]

VIEW = Projection.axonometric(azimuth=2.25, elevation=0.4, up="z")
"""x comes to the viewer on the left, y goes to the right, z upwards."""
TIME = Symbol("t", real=True)
"""The time of a picture, by its name; that it is real, and so finite, saves sympy seconds of doubt."""
REST = Rational(1, 2)  # s between two steps, so that the eye can follow
PLANES = {  # x, y, z of a frame whose x-y plane is across an axis, positive angles from x to y
    "x": ((0, 1, 0), (0, 0, 1), (1, 0, 0)),
    "y": ((0, 0, 1), (1, 0, 0), (0, 1, 0)),
    "z": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
}


def steps(angles: Sequence[Expr], time: Expr = TIME) -> tuple[list[Expr], float]:
    """Angles that grow from 0 to their values one after the other, 1 s each, and the time it takes, s.

    Parameters
    ----------
    angles : sequence of Expr
        Angles at the end, rad.
    time : Expr
        The time, s.

    Returns
    -------
    list of Expr, and float
        The angles at that time, and the duration, s.
    """
    begin = [k * (1 + REST) for k in range(len(angles))]
    shares = [(Abs(time - start) - Abs(time - start - 1) + 1) / 2 for start in begin]
    return [share * angle for share, angle in zip(shares, angles, strict=True)], float(begin[-1] + 1 + REST)


def book(R: ImmutableMatrix, center: Sequence[Expr] = (0, 0, 0), size: float = 1.0) -> list[Shape]:
    """A book: cover, pages, and lines on the cover, so that no two orientations look the same.

    Parameters
    ----------
    R : ImmutableMatrix
        Its orientation, shape (3, 3).
    center : sequence of Expr
        Where its middle lies, m.
    size : float
        Scale; 1 for a cover of 0.8 m.
    """
    frame = translation(*center) @ rotation(R)
    l, b, h = 0.8 * size, 0.56 * size, 0.14 * size
    top = 0.505 * h
    lines = [((-0.25 * l, y * b), (to * l, y * b)) for y, to in ((0.22, 0.35), (0.02, 0.2), (-0.18, 0.3))]
    return [
        Box(l, b, depth=h, frame=frame),
        *(Line(((*start, top), (*end, top)), frame=frame, role="line") for start, end in lines),
        Line(((-0.4 * l, -b / 2, top), (-0.4 * l, b / 2, top)), frame=frame, role="spring"),
    ]


def body_axes(frame: Pose, length: float, names: Sequence[str]) -> list[Shape]:
    """The axes of a turning frame, with their names at the tips.

    Parameters
    ----------
    frame : Pose
        The frame.
    length : float
        Of the arrows, m.
    names : sequence of str
        Of x, y and z; nothing is written for an empty one.
    """
    tips = [(length, 0, 0), (0, length, 0), (0, 0, length)]
    arrows: list[Shape] = [Arrow((0, 0, 0), tip, frame=frame) for tip in tips]
    return arrows + [
        Text([1.13 * x for x in tip], name, frame=frame, role="coordinate")
        for tip, name in zip(tips, names, strict=True)
        if name
    ]


def beside(k: float, distance: float) -> Pose:
    """A place on the page to the right of the origin (to the left where k is negative).

    Parameters
    ----------
    k : float
        How many places to the right.
    distance : float
        Between two places, m.
    """
    x, y, _ = VIEW.right
    return translation(k * distance * x, k * distance * y, 0)


def direction(axis: str, label: Expr, at: float, radius: float = 0.25, frame: Pose | None = None) -> AngleMark:
    """A curved arrow around an axis of a frame that shows the positive direction, `at` from its origin.

    Parameters
    ----------
    axis : str
        `"x"`, `"y"` or `"z"`.
    label : Expr
        The angle, or its LaTeX.
    at : float
        Distance from the origin along the axis, m.
    radius : float
        m.
    frame : Pose, optional
        The inertial frame unless given.
    """
    return AngleMark(radius, 2.4, -2.4, (0, 0, at), label, frame=(frame or Pose()) @ across(axis))


def across(axis: str) -> Pose:
    """A frame whose x-y plane is across an axis, positive angles about it from x to y.

    Parameters
    ----------
    axis : str
        `"x"`, `"y"` or `"z"`.
    """
    return rotation(Matrix.hstack(*map(Matrix, PLANES[axis])))


def entries_over_time(R: ImmutableMatrix, column: int) -> dict[str, tuple]:
    """One column of a matrix that turns in time, to be plotted: where one axis of the body points.

    Parameters
    ----------
    R : ImmutableMatrix
        Rotation matrix as a function of t.
    column : int
        0, 1 or 2.

    Returns
    -------
    dict of str
        Expression, unit, description and LaTeX by name.
    """
    name = "xyz"[column]
    return {
        f"R_{row + 1}{column + 1}": (
            R[row, column],
            "1",
            f"component of the body's {name} axis along {axis}_0",
        )
        for row, axis in enumerate("xyz")
    }


def aircraft(R: ImmutableMatrix, center: Sequence[Expr] = (0, 0, 0), size: float = 1.0) -> list[Shape]:
    """An aircraft that flies along x with z upwards; one wing has a light.

    Parameters
    ----------
    R : ImmutableMatrix
        Its orientation, shape (3, 3).
    center : sequence of Expr
        Where its middle lies, m.
    size : float
        Scale; 1 for a wing span of 1.7 m.
    """
    a, frame = size, translation(*center) @ rotation(R)
    fin = frame @ Pose(Matrix([[1, 0, 0], [0, 0, -1], [0, 1, 0]]), (-0.72 * a, 0, 0.19 * a))
    return [
        Rod((-0.8 * a, 0, 0), (0.75 * a, 0, 0), 0.2 * a, frame=frame),
        Box(0.34 * a, 1.7 * a, (0.08 * a, 0, 0), frame=frame, depth=0.04 * a),
        Box(0.2 * a, 0.6 * a, (-0.72 * a, 0, 0.05 * a), frame=frame, depth=0.04 * a),
        Box(0.22 * a, 0.32 * a, frame=fin, depth=0.04 * a),
        PointMass((0.08 * a, 0.85 * a, 0), 0.05 * a, frame=frame, role="force"),
    ]
