"""Tower crane with a rope of constant length that swings along the jib alone (Beispiel 4.2)."""

from typing import Any

from ...lagrange import Body, Damper, LagrangianSystem
from ...model import Coordinates, Inputs, Parameters
from ...scene import Handle, Scene, ValueArc, ValueArrow
from ...symbols import t
from .crane_frames import CraneFrames, crane_frames
from .crane_picture import CRANE_VIEW, Crane, crane_marks, crane_shapes


def tower_crane_simple() -> LagrangianSystem:
    """Slewing tower, trolley and a rope that swings in the plane of the jib, e_z up; (4.36)-(4.40).

    The lecture gives the position of the load alone. The dynamics are those of `tower_crane` with phi4 = 0 and
    s5 = l_S, with the inertia of tower and jib in one number; tower, jib and trolley do not contribute to V.
    """
    q = Coordinates(
        phi1=("rad", "slewing angle of the tower", 0.0, r"\varphi_1"),
        s2=("m", "position of the trolley on the jib", 7.0),
        phi3=("rad", "swing of the rope about y2, along the jib", 0.4, r"\varphi_3"),
    )
    p = Parameters(
        I_Tzz=(55000.0, "kg m^2", "inertia of tower and jib about z0", "positive", "I_T"),
        h1=(12.0, "m", "height of the trolley's rail"),
        l_S=(7.0, "m", "length of the rope"),
        m_K=(150.0, "kg", "mass of the trolley"),
        I_Kzz=(40.0, "kg m^2", "inertia of the trolley about z", "positive", "I_{zz,2}^{sK}"),
        m_L=(300.0, "kg", "mass of the load"),
        g=(9.81, "m/s^2", "gravity"),
        d_T=(3000.0, "N m s/rad", "friction of the slewing ring", "nonnegative"),
        d_LK=(1500.0, "N s/m", "friction of the trolley", "nonnegative", "d_{LK}"),
        d_Sr=(50.0, "N m s/rad", "friction of the swinging rope", "nonnegative", "d_{S,r}"),
    )
    u = Inputs(
        tau1=("N m", "slewing torque", 0.0, r"\tau_1"),
        f_LK=("N", "drive force on the trolley, along +s2", 0.0, "f_{LK}"),
    )
    phi1, s2, phi3 = q.symbols
    frames = crane_frames(phi1, s2, phi3, phi4=0, s5=p.l_S, h1=p.h1)
    return LagrangianSystem(
        title="Tower crane with a rope of constant length",
        source="Beispiel 4.2, (4.36)-(4.40)",
        coordinates=q,
        parameters=p,
        inputs=u,
        bodies=[
            Body(0, frames.tower, p.I_Tzz, "tower and jib"),
            Body(p.m_K, frames.trolley, p.I_Kzz, "trolley"),
            Body(p.m_L, frames.load.p, name="load"),
        ],
        gravity=(0, 0, -p.g),
        potential=-p.m_K * p.g * p.h1,  # the lecture counts the load alone
        dampers=[Damper(phi1, p.d_T), Damper(s2, p.d_LK), Damper(phi3, p.d_Sr)],
        generalized_forces={"phi1": u.tau1, "s2": u.f_LK},
        outputs=outputs,
        frames=frames.named,
        scene=scene,
    )


def outputs(system: LagrangianSystem) -> dict[str, Any]:
    """Position (4.40), velocity and Jacobian of the load."""
    p_L = system.frame("load").p
    return {"p_L": p_L, "v_L": p_L.diff(t), "J_v_L": p_L.jacobian(system.coordinates.symbols)}


def scene(system: LagrangianSystem) -> Scene:
    """The crane in space, drives as arrows, the load's shadow and path on the ground."""
    q, p, u = system.coordinates, system.parameters, system.inputs
    crane = Crane(CraneFrames.of(system), q.s2, p.l_S, p.h1)
    return Scene(
        shapes=(
            *crane_shapes(crane),
            *crane_marks(crane, {name: v.symbol for name, v in q.items()}),
            ValueArc(1.3, u.tau1, (0, 0, 0.4 * p.h1), 3e4, label=u.tau1),
            ValueArrow((q.s2, 0, p.h1), (1, 0, 0), u.f_LK, 2000.0, label=u.f_LK, frame=crane.frames.tower),
        ),
        description=(
            "A tower crane in space. The tower turns about the vertical with its jib, a trolley runs along the jib, "
            "and a load hangs from it on a rope that swings in the plane of the jib. A dashed plumb line leads from "
            "the load to the ground, which shows its path; a circle on the ground is what the jib reaches. Arrows show "
            "the slewing torque and the trolley drive."
        ),
        projection=CRANE_VIEW,
        sketch={"phi1": 0.6, "s2": 8.5, "phi3": 0.45},
        handles=(Handle(crane.load, ("phi3",)),),
        ranges={"tau1": (-3e4, 3e4), "f_LK": (-2000.0, 2000.0), "s2": (1.0, 12.0), "phi3": (-1.0, 1.0)},
        duration=20.0,
    )
