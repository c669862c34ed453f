"""Euler angles z-y-z, as a body in gimbals (lecture 4.2.1)."""

from sympy import Abs, Max, Rational, cos, pi, sin

from ...poses import Pose, rotation
from ...problem import Given, Motion, Outputs, Problem
from ...rotations import euler_zyz, from_sequence
from ...scene import Arrow, Disc, Line, Rod, Scene, Shape, frame_arrows
from .turning import VIEW, direction, steps

RINGS = (1.15, 0.95)  # radii of the outer and the inner ring, m
ROTOR = 0.6
SMALL = Rational(1, 1000)  # of sin(theta)


def euler_angles_zyz() -> Problem:
    """Rotation about z_0, about the current y, about the current z, and whether the gimbals are locked; (4.18)."""
    p = Given(
        phi=(0.6, "rad", "angle about the fixed z axis, outer ring", "real"),
        theta=(0.8, "rad", "angle about the current y axis, inner ring", "real"),
        psi=(0.9, "rad", "angle about the current z axis, rotor", "real"),
    )
    y = Outputs(
        R=("1", "orientation of the rotor", "R_0^1", (3, 3)),
        lock=("1", "what a change of the angles can do"),
    )
    (phi, theta, psi), end = steps(p.symbols)
    return Problem(
        title="Euler angles z-y-z",
        source="lecture 4.2.1, (4.18)",
        parameters=p,
        outputs=y,
        formulas={"R": euler_zyz(*p.symbols)},
        words={
            "lock": {
                "regular: three axes in three directions": Abs(sin(p.theta)) > SMALL,
                "gimbal lock: only phi + psi turns the body": cos(p.theta) > 0,
                "gimbal lock: only phi - psi turns the body": True,
            }
        },
        motion=Motion(
            end=end,
            quantities={
                "lock": (Abs(sin(theta)), "1", "distance from gimbal lock, |sin θ|", r"|\sin\theta|"),
                **{
                    f"z_{axis}": (entry, "1", f"component of the rotor's axis along {axis}_0")
                    for axis, entry in zip("xyz", euler_zyz(phi, theta, psi)[:, 2], strict=True)
                },
            },
        ),
        scene=scene,
    )


def scene(problem: Problem) -> Scene:
    """Outer ring about z_0, inner ring about y, rotor about z; their axes as arrows."""
    p = problem.parameters
    (phi, theta, psi), end = steps(p.symbols)
    outer = rotation(from_sequence("z", [phi]))
    inner = rotation(from_sequence("zy", [phi, theta]))
    rotor = rotation(euler_zyz(phi, theta, psi))
    blocked = Max(0, 1 - 5 * Abs(sin(theta)))  # grows in the last 0.2 before the lock
    return Scene(
        shapes=(
            *frame_arrows(None, 0.5, 0),
            Rod((0, 0, RINGS[0]), (0, 0, 1.35), 0.05),
            Rod((0, 0, -RINGS[0]), (0, 0, -1.35), 0.05),
            *ring(outer, RINGS[0]),
            Rod((0, RINGS[1], 0), (0, RINGS[0], 0), 0.05, frame=outer),
            Rod((0, -RINGS[1], 0), (0, -RINGS[0], 0), 0.05, frame=outer),
            *ring(inner, RINGS[1]),
            Rod((0, 0, -RINGS[1]), (0, 0, RINGS[1]), 0.05, frame=inner),
            Disc(ROTOR, frame=rotor, thickness=0.16, spokes=1),
            Arrow((0, 0, 0), (0, 0, 1.75)),
            Arrow((0, 0, 0), (0, 1.5, 0), frame=outer),
            Arrow((0, 0, 0), (0, 0, 1.35), frame=inner),
            direction("z", p.phi, 1.55),
            direction("y", p.theta, 1.3, frame=outer),
            direction("z", p.psi, 1.1, frame=inner),
            Arrow((0, 0, 0), (1.5 * blocked, 0, 0), frame=outer, role="force", only="player"),
        ),
        description=(
            "A rotor hangs in two rings. The outer ring turns about the vertical axis by phi, the inner ring turns in "
            "it about a horizontal axis by theta, and the rotor turns in the inner ring by psi. Green arrows show the "
            "three axes. Where the inner ring lies in the plane of the outer one, the first and the last of them "
            "coincide, and a red arrow shows the axis about which nothing can turn the rotor any more."
        ),
        projection=VIEW,
        sketch={"t": end},
        ranges={"phi": (-3.14, 3.14), "theta": (-3.14, 3.14), "psi": (-3.14, 3.14)},
    )


def ring(frame: Pose, radius: float) -> list[Shape]:
    """A ring in the y-z plane of its frame.

    Parameters
    ----------
    frame : Pose
        Of the ring.
    radius : float
        m.
    """
    corners = [(0, radius * cos(pi * k / 18), radius * sin(pi * k / 18)) for k in range(37)]
    return [Line(tuple(tuple(map(float, corner)) for corner in corners), frame=frame, role="body")]
