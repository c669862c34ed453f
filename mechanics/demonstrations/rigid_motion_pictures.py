"""Interactive figures of sections 4.3 to 4.5 beyond the examples: both elbows, joints, the frames of the crane."""

from sympy import Matrix

from ..poses import (
    Cylindrical,
    Joint,
    Pose,
    Prismatic,
    Revolute,
    Spherical,
    arm_angles,
    translation,
)
from ..problem import Given, Outputs, Problem
from ..scene import (
    AngleMark,
    Arrow,
    Box,
    Circle,
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
    frame_arrows,
)
from ..systems.chapter_4.crane_frames import CraneFrames, crane_frames
from ..systems.chapter_4.planar_manipulator_kinematics import arm_of, links

__all__ = ["both_elbows", "joint_kinds", "rope_frames"]


def both_elbows() -> Problem:
    """The two ways in which the planar manipulator reaches a target: the inverse of (4.35c)."""
    p = Given(
        x=(0.4, "m", "x of the target", "real"),
        y=(0.6, "m", "y of the target", "real"),
        l1=(0.5, "m", "length of link 1"),
        l2=(0.4, "m", "length of link 2"),
    )
    y = Outputs(
        phi1_right=("rad", "angle of link 1, elbow on the right", r"\varphi_1^r"),
        phi2_right=("rad", "angle of link 2, elbow on the right", r"\varphi_2^r"),
        phi1_left=("rad", "angle of link 1, elbow on the left", r"\varphi_1^l"),
        phi2_left=("rad", "angle of link 2, elbow on the left", r"\varphi_2^l"),
    )
    distance = p.x**2 + p.y**2
    return Problem(
        title="Two elbows, one target",
        source="inverse of (4.35c)",
        parameters=p,
        outputs=y,
        formulas={
            f"{name}_{found.elbow}": getattr(found, name)
            for found in arm_angles((p.x, p.y), p.l1, p.l2)
            for name in ("phi1", "phi2")
        },
        conditions={
            "The target is too far away, r <= l1 + l2": distance <= (p.l1 + p.l2) ** 2,
            "The target is too near, r >= |l1 - l2|": distance >= (p.l1 - p.l2) ** 2,
        },
        scene=_elbows_scene,
        sweep="x",
    )


def _elbows_scene(problem: Problem) -> Scene:
    """Both arms with the same hand, and the ring of points within reach."""
    p, y = problem.parameters, problem.outputs
    left, right = arm_of(p, y.phi1_left, y.phi2_left), arm_of(p, y.phi1_right, y.phi2_right)
    return Scene(
        shapes=(
            Circle(p.l1 + p.l2, only="player"),
            Circle(abs(p.l1 - p.l2), only="player"),
            Line(((0, 0), (p.x, p.y)), role="reference", dashed=True),
            *links(left, role="guide"),
            *links(right),
            Text(left.joint_frames[1].point((-0.06, 0.07)), "left"),
            Text(right.joint_frames[1].point((0.1, -0.07)), "right"),
            Hinge((0, 0), support=(0, -1)),
            Line(((0, 0), (0.6, 0)), role="reference", dashed=True),
            AngleMark(0.3, y.phi1_left, label=y.phi1_left),
            AngleMark(0.4, y.phi1_right, label=y.phi1_right),
            *(
                AngleMark(0.22, phi2, frame=frame, label=phi2)
                for phi2, frame in (
                    (y.phi2_left, left.joint_frames[1]),
                    (y.phi2_right, right.joint_frames[1]),
                )
            ),
            *(
                Line(((0, 0), (0.25, 0)), frame=chain.joint_frames[1], role="reference", dashed=True)
                for chain in (left, right)
            ),
            PointMass((p.x, p.y), 0.018),
        ),
        description=(
            "Two arms with the same links start in one bearing and meet in the same target. One has its elbow on the "
            "right of the dashed line from the bearing to the target, the other one on the left; they mirror each "
            "other. Two circles bound the ring of points that can be reached."
        ),
        ranges={"x": (-0.9, 0.9), "y": (-0.8, 0.8), "l1": (0.35, 0.6), "l2": (0.25, 0.6)},
        handles=(Handle((p.x, p.y), ("x", "y")),),
    )


def joint_kinds() -> Problem:
    """Joints of kinematic chains side by side (figure 4.8, and more): each moves by its own coordinates."""
    p = Given(
        angle=(0.5, "rad", "turn of the revolute and the cylindrical joint", "real", r"\varphi"),
        shift=(0.25, "m", "shift of the prismatic and the cylindrical joint", "real", "s"),
        psi=(0.3, "rad", "first angle of the spherical joint, about z", "real"),
        theta=(0.6, "rad", "second angle of the spherical joint, about y", "real"),
    )
    y = Outputs(p=("m", "a point of each moving frame, revolute, prismatic, cylindrical, spherical", "p", (4, 3)))
    tips = [joint.pose.point((0, 0, 0.6)) for joint in _joints(p)]
    return Problem(
        title="Kinds of joints",
        source="figure 4.8",
        parameters=p,
        outputs=y,
        formulas={"p": Matrix.hstack(*tips).T},
        scene=_joints_scene,
        sweep="angle",
    )


def _joints(p: Given) -> tuple[Joint, ...]:
    """One of each kind, in a row along x."""
    places = [translation(1.2 * k) for k in range(4)]
    return (
        Revolute(p.angle, "z", places[0]),
        Prismatic(p.shift, "z", places[1]),
        Cylindrical(p.angle, p.shift, "z", places[2]),
        Spherical((p.psi, p.theta, p.angle), "zyz", places[3]),
    )


def _joints_scene(problem: Problem) -> Scene:
    """A socket for each joint, a plate that moves, and arrows for the coordinates."""
    p = problem.parameters
    shapes: list[Shape] = []
    for k, joint in enumerate(_joints(p)):
        moving, axis = (
            joint.pose,
            Line(((0, 0, -0.3), (0, 0, 1.1)), frame=joint.at, role="reference", dashed=True),
        )
        shapes += [axis, Rod((0, 0, -0.1), (0, 0, 0.6), 0.1, frame=moving), *_socket(joint)]
        shapes += [
            Box(0.5, 0.3, center=(0.15, 0, 0.6), depth=0.06, frame=moving),
            Text(joint.at.point((0, 0, -0.55)), type(joint).__name__),
        ]
        turns, shifts = ([f for f in joint.freedoms if f.kind == kind] for kind in ("turn", "shift"))
        if k in (0, 2):
            shapes.append(AngleMark(0.42, p.angle, frame=joint.at @ translation(0, 0, 0.12), label=p.angle))
        if shifts:
            shapes.append(Arrow((-0.3, 0, 0), (-0.3, 0, p.shift), p.shift, frame=joint.at))
        if len(turns) == 3:
            shapes.append(PointMass(joint.at.p, 0.13))
    return Scene(
        shapes=tuple(shapes),
        description=(
            "Four joints in a row, each with a socket that rests and a rod with a plate that moves. The revolute joint "
            "turns about its axis, the prismatic joint slides along it, the cylindrical joint does both independently, "
            "and the spherical joint, a ball in its socket, turns about all axes."
        ),
        projection=Projection.axonometric(0.12, 0.3, up="z"),
        ranges={"angle": (-3.1, 3.1), "shift": (0.0, 0.5), "psi": (-3.1, 3.1), "theta": (0.0, 1.2)},
    )


def _socket(joint: Joint) -> tuple[Shape, ...]:
    """What rests: round where the joint turns, square where it only slides."""
    if isinstance(joint, Prismatic):
        return (Box(0.24, 0.24, center=(0, 0, -0.1), depth=0.3, frame=joint.at),)
    return (Disc(0.14, center=(0, 0, -0.1), thickness=0.3, spokes=0, frame=joint.at),)


def rope_frames() -> Problem:
    """The crane from the trolley downwards: frame 2 at the trolley, the rope's frame 3 turned by phi3 and phi4."""
    p = Given(
        phi3=(0.6, "rad", "swing of the rope about y2, along the jib", "real", r"\varphi_3"),
        phi4=(0.5, "rad", "swing of the rope about x3, across the jib", "real", r"\varphi_4"),
        s5=(1.6, "m", "length of the rope"),
    )
    y = Outputs(p_L=("m", "from the trolley to the load, in components of frame 2", "p_2^L", 3))
    frames = crane_frames(0, 0, p.phi3, p.phi4, p.s5, 0)
    return Problem(
        title="Frames at the rope",
        source="figure 4.10",
        parameters=p,
        outputs=y,
        formulas={"p_L": frames.load.p},
        frames=frames.named,
        scene=_rope_scene,
        sweep="phi3",
    )


def _rope_scene(problem: Problem) -> Scene:
    """Two planes in space: that of the jib, in which phi3 lies, and the one across it that phi4 turns in."""
    p, frames = problem.parameters, CraneFrames.of(problem)
    only_3 = crane_frames(0, 0, p.phi3, 0, p.s5, 0)
    below = Line(((0, 0, 0), (0, 0, -1.15 * p.s5)), role="reference", dashed=True)
    # x down, y towards the tower; x down, y across the jib
    along = Pose(Matrix([[0, -1, 0], [0, 0, 1], [-1, 0, 0]]), Matrix([0, 0, 0]))
    across = Pose(Matrix([[0, 0, 1], [0, 1, 0], [-1, 0, 0]]), Matrix([0, 0, 0]))
    return Scene(
        shapes=(
            below,
            Line(((0, 0, 0), (0, 0, -1.15 * p.s5)), frame=only_3.rope, role="reference", dashed=True),
            Box(0.5, 0.3, center=(0, 0, 0.06), depth=0.12),
            *frame_arrows(None, 0.6, 2),
            *frame_arrows(frames.rope, 0.6, 3),
            Line(((0, 0, 0), (0, 0, -p.s5)), frame=frames.rope),
            AngleMark(0.35 * p.s5, p.phi3, frame=along, label=p.phi3),
            AngleMark(p.s5, p.phi4, frame=only_3.rope @ across, label=p.phi4),
            Arrow((0, 0.2, 0), (0, 0.2, -p.s5), p.s5, frame=frames.rope),
            PointMass(frames.load.p, 0.09),
        ),
        description=(
            "The trolley of the crane with frame 2: x along the jib, y across it, z upwards. Frame 3 has the same "
            "origin. It is turned about y2 by phi3, which swings the rope along the jib, and then about its own x axis "
            "by phi4, which swings it across. The load hangs on the negative z axis of frame 3."
        ),
        projection=Projection.axonometric(0.6, 0.3, up="z"),
        ranges={"phi3": (-1.2, 1.2), "phi4": (-1.2, 1.2), "s5": (0.5, 2.0)},
    )
