"""Bodies of chapter 5 to be cut free. Lengths in m, angles in degrees."""

from math import radians

from ...poses import rotation
from ...rotations import rotation_z
from ...scene import AngleMark, Box, CutBody, Disc, Hinge, Line, PointMass, Rod
from .parts import GUIDE, toward

__all__ = ["BODIES"]

PHI = 15.0
ALONG = {
    "up along the beam": PHI, "down along the beam": PHI + 180,
    "off the beam": PHI + 90, "into the beam": PHI + 270,
}  # fmt: skip


def ball_on_beam_ball() -> CutBody:
    """The ball of example 5.4, cut from the beam."""
    r = 0.3
    centre = toward(0, 0, PHI + 90, r)
    return CutBody(
        title="The ball",
        shapes=(
            Line((toward(0, 0, PHI, -1.2), toward(0, 0, PHI, 0.9)), role=GUIDE),
            Line((toward(0, -0.1, PHI, -1.2), toward(0, -0.1, PHI, 0.9)), role=GUIDE),
            Disc(r, centre, spokes=1),
            PointMass(centre, 0.02),
            Line((toward(0, 0, PHI, -1.2), (0.4, toward(0, 0, PHI, -1.2)[1])), role="reference", dashed=True),
            AngleMark(0.8, radians(PHI), center=toward(0, 0, PHI, -1.2), label=r"\varphi_1"),
        ),
        points={
            "S": (*centre, "mass centre"),
            "K": (0, 0, "contact with the beam"),
            "T": (*toward(0, 0, PHI + 90, 2 * r), "opposite side"),
        },
        directions=ALONG,
        description=(
            "A ball rolls without slipping on a beam that is tilted by the angle phi_1, so that it rises to the right."
        ),
        limits=(-1.4, 1.2, -0.55, 0.95),
    )


def ball_on_beam_beam() -> CutBody:
    """The beam of example 5.4 with its motor, cut from the ball and from the pivot."""
    r, at = 0.22, toward(0, 0, PHI, 0.8)
    touch, half = toward(*at, PHI + 90, 0.06), 0.06
    return CutBody(
        title="The beam",
        shapes=(
            Box(3.0, 2 * half, frame=rotation(rotation_z(radians(PHI)))),
            Hinge((0, 0), support=(0, -1)),
            Disc(r, toward(*touch, PHI + 90, r), spokes=0, role=GUIDE),
            AngleMark(0.45, radians(PHI + 240), start=radians(PHI + 130), label=r"\tau^e", role="dimension"),
        ),
        points={
            "O": (0, 0, "pivot, and mass centre of the beam"),
            "K": (*touch, "contact with the ball"),
            "E": (*toward(0, 0, PHI, -1.5), "left end"),
        },
        directions=ALONG,
        description=(
            "A beam turns about a pivot O in its mass centre and is tilted by the angle phi_1, so that it rises "
            "to the right. The torque tau^e of a motor turns it counterclockwise. A ball rolls on it and touches "
            "it at K; the ball is cut away."
        ),
        limits=(-1.75, 1.75, -0.8, 1.0),
    )


def cart_and_rod() -> CutBody:
    """The pendulum rod of the cart of exercise 5.2, cut from the cart."""
    angle, l = 300.0, 1.2
    centre, end = toward(0, 0, angle, l / 2), toward(0, 0, angle, l)
    return CutBody(
        title="The pendulum rod",
        shapes=(
            Box(0.9, 0.3, role=GUIDE),
            Disc(0.09, (-0.28, -0.2), spokes=0, role=GUIDE),
            Disc(0.09, (0.28, -0.2), spokes=0, role=GUIDE),
            Line(((0, 0), (0, -1.1)), role="reference", dashed=True),
            Rod((0, 0), end, 0.08),
            PointMass((0, 0), 0.03),
            PointMass(centre, 0.03),
            AngleMark(0.5, radians(angle), start=radians(270), label=r"\varphi"),
        ),
        points={"A": (0, 0, "hinge on the cart"), "S": (*centre, "mass centre"), "E": (*end, "free end")},
        directions={"along the rod, outwards": angle, "along the rod, to the cart": angle - 180},
        description=(
            "A cart, which is cut away, runs on horizontal rails on a spring and is pulled by the force f_e. A "
            "heavy rod hangs on it in a hinge A and swings; it is turned to the right by the angle phi."
        ),
        limits=(-0.9, 1.1, -1.3, 0.4),
    )


BODIES = (ball_on_beam_ball, ball_on_beam_beam, cart_and_rod)
