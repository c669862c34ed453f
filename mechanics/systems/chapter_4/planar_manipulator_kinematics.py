"""Where the end effector of the planar manipulator is (Beispiel 4.1)."""

from sympy import Expr

from ...model import Variables
from ...poses import Chain, Fixed, Revolute, translation
from ...problem import Given, Outputs, Problem
from ...scene import (
    AngleMark,
    Arrow,
    Circle,
    Dimension,
    Handle,
    Hinge,
    Line,
    PointMass,
    Rod,
    Scene,
    Shape,
    Text,
    Trace,
)


def planar_manipulator_kinematics() -> Problem:
    """Mass centres and end effector of two links in the plane, from the joint angles; (4.32)-(4.35)."""
    p = Given(
        phi1=(0.5, "rad", "angle of link 1 from the x axis", "real", r"\varphi_1"),
        phi2=(0.8, "rad", "angle of link 2 relative to link 1", "real", r"\varphi_2"),
        l1=(0.5, "m", "length of link 1"),
        l2=(0.4, "m", "length of link 2"),
        l_s1=(0.25, "m", "joint 1 to mass centre of link 1", "nonnegative", "l_{s1}"),
        l_s2=(0.2, "m", "joint 2 to mass centre of link 2", "nonnegative", "l_{s2}"),
    )
    y = Outputs(
        R_0_1=("1", "orientation of link 1", "R^1_0", (3, 3)),
        R_0_2=("1", "orientation of link 2", "R^2_0", (3, 3)),
        p_s1=("m", "mass centre of link 1", "p^{s1}_0", 3),
        p_s2=("m", "mass centre of link 2", "p^{s2}_0", 3),
        p_e2=("m", "end effector", "p^{e2}_0", 3),
    )
    link1, link2, end = arm(p).poses
    frames = {"link 1": link1, "link 2": link2, "end effector": end, "joint 2": arm(p).joint_frames[1]}
    return Problem(
        title="Planar manipulator: kinematics",
        source="Beispiel 4.1, (4.32)-(4.35)",
        parameters=p,
        outputs=y,
        formulas={
            "R_0_1": link1.R,
            "R_0_2": link2.R,
            "p_s1": link1.point((p.l_s1, 0)),
            "p_s2": link2.point((p.l_s2, 0)),
            "p_e2": end.p,
        },
        frames=frames,
        scene=scene,
        sweep="phi2",
    )


def arm(p: Variables) -> Chain:
    """The arm at the angles that are given.

    Parameters
    ----------
    p : Variables
        Angles phi1, phi2, rad, and lengths l1, l2, m.
    """
    return arm_of(p, p.phi1, p.phi2)


def arm_of(p: Variables, phi1: Expr, phi2: Expr) -> Chain:
    """Frames 1 and 2 in the joints, x along the links, and one at the end effector; (4.32), (4.33).

    Parameters
    ----------
    p : Variables
        Lengths l1, l2, m.
    phi1, phi2 : Expr
        Joint angles, the second one relative to link 1, rad.
    """
    return Chain([Revolute(phi1), Revolute(phi2, at=translation(p.l1)), Fixed(translation(p.l2))])


def scene(problem: Problem) -> Scene:
    """Both links with their frames, the three points that are asked for, and the ring of all points within reach."""
    p, y = problem.parameters, problem.outputs
    link1, link2, joint2 = problem.frame("link 1"), problem.frame("link 2"), problem.frame("joint 2")
    return Scene(
        shapes=(
            Circle(p.l1 + p.l2, only="player"),
            Circle(abs(p.l1 - p.l2), only="player"),
            Line(((0, 0), (0.45, 0)), role="reference", dashed=True),
            *links(arm(p)),
            Hinge((0, 0), support=(0, -1)),
            Arrow((0, 0), (0.45, 0), "x_0", role="axis"),
            Arrow((0, 0), (0, 0.2), "y_0", role="axis"),
            *(
                Arrow((0, 0), end, f"{axis}_{k}", frame=frame, role="axis")
                for k, frame in enumerate((link1, link2), start=1)
                for axis, end in (("x", (0.16, 0)), ("y", (0, 0.16)))
            ),
            AngleMark(0.7 * p.l1, p.phi1, label=p.phi1),
            Line(((0, 0), (0.75 * p.l2, 0)), frame=joint2, role="reference", dashed=True),
            AngleMark(0.65 * p.l2, p.phi2, frame=joint2, label=p.phi2),
            Arrow((0, 0), y.p_e2, "p_0^{e2}"),
            PointMass(y.p_s1, 0.012),
            PointMass(y.p_s2, 0.012),
            PointMass(y.p_e2, 0.016),
            Text((p.l_s1, -0.055), "s_1", frame=link1),
            Text((p.l_s2, -0.055), "s_2", frame=link2),
            Dimension((0, 0), (p.l1, 0), p.l1, offset=-0.13, frame=link1, only="sketch"),
            Dimension((0, 0), (p.l2, 0), p.l2, offset=-0.13, frame=link2, only="sketch"),
            Trace(y.p_e2, duration=3.0),
        ),
        description=(
            "A robot arm with two links in the plane. Link 1 turns about a fixed bearing by the angle phi1 from the x "
            "axis, link 2 turns against link 1 by phi2 about the joint between them; both angles count "
            "counterclockwise. Each link carries a frame, its mass centre is marked, and an arrow leads from the "
            "bearing to the end effector. Two thin circles bound the ring of points that the arm can reach."
        ),
        ranges={
            "phi1": (-3.14, 3.14), "phi2": (-3.14, 3.14), "l1": (0.2, 0.8), "l2": (0.2, 0.8), "l_s1": (0.0, 0.8),
            "l_s2": (0.0, 0.8),
        },
        sketch={"phi1": 0.35, "phi2": 0.85, "l1": 0.55, "l_s1": 0.3, "l2": 0.45, "l_s2": 0.26},
        handles=(Handle(y.p_e2, ("phi1", "phi2")),),
    )  # fmt: skip


def links(chain: Chain, role: str = "body") -> tuple[Shape, ...]:
    """The two rods and the joint between them.

    Parameters
    ----------
    chain : Chain
        With frames in both joints and at the end effector.
    role : str
        Colour and line of the rods.
    """
    first, second, end = (pose.p for pose in chain.poses)
    return (
        Rod(first, second, 0.05, role=role),
        Rod(second, end, 0.04, role=role),
        Hinge(second),
    )
