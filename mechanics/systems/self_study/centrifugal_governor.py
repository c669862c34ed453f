"""Watt's centrifugal governor (Aufgabe A.7)."""

from typing import Any

from sympy import Expr, Matrix, Piecewise, acos, cos, pi

from ...lagrange import Body, LagrangianSystem, Moment
from ...model import Coordinates, Inputs, Parameters
from ...poses import Pose, rotation, translation
from ...rotations import rotation_y, rotation_z
from ...scene import (
    AngleMark,
    Arrow,
    Dimension,
    Disc,
    Handle,
    Hinge,
    Line,
    PointMass,
    Projection,
    Rod,
    Scene,
    Shape,
    Text,
    Trace,
    ValueArc,
    ValueArrow,
)
from ...symbols import t

BALL = 0.045  # radius of a ball in the picture, m
VIEW = Projection.axonometric(azimuth=0.45, elevation=0.28, up="z")


def centrifugal_governor() -> LagrangianSystem:
    """Two masses on hinged rods that turn about the vertical; (A.59)-(A.69).

    The coordinates are singular at sin(alpha) = 0, where the masses have no distance from the axis. Outputs: f_S, force
    in each rod; alpha_s, angle at which the rods would rest at the present speed (A.69), zero below sqrt(g/l).
    """
    q = Coordinates(
        phi=("rad", "angle about the vertical", 0.0, r"\varphi"),
        alpha=("rad", "opening angle of the rods from hanging", 0.9),
    )
    p = Parameters(
        m=(0.5, "kg", "mass of each ball"),
        l=(0.3, "m", "length of the rods"),
        h=(0.8, "m", "height of the suspension"),
        g=(9.81, "m/s^2", "gravity"),
    )
    u = Inputs(tau=("N m", "drive torque about the vertical", 0.0))
    phi, alpha = q.symbols
    turned = rotation(rotation_z(phi))
    first, second = (arm(phi + turn, alpha, p.l, p.h) for turn in (0, pi))  # at opposite azimuth
    return LagrangianSystem(
        title="Centrifugal governor",
        source="Aufgabe A.7, (A.59)-(A.69)",
        coordinates=q,
        parameters=p,
        inputs=u,
        bodies=[Body(p.m, first, name="ball 1"), Body(p.m, second, name="ball 2")],
        gravity=(0, 0, -p.g),
        moments=[Moment((0, 0, u.tau), turned)],
        outputs=outputs,
        frames={"spindle": turned, "suspension": translation(0, 0, p.h)},
        scene=scene,
    )


def outputs(system: LagrangianSystem) -> dict[str, Any]:
    """Force in the rods from the momentum of a ball, angle at rest (A.69), speed."""
    p, omega = system.parameters, system.coordinates.phi.diff(t)
    position = system.frame("ball 1").p
    outwards = (position - system.frame("suspension").p) / p.l  # along the rod
    pull = (p.m * position.diff(t, 2) - Matrix([0, 0, -p.m * p.g])).dot(-outwards)
    return {
        "f_S": (pull, "N", "force in each rod, positive where it pulls"),
        "alpha_s": (rest_angle(omega, p.l, p.g), "rad", "angle at rest for this speed", r"\alpha_s"),
        "n": (30 * omega / pi, "1/min", "revolutions per minute"),
    }


def arm(phi: Expr, alpha: Expr, l: Expr, h: Expr) -> Pose:
    """Frame in the ball at the end of a rod, z along the rod towards the suspension; its origin is (A.59).

    Parameters
    ----------
    phi : Expr
        Azimuth of the rod, rad.
    alpha : Expr
        Angle of the rod from hanging, rad.
    l : Expr
        Length of the rod, m.
    h : Expr
        Height of the suspension, m.
    """
    return translation(0, 0, h) @ rotation(rotation_z(phi)) @ rotation(rotation_y(-alpha)) @ translation(0, 0, -l)


def rest_angle(omega: Expr, l: Expr, g: Expr) -> Expr:
    """Angle at which the rods rest at the angular velocity omega, rad; zero up to omega = sqrt(g/l); (A.68), (A.69).

    Parameters
    ----------
    omega : Expr
        Angular velocity about the vertical, rad/s.
    l : Expr
        Length of the rods, m.
    g : Expr
        Gravity, m/s².

    Returns
    -------
    Expr
        rad.
    """
    return Piecewise((acos(g / (l * omega**2)), l * omega**2 > g), (0, True))


def scene(system: LagrangianSystem) -> Scene:
    """The governor in space; below the balls a second pair of rods carries the sleeve A on the spindle."""
    phi, alpha = system.coordinates.symbols
    p, tau = system.parameters, system.inputs.tau
    turned, base = system.frame("spindle"), translation(0, 0, 0.02)
    hanging = system.frame("suspension") @ turned @ rotation(Matrix([[0, 1, 0], [0, 0, -1], [-1, 0, 0]]))
    return Scene(
        shapes=(
            Arrow((0, 0, 0), (0.4, 0, 0), "e_x", role="axis"),
            Arrow((0, 0, 0), (0, 0.4, 0), "e_y", role="axis"),
            Arrow((0, 0, p.h), (0, 0, p.h + 0.22), "e_z", role="axis"),
            Line(((0, 0, 0), (0.3, 0, 0)), frame=turned, role="reference", dashed=True),
            AngleMark(0.22, phi, label=phi),
            Disc(0.1, thickness=0.03, frame=base @ turned, spokes=3),
            Rod((0, 0, 0), (0, 0, p.h), 0.025),
            *linkage(system),
            Line(((0, 0, p.h), (0, 0, p.h - 0.75 * p.l)), role="reference", dashed=True),
            AngleMark(0.62 * p.l, alpha, frame=hanging, label=alpha),
            *balls(system),
            ValueArc(0.14, tau, frame=base, reference=0.5, turn=2.4, label=tau),
        ),
        description=(
            "Two balls hang on rods from the top of a vertical spindle and turn with it; two more rods connect them to "
            "a sleeve A that slides on the spindle. The angle phi of the spindle counts about the vertical, the angle "
            "alpha opens both rods from hanging: the faster the spindle turns, the higher rise balls and sleeve. "
            "Arrows show the weights and the forces of the rods on the balls."
        ),
        projection=VIEW,
        sketch={"phi": 0.9, "alpha": 0.8},
        handles=(Handle(system.frame("ball 1").p, ("alpha",)),),
        ranges={
            "tau": (-0.5, 0.5),
            "alpha": (0.1, 1.5),
            "phi_d": (0.0, 15.0),
            "h": (0.65, 1.0),
            "l": (0.15, 0.32),
        },
    )


def linkage(system: LagrangianSystem) -> tuple[Shape, ...]:
    """The suspension, four equal rods, and the sleeve."""
    p, top = system.parameters, system.frame("suspension").p
    height = translation(0, 0, p.h - 2 * p.l * cos(system.coordinates.alpha))
    centers = [system.frame(f"ball {k}").p for k in (1, 2)]
    rods = [Rod(end, center, 0.014) for center in centers for end in (top, height.p)]
    return (
        *rods,
        Hinge(top),
        Disc(0.04, thickness=0.06, frame=height, spokes=0),
        Text((0.09, 0, 0), "A", frame=height),
    )


def balls(system: LagrangianSystem) -> tuple[Shape, ...]:
    """Both balls with their traces, weights and rod forces."""
    p, weight = system.parameters, system.parameters.m * system.parameters.g
    shapes: list[Shape] = []
    beside = (0.04, 0, 0)  # the rod would hide it
    for name, labels in (("ball 1", ("m g", "f_S")), ("ball 2", ("", ""))):
        frame = system.frame(name)
        shapes += [
            Trace(frame.p, duration=1.0),
            PointMass(frame.p, BALL),
            ValueArrow(frame.p, (0, 0, -1), weight, weight, label=labels[0]),
            ValueArrow(beside, (0, 0, 1), system.outputs["f_S"], weight, label=labels[1], frame=frame),
        ]
    return (*shapes, Dimension((0, 0, 0), (0, 0, p.l), p.l, offset=0.08, frame=frame, only="sketch"))
