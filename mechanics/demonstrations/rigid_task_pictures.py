"""Figures of the tasks on rigid multibody systems: one body, a joint, a buffer, a free body, a hinged rod, a plate."""

from sympy import Matrix, cos, pi, sin

from ..mass.picture import center_mark
from ..poses import Pose, rotation, translation
from ..problem import Given, Outputs, Problem
from ..rotations import rotation_x, rotation_y, rotation_z
from ..scene import (
    AngleMark,
    Arrow,
    Box,
    Circle,
    DamperShape,
    Dimension,
    Disc,
    Hinge,
    Line,
    PointMass,
    Projection,
    Rod,
    Scene,
    Shape,
    SpringShape,
    Text,
    frame_arrows,
)

__all__ = ["ball_joint", "body_about_a_point", "buffers", "free_handle", "hinged_rod", "plate_with_hole"]

SPACE = Projection.axonometric(azimuth=0.7, elevation=0.35, up="z")


def _picture(title: str, source: str, scene: Scene) -> Problem:
    """A still picture, for `sketch`."""
    return Problem(
        title=title, source=source, parameters=Given(), outputs=Outputs(), solution=dict, scene=lambda _: scene
    )


def body_about_a_point() -> Problem:
    """A body with its reference point O and its mass centre S; (2.10)."""
    body = Pose(rotation_z(0.5) * rotation_y(0.25), Matrix([0.45, 0.5, 0.3]))
    S = Matrix([0.26, 0.12, 0.1])
    shapes = (
        *frame_arrows(Pose(), 0.4, "I"),
        Box(0.6, 0.34, S, frame=body, depth=0.24),
        Arrow((0, 0, 0), body.p, r"\rho"),
        *frame_arrows(body, 0.45, "i"),
        Text((-0.08, -0.02, 0.0), "O_i", frame=body),
        Arrow((0, 0, 0), S, "r_S", frame=body, role="force"),
        *center_mark(S, 0.02, frame=body),
    )
    description = (
        "A box in space. One of its corners is the reference point O, where the axes x, y, z of the body start; a "
        "green arrow rho comes from the origin of the inertial frame. A red arrow r_S goes from O to the mass centre S "
        "inside of the box."
    )
    return _picture("A body about any point", "(2.10)", Scene(shapes, description, SPACE))


def ball_joint() -> Problem:
    """Two bodies with a spherical joint between the marker P on body i and the marker Q on body j; (2.46)."""
    i, r_P, r_Q = rotation(rotation_z(0.3)), Matrix([0.45, 0.0, 0.06]), Matrix([-0.42, 0.0, 0.0])
    turned = i.R * rotation_z(0.6) * rotation_y(-0.5)
    j = Pose(turned, i.point(r_P) - turned * r_Q)
    shapes = (
        Rod((-0.08, 0, 0.0), r_P, 0.05, frame=i),
        Rod(r_Q, (0.12, 0, -0.08), 0.05, frame=j),
        *frame_arrows(i, 0.3, "i"),
        *frame_arrows(j, 0.3, "j"),
        Arrow((0, 0, 0), 0.93 * r_P, "r_P", frame=i, role="force"),
        Arrow((0, 0, 0), 0.93 * r_Q, "r_Q", frame=j, role="force"),
        PointMass(i.point(r_P), 0.045, role="joint"),
    )
    description = (
        "Two bars that a ball joint connects. Each has axes x, y, z at its reference point; a red arrow r_P goes from "
        "the reference point of bar i to its marker P in the joint, another one, r_Q, from that of bar j to its marker "
        "Q in the same joint."
    )
    return _picture("Spherical joint", "(2.46)", Scene(shapes, description, SPACE))


def buffers() -> Problem:
    """Two wagons whose buffers touch at a distance l_0 and press with spring and damper below it; (2.59)-(2.62)."""
    l, head, wheel, low = 1.3, 0.85, 0.12, -0.42
    shapes = (
        Line(((-1.0, low - wheel), (2.3, low - wheel)), role="ground"),
        Box(0.8, 0.5, (-0.4, 0)),
        Box(0.8, 0.5, (l + 0.4, 0)),
        *(Disc(wheel, (x, low), spokes=0) for x in (-0.65, -0.15, l + 0.15, l + 0.65)),
        SpringShape((0, 0.1), (head, 0.1), "k"),
        DamperShape((0, -0.1), (head, -0.1), "d", side="right"),
        Rod((head, -0.2), (head, 0.2), 0.05),
        *(Text((x, 0), name) for x, name in ((-0.12, "P"), (l + 0.12, "Q"), (-0.4, "i"), (l + 0.4, "j"))),
        Dimension((0, 0.3), (l, 0.3), "l", offset=0.2),
        Dimension((0, 0.3), (head + 0.025, 0.3), "l_0", offset=0.06),
    )  # fmt: skip
    description = (
        "Two wagons on a track, i on the left and j on the right, with the markers P and Q on the ends that face each "
        "other, at a distance l. A buffer of the length l_0, a spring beside a damper with a plate in front, is fixed "
        "to wagon i; between the plate and wagon j there is a gap."
    )
    return _picture("Buffers", "(2.59)-(2.62)", Scene(shapes, description))


def free_handle() -> Problem:
    """A T-handle with its principal axes 1, 2, 3 of small, middle and large moment of inertia; (2.37)."""
    l, s, S = 0.5, 0.3, 0.056  # grip, stem, mass centre from the grip, m
    body = rotation(rotation_x(pi / 2))
    ends = [(0.42, 0, 0), (0, 0.42, 0), (0, 0, 0.3)]
    shapes = (
        Rod((-l / 2, -S, 0), (l / 2, -S, 0), 0.05, frame=body),
        Rod((0, -S, 0), (0, s - S, 0), 0.05, frame=body),
        *(Arrow((0, 0, 0), end, f"{k}", frame=body, role="axis") for k, end in enumerate(ends, start=1)),
        PointMass((0, 0, 0), 0.022, "S", frame=body, role="force"),
    )
    description = (
        "A handle of the shape of a T floats in space: a grip, and a stem at its middle. Its mass centre S lies in the "
        "stem near the grip. Three axes start there: 1 along the grip, 2 along the stem, 3 across both."
    )
    return _picture("T-handle", "(2.37)", Scene(shapes, description, SPACE))


def hinged_rod() -> Problem:
    """A rod at a hinge with the coordinates x, y, phi of its mass centre, which the hinge makes dependent; (2.44)."""
    phi, centre = 0.6, Matrix([0.5 * sin(0.6), -0.5 * cos(0.6), 0])
    shapes = (
        Line(((0, 0), (0, -0.75)), role="reference", dashed=True),
        Rod((0, 0), 2 * centre, 0.07),
        Arrow((0, 0), (0.45, 0), "x", role="axis"),
        Arrow((0, 0), (0, 0.35), "y", role="axis"),
        Hinge((0, 0), support=(-1, 0.6)),
        *center_mark(centre, 0.022, frame=Pose(), shift=(2.5, 0.8, 0)),
        Dimension((0, 0), centre, "s", offset=-0.14),
        AngleMark(0.3, phi, frame=rotation(rotation_z(-pi / 2)), label=r"\varphi"),
    )
    description = (
        "A rod hangs from a fixed hinge in the origin and is turned to the right by the angle phi. Its mass centre S "
        "lies at the distance s from the hinge; x points to the right, y upwards."
    )
    return _picture("A rod at a hinge", "(2.44)", Scene(shapes, description))


def plate_with_hole() -> Problem:
    """A rectangular plate with a round hole, both in the axes of one corner; (3.13)-(3.29)."""
    a, b, R, hole = 0.6, 0.4, 0.1, translation(0.42, 0.25)
    S = (a * b * Matrix([a / 2, b / 2, 0]) - pi * R**2 * hole.p) / (a * b - pi * R**2)
    shapes = (
        Box(a, b, (a / 2, b / 2)),
        Disc(R, frame=hole, spokes=0, role="ground"),
        Circle(R, frame=hole, role="body"),
        *_corner(a, b),
        *center_mark(S, 0.01, frame=Pose(), shift=(-2.0, 1.5, 0)),
        Line((hole.p, hole.point((R * cos(0.7), R * sin(0.7), 0))), role="dimension"),
        Text(hole.point((0.03, 0.065, 0)), "R", role="dimension"),
        *(Line((hole.p, end), role="reference", dashed=True) for end in ((hole.p[0], 0), (0, hole.p[1]))),
        Text((hole.p[0], -0.035), "x_H"),
        Text((-0.05, hole.p[1]), "y_H"),
    )
    description = (
        "A rectangular plate, seen from above, with one corner O in the origin and its edges a and b along x and y. To "
        "the upper right of its middle there is a round hole of the radius R around (x_H, y_H). The mass centre S lies "
        "a little to the lower left of the middle of the plate."
    )
    return _picture("Plate with a hole", "(3.13)-(3.29)", Scene(shapes, description))


def _corner(a: float, b: float) -> tuple[Shape, ...]:
    """Axes at the corner O, and the edges of the plate."""
    return (
        Arrow((0, 0), (a + 0.12, 0), "x", role="axis"),
        Arrow((0, 0), (0, b + 0.12), "y", role="axis"),
        Text((-0.03, -0.03), "O"),
        Dimension((0, b), (a, b), "a", offset=0.05),
        Dimension((a, 0), (a, b), "b", offset=-0.05),
    )
