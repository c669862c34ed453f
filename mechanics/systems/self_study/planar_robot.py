"""Planar robot with three segments (Aufgabe A.11)."""

from functools import cache

from sympy import Matrix

from ...lagrange import Body, Damper, Force, LagrangianSystem, Moment
from ...model import Coordinates, Inputs, Parameters
from ...poses import Pose, rotation, translation
from ...rotations import rotation_z
from ...scene import (
    AngleMark,
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
from .rows import rows

WIDTH = 0.05  # of the segments, m


def planar_robot() -> LagrangianSystem:
    """Segment 1 turns about a bearing at height h and carries segments 2 and 3 at its ends; (A.108)-(A.123).

    All angles are absolute. Segment 1 rests on its bearing at a third of its length; q3 is measured from the free end
    of segment 3 towards its joint, so that the segment hangs at q3 = +pi/2.
    """
    q = Coordinates(
        q1=("rad", "angle of segment 1 from the x axis, counterclockwise", 0.4),
        q2=("rad", "angle of segment 2 from the x axis", 0.9),
        q3=("rad", "angle of segment 3 from the x axis, from its free end to its joint", 2.6),
    )
    p = Parameters(
        l1=(0.9, "m", "length of segment 1"),
        l2=(0.6, "m", "length of segment 2"),
        l3=(0.6, "m", "length of segment 3"),
        m1=(1.5, "kg", "mass of segment 1"),
        m2=(1.0, "kg", "mass of segment 2"),
        m3=(1.6, "kg", "mass of segment 3"),
        I1=(0.10125, "kg m^2", "inertia of segment 1 about its mass centre"),
        I2=(0.03, "kg m^2", "inertia of segment 2 about its mass centre"),
        I3=(0.048, "kg m^2", "inertia of segment 3 about its mass centre"),
        h=(1.3, "m", "height of the bearing"),
        g=(9.81, "m/s^2", "gravity"),
    )
    u = Inputs(f_ex=("N", "horizontal force at the free end of segment 2, along +x", 0.0, "f_{e,x}"))
    segment1, segment2, segment3 = joints(q, p)
    tip = segment2.point((p.l2, 0))  # (A.119)
    return LagrangianSystem(
        title="Planar robot",
        source="Aufgabe A.11, (A.108)-(A.123)",
        coordinates=q,
        parameters=p,
        inputs=u,
        bodies=[
            Body(p.m1, segment1 @ translation(p.l1 / 6), p.I1, "segment 1"),  # (A.113a)
            Body(p.m2, segment2 @ translation(p.l2 / 2), p.I2, "segment 2"),  # (A.113b)
            Body(p.m3, segment3 @ translation(-p.l3 / 2), p.I3, "segment 3"),  # (A.113c)
        ],
        gravity=(0, -p.g, 0),
        forces=[Force((u.f_ex, 0, 0), tip)],
        outputs={
            "p_e": Matrix(tip[:2]),
            "x_e": (tip[0], "m", "free end of segment 2, to the right"),
            "y_e": (tip[1], "m", "free end of segment 2, height"),
        },
        frames={"joint 1": segment1, "joint 2": segment2, "joint 3": segment3},
        scene=scene,
    )


@cache
def with_motor() -> LagrangianSystem:
    """A variation: a motor with friction between segments 1 and 2, and a load at the free end of segment 2; no pull."""
    robot = planar_robot()
    one, two, _ = robot.bodies
    p = Parameters(
        **rows(robot.parameters),
        m_L=(0.5, "kg", "mass of the load", "nonnegative"),
        d=(0.2, "N m s/rad", "friction of the motor's joint", "nonnegative"),
    )
    u = Inputs(tau=("N m", "torque of the motor on segment 2, and back on segment 1", 0.0, r"\tau"))
    q = robot.coordinates
    return LagrangianSystem(
        title="Planar robot with a motor",
        source="a variation of Aufgabe A.11",
        coordinates=q,
        parameters=p,
        inputs=u,
        bodies=[*robot.bodies, Body(p.m_L, two.pose.point((p.l2 / 2, 0)), name="load")],
        gravity=robot.gravity,
        moments=[Moment((0, 0, u.tau), two.pose, reaction=one.pose)],
        dampers=[Damper(q.q2 - q.q1, p.d)],
    )


def joints(q: Coordinates, p: Parameters) -> list[Pose]:
    """Frames in the bearing of segment 1 and in the joints of segments 2 and 3, turned by q1, q2, q3.

    Parameters
    ----------
    q : Coordinates
        Coordinates of the system.
    p : Parameters
        Parameters of the system.

    Returns
    -------
    list of Pose
        x axes along the segments.
    """
    q1, q2, q3 = q.symbols
    bearing = translation(0, p.h)
    segment1 = bearing @ rotation(rotation_z(q1))
    right, left = segment1.point((2 * p.l1 / 3, 0)), segment1.point((-p.l1 / 3, 0))
    segment2 = translation(*right) @ rotation(rotation_z(q2))  # absolute angles
    segment3 = translation(*left) @ rotation(rotation_z(q3))
    return [segment1, segment2, segment3]


def scene(system: LagrangianSystem) -> Scene:
    """The bearing on its column, the three segments, and the force at the free end of segment 2."""
    p, f_ex = system.parameters, system.inputs.f_ex
    segment1, segment2, segment3 = (system.frame(f"joint {k}") for k in (1, 2, 3))
    tip, end = segment2.point((p.l2, 0)), segment3.point((-p.l3, 0))
    return Scene(
        shapes=(
            Ground((-1.0, 0), (1.2, 0), endless=True),
            Rod((0, 0), (0, p.h), 0.03, role="ground"),
            Trace(tip, duration=1.5),
            Trace(end, duration=1.5),
            *_angles(system),
            Rod((-p.l1 / 3, 0), (2 * p.l1 / 3, 0), 1.2 * WIDTH, frame=segment1),
            Rod((0, 0), (p.l2, 0), WIDTH, frame=segment2),
            Rod((0, 0), (-p.l3, 0), WIDTH, frame=segment3),
            Hinge((0, p.h)),
            Hinge((0, 0), frame=segment2),
            Hinge((0, 0), frame=segment3),
            PointMass((p.l1 / 6, 0), 0.012, frame=segment1),
            PointMass((p.l2 / 2, 0), 0.012, frame=segment2),
            PointMass((-p.l3 / 2, 0), 0.012, frame=segment3),
            Text((p.l1 / 6, 0.09), "S_1", frame=segment1, only="sketch"),
            Text((0.75 * p.l2, -0.09), "S_2", frame=segment2, only="sketch"),
            Text((-p.l3 / 2, -0.09), "S_3", frame=segment3, only="sketch"),
            Dimension((0, 0), (0, p.h), p.h, offset=-0.12, only="sketch"),
            Dimension((-p.l1 / 3, 0), (2 * p.l1 / 3, 0), p.l1, offset=-0.16, frame=segment1, only="sketch"),
            Dimension((0, 0), (p.l2, 0), p.l2, offset=0.1, frame=segment2, only="sketch"),
            Dimension((-p.l3, 0), (0, 0), p.l3, offset=0.1, frame=segment3, only="sketch"),
            ValueArrow(tip, (1, 0), f_ex, 10.0, label=f_ex),
        ),
        description=(
            "A robot arm in a vertical plane: segment 1 turns about a bearing on a column, which holds it at a third "
            "of its length. Segment 2 is hinged to its long end, segment 3 to its short end. A horizontal force pulls "
            "at the free end of segment 2. All three angles are counted from the horizontal."
        ),
        sketch={"q1": 0.35, "q2": 0.95, "q3": 1.1},
        handles=(
            Handle(tip, ("q2",)),
            Handle(end, ("q3",)),
            Handle(segment1.point((2 * p.l1 / 3, 0)), ("q1",)),
        ),
        ranges={"f_ex": (-20.0, 20.0)},
    )


def _angles(system: LagrangianSystem) -> list[Shape]:
    """Every angle with the horizontal that it is counted from; that of segment 3 lies at its free end."""
    p = system.parameters
    free_end = system.frame("joint 3").point((-p.l3, 0))
    corners = [system.frame("joint 1").p, system.frame("joint 2").p, free_end]
    shapes: list[Shape] = []
    for q, corner, radius in zip(system.coordinates.symbols, corners, (0.32, 0.17, 0.17), strict=True):
        right = (corner[0] + 1.3 * radius, corner[1])
        shapes += [
            Line(((corner[0], corner[1]), right), role="reference", dashed=True),
            AngleMark(radius, q, center=(corner[0], corner[1]), label=q),
        ]
    return shapes
