"""Bodies of the self-study problems A.6 to A.10, which move, to be cut free. Lengths in m, angles in degrees."""

from math import radians

from ...poses import rotation
from ...rotations import rotation_z
from ...scene import AngleMark, Arrow, Box, CutBody, Disc, Ground, Hinge, Line, PointMass, Rod, SpringShape, Text
from .parts import GUIDE, given_load, rope_end, slope, toward

__all__ = ["BODIES"]


def block_on_turntable() -> CutBody:
    """The block of A.6 on a plate that falls outwards, in the frame that turns along."""
    beta, half, height = 20.0, 0.25, 0.36
    frame = rotation(rotation_z(radians(-beta)))
    centre = toward(0, 0, 90 - beta, height / 2)
    end = toward(*centre, 180 - beta, half)
    anchor = toward(*centre, 180 - beta, 1.0)
    return CutBody(
        title="The block",
        shapes=(
            slope(0, 0, -beta, 1.15, 0.7),
            Line((toward(-1.25, 0.2, 90, 0.5), toward(-1.25, 0.2, 270, 0.6)), dashed=True, role="reference"),
            AngleMark(0.16, radians(400), start=radians(150), center=(-1.25, 0.78), label=r"\omega"),
            SpringShape(anchor, end, "c"),
            Line((anchor, toward(*anchor, 270 - beta, height / 2)), role="line"),
            Box(2 * half, height, (0, height / 2), frame=frame),
            PointMass(centre, 0.03),
        ),
        points={
            "S": (*centre, "mass centre"),
            "K": (0, 0, "contact with the plate"),
            "E": (*end, "end of the spring"),
        },
        directions={
            "outwards along the plate": 360 - beta, "inwards along the plate": 180 - beta,
            "off the plate": 90 - beta, "into the plate": 270 - beta,
        },
        description=(
            "A rough plate turns about a vertical axis on the left and falls outwards, to the right. A block lies "
            "on it and turns along. A spring parallel to the plate ties its inner side E to an anchor near the "
            "axis."
        ),
        limits=(-1.6, 0.9, -0.5, 1.05),
    )  # fmt: skip


def governor_ball() -> CutBody:
    """The right ball of the governor of A.7, cut from its two rods."""
    alpha, l = 40.0, 1.0
    up, down = toward(0, 0, 90 + alpha, l), toward(0, 0, 270 - alpha, l)
    return CutBody(
        title="The ball",
        shapes=(
            Line(((up[0], up[1] + 0.3), (down[0], down[1] - 0.3)), role=GUIDE),
            Rod(up, (0, 0), 0.03),
            Rod(down, (0, 0), 0.03),
            Hinge(up),
            Hinge(down),
            Box(0.22, 0.2, down, role=GUIDE),
            Text((down[0] - 0.22, down[1]), "A"),
            AngleMark(0.35, radians(270 + alpha), start=radians(270), center=up, label=r"\alpha"),
            Disc(0.2, spokes=0),
            PointMass((0, 0), 0.03),
        ),
        points={
            "S": (0, 0, "mass centre of the ball"),
            "O": (0, 0.2, "top of the ball"),
            "R": (0.2, 0, "outer side of the ball"),
        },
        directions={
            "along the upper rod, to the spindle": 90 + alpha, "along the upper rod, outwards": 270 + alpha,
            "along the lower rod, to the sleeve": 270 - alpha, "along the lower rod, outwards": 90 - alpha,
        },
        description=(
            "The right ball of a governor. A light rod leads from it to the top of the spindle on the left, "
            "another one of the same length down to the sleeve A, which slides on the spindle. Both rods are "
            "hinged to the ball in its centre."
        ),
        limits=(-1.15, 0.75, -1.2, 1.2),
    )  # fmt: skip


def drum_on_table() -> CutBody:
    """The drum of A.8, whose cable leaves it below the axle."""
    r, outer = 0.3, 0.6
    return CutBody(
        title="The drum",
        shapes=(
            Ground((-1.5, -outer), (1.4, -outer)),
            Ground((-1.5, -0.45), (-1.5, 0.45)),
            Disc(outer, spokes=0),
            Disc(r, spokes=0),
            *rope_end(0, -r, 0, 1.0),
            SpringShape((-1.5, 0), (0, 0), "c"),
            PointMass((0, 0), 0.04),
        ),
        points={
            "S": (0, 0, "axle, and mass centre"),
            "U": (0, -r, "where the cable leaves"),
            "O": (0, r, "top of the inner radius"),
            "K": (0, -outer, "contact with the table"),
        },
        description=(
            "A heavy drum rolls on a horizontal table without slipping. A cable leaves its inner radius below the "
            "axle, at U, to the right. A spring ties its axle S to a wall on the left."
        ),
        limits=(-1.75, 1.5, -0.95, 0.85),
    )


def loose_pulley() -> CutBody:
    """The loose pulley of A.9 with the counterweight."""
    r, low = 0.4, -1.0
    return CutBody(
        title="The loose pulley with the counterweight",
        shapes=(
            *rope_end(-r, 0, 90, 0.8),
            *rope_end(r, 0, 90, 0.8),
            Disc(r, spokes=0),
            Line(((0, 0), (0, low))),
            Box(0.4, 0.4, (0, low)),
            PointMass((0, 0), 0.03),
            PointMass((0, low), 0.03),
            Arrow((0.75, -0.2), (0.75, -0.7), "v_{R2}"),
        ),
        points={
            "S": (0, 0, "axle, and mass centre of the pulley"),
            "L": (-r, 0, "where the rope arrives on the left"),
            "R": (r, 0, "where the rope leaves on the right"),
            "M": (0, 0.55 * low, "inside the bar between pulley and counterweight"),
            "G": (0, low, "mass centre of the counterweight"),
        },
        description=(
            "A loose pulley of mass m_2 hangs in a loop of rope: the rope runs vertically upwards at its left "
            "side L and at its right side R. A counterweight of mass m_G is fixed to its axle by a bar and sinks "
            "with it, faster and faster."
        ),
        limits=(-1.0, 1.2, -1.5, 1.2),
    )


def press_lever() -> CutBody:
    """Lever 2 of the press of A.10, between knee and slider."""
    knee, end = (0.0, 0.75), (1.3, 0.0)
    centre = (0.65, 0.375)
    return CutBody(
        title="Lever 2",
        shapes=(
            Ground((0.5, -0.22), (1.9, -0.22)),
            Box(0.4, 0.4, end, role=GUIDE),
            Line((knee, (-0.75, 0.0)), role=GUIDE),
            Line(((-0.75, 0), (1.1, 0)), role="reference", dashed=True),
            *given_load(0.0, 1.45, 270, "f", 0.4),
            Rod(knee, end, 0.09),
            PointMass(centre, 0.03),
            Hinge(knee),
            Hinge(end),
        ),
        points={
            "K": (*knee, "bolt of the knee"),
            "S": (*centre, "mass centre"),
            "P": (*end, "bolt of the slider"),
        },
        directions={"along the lever, to the knee": 150.02, "along the lever, to the slider": 330.02},
        description=(
            "Lever 2 of a toggle press falls from the knee K on the left to the slider P on the right, which "
            "moves on a horizontal guide. Lever 1 leads from the knee down to the left to a fixed bearing; the "
            "force f presses on the bolt of the knee, which belongs to lever 1."
        ),
        limits=(-1.0, 1.95, -0.4, 1.5),
    )


BODIES = (block_on_turntable, governor_ball, drum_on_table, loose_pulley, press_lever)
