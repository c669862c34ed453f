"""Rate gyro: a mass on springs that senses the rotation of its housing (Beispiel 1.3)."""

from typing import Any

from sympy import ImmutableMatrix, sin

from ...lagrange import Body, Damper, Force, LagrangianSystem, Spring
from ...model import Coordinates, Inputs, Parameters
from ...poses import translation, vector
from ...rotations import tilde
from ...scene import Arrow, Box, Handle, Line, Scene, Shape, SpringShape, Text, Trace, ValueArc, ValueArrow
from ...symbols import t


def rate_gyro_overview() -> LagrangianSystem:
    """Drive frame that swings along x and a mass in it that is free along y, both seen from the turning housing.

    A model of the principle, which the lecture only describes: in the axes of a housing that turns at the steady rate Ω
    about z, every mass m feels −2 m Ω x ṙ (Coriolis) and −m Ω x (Ω x r) (centrifugal). The actuators drive the frame at
    its natural frequency; the Coriolis force of that oscillation excites one along y, whose amplitude shows Ω. Defaults
    are those of a model on a table, as slow as one can watch.
    """
    q = Coordinates(
        x=("m", "drive: frame with mass, in the housing", 0.1),
        y=("m", "sense: mass in the frame", 0.0),
    )
    p = Parameters(
        m=(0.2, "kg", "mass"),
        m_F=(0.1, "kg", "drive frame without the mass"),
        c_x=(12.0, "N/m", "stiffness of the springs that hold the frame"),
        c_y=(8.0, "N/m", "stiffness of the springs that hold the mass in the frame"),
        d_x=(0.19, "N s/m", "damping of the frame", "nonnegative"),
        d_y=(0.13, "N s/m", "damping of the mass in the frame", "nonnegative"),
        f_0=(0.12, "N", "amplitude of the drive force", "nonnegative"),
        omega_0=(6.325, "rad/s", "frequency of the drive force"),
    )
    u = Inputs(Omega=("rad/s", "rate at which the housing turns", 0.15, r"\Omega"))
    x, y = q.symbols
    frame, mass = translation(x), translation(x, y)
    f_D = -p.f_0 * sin(p.omega_0 * t)
    Omega = vector((0, 0, u.Omega))
    coriolis = {name: -2 * m * tilde(Omega) * pose.p.diff(t) for name, m, pose in _bodies(p, frame, mass)}
    return LagrangianSystem(
        title="Rate gyro",
        source="Beispiel 1.3 (own model)",
        coordinates=q,
        parameters=p,
        inputs=u,
        bodies=[Body(m, pose, name=name) for name, m, pose in _bodies(p, frame, mass)],
        springs=[Spring(x, p.c_x), Spring(y, p.c_y)],
        dampers=[Damper(x, p.d_x), Damper(y, p.d_y)],
        forces=[
            Force((f_D, 0, 0), frame.p),
            *[
                Force(coriolis[name] + _centrifugal(m, Omega, pose.p), pose.p)
                for name, m, pose in _bodies(p, frame, mass)
            ],
        ],
        outputs={
            "f_C": (coriolis["mass"][1], "N", "Coriolis force on the mass along y"),
            "f_D": (f_D, "N", "drive force along x"),
        },
        scene=scene,
    )


def _bodies(p: Parameters, frame: Any, mass: Any) -> list[tuple[str, Any, Any]]:
    return [("frame", p.m_F, frame), ("mass", p.m, mass)]


def _centrifugal(m: Any, Omega: ImmutableMatrix, r: ImmutableMatrix) -> ImmutableMatrix:
    """−m Ω x (Ω x r)."""
    return -m * tilde(Omega) * tilde(Omega) * r


def scene(system: LagrangianSystem) -> Scene:
    """Seen from the housing: the frame between two springs, the mass in it between two others."""
    x, y = system.coordinates.symbols
    p, u = system.parameters, system.inputs
    frame, mass = system.frame("frame"), system.frame("mass")
    width, height, wall = 0.24, 0.24, 0.58

    def outline(w: float, h: float, **options: Any) -> Shape:
        corners = ((-w, -h), (w, -h), (w, h), (-w, h), (-w, -h))
        return Line(corners, **options)

    return Scene(
        shapes=(
            outline(wall, 0.4, role="ground"),
            SpringShape((-wall, 0), (x - width, 0), label=p.c_x, side="right", coils=5),
            SpringShape((x + width, 0), (wall, 0), coils=5),
            outline(width, height, frame=frame),
            SpringShape((x, -height), (x, y - 0.06), coils=4),
            SpringShape((x, y + 0.06), (x, height), label=p.c_y, side="right", coils=4),
            Trace(mass.p, duration=1.0),
            Box(0.16, 0.12, frame=mass),
            Text((0, 0), p.m, frame=mass, only="sketch"),
            Line(((0, 0.25), (0, 0.34)), role="reference", dashed=True),
            Line(((0, 0.24), (0, 0.34)), frame=frame, role="reference", dashed=True),
            Arrow((0, 0.3), (x, 0.3), label=x),
            Line(((0.08, y), (0.2, y)), frame=frame, role="dimension"),
            Line(((0.12, 0), (0.2, 0)), frame=frame, role="reference", dashed=True),
            Arrow((x + 0.18, 0), (x + 0.18, y), label=y),
            ValueArrow((x - width, -0.14), (1, 0), system.outputs["f_D"], 0.12, label="f_D"),
            ValueArrow((x - 0.08, y), (0, 1), system.outputs["f_C"], 0.05, label="f_C"),
            ValueArc(0.62, u.Omega, reference=0.4, turn=0.9, label=u.Omega),
        ),
        description=(
            "A frame is suspended between two springs in a housing and oscillates to the left and to the right. "
            "Inside the frame, a mass between two other springs can move up and down. When the housing turns, the "
            "Coriolis force on the mass, an arrow, makes it oscillate up and down as well, so that its path becomes "
            "an ellipse."
        ),
        sketch={"x": 0.12, "y": 0.07},
        handles=(Handle(mass.p, ("x", "y")),),
        ranges={"Omega": (-0.4, 0.4), "omega_0": (3.0, 9.0), "x": (-0.15, 0.15), "y": (-0.1, 0.1)},
        duration=20.0,
    )
