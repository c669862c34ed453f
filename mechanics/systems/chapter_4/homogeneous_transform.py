"""Two rigid motions one after the other, as homogeneous transformations (sections 4.3 and 4.4)."""

from ...poses import Pose
from ...problem import Given, Outputs, Problem
from ...rotations import euler_zyz
from ...scene import Arrow, Box, Line, PointMass, Projection, Scene, Text, frame_arrows


def homogeneous_transform() -> Problem:
    """Frame 1 seen from frame 0, frame 2 seen from frame 1, and a point P that frame 2 carries; (4.20)-(4.31).

    The orientations are given by the Euler angles z-y-z (4.18).
    """
    p = Given(
        e1=([0.5, 0.3, 0.2], "rad", "Euler angles φ, θ, ψ of frame 1 in frame 0", "real"),
        d1=((0.4, 0.8, 0.9), "m", "from O_0 to O_1, in components of frame 0", "real", "d^1_0"),
        e2=([-0.6, 0.5, 0.3], "rad", "Euler angles φ, θ, ψ of frame 2 in frame 1", "real"),
        d2=((1.1, -0.2, 0.3), "m", "from O_1 to O_2, in components of frame 1", "real", "d^2_1"),
        p2=((0.1, -0.5, -0.7), "m", "from O_2 to P, in components of frame 2", "real"),
    )
    y = Outputs(
        H_0_1=("", "frame 1 in frame 0", "H^1_0", (4, 4)),
        H_1_2=("", "frame 2 in frame 1", "H^2_1", (4, 4)),
        H_0_2=("", "frame 2 in frame 0, the product of both", "H^2_0", (4, 4)),
        H_1_0=("", "frame 0 in frame 1, the inverse", "H^0_1", (4, 4)),
        p0=("m", "from O_0 to P, in components of frame 0", "p_0", 3),
        p1=("m", "from O_1 to P, in components of frame 1", "p_1", 3),
    )
    first, second = motions(p)
    both = first @ second
    return Problem(
        title="Homogeneous transformations",
        source="sections 4.3, 4.4, (4.20)-(4.31)",
        parameters=p,
        outputs=y,
        formulas={
            "H_0_1": first.matrix,
            "H_1_2": second.matrix,
            "H_0_2": both.matrix,
            "H_1_0": first.inverse.matrix,
            "p0": both.point(p.p2),
            "p1": second.point(p.p2),
        },
        frames={"1": first, "2": both},
        scene=scene,
        sweep="e1_1",
    )


def motions(p: Given) -> tuple[Pose, Pose]:
    """Frame 1 in frame 0 and frame 2 in frame 1; (4.22).

    Parameters
    ----------
    p : Given
        Inputs of the problem.

    Returns
    -------
    tuple of Pose
        Frame 1 in frame 0, frame 2 in frame 1.
    """
    return Pose(euler_zyz(*p.e1), p.d1), Pose(euler_zyz(*p.e2), p.d2)


def scene(problem: Problem) -> Scene:
    """Three frames, the displacements between their origins, and the point P seen from each of them."""
    p = problem.parameters
    first, both = problem.frame("1"), problem.frame("2")
    point = both.point(p.p2)
    ground = ((-0.6, -0.6, 0), (1.6, -0.6, 0), (1.6, 1.8, 0), (-0.6, 1.8, 0))
    return Scene(
        shapes=(
            Line((*ground, ground[0]), role="guide"),
            Line((point, (point[0], point[1], 0)), role="guide", dashed=True),
            *frame_arrows(None, 0.45, 0),
            *frame_arrows(first, 0.4, 1),
            *frame_arrows(both, 0.4, 2),
            Box(0.3, 0.3, center=p.p2 / 2, depth=0.3, frame=both),
            Arrow((0, 0, 0), first.p, "d_0^1"),
            Arrow(first.p, both.p, "d_1^2"),
            Arrow(both.p, point, "p_2"),
            Arrow((0, 0, 0), point, "p_0", role="force"),
            Arrow(first.p, point, "p_1", role="force"),
            PointMass(point, 0.035),
            Text(point + first.R[:, 2] * 0.12, "P"),
        ),
        description=(
            "Three frames in space, each with arrows for its axes x, y and z. An arrow leads from the origin of frame "
            "0 to that of frame 1, another one on to frame 2, which is fixed in a box, and a third one to a point P "
            "that moves with the box. Two more arrows show the same point as it is seen from frame 0 and from frame 1."
        ),
        projection=Projection.axonometric(0.6, 0.35, up="z"),
        ranges={
            **{f"e{k}_{i}": (-3.14, 3.14) for k in (1, 2) for i in (1, 2, 3)},
            **{f"{name}_{axis}": (-1.0, 1.5) for name in ("d1", "d2", "p2") for axis in "xyz"},
        },
        limits=(-1.6, 2.6, -1.4, 2.6),
    )
