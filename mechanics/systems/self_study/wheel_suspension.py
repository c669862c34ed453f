"""Wheel suspension of a racing car: two wishbones and a push rod (Aufgabe A.5)."""

from collections.abc import Callable, Mapping
from typing import Any

from sympy import Expr, Matrix, Max, cos, sign, sin

from ...forces import Force, ForceSystem, force_arrow, reactions
from ...poses import Pose
from ...problem import Given, Outputs, Problem
from ...scene import AngleMark, Arrow, Box, Dimension, Ground, Hinge, Line, Rod, Scene, Shape, Text

LENGTH = 0.5  # of the bars in the picture, m
SCALE = 3.2e-5  # of the arrows, m/N
THICKNESS = 6e-6  # of a bar for its force, m/N
PAGE = Pose()


def wheel_suspension() -> Problem:
    """Forces in both wishbones and in the push rod of a wheel that is pressed and guided by the road; (A.43)-(A.45).

    The origin is where the lines of the lower wishbone Q2 and of the push rod D meet: Q1 lies at the height b above
    it, the wheel touches the road at (d, -a). The bars come from the car on the left. Their forces count positive as
    they push the wheel away from the car, so a positive force is compression.
    """
    return _problem(scene)


def free_wheel() -> Problem:
    """The same problem with the wheel cut free: five forces on it; figure A.11."""
    return _problem(free_body_scene)


def tilted_wishbone() -> Problem:
    """The same suspension with an upper wishbone that falls towards the wheel by the angle beta."""
    return _problem(scene, {"beta": (0.3, "rad", "angle of the upper wishbone to the horizontal", "real")})


def _problem(picture: Callable[[Problem], Scene], more: Mapping[str, tuple] | None = None) -> Problem:
    p = Given(
        a=(0.16, "m", "height of the lower wishbone above the road"),
        b=(0.24, "m", "distance of the wishbones"),
        d=(0.13, "m", "contact with the road, beside the joint of the push rod", "real"),
        alpha=(0.62, "rad", "angle of the push rod to the horizontal"),
        f_N=(4200.0, "N", "normal force of the road", "nonnegative"),
        f_S=(7000.0, "N", "side force of the road, towards the car", "real"),
        **(more or {}),
    )
    y = Outputs(
        f_Q1=("N", "force in the upper wishbone, positive in compression", "f_{Q1}"),
        f_Q2=("N", "force in the lower wishbone, positive in compression", "f_{Q2}"),
        f_D=("N", "force in the push rod, positive in compression"),
    )
    found = reactions(wheel(p, y), [y.f_Q1, y.f_Q2, y.f_D])
    return Problem(
        title="Wheel suspension",
        source="Aufgabe A.5, (A.43)-(A.45)",
        parameters=p,
        outputs=y,
        formulas={x.name: formula for x, formula in found.items()},
        conditions={"The push rod must rise towards the car, 0 < alpha < pi": sin(p.alpha) > 0},
        scene=picture,
        sweep="f_S",
    )


def wheel(p: Given, y: Outputs) -> ForceSystem:
    """The wheel with its carrier, cut free through the three bars."""
    upper, lower, contact = (0, p.b), (0, 0), (p.d, -p.a)
    forces = [
        Force(y.f_Q1 * along(tilt(p)), upper, "upper wishbone"),
        Force((y.f_Q2, 0), lower, "lower wishbone"),
        Force(y.f_D * along(p.alpha), lower, "push rod"),
        Force((0, p.f_N), contact, "road, up"),
        Force((-p.f_S, 0), contact, "road, sideways"),
    ]
    return ForceSystem(forces, "the wheel")


def along(angle: Expr) -> Matrix:
    """Unit vector along a bar that falls towards the wheel by an angle, from the car to the wheel.

    Parameters
    ----------
    angle : Expr
        rad.

    Returns
    -------
    Matrix, shape (3, 1)
        Without unit.
    """
    return Matrix([cos(angle), -sin(angle), 0])


def tilt(p: Given) -> Expr:
    """Angle by which the upper wishbone falls towards the wheel.

    Parameters
    ----------
    p : Given
        Inputs of the problem.

    Returns
    -------
    Expr
        rad.
    """
    return p.beta if "beta" in p else 0


# --- pictures ---------------------------------------------------------------------------------------------


def scene(problem: Problem) -> Scene:
    """The wheel from behind; bars as thick as their force, red in compression, blue in tension."""
    p, y = problem.parameters, problem.outputs
    far, upper = -LENGTH * along(p.alpha), Matrix([0, p.b, 0]) - LENGTH * along(tilt(p))
    forces = wheel(p, y).forces
    return Scene(
        shapes=(
            Ground((-0.95, -p.a), (0.75, -p.a)),
            *_wheel(p),
            *_bar(upper, (0, p.b, 0), y.f_Q1),
            *_bar((-LENGTH, 0, 0), (0, 0, 0), y.f_Q2),
            *_bar(far, (0, 0, 0), y.f_D),
            *(Hinge(at, support=(-1, 0)) for at in (upper, (-LENGTH, 0), far)),
            Hinge((0, p.b)),
            Hinge((0, 0)),
            *_names(p),
            AngleMark(0.24, 0, start=-p.alpha, frame=_mirrored(), label=p.alpha),
            *_tilt_mark(p),
            force_arrow(forces[3], SCALE, p.f_N, push=True, frame=PAGE),
            force_arrow(forces[4], SCALE, p.f_S, push=True, frame=PAGE),
            *_dimensions(p),
        ),
        description=(
            "A wheel on the road, seen from behind; the car is on its left. Two horizontal wishbones hold the wheel "
            "carrier, the upper one Q1 and the lower one Q2; a push rod D leads from the joint of Q2 up to the car. "
            "The road presses upwards with the normal force and to the left with the side force. A bar is the thicker "
            "the larger its force, red where it is compressed and blue where it is pulled."
        ),
        ranges={
            "f_S": (-8000.0, 8000.0),
            "f_N": (0.0, 8000.0),
            "a": (0.05, 0.3),
            "b": (0.12, 0.4),
            "d": (-0.1, 0.3),
            "alpha": (0.2, 1.3),
        },
        limits=(-0.95, 0.75, -0.55, 0.75),
    )


def free_body_scene(problem: Problem) -> Scene:
    """The wheel alone with the five forces on it, all drawn in their positive directions to scale."""
    p, y = problem.parameters, problem.outputs
    forces = wheel(p, y).forces
    labels = ("f_{Q1}", "f_{Q2}", "f_D", "f_N", "f_S")
    return Scene(
        shapes=(
            *_wheel(p),
            Line(((-0.3, p.b), (0, p.b)), role="guide", dashed=True),
            Line(((-0.3, 0), (0, 0)), role="guide", dashed=True),
            Line((-0.3 * along(p.alpha), (0, 0)), role="guide", dashed=True),
            *(
                force_arrow(f, SCALE, label, push=k > 2, frame=PAGE)
                for k, (f, label) in enumerate(zip(forces, labels, strict=True))
            ),
            Hinge((0, p.b)),
            Hinge((0, 0)),
            AngleMark(0.2, 0, start=-p.alpha, frame=_mirrored(), label=p.alpha),
            Arrow((-0.42, -0.3), (-0.27, -0.3), "e_x", role="axis"),
            Arrow((-0.42, -0.3), (-0.42, -0.15), "e_y", role="axis"),
            *_dimensions(p),
        ),
        description=(
            "The wheel with its carrier, cut off from the car. At the upper joint acts the force of the upper "
            "wishbone, to the right if positive; at the lower joint that of the lower wishbone, to the right, and that "
            "of the push rod, to the right and downwards. At the contact with the road act the normal force "
            "upwards and the side force to the left."
        ),
        ranges={"f_S": (-8000.0, 8000.0), "f_N": (0.0, 8000.0), "alpha": (0.2, 1.3)},
        limits=(-0.75, 0.75, -0.55, 0.65),
    )


def _wheel(p: Given) -> tuple[Shape, ...]:
    """Tyre and carrier; the middle of the wheel lies between the wishbones."""
    height, width = p.b + 2 * p.a, 0.22
    return (
        Box(width, height, (p.d, p.b / 2)),
        Rod((0, -0.03), (0, p.b + 0.03), 0.035),
        Rod((0, p.b / 2), (p.d, p.b / 2), 0.035),
    )


def _bar(start: Any, end: Any, force: Expr) -> tuple[Shape, ...]:
    """A thin bar, over it a red one as thick as a compression, or a blue one as thick as a tension.

    The one that does not act shrinks into the joint at the wheel.
    """
    start, end = Matrix(start), Matrix(end)

    def coloured(size: Expr, role: str) -> Rod:
        return Rod(end, end + sign(size) * (start - end), THICKNESS * size, role=role)

    return Line((start, end)), coloured(Max(0, force), "force"), coloured(Max(0, -force), "mass")


def _mirrored(height: Any = 0) -> Pose:
    """x towards the car, y downwards, at a joint of the wheel: angles of the bars count from its level."""
    return Pose(Matrix([[-1, 0, 0], [0, -1, 0], [0, 0, 1]]), Matrix([0, height, 0]))


def _tilt_mark(p: Given) -> tuple[Shape, ...]:
    """The angle of the upper wishbone, where it has one."""
    if "beta" not in p:
        return ()
    level = _mirrored(p.b)
    return (
        Line(((0, 0), (0.4, 0)), frame=level, role="reference", dashed=True),
        AngleMark(0.36, 0, start=-p.beta, frame=level, label=p.beta),
    )


def _names(p: Given) -> tuple[Shape, ...]:
    middle = -0.5 * LENGTH * along(p.alpha)
    return (
        Text(Matrix([0, p.b + 0.06, 0]) - 0.35 * LENGTH * along(tilt(p)), "Q_1"),
        Text((-0.6 * LENGTH, -0.06), "Q_2"),
        Text(middle + 0.07 * Matrix([sin(p.alpha), cos(p.alpha), 0]), "D"),
    )


def _dimensions(p: Given) -> tuple[Shape, ...]:
    side = p.d + 0.2
    return (
        Line(((0, 0), (side, 0)), role="guide", dashed=True),
        Line(((0, p.b), (side, p.b)), role="guide", dashed=True),
        Dimension((side, 0), (side, -p.a), p.a, only="sketch"),
        Dimension((side, p.b), (side, 0), p.b, only="sketch"),
        Dimension((0, p.b + p.a + 0.03), (p.d, p.b + p.a + 0.03), p.d, only="sketch"),
    )
