"""Ball rolling on a beam (Beispiel 5.4, Aufgabe 5.1)."""

from sympy import pi

from ...lagrange import Body, LagrangianSystem, Moment
from ...mass import solid_sphere
from ...model import Coordinates, Inputs, Parameters
from ...poses import rotation, translation
from ...rotations import rotation_z
from ...scene import (
    AngleMark,
    Arrow,
    Box,
    Disc,
    Handle,
    Hinge,
    Line,
    Scene,
    Text,
    ValueArc,
)
from ...symbols import coordinate_symbol, parameter_symbol, t


def ball_on_beam() -> LagrangianSystem:
    """Solid ball that rolls on a beam hinged in the middle; (5.82)-(5.91)."""
    q = Coordinates(
        phi1=("rad", "angle of the beam, counterclockwise", 0.0, r"\varphi_1"),
        r=("m", "position of the ball along the beam", 0.1),
    )
    p = Parameters(
        m_K=(0.1, "kg", "mass of the ball"),
        r_K=(0.02, "m", "radius of the ball"),
        I_B=(0.02, "kg m^2", "inertia of the beam about the pivot", "positive", "I_{zz}^B"),
        g=(9.81, "m/s^2", "gravity"),
    )
    u = Inputs(tau_e=("N m", "torque on the beam about z", 0.0, r"\tau^e"))
    phi1, r = q.symbols
    phi2 = coordinate_symbol("phi2", r"\varphi_2")  # the ball relative to the beam; rolling eliminates it (5.85)
    I_K = parameter_symbol("I_K", "I_{zz}^K", positive=True)

    beam = rotation(rotation_z(phi1))
    ball = beam @ translation(r, p.r_K) @ rotation(rotation_z(phi2))
    return LagrangianSystem(
        title="Ball on beam",
        source="Beispiel 5.4, (5.82)-(5.91)",
        coordinates=q,
        parameters=p,
        inputs=u,
        bodies=[Body(p.m_K, ball, I_K, name="ball"), Body(0, beam, p.I_B, name="beam")],
        gravity=(0, -p.g, 0),
        potential=-p.m_K * p.g * p.r_K,
        moments=[Moment((0, 0, u.tau_e), beam)],
        constraints={phi2: -r / p.r_K},
        abbreviations={I_K: solid_sphere(p.m_K, p.r_K)[2, 2]},
        states={"phi1": phi1, "omega1": phi1.diff(t), "r": r, "v": r.diff(t)},
        scene=scene,
    )


def scene(system: LagrangianSystem) -> Scene:
    """Beam on a bearing in the middle of its upper side, and the ball that rolls on it."""
    phi1, r = system.coordinates.symbols
    p, tau_e = system.parameters, system.inputs.tau_e
    beam, ball = system.frame("beam"), system.frame("ball")
    above = 3.2 * p.r_K
    return Scene(
        shapes=(
            Line(((0, 0), (0.45, 0)), role="reference", dashed=True),
            Box(0.7, 0.02, (0, -0.01), frame=beam),
            Hinge((0, 0), support=(0, -1)),
            Disc(p.r_K, frame=ball, spokes=2),
            Text((r + 0.055, 0.05), p.m_K, frame=beam, only="sketch"),
            Line(((0, 0), (0, 1.25 * above)), frame=beam, role="reference", dashed=True),
            Line(((r, 2 * p.r_K), (r, 1.25 * above)), frame=beam, role="reference", dashed=True),
            Arrow((0, above), (r, above), label=r, frame=beam),
            AngleMark(0.4, phi1, label=phi1),
            ValueArc(0.09, tau_e, reference=0.5, turn=pi, label=tau_e),
        ),
        description=(
            "A ball rolls without slipping on a beam that turns about a bearing in its middle. The beam's "
            "angle counts counterclockwise from the horizontal, the position of the ball along the beam "
            "from the bearing to the right. A torque acts on the beam."
        ),
        sketch={"phi1": 0.25, "r": 0.2},
        handles=(Handle(ball.p, ("r",)), Handle(beam.point((0.35, 0)), ("phi1",))),
        ranges={"tau_e": (-1.0, 1.0), "r": (-0.35, 0.35), "phi1": (-0.5, 0.5)},
        limits=(-0.6, 0.6, -0.4, 0.4),
    )
