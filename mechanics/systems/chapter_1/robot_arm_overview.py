"""Lightweight robot with seven joints (Beispiel 1.2)."""

from sympy import Matrix, pi

from ...poses import Chain, Fixed, Pose, Revolute, rotation, translation
from ...problem import Given, Outputs, Problem
from ...rotations import rotation_x
from ...scene import AngleMark, Arrow, Disc, Line, Projection, Rod, Scene, Shape, Trace

AXES = "zyzyzyz"
"""Axis of each joint in the frame before it: the odd ones turn along a link, the even ones bend the arm."""
UPRIGHT = rotation(rotation_x(-pi / 2))
"""z upwards on a page whose y points upwards."""


def robot_arm_overview() -> Problem:
    """Arm with shoulder, elbow and wrist, moved by its seven joint angles: the pose of its hand; (4.24)-(4.31).

    All angles zero: the arm stands upright. The distances of the joints are those of a common lightweight robot.
    """
    rest = (0.8, 0.5, -0.5, 1.3, -0.7, 0.9, 0.6)
    doing = ("turns the arm", "bends the shoulder", "turns the upper arm", "bends the elbow", "turns the forearm",
             "bends the wrist", "turns the hand")  # fmt: skip
    p = Given(
        **{
            f"q{k}": (angle, "rad", f"joint {k}, {what}", "real")
            for k, (angle, what) in enumerate(zip(rest, doing, strict=True), start=1)
        },
        l_S=(0.36, "m", "height of the shoulder"),
        l_E=(0.42, "m", "shoulder to elbow"),
        l_W=(0.40, "m", "elbow to wrist"),
        l_H=(0.22, "m", "wrist to hand"),
    )
    y = Outputs(
        p_H=("m", "position of the hand", r"p_{H}", 3),
        R_H=("1", "orientation of the hand, columns are its axes", r"R_{H}", (3, 3)),
        P=("m", "positions of shoulder, elbow and wrist, each a row", "P", (3, 3)),
    )
    frames = chain(p)
    return Problem(
        title="Lightweight robot with seven joints",
        source="Beispiel 1.2, (4.24)-(4.31)",
        parameters=p,
        outputs=y,
        formulas={
            "p_H": frames[-1].p,
            "R_H": frames[-1].R,
            "P": Matrix.hstack(*(frames[k].p for k in (1, 3, 5))).T,
        },
        frames=dict(zip((*(f"joint {k}" for k in range(1, 8)), "hand"), frames, strict=True)),
        scene=scene,
        sweep="q4",
    )


def chain(p: Given) -> list[Pose]:
    """Poses of the frames before each joint, seen from the ground, and last that of the hand.

    Parameters
    ----------
    p : Given
        The seven angles, rad, and the lengths, m.

    Returns
    -------
    list of Pose
        Eight frames.
    """
    angles = (p.q1, p.q2, p.q3, p.q4, p.q5, p.q6, p.q7)
    lengths = (0, p.l_S, 0, p.l_E, 0, p.l_W, 0)  # along the link before each joint
    joints = [
        Revolute(angle, axis, at=translation(0, 0, length))
        for axis, angle, length in zip(AXES, angles, lengths, strict=True)
    ]
    return list(Chain([*joints, Fixed(translation(0, 0, p.l_H))]).joint_frames)


def scene(problem: Problem) -> Scene:
    """Grey links, a drum at each joint, the angles with their positive direction."""
    p = problem.parameters
    angles = (p.q1, p.q2, p.q3, p.q4, p.q5, p.q6, p.q7)
    frames = [UPRIGHT @ frame for frame in problem.frames.values()]
    hand = frames[-1]
    shoulder, elbow, wrist = (frames[k].p for k in (1, 3, 5))
    # x, y of the plane that a joint about y turns in are its z and x
    across = rotation(Matrix([[0, 1, 0], [0, 0, 1], [1, 0, 0]]))

    def joint(k: int) -> list[Shape]:
        axis, angle, before, after = AXES[k], angles[k], frames[k], frames[k + 1]
        if axis == "y":
            drum = before @ across
            turned = Pose(after.R, before.p) @ across
            return [
                Disc(0.07, frame=turned, thickness=0.13),
                AngleMark(0.17, angle, center=(0, 0, -0.09), frame=drum, label=angle),
                Line(((0, 0, -0.09), (0.2, 0, -0.09)), frame=drum, role="reference", dashed=True),
            ]
        middle = before @ translation(0, 0, (p.l_S, 0, p.l_E, 0, p.l_W, 0, p.l_H)[k] / 2)
        turned = Pose(after.R, middle.p)
        return [
            Disc(0.062, frame=turned, thickness=0.1),
            AngleMark(0.16, angle, frame=middle, label=angle),
            Line(((0, 0), (0.18, 0)), frame=middle, role="reference", dashed=True),
        ]

    def finger(side: int) -> Shape:
        points = ((0, 0, -0.08), (0.06 * side, 0, -0.08), (0.06 * side, 0, 0.02))
        return Line(points, frame=hand)

    links = zip((UPRIGHT.p, shoulder, elbow, wrist), (shoulder, elbow, wrist, hand.point((0, 0, -0.08))), strict=True)
    return Scene(
        shapes=(
            Disc(0.16, frame=UPRIGHT, thickness=0.03, spokes=0),
            *[Arrow(UPRIGHT.p, UPRIGHT.point(e), name, role="axis") for e, name in _AXES],
            Trace(hand.p),
            *[Rod(start, end, 0.075) for start, end in links],
            *[shape for k in range(7) for shape in joint(k)],
            finger(1),
            finger(-1),
        ),
        description=(
            "A robot arm on a round base. Three links lead from the shoulder through the elbow to the wrist with a "
            "gripper. Joints 1, 3, 5 and 7 twist the arm about the axes of its links, joints 2, 4 and 6 bend "
            "shoulder, elbow and wrist; an arc at each joint shows its angle and the positive direction."
        ),
        projection=Projection.axonometric(0.5, 0.35),
        ranges={f"q{k}": (-2.0, 2.0) if axis == "y" else (-3.0, 3.0) for k, axis in enumerate(AXES, start=1)},
        limits=(-1.25, 1.25, -0.9, 1.45),
    )


_AXES = (((0.4, 0, 0), "e_x"), ((0, 0.6, 0), "e_y"), ((0, 0, 0.62), "e_z"))
