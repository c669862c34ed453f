"""Pictures of section 4.2 beyond the items of the lecture: a turn about any axis, two ways of interpolation."""

from typing import Any

from sympy import Dummy, Expr, ImmutableMatrix, Matrix, Piecewise, Rational, pi, sqrt

from ..poses import rotation
from ..problem import Given, Motion, Outputs, Problem
from ..rotations import Quaternion, axis_angle, euler_zyz, rotation_about
from ..scene import Arrow, Line, Scene, Shape, Text, Trace, frame_arrows
from ..systems.chapter_4.turning import TIME, VIEW, aircraft, beside, body_axes, book

__all__ = ["interpolations", "turn_about_axis"]

DURATION = 4  # s
SHARE = TIME / DURATION


def turn_about_axis() -> Problem:
    """A book turns about any axis; its rotation matrix and its quaternion."""
    p = Given(
        n=((-0.3, 0.6, 1.0), "1", "axis of the rotation, of any length", "real"),
        angle=(4.0, "rad", "angle of the rotation, counterclockwise about the axis", "real", r"\alpha"),
    )
    y = Outputs(
        R=("1", "rotation matrix", "R", (3, 3)),
        q=("1", "unit quaternion, scalar part first", "q", [4]),
    )
    now = Quaternion.about(p.n, SHARE * p.angle)
    return Problem(
        title="Rotation about any axis",
        source="beside section 4.2",
        parameters=p,
        outputs=y,
        formulas={
            "R": rotation_about(p.n, p.angle),
            "q": Matrix(list(Quaternion.about(p.n, p.angle))),
        },
        conditions={"An axis must have a direction, n is not zero": p.n.dot(p.n) > 0},
        motion=Motion(
            end=DURATION,
            quantities={
                f"q_{name}": (part, "1", f"{what} of the quaternion")
                for name, part, what in zip(
                    "wxyz", now, ("scalar part", "x component", "y component", "z component"), strict=True
                )
            },
        ),
        scene=axis_scene,
    )


def axis_scene(problem: Problem) -> Scene:
    """The axis as an arrow, the book, and the circle that one of its corners runs on."""
    p = problem.parameters
    R = rotation_about(p.n, SHARE * p.angle)
    n = p.n / sqrt(p.n.dot(p.n))
    corner = Matrix([0.4, 0.28, 0.07])
    path = [rotation_about(p.n, 2 * pi * k / 24) * corner for k in range(25)]
    return Scene(
        shapes=(
            *frame_arrows(None, 1.1, 0),
            Line(tuple(path), role="guide"),
            Line((n * n.dot(corner), R * corner), role="reference", dashed=True),
            *book(R),
            *body_axes(rotation(R), 0.8, ("x_1", "y_1", "z_1")),
            Arrow(-1.2 * n, 1.3 * n, role="force"),
            Text(1.42 * n, "n", role="force"),
            Trace(R * corner, duration=DURATION),
        ),
        description=(
            "A book turns about a red axis through its middle. One of its corners runs on a circle around the axis; "
            "the points of the axis stay where they are."
        ),
        projection=VIEW,
        sketch={"t": 1.2},
        ranges={"angle": (-6.283, 12.566), **{f"n_{axis}": (-1.0, 1.0) for axis in "xyz"}},
    )


def interpolations() -> Problem:
    """From one orientation to another: by a single steady turn, and by a steady change of the Euler angles."""
    p = Given(
        a=([0.0, 1.0, 0.0], "rad", "Euler angles φ, θ, ψ at the start", "real"),
        b=([2.8, 1.0, -2.8], "rad", "Euler angles φ, θ, ψ at the end", "real"),
    )
    y = Outputs(
        D=("1", "end seen from the start", "D", (3, 3)),
        n=("1", "axis of the single turn, in the frame of the start", "n", 3),
        alpha=("rad", "angle of the single turn"),
        halfway=("rad", "angle from the start that the Euler angles have reached halfway", r"\alpha_{1/2}"),
    )
    return Problem(
        title="From one orientation to another",
        source="beside section 4.2",
        parameters=p,
        outputs=y,
        formulas={
            "D": euler_zyz(*p.a).T * euler_zyz(*p.b),
            "alpha": axis_angle(y.D).angle,
            "n": axis_of(y.D, y.alpha),
            "halfway": turned(p, Rational(1, 2)),
        },
        conditions={
            "Half a turn may go either way: choose less than that": y.alpha < Rational(3141, 1000),
        },
        motion=Motion(
            end=DURATION,
            quantities={
                "single_turn": (SHARE * y.alpha, "rad", "angle from the start, single turn", r"\alpha_1"),
                "euler": (turned(p, SHARE), "rad", "angle from the start, Euler angles", r"\alpha_2"),
            },
        ),
        scene=interpolation_scene,
    )


def axis_of(D: ImmutableMatrix, alpha: Expr) -> ImmutableMatrix:
    """Axis of a rotation; e_z where there is nothing to turn, as `axis_angle` has it for numbers.

    Parameters
    ----------
    D : ImmutableMatrix
        Rotation matrix, shape (3, 3).
    alpha : Expr
        Its angle, rad.

    Returns
    -------
    ImmutableMatrix, shape (3, 1)
        Unit vector.
    """
    n = axis_angle(D).axis
    e_z = ImmutableMatrix([0, 0, 1])
    return ImmutableMatrix([Piecewise((n[k], alpha > 1e-9), (e_z[k], True)) for k in range(3)])


def by_euler_angles(p: Given, share: Expr) -> ImmutableMatrix:
    """The orientation when each Euler angle has gone a share of its way.

    Parameters
    ----------
    p : Given
        Inputs of the problem.
    share : Expr
        0 at the start, 1 at the end.

    Returns
    -------
    ImmutableMatrix, shape (3, 3)
        Rotation matrix.
    """
    return euler_zyz(*(a + share * (b - a) for a, b in zip(p.a, p.b, strict=True)))


def turned(p: Given, share: Expr) -> Expr:
    """How far the steady change of Euler angles has led away from the start, rad.

    Parameters
    ----------
    p : Given
        Inputs of the problem.
    share : Expr
        0 at the start, 1 at the end.

    Returns
    -------
    Expr
        rad.
    """
    s = Dummy(real=True)
    return axis_angle(euler_zyz(*p.a).T * by_euler_angles(p, s)).angle.xreplace({s: share})


def interpolation_scene(problem: Problem) -> Scene:
    """Two aircraft with the same start and end; behind the nose of each its path."""
    p, y = problem.parameters, problem.outputs
    s = Dummy(real=True)
    turn = rotation_about(y.n, s * y.alpha).subs(y.n.dot(y.n), 1)  # what `slerp` does; n is a unit vector
    ways = [euler_zyz(*p.a) * turn, by_euler_angles(p, s)]
    words = ("one steady turn", "Euler angles, each steady")
    return Scene(
        shapes=tuple(
            shape for k, (R, text) in enumerate(zip(ways, words, strict=True)) for shape in _way(R, s, text, k)
        ),
        description=(
            "Two aircraft turn from the same orientation to the same other one. The left one makes a single turn with "
            "a constant speed, and its nose draws a piece of a circle. On the right each of the three Euler angles "
            "changes with a constant speed: the aircraft makes a detour."
        ),
        projection=VIEW,
        sketch={"t": DURATION / 2},
        ranges={f"{name}_{k}": (-3.14, 3.14) for name in "ab" for k in (1, 2, 3)},
    )


def _way(R: ImmutableMatrix, s: Any, text: str, k: int) -> list[Shape]:
    """An aircraft on its way, with the path of its nose from start to end."""
    place = beside(k - 0.5, 2.4)
    nose = place.p + 0.95 * R[:, 0]
    path = tuple(nose.xreplace({s: Rational(i, 20)}) for i in range(21))
    return [
        *frame_arrows(place, 0.6, 0),
        Line(path, role="guide"),
        *aircraft(R.xreplace({s: SHARE}), place.p),
        Trace(nose.xreplace({s: SHARE}), duration=DURATION),
        Text(place.point((0, 0, 1.25)), text),
    ]
