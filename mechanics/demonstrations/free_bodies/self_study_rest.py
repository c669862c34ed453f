"""Bodies of the self-study problems A.1 to A.5, which rest, to be cut free. Lengths in m, angles in degrees."""

from math import radians

from ...scene import AngleMark, Box, CutBody, DamperShape, Disc, Ground, Line, PointMass, Rod, SpringShape, Text
from .parts import GUIDE, given_load, rope_end, toward

__all__ = ["BODIES"]


def drawbridge_with_car() -> CutBody:
    """The bridge of A.1, cut from its bearing and from rope 1; a car stands on it."""
    angle = 25.0
    centre, car, end = toward(0, 0, angle, 1.0), toward(0, 0, angle, 1.5), toward(0, 0, angle, 2.0)
    return CutBody(
        title="The bridge with the car",
        shapes=(
            *rope_end(*end, 90, 0.7),
            Rod((0, 0), end, 0.09),
            Line(((-0.14, -0.2), (0, 0), (0.14, -0.2))),
            Ground((-0.4, -0.2), (0.4, -0.2)),
            Line(((0, 0), (1.1, 0)), role="reference", dashed=True),
            AngleMark(0.7, radians(angle), label=r"\varphi_B"),
            PointMass(centre, 0.03),
            PointMass(car, 0.07),
        ),
        points={
            "B": (0, 0, "bearing"),
            "S": (*centre, "mass centre of the bridge"),
            "P": (*car, "car, a point mass"),
            "C": (*end, "end of the bridge, where rope 1 is tied"),
        },
        directions={"along the bridge, outwards": angle, "along the bridge, to the bearing": angle + 180},
        description=(
            "A bridge turns about the bearing B at its left end and is open by the angle phi_B. A car stands at "
            "P, between the mass centre S of the bridge and its end C. Rope 1 is tied to C and runs vertically "
            "upwards."
        ),
        limits=(-0.6, 2.4, -0.5, 1.9),
    )


def frame_on_spring() -> CutBody:
    """The frame of A.2 at rest, with its spring under the lower arm."""
    d, l1, l2, l3 = 0.14, 0.9, 1.2, 1.1
    top, foot = l1 + 2 * d, d + l3
    outline = ((0, 0), (foot, 0), (foot, d), (d, d), (d, top), (-l2, top), (-l2, top - d), (0, top - d))
    return CutBody(
        title="The frame with the point mass",
        shapes=(
            SpringShape((foot, -0.75), (foot, 0), label="c"),
            Ground((foot - 0.35, -0.75), (foot + 0.35, -0.75)),
            Line(((-0.14, -0.2), (0, 0), (0.14, -0.2))),
            Ground((-0.35, -0.2), (0.35, -0.2)),
            Line(outline, closed=True, role="body"),
            PointMass((-0.85, top + 0.06), 0.07),
        ),
        points={
            "A": (0, 0, "hinge"),
            "1": (-l2 / 2, top - d / 2, "mass centre of bar 1, the upper arm"),
            "2": (d / 2, top / 2, "mass centre of bar 2, the upright"),
            "3": (d + l3 / 2, d / 2, "mass centre of bar 3, the lower arm"),
            "P": (-0.85, top + 0.06, "point mass"),
            "F": (foot, 0, "where the spring holds the lower arm"),
            "K": (d / 2, top - d / 2, "corner of bars 1 and 2"),
        },
        description=(
            "A frame of three bars: the upper arm to the left, the upright, the lower arm to the right. It turns "
            "about a hinge A at the foot of the upright. A point mass P lies on the upper arm; a vertical spring "
            "stands under the end F of the lower arm. Everything rests."
        ),
        limits=(-1.5, 1.8, -1.0, 1.6),
    )  # fmt: skip


def clamped_plate() -> CutBody:
    """The plate of A.3, cut from its roller, from the smooth wall and from the hook."""
    b, h, low, roller = 0.7, 0.35, -1.5, 0.24
    return CutBody(
        title="The plate",
        shapes=(
            Ground((b, 0.9), (b, -0.6)),
            Disc(roller, (-roller, 0), spokes=0, role=GUIDE),
            Ground(toward(-2 * roller, -0.1, 135, 0.9), toward(-2 * roller, -0.1, 135, -0.35)),
            Box(b, 0.7 - low, (b / 2, (0.7 + low) / 2)),
            PointMass((b / 2, (0.7 + low) / 2), 0.03),
            *given_load(0.5, low, 270, "f_L", 0.35),
        ),
        points={
            "B": (0, 0, "contact with the roller"),
            "C": (b, h, "contact with the smooth wall"),
            "S": (b / 2, (0.7 + low) / 2, "mass centre"),
            "H": (0.5, low, "hook for the load"),
        },
        description=(
            "A vertical plate leans on a smooth wall on its right, which touches it at C. On its left a roller is "
            "wedged between the plate, at B, and an inclined wall, and keeps it by friction from sliding down. A "
            "load f_L hangs on a hook H at the lower edge, right of the mass centre S."
        ),
        limits=(-1.2, 1.2, -2.2, 1.0),
    )


def car_body() -> CutBody:
    """The body of the quarter car of A.4, between seat and suspension."""
    y, seat, wheel = 0.16, 0.2, 0.42
    lower = -0.75
    return CutBody(
        title="The body of the car",
        shapes=(
            SpringShape((-seat, y), (-seat, 0.8), "c_S"),
            DamperShape((seat, y), (seat, 0.8), "d_S", "right"),
            Box(0.7, 0.16, (0, 0.88), role=GUIDE),
            SpringShape((-wheel, lower), (-wheel, -y), "c_A"),
            DamperShape((wheel, lower), (wheel, -y), "d_A", "right"),
            Box(1.1, 0.16, (0, lower - 0.08), role=GUIDE),
            Box(1.2, 2 * y),
            PointMass((0, 0), 0.03),
        ),
        points={
            "S": (0, 0, "mass centre"),
            "A": (-seat, y, "spring of the seat"),
            "B": (seat, y, "damper of the seat"),
            "C": (-wheel, -y, "spring of the suspension"),
            "D": (wheel, -y, "damper of the suspension"),
        },
        description=(
            "The body of a car between the seat above it and the wheel below it. Spring and damper of the seat "
            "stand on it at A and B, spring and damper of the suspension carry it at C and D. Everything moves "
            "vertically."
        ),
        limits=(-0.95, 0.95, -1.0, 1.05),
    )


def suspended_wheel() -> CutBody:
    """The wheel of A.5, cut from its three bars and from the road."""
    b, a, d, push, tilt = 0.7, 0.5, 0.3, 35.0, 15.0
    return CutBody(
        title="The wheel",
        shapes=(
            Ground((-1.0, -a), (1.0, -a)),
            Box(0.4, 1.5, (d, 0.25)),
            Line(((d - 0.2, b), (0, b))),
            Line(((d - 0.2, 0), (0, 0))),
            Line(((0, b), toward(0, b, 180 - tilt, 0.95))),
            Line(((0, 0), (-0.95, 0))),
            Line(((0, 0), toward(0, 0, 180 - push, 0.75))),
            Text(toward(0, b + 0.12, 180 - tilt, 0.75), "Q_1"),
            Text((-0.8, -0.13), "Q_2"),
            Text(toward(0, 0.12, 180 - push, 0.7), "D"),
        ),
        points={
            "K": (0, b, "joint of the upper wishbone"),
            "J": (0, 0, "joint of the lower wishbone and of the push rod"),
            "E": (d, -a, "contact with the road"),
        },
        directions={
            "along the upper wishbone, to the car": 180 - tilt,
            "along the upper wishbone, to the wheel": 360 - tilt,
            "along the push rod, to the car": 180 - push,
            "along the push rod, to the wheel": 360 - push,
        },
        description=(
            "A wheel seen from behind, the car is on its left. The upper wishbone Q_1 is hinged to it at K and "
            "falls towards it by a small angle. The lower wishbone Q_2, horizontal, and the push rod D, which "
            "falls towards the wheel more steeply, are hinged to it at J below K. The road touches the wheel at "
            "E."
        ),
        limits=(-1.15, 0.9, -0.85, 1.2),
    )


BODIES = (drawbridge_with_car, frame_on_spring, clamped_plate, car_body, suspended_wheel)
