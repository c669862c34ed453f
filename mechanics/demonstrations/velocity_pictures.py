"""Interactive figures of sections 4.5 and 4.6 beyond the examples: a spinning frame, an arm that draws a line."""

from typing import Any

from sympy import ImmutableMatrix, cos, sin, sqrt, symbols

from ..poses import Chain, Revolute, arm_angles, chain_jacobian, ellipse_points, rotation, translation
from ..problem import Given, Motion, Outputs, Problem
from ..rotations import rotation_about
from ..scene import (
    AngleMark,
    Arrow,
    Box,
    Circle,
    Dimension,
    Hinge,
    Line,
    PointMass,
    Projection,
    Rod,
    Scene,
    Trace,
    frame_arrows,
)
from ..symbols import t

__all__ = ["spinning_frame", "straight_line"]

OMEGA_SCALE, V_SCALE = 0.5, 0.5  # m of an arrow for 1 rad/s, for 1 m/s
OTHERS = ((-0.45, 0.3, 0.175), (0.45, 0.3, -0.175))  # corners of the box, in frame 1, m


def spinning_frame() -> Problem:
    """A body that turns with a constant angular velocity about the origin, and one of its points; (4.49)-(4.51)."""
    p = Given(
        omega=((0.5, 0.0, 1.5), "rad/s", "angular velocity, in frame 0", "real", "\\omega"),
        p_1=((0.45, -0.3, 0.175), "m", "place of the point P, in frame 1", "real", "p_1"),
    )
    y = Outputs(
        p_d=("m/s", "velocity of P at t = 0, in frame 0", r"\dot{p}_0", 3),
        speed=("m/s", "speed of P at all times"),
        distance=("m", "distance of P from the axis"),
    )
    size = sqrt(p.omega.dot(p.omega))
    frame = rotation(rotation_about(p.omega, size * t))
    velocity = p.omega.cross(frame.point(p.p_1))
    return Problem(
        title="A frame spins",
        source="section 4.5, (4.49)-(4.51)",
        parameters=p,
        outputs=y,
        formulas={
            "p_d": p.omega.cross(p.p_1),
            "speed": sqrt(y.p_d.dot(y.p_d)),
            "distance": y.speed / size,
        },
        conditions={"The frame must turn, omega must not be zero": size > 0},
        motion=Motion(
            end=10.0,
            quantities={
                f"v_{axis}": (value, "m/s", f"velocity of P along {axis}_0")
                for axis, value in zip("xyz", velocity, strict=True)
            }
            | {"v": (sqrt(velocity.dot(velocity)), "m/s", "speed of P")},
        ),
        frames={"body": frame},
        scene=_spinning_scene,
    )


def _spinning_scene(problem: Problem) -> Scene:
    """A box with the axis through the origin, and the velocities of some of its points."""
    p, frame = problem.parameters, problem.frame("body")
    places = [frame.point(corner) for corner in (p.p_1, *OTHERS)]
    tip = OMEGA_SCALE * p.omega
    return Scene(
        shapes=(
            *frame_arrows(None, 1.0, 0),
            Line((-1.6 * tip, 1.6 * tip), role="reference", dashed=True),
            Box(0.9, 0.6, frame=frame, depth=0.35),
            *frame_arrows(frame, 0.8, 1),
            Arrow((0, 0, 0), tip, r"\omega_0^1", role="force"),
            *(Trace(place, duration=3.0) for place in places),
            *(Arrow(place, place + V_SCALE * p.omega.cross(place)) for place in places[1:]),
            Arrow(places[0], places[0] + V_SCALE * p.omega.cross(places[0]), r"\dot{p}_0"),
            *(PointMass(place, 0.04) for place in places),
        ),
        description=(
            "A box with its frame spins about an axis through the origin; a red arrow along the axis is its angular "
            "velocity. Green arrows at three points of the box show their velocities: across the axis, and the longer "
            "the farther away from it the point is."
        ),
        projection=Projection.axonometric(azimuth=0.5, elevation=0.35, up="z"),
        sketch={"t": 1.3},
        ranges={
            **{f"omega_{axis}": (-3.0, 3.0) for axis in "xyz"},
            **{f"p_1_{axis}": (-1.0, 1.0) for axis in "xyz"},
        },
    )


def straight_line() -> Problem:
    """The planar manipulator draws a straight line at constant speed: rates = J_v^-1 v; (4.64), (4.70) inverted."""
    p = Given(
        v=(0.12, "m/s", "speed of the pen, along x"),
        h=(0.45, "m", "height of the line", "real"),
        x_a=(-0.3, "m", "x of its beginning", "real"),
        x_b=(0.778, "m", "x of its end", "real"),
        l1=(0.5, "m", "length of link 1"),
        l2=(0.4, "m", "length of link 2"),
    )
    y = Outputs(
        x_max=("m", "x of the line's last point within reach", "x_{max}"),
        omega1=("rad/s", "rate of joint 1 at the end of the line", r"\omega_1"),
        omega2=("rad/s", "rate of joint 2 at the end of the line", r"\omega_2"),
    )
    (_, phi2), J = _drawing_arm(p)
    rates = _rates(p, J)
    reach = (p.l1 + p.l2) ** 2
    at_end = {t: (p.x_b - p.x_a) / p.v}
    return Problem(
        title="A straight line by two joints",
        source="section 4.6, (4.64), (4.70)",
        parameters=p,
        outputs=y,
        formulas={
            "x_max": sqrt(reach - p.h**2),
            "omega1": rates[0].xreplace(at_end),
            "omega2": rates[1].xreplace(at_end),
        },
        conditions={
            "The line must run to the right, x_a < x_b": p.x_a < p.x_b,
            "The line must begin within reach": p.x_a**2 + p.h**2 < reach,
            "The line must end within reach": p.x_b**2 + p.h**2 < reach,
            "The line must stay away from the bearing, |h| > |l1 - l2|": p.h**2 > (p.l1 - p.l2) ** 2,
        },
        motion=Motion(
            end=(p.x_b - p.x_a) / p.v,
            quantities={
                "omega1": (rates[0], "rad/s", "rate of joint 1", r"\omega_1"),
                "omega2": (rates[1], "rad/s", "rate of joint 2", r"\omega_2"),
                "phi2": (phi2, "rad", "angle of the elbow", r"\varphi_2"),
            },
        ),
        scene=_line_scene,
    )


def _drawing_arm(p: Given) -> tuple[tuple[Any, Any], ImmutableMatrix]:
    """Angles of the arm with its pen on the line, the elbow on the left, and the Jacobian of the pen, (2, 2)."""
    angles = symbols("phi1 phi2")  # put in at the end: long angles make long work
    arm = Chain([Revolute(angles[0]), Revolute(angles[1], at=translation(p.l1))])
    phi1, phi2, *_ = arm_angles((p.x_a + p.v * t, p.h), p.l1, p.l2)[1]
    J = chain_jacobian(arm, point=(p.l2, 0, 0))[:2, :]
    return (phi1, phi2), J.xreplace(dict(zip(angles, (phi1, phi2), strict=True)))


def _rates(p: Given, J: ImmutableMatrix) -> ImmutableMatrix:
    """Rates of the joints for the velocity v along x: J^-1 [v, 0]."""
    return ImmutableMatrix([J[1, 1], -J[1, 0]]) * p.v / (J[0, 0] * J[1, 1] - J[0, 1] * J[1, 0])


def _line_scene(problem: Problem) -> Scene:
    """The arm, its line, the border of its reach, and the velocity ellipse of the pen."""
    p = problem.parameters
    (phi1, phi2), J = _drawing_arm(p)
    pen = ImmutableMatrix([p.x_a + p.v * t, p.h, 0])
    along = ImmutableMatrix([cos(phi1), sin(phi1), 0])  # link 1
    elbow, beyond = p.l1 * along, (p.l1 + 0.5 * p.l2) * along
    ellipse = [pen + 0.25 * ImmutableMatrix([*point, 0]) for point in ellipse_points(J, 32)]
    return Scene(
        shapes=(
            Circle(p.l1 + p.l2),
            Line(((p.x_a, p.h), (p.x_b, p.h)), role="reference", dashed=True),
            Line(tuple(ellipse), closed=True, role="guide"),
            Trace(pen, duration=30.0),
            Hinge((0, 0), support=(0, -1)),
            Rod((0, 0), elbow, 0.05),
            Rod(elbow, pen, 0.04),
            Hinge((0, 0)),
            Hinge(elbow),
            Line(((0, 0), (0.35, 0)), role="reference", dashed=True),
            Line((elbow, beyond), role="reference", dashed=True),
            AngleMark(0.3, phi1, label=r"\varphi_1"),
            AngleMark(0.15, phi1 + phi2, phi1, elbow, label=r"\varphi_2"),
            Dimension((p.x_b, 0), (p.x_b, p.h), p.h, only="sketch"),
            Arrow(pen, pen + ImmutableMatrix([1.5 * p.v, 0, 0]), "v"),
        ),
        description=(
            "A robot arm with two links draws a straight line from left to right with a constant speed. A dashed "
            "circle is the border of its reach. Around the pen lies the ellipse of its velocities for joint rates of "
            "unit size; it gets thin when the arm is nearly stretched, near the end of the line."
        ),
        sketch={"t": 5.0},
        ranges={
            "h": (0.15, 0.45),
            "x_a": (-0.6, 0.2),
            "x_b": (0.3, 0.779),
            "v": (0.05, 0.3),
            "l1": (0.5, 0.55),
        },
        limits=(-0.65, 1.0, -0.2, 1.0),
    )
