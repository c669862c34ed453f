"""Bodies of chapter 3 to be cut free. The plane of the picture is x-z of the lecture; lengths in m."""

from math import radians, sin

from ...scene import AngleMark, Box, CutBody, Disc, Ground, Line, PointMass, Rod
from .parts import GUIDE, given_load, rope_end, toward

__all__ = ["BODIES"]


def cylinder_at_wall() -> CutBody:
    """Cylinder on a rope at a smooth wall; example 3.1."""
    r, rope = 0.5, 120.0
    knot = toward(0, 0, rope, r / sin(radians(rope - 90)))
    return CutBody(
        title="The cylinder",
        shapes=(
            Ground((-r, knot[1] + 0.25), (-r, -0.85)),
            Disc(r, spokes=0),
            Line(((0, 0), knot)),
            PointMass((0, 0), 0.03),
            Line(((-r, knot[1] - 0.75), knot), role=GUIDE),
            AngleMark(0.45, radians(300), start=radians(270), center=knot, label=r"\alpha"),
        ),
        points={
            "S": (0, 0, "centre, where the rope is tied"),
            "W": (-r, 0, "contact with the wall"),
            "T": (0, r, "top"),
            "R": (r, 0, "right side"),
        },
        directions={"along the rope, upwards": rope, "along the rope, downwards": rope + 180},
        description=(
            "A cylinder hangs at a smooth vertical wall on its left. A rope is tied to its centre and runs up to "
            "the left to the wall, with which it includes the angle alpha."
        ),
        limits=(-1.1, 1.1, -0.9, 1.25),
    )


def frame_on_rope() -> CutBody:
    """Frame on a hinge, held by one rope over two rollers; example 3.3."""
    a, rope = 1.0, 35.0
    return CutBody(
        title="The frame",
        shapes=(
            *rope_end(a, 0, 90),
            *rope_end(a, -a, rope),
            Line(_tee(a, 0.05), closed=True, role="body"),
            Ground((-0.22, 0.3), (-0.22, -0.3)),
            Line(((-0.22, 0.16), (0, 0), (-0.22, -0.16))),
            PointMass((0, 0), 0.03),
            Line(((a, -a), (1.75 * a, -a)), role="reference", dashed=True),
            AngleMark(0.5, radians(rope), center=(a, -a), label=r"\alpha"),
            *given_load(2 * a, 0, 270, "f_{ext}"),
        ),
        points={
            "A": (0, 0, "hinge"),
            "M": (0.5 * a, 0, "inside the beam"),
            "B": (a, 0, "middle of the beam, where the rope is tied"),
            "C": (a, -a, "lower end of the arm, where the rope is tied"),
            "D": (2 * a, 0, "right end of the beam"),
        },
        directions={"along the rope at C, upwards": rope, "along the rope at C, downwards": rope + 180},
        description=(
            "A frame of a horizontal beam and an arm downwards from its middle B turns about a hinge A at its "
            "left end. One rope is tied to B, where it runs upwards, and to the lower end C of the arm, where it "
            "rises to the right by the angle alpha; in between it runs over two rollers, which are not shown. The "
            "load f_ext acts at the right end D, downwards. The weight of the frame does not count."
        ),
        limits=(-0.6, 2.5, -1.35, 1.05),
    )


def _tee(a: float, half: float) -> tuple[tuple[float, float], ...]:
    """Outline of the frame: a beam of length 2 a with an arm of length a downwards from its middle."""
    beam = ((-half, half), (2 * a + half, half), (2 * a + half, -half))
    return (*beam, (a + half, -half), (a + half, -a - half), (a - half, -a - half), (a - half, -half), (-half, -half))


def clamped_beam() -> CutBody:
    """Heavy beam, clamped in a wall and held by a rope."""
    l, rope = 2.0, 45.0
    return CutBody(
        title="The beam",
        shapes=(
            *rope_end(l, 0, rope),
            Ground((0, 0.5), (0, -0.5)),
            Rod((0, 0), (l, 0), 0.12),
            PointMass((l / 2, 0), 0.03),
            Line(((l, 0), (1.4 * l, 0)), role="reference", dashed=True),
            AngleMark(0.45, radians(rope), center=(l, 0), label=r"\beta"),
        ),
        points={
            "A": (0, 0, "clamp in the wall"),
            "S": (l / 2, 0, "mass centre"),
            "B": (l, 0, "right end, where the rope is tied"),
        },
        directions={"along the rope, upwards": rope, "along the rope, downwards": rope + 180},
        description=(
            "A heavy horizontal beam is clamped in a wall at its left end A. Its mass centre S is in the middle. "
            "A rope is tied to its right end B and rises to the right by the angle beta."
        ),
        limits=(-0.5, 3.0, -0.8, 1.1),
    )


def table() -> CutBody:
    """Table that a finger pushes, standing on the floor; the method of sections in chapter 3a."""
    return CutBody(
        title="The table",
        shapes=(
            Ground((-1.1, -0.8), (1.1, -0.8)),
            Line(((0.0, 0.9), (0.0, 0.08)), role=GUIDE, dashed=True),
            Box(2.0, 0.14),
            Box(0.12, 0.73, (-0.8, -0.435)),
            Box(0.12, 0.73, (0.8, -0.435)),
        ),
        points={
            "F": (0, 0.07, "where the finger pushes"),
            "L": (-0.8, -0.8, "left leg on the floor"),
            "R": (0.8, -0.8, "right leg on the floor"),
        },
        description=(
            "A light table with two legs stands on the floor. A finger, which is cut away, pushes it from above "
            "in its middle F."
        ),
        limits=(-1.4, 1.4, -1.1, 1.0),
    )


BODIES = (table, cylinder_at_wall, frame_on_rope, clamped_beam)
