"""Tower crane with five degrees of freedom (Aufgabe 5.4, from Beispiel 4.2 on)."""

from typing import Any

from sympy import Matrix, pi, zeros

from ...lagrange import Body, Damper, LagrangianSystem
from ...mass import cuboid, solid_cylinder
from ...model import Coordinates, Inputs, Parameters
from ...poses import translation
from ...scene import Handle, Scene, ValueArc, ValueArrow
from ...symbols import parameter_symbol, t
from ..chapter_4.crane_frames import CraneFrames, crane_frames
from ..chapter_4.crane_picture import CRANE_VIEW, Crane, crane_marks, crane_shapes


def tower_crane() -> LagrangianSystem:
    """Tower with jib, trolley, and a point load on a rope of variable length, e_z up; (5.31)-(5.42), (5.93)-(5.97).

    Each drive and each friction acts on one coordinate. Tower, jib and trolley do not contribute to V. The coordinates
    are singular at cos(phi4) = 0 and s5 = 0.
    """
    q = Coordinates(
        phi1=("rad", "slewing angle of the tower", 0.0, r"\varphi_1"),
        s2=("m", "position of the trolley on the jib", 7.0),
        phi3=("rad", "swing of the rope about y2, along the jib", 0.25, r"\varphi_3"),
        phi4=("rad", "swing of the rope about x3, across the jib", 0.3, r"\varphi_4"),
        s5=("m", "length of the rope", 6.0),
    )
    p = Parameters(
        r1=(0.5, "m", "radius of the tower"),
        h1=(12.0, "m", "height of the tower"),
        l1x=(12.0, "m", "length of the jib"),
        l1y=(0.8, "m", "width of the jib"),
        l1z=(0.8, "m", "height of the jib"),
        rho1=(150.0, "kg/m^3", "density of tower and jib, taken as solid", "positive", r"\rho_1"),
        m_K=(150.0, "kg", "mass of the trolley"),
        I_Kzz=(40.0, "kg m^2", "inertia of the trolley about z", "positive", "I_{zz,2}^{sK}"),
        m_L=(300.0, "kg", "mass of the load"),
        g=(9.81, "m/s^2", "gravity"),
        d_T=(3000.0, "N m s/rad", "friction of the slewing ring", "nonnegative"),
        d_LK=(1500.0, "N s/m", "friction of the trolley", "nonnegative", "d_{LK}"),
        d_St=(3000.0, "N s/m", "friction of the winch", "nonnegative", "d_{S,t}"),
        d_Sr=(50.0, "N m s/rad", "friction of the swinging rope", "nonnegative", "d_{S,r}"),
    )
    u = Inputs(
        tau1=("N m", "slewing torque", 0.0, r"\tau_1"),
        f_LK=("N", "drive force on the trolley, along +s2", 0.0, "f_{LK}"),
        f_S=("N", "force of the winch, along +s5 (paying out)", -2943.0, "f_S"),
    )
    phi1, s2, phi3, phi4, s5 = q.symbols
    frames = crane_frames(phi1, s2, phi3, phi4, s5, p.h1)
    m_Z, m_Q = parameter_symbol("m_Z", positive=True), parameter_symbol("m_Q", positive=True)
    jib = frames.tower @ translation(p.l1x / 2, 0, p.h1)
    return LagrangianSystem(
        title="Tower crane",
        source="Aufgabe 5.4, Beispiel 5.2",
        coordinates=q,
        parameters=p,
        inputs=u,
        bodies=[
            Body(m_Z, frames.tower @ translation(0, 0, p.h1 / 2), solid_cylinder(m_Z, p.r1, p.h1), "tower"),
            Body(m_Q, jib, cuboid(m_Q, p.l1x, p.l1y, p.l1z), "jib"),
            Body(p.m_K, frames.trolley, p.I_Kzz, "trolley"),
            Body(p.m_L, frames.load.p, name="load"),
        ],
        gravity=(0, 0, -p.g),
        potential=-p.g * p.h1 * (m_Z / 2 + m_Q + p.m_K),  # the lecture counts the load alone
        dampers=[
            Damper(phi1, p.d_T),
            Damper(s2, p.d_LK),
            Damper(phi3, p.d_Sr),
            Damper(phi4, p.d_Sr),
            Damper(s5, p.d_St),
        ],
        generalized_forces={"phi1": u.tau1, "s2": u.f_LK, "s5": u.f_S},
        abbreviations={m_Z: pi * p.r1**2 * p.h1 * p.rho1, m_Q: p.l1x * p.l1y * p.l1z * p.rho1},
        outputs=outputs,
        frames=frames.named,
        scene=scene,
    )


def outputs(system: LagrangianSystem) -> dict[str, Any]:
    """Jacobians (4.74), position and velocity of the load, masses of tower and jib."""
    q, p, frames = system.coordinates, system.parameters, CraneFrames.of(system)
    p_L = frames.load.p
    zero = zeros(3, 1)
    return {
        "p_L": p_L,
        "v_L": p_L.diff(t),
        "J_v_L": p_L.jacobian(q.symbols),
        "J_w_L": Matrix.hstack(frames.tower.R[:, 2], zero, frames.tower.R[:, 1], frames.rope.R[:, 0], zero),
        "m_Z": (pi * p.r1**2 * p.h1 * p.rho1, "kg", "mass of the tower"),
        "m_Q": (p.l1x * p.l1y * p.l1z * p.rho1, "kg", "mass of the jib"),
        "h_L": (p_L[2], "m", "height of the load"),
    }


def scene(system: LagrangianSystem) -> Scene:
    """The crane in space, drives as arrows, the load's shadow and path on the ground."""
    q, p, u = system.coordinates, system.parameters, system.inputs
    frames = CraneFrames.of(system)
    crane = Crane(frames, q.s2, q.s5, p.h1, p.l1x, p.l1y, p.l1z, p.r1)
    return Scene(
        shapes=(
            *crane_shapes(crane),
            *crane_marks(crane, {name: v.symbol for name, v in q.items()}),
            ValueArc(2.5 * p.r1, u.tau1, (0, 0, 0.4 * p.h1), 3e4, label=u.tau1),
            ValueArrow((q.s2, 0, p.h1), (1, 0, 0), u.f_LK, 2000.0, label=u.f_LK, frame=frames.tower),
            ValueArrow((0, 0, -q.s5), (0, 0, -1), u.f_S, 3000.0, label=u.f_S, frame=frames.rope),
        ),
        description=(
            "A tower crane in space. The tower turns about the vertical with its jib, a trolley runs along the jib, "
            "and a load hangs from it on a rope that a winch pays out. The rope swings along and across the jib. "
            "A dashed plumb line leads from the load to the ground, which shows its path; a circle on the ground is "
            "what the jib reaches. Arrows show the slewing torque, the trolley drive and the winch."
        ),
        projection=CRANE_VIEW,
        sketch={"phi1": 0.6, "s2": 8.5, "phi3": 0.45, "phi4": 0.5, "s5": 7.5},
        handles=(Handle(crane.load, ("phi3", "phi4")),),
        ranges={
            "tau1": (-3e4, 3e4),
            "f_LK": (-2000.0, 2000.0),
            "f_S": (-3500.0, 0.0),
            "m_L": (250.0, 600.0),
            "s2": (1.0, 12.0),
            "s5": (1.0, 11.0),
            "phi3": (-1.0, 1.0),
            "phi4": (-1.0, 1.0),
        },
        duration=20.0,
    )
