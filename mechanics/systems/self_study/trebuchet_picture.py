"""The trebuchet drawn: x to the right, z upwards."""

from dataclasses import replace

from sympy import Expr, Matrix, Rational, Symbol, pi

from ...lagrange import LagrangianSystem
from ...model import Variables
from ...momentum import Projectile
from ...poses import rotation, translation
from ...rotations import rotation_x, rotation_z
from ...scene import (
    AngleMark,
    Box,
    Dimension,
    Ground,
    Handle,
    Hinge,
    Line,
    PointMass,
    Rod,
    Scene,
    Shape,
    Text,
    Trace,
    ValueArrow,
)
from ...state_space import StateSpaceSystem
from .trebuchet_geometry import ends, ground

SHOT, WEIGHT = 0.13, 0.5  # radius of the shot, side of the counterweight, m
WIDTH = 0.13  # of the arm, m
SEGMENTS = 20  # of a drawn path
IN_MOTION = {"theta": 0.15, "phi": 0.4, "psi": 0.75}  # where every angle shows


def scene_of_machine(system: LagrangianSystem) -> Scene:
    """Phase 2: the machine with the shot in its sling."""
    p, (theta, phi, psi) = system.parameters, system.coordinates.symbols
    p_M, p_m = system.outputs["p_M"], system.outputs["p_m"]
    return Scene(
        shapes=(*machine(theta, p_M, p_m, p), PointMass(p_m, SHOT), *marks(theta, phi, psi, p_M, p_m, p)),
        description=(
            "A trebuchet: an arm turns about an axle on a frame. A heavy counterweight hangs on a rope from its short "
            "end, the shot lies in a sling at its long end. The three angles are counted from the horizontal and from "
            "the vertical."
        ),
        sketch=IN_MOTION,
        handles=(Handle(p_M, ("phi",)), Handle(p_m, ("psi",))),
        duration=1.5,
    )


def scene_of_phases(system: StateSpaceSystem) -> Scene:
    """From the start on the ground to the landing: the shot leaves the sling."""
    p, x = system.parameters, system.states
    p_M, p_m = system.outputs["p_M"], system.outputs["p_m"]
    shot, y = (x.x, x.z), system.outputs
    return Scene(
        shapes=(
            *machine(x.theta, p_M, p_m, p),
            Trace(shot, duration=30.0),
            PointMass(shot, SHOT, only="player"),
            PointMass(p_m, SHOT, label=p.m, only="sketch"),
            *marks(x.theta, x.phi, x.psi, p_M, p_m, p),
            ValueArrow((x.x, x.z - SHOT), (0, 1), y["f_N"], 40.0, label="f_N", push=True, only="player"),
            Line((shot, (x.x + 0.1 * x.v_x, x.z + 0.1 * x.v_z)), role="coordinate", only="player"),
        ),
        description=(
            "A trebuchet throws a shot. At first the long end of the arm lies on the ground on the left; the "
            "counterweight falls on the right, the arm turns clockwise and drags the shot along the ground to the "
            "left. The shot lifts off, whirls around the end of the arm, is released from the sling over the machine, "
            "and flies to the right until it lands. A short line shows the shot's velocity."
        ),
        sketch=IN_MOTION,
        follows=shot,
        near=((-p.L - 0.8 * p.r, ground(p) - 0.3 * p.L), (p.L + 0.8 * p.r, 0.75 * (p.L + p.r))),
        ranges={
            "alpha": (-0.3, 1.5),
            "theta0": (0.3, 1.3),
            "M": (30.0, 200.0),
            "m": (1.0, 12.0),
            "L": (1.5, 4.5),
            "l": (0.4, 1.8),
            "h": (0.3, 2.0),
            "r": (1.0, 4.0),
        },
        duration=4.5,
    )


def scene_of_launch(system: StateSpaceSystem) -> Scene:
    """The machine until the release, and the parabola on which the shot would fly if it were released now."""
    p, x, y = system.parameters, system.states, system.outputs
    shot, down = (x.x, x.z), ground(p)
    throw = Projectile(y["speed"], y["angle"], x.z - down, p.g)
    path = [throw.position(throw.impact_time * Rational(k, SEGMENTS)) for k in range(SEGMENTS + 1)]
    return Scene(
        shapes=(
            *machine(x.theta, y["p_M"], y["p_m"], p),
            Trace(shot, duration=30.0),
            PointMass(shot, SHOT),
            Line(tuple((x.x + right, down + up) for right, up in path), role="axis"),
            ValueArrow(shot, (x.v_x, x.v_z), y["speed"], 20.0, label="v", role="coordinate"),
            Dimension((0, down), (y["range"], down), Symbol("x_R"), offset=-1.6),
        ),
        description=(
            "The trebuchet throws its shot. A parabola shows at each instant where the shot would fly if the "
            "sling released it now, first to the left, then over the machine to the right, to the ground."
        ),
        sketch=IN_MOTION,
        duration=1.2,
    )


def machine(theta: Expr, p_M: Matrix, p_m: Matrix, p: Variables) -> tuple[Shape, ...]:
    """Ground, frame, arm, counterweight on its rope, and the sling.

    Parameters
    ----------
    theta : Expr
        Angle of the arm, rad.
    p_M, p_m : Matrix, shape (2, 1)
        x and z of counterweight and shot, m.
    p : Variables
        Parameters of the trebuchet.
    """
    (short, long), down = ends(theta, p), ground(p)
    foot = 0.35 * p.L
    return (
        Ground((-1.6 * p.L, down), (1.6 * p.L, down), endless=True),
        Line(((-foot, down), (0, 0), (foot, down)), role="ground"),
        Line((short, p_M)),
        Line((long, p_m)),
        Rod(long, short, WIDTH),
        Box(WEIGHT, WEIGHT, p_M, role="mass"),
        Hinge((0, 0)),
        Hinge(short),
        Hinge(long),
    )


def marks(theta: Expr, phi: Expr, psi: Expr, p_M: Matrix, p_m: Matrix, p: Variables) -> tuple[Shape, ...]:
    """The angles with the lines that they are counted from, lengths, and the start in dashes: for the sketch.

    Parameters
    ----------
    theta, phi, psi : Expr
        Angles of arm, counterweight and sling, rad.
    p_M, p_m : Matrix, shape (2, 1)
        x and z of counterweight and shot, m.
    p : Variables
        Parameters of the trebuchet.
    """
    arm, (short, long), (tip, end) = rotation(rotation_z(theta)), ends(theta, p), ends(p.theta0, p)
    clockwise = translation(*short) @ rotation(rotation_x(pi))  # its y axis points down
    drawn: tuple[Shape, ...] = (
        Line((tip, end, (end[0] + p.r, end[1])), role="guide", dashed=True),
        Line((tip, (tip[0], tip[1] - p.h)), role="guide", dashed=True),
        Line(((0, 0), (1.6 * p.l, 0)), role="reference", dashed=True),
        Line((short, (short[0], short[1] - 1.3 * p.h)), role="reference", dashed=True),
        Line((long, (long[0], long[1] - 0.8 * p.r)), role="reference", dashed=True),
        AngleMark(0.75 * p.l, theta, label=r"\theta"),
        AngleMark(0.75 * p.h, pi / 2 + phi, start=pi / 2, frame=clockwise, label=r"\varphi"),
        AngleMark(0.5 * p.r, -pi / 2 + psi, start=-pi / 2, center=long, label=r"\psi"),
        Dimension((-p.L, 0), (0, 0), p.L, offset=0.35, frame=arm),
        Dimension((0, 0), (p.l, 0), p.l, offset=0.35, frame=arm),
        Text(((short[0] + p_M[0]) / 2 - 0.2, (short[1] + p_M[1]) / 2), p.h),
        Text(((long[0] + p_m[0]) / 2 + 0.2, (long[1] + p_m[1]) / 2 + 0.1), p.r),
        Text((p_M[0] - 0.5, p_M[1]), p.M),
    )
    return tuple(replace(shape, only="sketch") for shape in drawn)
