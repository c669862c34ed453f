"""Planar manipulator with spring, damper and motors (Beispiel 5.5)."""

from typing import Any

from sympy import Matrix, pi, sqrt

from ...lagrange import Body, Damper, LagrangianSystem, Moment, Spring, distance
from ...model import Coordinates, Inputs, Parameters
from ...poses import Pose, rotation, translation
from ...rotations import rotation_z
from ...scene import (
    AngleMark,
    DamperShape,
    Dimension,
    Handle,
    Hinge,
    Line,
    PointMass,
    Rod,
    Scene,
    SpringShape,
    Trace,
    ValueArc,
)
from ...symbols import t


def planar_manipulator() -> LagrangianSystem:
    """Two links in the vertical plane, a spring from the end effector to a bearing A; (5.22)-(5.30), (5.109)-(5.112).

    The damper at the end effector acts in all directions, f = -d_e v_e, as the lecture states it in (5.109).
    """
    q = Coordinates(
        phi1=("rad", "angle of link 1 from the x axis, counterclockwise", 0.3, r"\varphi_1"),
        phi2=("rad", "angle of link 2 relative to link 1", 0.8, r"\varphi_2"),
    )
    p = Parameters(
        m1=(2.0, "kg", "mass of link 1"),
        m2=(1.5, "kg", "mass of link 2"),
        l1=(0.5, "m", "length of link 1"),
        l2=(0.4, "m", "length of link 2"),
        l_s1=(0.25, "m", "pivot to mass centre of link 1"),
        l_s2=(0.2, "m", "joint 2 to mass centre of link 2"),
        I_zz1=(0.04, "kg m^2", "inertia of link 1 about its mass centre", "positive", "I_{zz}^{s1}"),
        I_zz2=(0.02, "kg m^2", "inertia of link 2 about its mass centre", "positive", "I_{zz}^{s2}"),
        g=(9.81, "m/s^2", "gravity"),
        c_e=(40.0, "N/m", "spring from the end effector to A", "nonnegative"),
        s0e=(0.3, "m", "relaxed length of the spring", "nonnegative", "s_{0e}"),
        d_e=(0.5, "N s/m", "damper at the end effector", "nonnegative"),
        d2=(0.05, "N m s/rad", "viscous friction in joint 2", "nonnegative"),
        l0A=(0.4, "m", "x of the bearing A", "real", "l_{0A}"),
        h0A=(0.9, "m", "y of the bearing A", "real", "h_{0A}"),
    )
    u = Inputs(
        tau1=("N m", "motor torque in joint 1, on link 1", 0.0, r"\tau_1"),
        tau2=("N m", "motor torque in joint 2, on link 2 and back on link 1", 0.0, r"\tau_2"),
    )
    phi1, phi2 = q.symbols
    joint1 = rotation(rotation_z(phi1))
    joint2 = translation(*joint1.point((p.l1, 0))) @ rotation(rotation_z(phi1 + phi2))  # angles in a plane add
    link1, link2 = joint1 @ translation(p.l_s1), joint2 @ translation(p.l_s2)
    effector, bearing = joint2 @ translation(p.l2), translation(p.l0A, p.h0A)
    return LagrangianSystem(
        title="Planar manipulator",
        source="Beispiel 5.5, (5.109)-(5.112)",
        coordinates=q,
        parameters=p,
        inputs=u,
        bodies=[Body(p.m1, link1, p.I_zz1, "link 1"), Body(p.m2, link2, p.I_zz2, "link 2")],
        gravity=(0, -p.g, 0),
        springs=[Spring(distance(effector.p, bearing.p) - p.s0e, p.c_e)],  # (5.30)
        dampers=[Damper(phi2, p.d2), Damper(effector.p, p.d_e)],
        moments=[Moment((0, 0, u.tau1), joint1), Moment((0, 0, u.tau2), joint2, reaction=joint1)],
        outputs=outputs,
        frames={"joint 1": joint1, "joint 2": joint2, "end effector": effector, "A": bearing},
        scene=scene,
    )


def outputs(system: LagrangianSystem) -> dict[str, Any]:
    """End effector, spring to the bearing A, and the damper's force with its generalized forces; (5.29), (5.30)."""
    p_e, p_A = system.frame("end effector").p, system.frame("A").p
    (spring,), v_e = system.springs, p_e.diff(t)
    f_de = -system.parameters.d_e * v_e  # (5.109)
    # (5.110): moments of f_de about the joints
    f_q_de = Matrix([(p_e - system.frame(f"joint {k}").p).cross(f_de)[2] for k in (1, 2)])
    named = {"p_e": p_e, "v_e": v_e, "r_e": p_A - p_e, "s_e": distance(p_e, p_A), "V_spring": spring.energy}
    return named | {"f_de": f_de, "f_q_de": f_q_de}


def scene(system: LagrangianSystem) -> Scene:
    """Both links, the bearing A, and spring and damper side by side between it and the end effector."""
    phi1, phi2 = system.coordinates.symbols
    p, u = system.parameters, system.inputs
    link1, link2 = system.frame("joint 1"), system.frame("joint 2")
    tip, bearing = system.frame("end effector").p, system.frame("A").p
    # a frame at the end effector whose x axis points to A
    across = (bearing - tip) / sqrt((bearing - tip).dot(bearing - tip))
    link_to_A = Pose(Matrix([[across[0], -across[1], 0], [across[1], across[0], 0], [0, 0, 1]]), tip)
    length = distance(tip, bearing)
    return Scene(
        shapes=(
            Line(((0, 0), (0.95 * p.l1, 0)), role="reference", dashed=True),
            Line(((p.l1, 0), (1.7 * p.l1, 0)), frame=link1, role="reference", dashed=True),
            Line(((0, -0.035), (0, 0.035)), frame=link_to_A),
            Line(((length, -0.035), (length, 0.035)), frame=link_to_A),
            SpringShape((0, 0.035), (length, 0.035), label=p.c_e, frame=link_to_A),
            DamperShape((0, -0.035), (length, -0.035), label=p.d_e, frame=link_to_A, side="right"),
            Hinge(bearing, support=(0, 1), label="A"),
            Trace(tip, duration=1.0),
            Hinge((0, 0), support=(0, -1)),
            Rod((0, 0), (p.l1, 0), 0.05, frame=link1),
            Rod((0, 0), (p.l2, 0), 0.04, frame=link2),
            Hinge((0, 0)),
            Hinge((0, 0), frame=link2),
            Hinge(tip),
            PointMass((p.l_s1, 0), 0.01, "m_1", frame=link1),
            PointMass((p.l_s2, 0), 0.01, "m_2", frame=link2),
            AngleMark(0.75 * p.l1, phi1, label=phi1),
            AngleMark(0.5 * p.l1, phi2, frame=link2 @ rotation(rotation_z(-phi2)), label=phi2),
            Dimension((0, 0), (p.l1, 0), p.l1, offset=0.09, frame=link1, only="sketch"),
            Dimension((0, 0), (p.l2, 0), p.l2, offset=0.19, frame=link2, only="sketch"),
            ValueArc(0.1, u.tau1, reference=10.0, turn=pi, label=u.tau1),
            ValueArc(0.09, u.tau2, reference=10.0, turn=-2.2, frame=link2, label=u.tau2),
        ),
        description=(
            "A robot arm with two links moves in a vertical plane. Link 1 turns about a bearing on the "
            "ground, link 2 about a joint at the end of link 1; motors act in both joints. A spring and a "
            "damper connect the end of link 2 to the bearing A above."
        ),
        sketch={"phi1": 0.45, "phi2": 0.6},
        handles=(Handle(tip, ("phi1", "phi2")), Handle(link1.point((p.l1, 0)), ("phi1",))),
        ranges={"tau1": (-20.0, 20.0), "tau2": (-10.0, 10.0), "l0A": (-1.0, 1.0), "h0A": (-1.0, 1.5)},
    )
