"""A mass on a turntable that rises outwards, held by friction and a spring (Aufgabe A.6)."""

from types import SimpleNamespace
from typing import Any

from sympy import Abs, Expr, Matrix, Piecewise, Rational, Symbol, cos, pi, sin, sqrt

from ...forces import Force, weight
from ...friction import static_limit
from ...poses import Pose, rotation, translation
from ...problem import Given, Outputs, Problem
from ...rotations import rotation_y, rotation_z
from ...scene import (
    AngleMark,
    Box,
    Circle,
    Dimension,
    Disc,
    Projection,
    Rod,
    Scene,
    Shape,
    SpringShape,
    Text,
    ValueArrow,
)

EDGE, THICK = 0.07, 0.02  # of the cube that is the mass, thickness of plates, m
RAISED = 0.1  # of the plate's inner end above the disc, m
FASTEST, SECONDS = 10.0, 8.0  # speed at the end of a run-up, and its duration
ROUNDING = Rational(1, 10**9)


def turntable_mass() -> Problem:
    """Forces on a mass that turns along with the table, and the speeds at which it begins to slip; (A.46)-(A.58).

    Along the surface outwards is positive. The friction has to give f_r_needed = f_ft - f_gt - f_c, inwards where that
    is positive; the mass sticks while abs(f_r_needed) <= f_r_max. omega_crit_out is the speed above which it slips
    outwards, omega_crit_in the one below which it slips inwards; None where there is no such speed.
    """
    p = Given(
        m=(0.5, "kg", "mass"),
        mu_H=(0.3, "1", "coefficient of static friction", "nonnegative"),
        beta=(0.4, "rad", "slope of the surface, which rises outwards", "nonnegative"),
        s_m=(0.3, "m", "length of the spring"),
        s0=(0.25, "m", "relaxed length of the spring", "nonnegative", "s_0"),
        l=(0.1, "m", "distance from the axis to the spring's anchor, along the surface", "nonnegative"),
        c=(50.0, "N/m", "stiffness of the spring", "nonnegative"),
        g=(9.81, "m/s^2", "gravity"),
        omega=(5.0, "rad/s", "speed of the table", "real"),
    )
    y = Outputs(
        omega_crit_out=("rad/s", "speed above which it slips outwards", r"\omega_{out}"),
        omega_crit_in=("rad/s", "speed below which it slips inwards", r"\omega_{in}"),
        f_f=("N", "centrifugal force"),
        f_ft=("N", "centrifugal force along the surface, outwards", "f_{f,t}"),
        f_fn=("N", "centrifugal force onto the surface", "f_{f,n}"),
        f_gt=("N", "weight along the surface, inwards", "f_{g,t}"),
        f_gn=("N", "weight onto the surface", "f_{g,n}"),
        f_c=("N", "force of the spring, inwards"),
        f_N=("N", "normal force"),
        f_r_needed=("N", "friction that is needed, inwards", "f_r"),
        f_r_max=("N", "largest friction", "f_r^{max}"),
        sticks=("", "whether the mass sticks"),
        reserve=("N", "friction in reserve, negative where it slips", "f_r^{max}-|f_r|"),
    )
    forces = forces_on(p)
    return Problem(
        title="Mass on a turntable",
        source="Aufgabe A.6, (A.46)-(A.58)",
        parameters=p,
        outputs=y,
        formulas={
            "omega_crit_out": critical_speed(p, +1),
            "omega_crit_in": critical_speed(p, -1),
            **forces,
            "reserve": y.f_r_max - Abs(y.f_r_needed),
        },
        words={"sticks": {True: Abs(y.f_r_needed) <= y.f_r_max * (1 + ROUNDING), False: True}},
        optional=("omega_crit_out", "omega_crit_in"),
        conditions={"The surface must not be vertical, beta < pi/2": cos(p.beta) > 0},
        scene=scene,
        sweep="omega",
    )


def forces_on(p: Given | SimpleNamespace) -> dict[str, Expr]:
    """All forces on the mass in the frame that turns along with the table; (A.46)-(A.51).

    Parameters
    ----------
    p : Given or SimpleNamespace
        With the inputs of `turntable_mass` as attributes, symbols or numbers.

    Returns
    -------
    dict of str to Expr
        N, by the names of the outputs.
    """
    outwards, normal = Matrix([cos(p.beta), 0, sin(p.beta)]), Matrix([-sin(p.beta), 0, cos(p.beta)])
    radius = (p.s_m + p.l) * outwards[0]
    f_f = p.m * radius * p.omega**2  # (A.46)
    centrifugal, gravity = Force((f_f, 0, 0)).vector, weight(p.m, p.g, (0, 0, 0)).vector
    f_ft, f_fn = centrifugal.dot(outwards), -centrifugal.dot(normal)
    f_gt, f_gn = -gravity.dot(outwards), -gravity.dot(normal)
    f_c, f_N = p.c * (p.s_m - p.s0), f_gn + f_fn
    return {
        "f_f": f_f,
        "f_ft": f_ft,
        "f_fn": f_fn,
        "f_gt": f_gt,
        "f_gn": f_gn,
        "f_c": f_c,
        "f_N": f_N,
        "f_r_needed": f_ft - f_gt - f_c,
        "f_r_max": static_limit(p.mu_H, f_N),
    }


def critical_speed(p: Given, side: int) -> Expr:
    """The positive speed at which the friction is used up outwards (side = 1) or inwards (-1); (A.56), (A.58).

    At the limit f_r_needed = ± f_r_max, which is linear in the square of the speed. There is no such speed where the
    friction grows faster with it than the centrifugal force, or where the limit is never met: the root is not real.

    Parameters
    ----------
    p : Given
        Inputs of the problem.
    side : int
        1 outwards, -1 inwards.

    Returns
    -------
    Expr
        rad/s; not real where there is no such speed.
    """
    square = Symbol("omega^2")
    forces = forces_on(p)
    limit = (forces["f_r_needed"] - side * forces["f_r_max"]).expand().subs(p.omega**2, square)
    growth, rest = limit.diff(square), limit.subs(square, 0)
    return sqrt(-rest) / sqrt(growth)  # two roots: both must be real


def scene(problem: Problem) -> Scene:
    """The table in space, speeding up evenly while it is played along omega, with all forces on the mass."""
    p, y = problem.parameters, problem.outputs
    turn = p.omega**2 * SECONDS / (2 * FASTEST)  # the angle that it has turned by then
    return Scene(
        shapes=picture(p, y, turn, p.l + p.s_m + 0.16),
        description=(
            "A turntable turns about a vertical axis. On it lies a plate that rises outwards from the axis, and on the "
            "plate a mass, which a spring ties to an anchor near the axis. Arrows to scale show the weight downwards, "
            "the centrifugal force horizontally outwards, the normal force, the spring force along the plate, and the "
            "friction, which points inwards or outwards as it is needed. An arrow beside the mass appears when it "
            "slips. Played along the speed, the table turns faster and faster."
        ),
        projection=Projection.axonometric(azimuth=-0.25, elevation=0.28, up="z"),
        sketch={"omega": 0.0},
        ranges={"omega": (0.0, FASTEST), "beta": (0.0, 1.0), "mu_H": (0.0, 1.2), "s0": (0.05, 0.45),
                "s_m": (0.15, 0.5), "l": (0.02, 0.25), "c": (0.0, 200.0), "m": (0.1, 1.0), "g": (1.6, 20.0)},
    )  # fmt: skip


def picture(p: Given | SimpleNamespace, y: Outputs | SimpleNamespace, turn: Expr, length: Expr) -> tuple[Shape, ...]:
    """Table, plate, spring and mass with all forces.

    Parameters
    ----------
    p, y : Given and Outputs, or SimpleNamespace
        The given quantities and the forces, as attributes.
    turn : Expr
        Angle of the table, rad.
    length : Expr
        Of the plate, m.
    """
    table = rotation(rotation_z(turn))
    # x outwards along the surface, z away from it
    surface = table @ translation(0, 0, RAISED) @ rotation(rotation_y(-p.beta))
    reach = p.l + p.s_m
    mass = surface @ translation(reach, 0, EDGE / 2)
    return (
        *_table(table, surface, length, length * cos(p.beta)),
        SpringShape((p.l, 0, EDGE / 2), (reach - EDGE / 2, 0, EDGE / 2), label=p.c, frame=surface),
        Box(EDGE, EDGE, depth=EDGE, frame=mass),
        Text((0, 0, 0.75 * EDGE), p.m, frame=mass, only="sketch"),
        *_lengths(p, table, surface),
        *_arrows(p, y, table, mass),
    )


def _table(table: Pose, surface: Pose, length: Any, rim: Any) -> tuple[Shape, ...]:
    """Axis, turning disc with a mark, the rising plate with a strut under its end."""
    end = surface.point((length, 0, -THICK))
    foot = table.point((rim, 0, 0))
    return (
        Disc(1.08 * rim, (0, 0, -THICK / 2), thickness=THICK, frame=table),
        Circle(rim, frame=table),
        Rod((0, 0, -0.15), (0, 0, 0.36), 0.03),
        Rod(foot, end, 0.02),
        Box(length, 0.14, (length / 2, 0, -THICK / 2), depth=THICK, frame=surface, role="ground"),
    )


def _lengths(p: Any, table: Pose, surface: Pose) -> tuple[Shape, ...]:
    """The slope, the two lengths along the surface, and the speed at the axis."""
    edge = surface @ translation(0, -0.1, 0)
    upright = table @ rotation(Matrix([[1, 0, 0], [0, 0, -1], [0, 1, 0]]))  # x outwards, y upwards
    return (
        AngleMark(0.3, p.beta, frame=upright @ translation(0, RAISED, 0.1), label=p.beta, only="sketch"),
        Dimension((0, 0, 0), (p.l, 0, 0), p.l, offset=-0.05, frame=edge, only="sketch"),
        Dimension((p.l, 0, 0), (p.l + p.s_m, 0, 0), p.s_m, offset=-0.05, frame=edge, only="sketch"),
        AngleMark(0.07, 1.6 * pi, center=(0, 0, 0.32), label=p.omega),
    )


def _arrows(p: Any, y: Any, table: Pose, mass: Pose) -> tuple[Shape, ...]:
    """The forces on the mass to one scale, and the way that it slips."""
    size = 3 * p.m * p.g
    radial = table.R * Matrix([1, 0, 0])
    outwards, normal = mass.R * Matrix([1, 0, 0]), mass.R * Matrix([0, 0, 1])
    friction = Piecewise((y.f_r_max, y.f_r_needed > y.f_r_max), (-y.f_r_max, y.f_r_needed < -y.f_r_max),
                         (y.f_r_needed, True))  # fmt: skip
    slips = Piecewise((1, y.f_r_needed > y.f_r_max), (-1, y.f_r_needed < -y.f_r_max), (0, True))
    below = mass.point((0, 0, -EDGE / 2))
    return (
        *(
            ValueArrow(at, direction, value, size, label=label, only="player")
            for at, direction, value, label in (
                (mass.p, (0, 0, -1), p.m * p.g, "m g"),
                (mass.p, radial, y.f_f, "f_f"),
                (mass.p, -outwards, y.f_c, "f_c"),
                (below, normal, y.f_N, "f_N"),
                (below, -outwards, friction, "f_r"),
            )
        ),
        ValueArrow(mass.point((0, 0.1, 0)), outwards, slips, 1, label="slips", role="coordinate", only="player"),
    )
