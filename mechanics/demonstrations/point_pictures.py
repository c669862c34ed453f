"""Interactive pictures of chapter 2 beyond the items of the lecture: a path in space, a turntable, a smooth drive."""

from sympy import Matrix, Rational, cos, pi, sin, sqrt

from ..kinematics import CARTESIAN, POLAR, JerkTimes, jerk_times, seven_pieces
from ..poses import rotation
from ..problem import Given, Motion, Outputs, Problem
from ..rotations import rotation_z
from ..scene import AngleMark, Arrow, Disc, Line, PointMass, Projection, Scene, Text, Trace, ValueArc
from ..symbols import t
from ..systems.chapter_2.acceleration_profile import carriage

__all__ = ["path_in_space", "smooth_drive", "turntable"]

Z_UP = rotation(Matrix([[0, 1, 0], [0, 0, 1], [1, 0, 0]]))  # x towards the viewer, y to the right, z upwards
AXES = "xyz"


def path_in_space() -> Problem:
    """A point on a closed path, its position vector and components (figure 2.1); (2.2)-(2.4)."""
    p = Given(
        l_x=(1.0, "m", "half of the extent along x"),
        l_y=(1.4, "m", "half of the extent along y"),
        l_z=(0.35, "m", "half of the extent along z", "nonnegative"),
        omega=(1.0, "rad/s", "frequency of the motion"),
    )
    y = Outputs(v0=("m/s", "speed at t = 0"))
    place = position_in_space(p)
    v, a = CARTESIAN.velocity(place), CARTESIAN.acceleration(place)
    at_start = v.subs(t, 0)
    kinds = [("v", v, "m/s", "velocity"), ("a", a, "m/s^2", "acceleration"), ("r", place, "m", "position")]
    return Problem(
        title="A path in space",
        source="figure 2.1, (2.2)-(2.4)",
        parameters=p,
        outputs=y,
        formulas={"v0": sqrt(at_start.dot(at_start))},
        motion=Motion(
            end=2 * pi / p.omega,
            quantities={
                f"{name}_{axis}": (x, unit, f"{text} along {axis}")
                for name, vector, unit, text in kinds
                for axis, x in zip(AXES, vector, strict=True)
            },
        ),
        scene=space_scene,
    )


def position_in_space(p: Given) -> Matrix:
    """Components over time of a saddle-shaped closed path above the x-y plane.

    Parameters
    ----------
    p : Given
        Semi-axes and speed of the path.

    Returns
    -------
    Matrix, shape (3, 1)
        m, as functions of t.
    """
    turn = p.omega * t
    return Matrix([p.l_x * cos(turn), p.l_y * sin(turn), p.l_z * cos(2 * turn) + Rational(7, 10)])


def space_scene(problem: Problem) -> Scene:
    """Position vector with its components as a path along the axes, velocity and acceleration to scale."""
    p = problem.parameters
    place = position_in_space(p)
    x, y, z = place
    path = [place.subs(t, k * pi / (30 * p.omega)) for k in range(61)]
    v, a = CARTESIAN.velocity(place), CARTESIAN.acceleration(place)
    tips = [((1.7, 0, 0), "e_x"), ((0, 1.7, 0), "e_y"), ((0, 0, 1.5), "e_z")]
    steps = [((x / 2, 0, 0), "r_x"), ((x, y / 2, 0), "r_y"), ((x, y, z / 2), "r_z")]
    beside = Matrix([0.12, 0.12, 0])
    return Scene(
        shapes=(
            *(Arrow((0, 0, 0), tip, label=name, role="axis", frame=Z_UP) for tip, name in tips),
            Line(((0, 0, 0), (x, 0, 0), (x, y, 0), place), role="reference", dashed=True, frame=Z_UP),
            *(Text(Matrix(at) + beside, name, frame=Z_UP) for at, name in steps),
            Line(tuple(path), role="guide", frame=Z_UP),
            Trace(Z_UP.point(place), duration=2.0),
            Arrow((0, 0, 0), place, label="r", frame=Z_UP),
            Arrow(place, place + 0.5 * v, label="v", frame=Z_UP),
            Arrow(place, place + 0.5 * a, label="a", role="force", frame=Z_UP),
            PointMass(place, 0.05, frame=Z_UP),
            Text(place + Matrix([0, 0.12, 0.12]), "P", only="sketch", frame=Z_UP),
        ),
        description=(
            "A point P moves along a closed path in space. A position vector leads to it from the origin; its three "
            "components are drawn end to end, parallel to the axes. The velocity is tangent to the path, the "
            "acceleration points to its inner side."
        ),
        projection=Projection.axonometric(0.5, 0.35),
        sketch={"t": 0.9},
        ranges={"l_x": (0.3, 1.5), "l_y": (0.3, 1.5), "l_z": (0.0, 0.6), "omega": (0.3, 2.0)},
    )


def turntable() -> Problem:
    """A person walks at constant speed straight outwards on a turntable; (2.19), (2.27)."""
    p = Given(
        R=(2.0, "m", "radius of the turntable"),
        u=(0.4, "m/s", "speed of walking, along a radius of the table"),
        omega=(1.0, "rad/s", "angular velocity of the table", "real"),
    )
    y = Outputs(
        t_R=("s", "time at the rim"),
        a_r=("m/s^2", "radial acceleration at the rim"),
        a_phi=("m/s^2", "circular acceleration", r"a_{\varphi}"),
    )
    path = [p.u * t, p.omega * t]
    v, a = POLAR.velocity(path), POLAR.acceleration(path)
    names = {"r": "radial", "phi": "circular"}
    rows = [("a", a, "m/s^2", "acceleration"), ("v", v, "m/s", "velocity")]
    return Problem(
        title="Walking on a turntable",
        source="(2.19), (2.27)",
        parameters=p,
        outputs=y,
        formulas={"t_R": p.R / p.u, "a_r": a[0].subs(t, p.R / p.u), "a_phi": a[1]},
        motion=Motion(
            end=y.t_R,
            quantities={
                f"{kind}_{name}": (x, unit, f"{names[name]} {text}")
                for kind, vector, unit, text in rows
                for name, x in zip(names, vector, strict=True)
            },
        ),
        scene=turntable_scene,
    )


def turntable_scene(problem: Problem) -> Scene:
    """The table from above; the path is the one that is seen from the ground."""
    p = problem.parameters
    q = [p.u * t, p.omega * t]
    table = rotation(rotation_z(q[1]))
    place, basis = POLAR.position(q), POLAR.basis(q)
    v, a = POLAR.velocity(q), POLAR.acceleration(q)
    path = [place.subs(t, p.R / p.u * Rational(k, 40)) for k in range(41)]

    def arrows(parts: Matrix, scale: float, labels: tuple[str, str], role: str) -> list[Arrow]:
        return [
            Arrow(place, place + scale * parts[k] * basis[:, k], label=labels[k], role=role, only="player")
            for k in range(2)
        ]

    return Scene(
        shapes=(
            Disc(p.R, frame=table, spokes=0),
            Line(((-p.R, 0), (p.R, 0)), role="reference", frame=table),
            Line(((0, -p.R), (0, p.R)), role="reference", frame=table),
            Arrow((0, 0), (1.25 * p.R, 0), label="e_x", role="axis"),
            Arrow((0, 0), (0, 1.25 * p.R), label="e_y", role="axis"),
            AngleMark(0.3 * p.R, q[1], label=r"\varphi"),
            Line(tuple(path), role="guide"),
            Trace(place, duration=20.0),
            *arrows(v, 0.9, ("v_r", r"v_{\varphi}"), "coordinate"),
            *arrows(a, 0.6, ("a_r", r"a_{\varphi}"), "force"),
            Arrow(place, place + 0.35 * p.R * basis[:, 0], label=p.u, only="sketch"),
            ValueArc(0.85 * p.R, p.omega, turn=q[1] + 2, label=p.omega, role="coordinate", only="sketch"),
            PointMass(place, 0.05 * p.R),
        ),
        description=(
            "A turntable, seen from above, turns counterclockwise. A person walks outwards from its centre along a "
            "line that is painted on it; seen from the ground, the path is a spiral. Arrows show the components of "
            "velocity and acceleration along the line and perpendicular to it."
        ),
        sketch={"t": 3.6, "omega": 0.25, "u": 0.3},
        ranges={"R": (1.0, 3.0), "u": (0.2, 1.5), "omega": (-2.0, 2.0)},
    )


def smooth_drive() -> Problem:
    """A carriage whose acceleration may not jump: fastest motion within limits of velocity, acceleration and jerk."""
    p = Given(
        x_end=(6.0, "m", "distance", "positive", "x_{soll}"),
        v_max=(2.0, "m/s", "largest velocity", "positive", "v_{max}"),
        a_max=(2.0, "m/s^2", "largest acceleration", "positive", "a_{max}"),
        j_max=(4.0, "m/s^3", "largest jerk", "positive", "j_{max}"),
    )
    y = Outputs(
        T_j=("s", "duration of a ramp of the acceleration"),
        T_a=("s", "duration of the full acceleration"),
        T_v=("s", "duration of the full velocity"),
        t_end=("s", "duration of the motion"),
    )
    profile = seven_pieces(JerkTimes(y.T_j, y.T_a, y.T_v), p.j_max)
    return Problem(
        title="Drive with limited jerk",
        source="variation of Beispiel 2.1",
        parameters=p,
        outputs=y,
        formulas={
            **dict(zip(("T_j", "T_a", "T_v"), jerk_times(*p.symbols), strict=True)),
            "t_end": profile.end,
        },
        motion=Motion(
            end=y.t_end,
            quantities={
                "a": (profile.acceleration(), "m/s^2", "acceleration"),
                "v": (profile.velocity(), "m/s", "velocity"),
                "x": (profile.position(), "m", "position"),
                "j": (profile.jerk(), "m/s^3", "jerk"),
            },
        ),
        scene=drive_scene,
    )


def drive_scene(problem: Problem) -> Scene:
    """The carriage of Beispiel 2.1."""
    p = problem.parameters
    return Scene(
        shapes=(
            *carriage(problem, p.x_end, p.v_max, p.a_max),
            Text((p.x_end, -0.065 * p.x_end), p.x_end, anchor="top"),
        ),
        description=(
            "A carriage on a straight horizontal rail moves from the mark 0 to the mark of its end position. Arrows "
            "above it show velocity and acceleration; the acceleration rises and falls in ramps instead of jumps."
        ),
        sketch={"t": 1.9},
        ranges={"x_end": (0.2, 12.0), "v_max": (0.5, 4.0), "a_max": (0.5, 4.0), "j_max": (1.0, 40.0)},
    )
