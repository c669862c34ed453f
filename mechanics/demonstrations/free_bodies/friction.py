"""Bodies with friction and rolling, chapters 3e and 3g, to be cut free. Lengths in m, angles in degrees."""

from math import radians

from ...poses import rotation
from ...rotations import rotation_z
from ...scene import AngleMark, Arrow, Box, CutBody, Disc, Ground, Line, PointMass, Rod
from .parts import rope_end, slope, toward

__all__ = ["BODIES"]


def ladder() -> CutBody:
    """Ladder with a person on it, at a smooth wall on a rough floor; exercise 3.11."""
    top = (1.2, 2.0)
    person, middle = (0.7 * top[0], 0.7 * top[1]), (0.35 * top[0], 0.35 * top[1])
    return CutBody(
        title="The ladder with the person",
        shapes=(
            Ground((-0.7, 0), (top[0], 0)),
            Ground((top[0], 2.5), (top[0], 0)),
            Rod((0, 0), top, 0.05),
            Line((person, (person[0] - 0.08, person[1] + 0.5)), role="body"),
            Disc(0.09, (person[0] - 0.1, person[1] + 0.6), spokes=0),
        ),
        points={
            "A": (0, 0, "foot on the rough floor"),
            "M": (*middle, "inside the ladder"),
            "P": (*person, "where the person stands"),
            "B": (*top, "upper end at the smooth wall"),
        },
        directions={
            "along the ladder, upwards": 59.04,
            "along the ladder, downwards": 239.04,
        },
        description=(
            "A ladder leans from its foot A on a rough floor to the right, up to B on a smooth vertical wall. A "
            "person stands on it at P. The weight of the ladder itself does not count."
        ),
        limits=(-0.9, 1.7, -0.35, 2.6),
    )


def block_pulled_uphill() -> CutBody:
    """Block that a rope pulls up a rough slope; exercise 3.10."""
    alpha, beta = 25.0, 50.0
    frame = rotation(rotation_z(radians(alpha)))
    centre, side = toward(0, 0, alpha + 90, 0.25), toward(*toward(0, 0, alpha + 90, 0.25), alpha, 0.4)
    return CutBody(
        title="The block",
        shapes=(
            slope(0, 0, alpha, 1.1, 1.3),
            Box(0.8, 0.5, (0, 0.25), frame=frame),
            PointMass(centre, 0.03),
            *rope_end(*side, beta, 0.55),
            Line((side, (side[0] + 0.6, side[1])), role="reference", dashed=True),
            AngleMark(0.4, radians(beta), center=side, label=r"\beta"),
            Arrow(toward(*centre, alpha + 90, 0.45), toward(*toward(*centre, alpha + 90, 0.45), alpha, 0.45), "v"),
        ),
        points={
            "S": (*centre, "mass centre"),
            "K": (0, 0, "contact with the slope"),
            "R": (*side, "where the rope is tied"),
        },
        directions={
            "up the slope": alpha, "down the slope": alpha + 180,
            "off the slope": alpha + 90, "into the slope": alpha + 270, "along the rope": beta,
        },
        description=(
            "A block slides up a rough slope. A rope is tied to its upper side; it rises to the right by the "
            "angle beta to the horizontal, more steeply than the slope."
        ),
        limits=(-1.1, 1.35, -0.6, 1.1),
    )  # fmt: skip


def thrown_ball() -> CutBody:
    """Ball in the air, with its velocity; drag (3.75)."""
    angle = 35.0
    return CutBody(
        title="The ball",
        shapes=(
            Line(tuple((x, 0.7 * x - 0.28 * x * x) for x in (-1.0, -0.75, -0.5, -0.25, 0)), dashed=True, role="guide"),
            Disc(0.2, spokes=0),
            PointMass((0, 0), 0.02),
            Arrow(toward(0, 0, angle, 0.45), toward(0, 0, angle, 1.0), "v"),
        ),
        points={"S": (0, 0, "mass centre"), "T": (0, 0.2, "top"), "H": (*toward(0, 0, angle + 180, 0.2), "back")},
        directions={"along the velocity": angle, "against the velocity": angle + 180},
        description=(
            "A ball has been thrown and flies through the air, upwards to the right. Its velocity v rises by 35 "
            "degrees."
        ),
        limits=(-1.1, 1.2, -1.1, 0.9),
    )


def driven_wheel() -> CutBody:
    """Wheel that a motor drives over a rough road; exercise 3.13."""
    r = 0.6
    return CutBody(
        title="The wheel",
        shapes=(
            Ground((-1.2, -r), (1.2, -r)),
            Disc(r, spokes=3),
            PointMass((0, 0), 0.04),
            AngleMark(0.8, radians(25), start=radians(115), label=r"\omega"),
            Arrow((0.2, 0.25), (0.75, 0.25), "v"),
        ),
        points={
            "S": (0, 0, "axle, and mass centre"),
            "K": (0, -r, "contact with the road"),
            "T": (0, r, "top"),
        },
        description=(
            "A wheel rolls on a horizontal road to the right. The motor of the car, which is cut away, drives it "
            "clockwise through its axle S, and the axle pushes the car forwards."
        ),
        limits=(-1.3, 1.3, -0.95, 0.95),
    )


def ball_on_slope() -> CutBody:
    """Ball that rolls down an incline without slipping; exercise 3.17."""
    r, alpha = 0.4, 20.0
    centre = toward(0, 0, 90 - alpha, r)
    return CutBody(
        title="The ball",
        shapes=(
            slope(0, 0, -alpha, 1.1, 1.3),
            Disc(r, centre, spokes=1),
            PointMass(centre, 0.03),
            Arrow(toward(*centre, -alpha, 0.55), toward(*centre, -alpha, 1.0), "v"),
        ),
        points={
            "S": (*centre, "mass centre"),
            "K": (0, 0, "contact with the slope"),
            "T": (*toward(0, 0, 90 - alpha, 2 * r), "opposite side"),
        },
        directions={
            "down the slope": 360 - alpha, "up the slope": 180 - alpha,
            "off the slope": 90 - alpha, "into the slope": 270 - alpha,
        },
        description=(
            "A homogeneous ball rolls from rest down a rough slope, which falls to the right, without slipping."
        ),
        limits=(-1.15, 1.35, -0.6, 1.0),
    )  # fmt: skip


def heavy_pulley() -> CutBody:
    """Pulley with a moment of inertia, over which a rope runs that sticks to it; section 3.8."""
    r = 0.5
    return CutBody(
        title="The pulley",
        shapes=(
            *rope_end(-r, 0, 270, 0.7),
            *rope_end(r, 0, 270, 0.7),
            Line(((0, 0), (0, 0.75))),
            Ground((0.3, 0.75), (-0.3, 0.75)),
            Disc(r, spokes=3),
            PointMass((0, 0), 0.04),
            AngleMark(0.65, radians(40), start=radians(115), label=r"\dot\omega"),
        ),
        points={
            "S": (0, 0, "bearing, and mass centre"),
            "L": (-r, 0, "where the rope leaves on the left"),
            "R": (r, 0, "where the rope leaves on the right"),
            "T": (0, r, "top"),
        },
        description=(
            "A heavy pulley turns about a fixed bearing in its centre S, faster and faster, clockwise. A rope "
            "runs over it without slipping; its ends leave vertically downwards at L and R."
        ),
        limits=(-1.0, 1.0, -1.0, 0.95),
    )


def swinging_rod() -> CutBody:
    """Heavy rod that swings about a hinge."""
    l, angle = 1.4, 300.0
    centre, end = toward(0, 0, angle, l / 2), toward(0, 0, angle, l)
    return CutBody(
        title="The rod",
        shapes=(
            Ground((0.35, 0.14), (-0.35, 0.14)),
            Line(((-0.14, 0.14), (0, 0), (0.14, 0.14))),
            Line(((0, 0), (0, -1.3)), role="reference", dashed=True),
            Rod((0, 0), end, 0.09),
            PointMass(centre, 0.03),
            AngleMark(0.45, radians(angle), start=radians(270), label=r"\varphi"),
        ),
        points={"A": (0, 0, "hinge"), "S": (*centre, "mass centre"), "E": (*end, "free end")},
        directions={"along the rod, outwards": angle, "along the rod, to the hinge": angle - 180},
        description=(
            "A heavy rod swings about a fixed hinge A at its upper end. It is turned to the right by the angle "
            "phi; its mass centre S is in the middle."
        ),
        limits=(-0.7, 1.3, -1.6, 0.4),
    )


FRICTION = (ladder, block_pulled_uphill, thrown_ball, driven_wheel)
ROLLING = (ball_on_slope, heavy_pulley, swinging_rod)
BODIES = (*FRICTION, *ROLLING)
