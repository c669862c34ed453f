"""What the double wishbone suspension looks like."""

from collections.abc import Sequence

from sympy import Expr, Matrix, Max, Min, cos, pi, sqrt

from ...model import Variables
from ...multibody import MultibodySystem
from ...poses import Pose
from ...scene import Arrow, Box, DamperShape, Disc, Line, PointMass, Projection, Rod, Scene, SpringShape, ValueArrow
from ...symbols import t
from .double_wishbone_design import OUTSIDE, design

RADIUS = 0.30  # m, of the tyre
ROAD = 1.0  # m, how far the road is seen before and behind the wheel
START = 0.5  # s, when the wheel reaches the bump


def scene(system: MultibodySystem) -> Scene:
    """Chassis, wishbones, carrier with wheel, tie rod, strut and the bump that comes."""
    p, F_t = system.parameters, system.outputs["F_t"]
    chassis, lower, upper, carrier, rod = (system.frame(name) for name in system.frames)
    at = design(p.l_u, p.z_u, sqrt)  # there all bodies have the axes of the ground
    lower_ball, upper_ball, steer = at.lower_ball - at.wheel, at.upper_ball - at.wheel, at.rod_outer - at.wheel
    lower_hinge, upper_hinge = at.lower_hinge - at.chassis, at.upper_hinge - at.chassis
    strut = chassis.point(at.strut_top - at.chassis), lower.point(at.strut_foot - at.lower_hinge)
    wheel = Pose(carrier.R * Matrix([[1, 0, 0], [0, 0, 1], [0, -1, 0]]), carrier.p)
    return Scene(
        shapes=(
            *_road(p),
            Box(0.7, 0.3, center=(0, -0.08, 0.1), depth=0.28, frame=chassis),
            *(Rod((side, 0.20, -0.35), (side, 0.07, 0.0), 0.03, frame=chassis) for side in (-0.2, 0.2)),
            Rod((-0.2, 0.20, -0.35), (0.2, 0.20, -0.35), 0.03, frame=chassis),
            *_wishbone(chassis, lower_hinge, lower.point(at.lower_ball - at.lower_hinge)),
            *_wishbone(chassis, upper_hinge, carrier.point(upper_ball)),
            Rod((0, 0, 0), at.rod_outer - at.rod_inner, 0.02, frame=rod),
            SpringShape(*strut, style="loops"),
            DamperShape(*strut),
            Rod(lower_ball, upper_ball, 0.045, frame=carrier),
            Rod((0, -0.07, 0.0), (0, 0, 0), 0.05, frame=carrier),
            Rod(lower_ball, steer, 0.03, frame=carrier),
            PointMass(carrier.point(lower_ball), 0.022, role="joint"),
            PointMass(carrier.point(upper_ball), 0.022, role="joint"),
            PointMass(carrier.point(steer), 0.018, role="joint"),
            Disc(RADIUS, center=(0, 0, 0.02), thickness=0.18, spokes=0, frame=wheel),
            ValueArrow((0, OUTSIDE, 0), (0, 0, 1), F_t, 4000.0, label=F_t, push=True),
            Arrow((0.5, 0, 0), (0.75, 0, 0), "x", role="axis"),
            Arrow((0.5, 0, 0), (0.5, 0.25, 0), "y", role="axis"),
            Arrow((0.5, 0, 0), (0.5, 0, 0.25), "z", role="axis"),
        ),
        description=(
            "A quarter of a car seen from the front: the chassis, a box that moves up and down, carries two wishbones, "
            "one above the other. Between their outer ends stands the carrier of the wheel; a thin tie rod behind them "
            "keeps its direction. A spring with a damper stands on the lower wishbone. A bump in the road comes nearer."
        ),
        projection=Projection.axonometric(azimuth=1.2, elevation=0.2, up="z"),
        ranges={
            "h": (0.0, 0.12),
            "v": (1.0, 15.0),
            "l_u": (0.15, 0.35),
            "z_u": (0.4, 0.52),
            "l_b": (0.3, 2.0),
        },
        duration=3.0,
    )


def _wishbone(chassis: Pose, hinge: Sequence[Expr | float], ball: Matrix) -> tuple[Rod, ...]:
    """Two bars from the ends of the hinge to the ball joint."""
    x, y, z = hinge
    return tuple(Rod(chassis.point((x + side, y, z)), ball, 0.03) for side in (-0.16, 0.16))


def _road(p: Variables) -> tuple[Line, ...]:
    """The road on both sides of the wheel's track, and the bump, which waits at the edge of the picture."""
    begin = Max(-ROAD - p.l_b / 2, Min(ROAD - p.l_b / 2, p.v * (START - t)))
    sides = (0.62, 0.90)
    flat = [Line(((-1.5 * ROAD, y, 0), (1.5 * ROAD, y, 0)), role="ground") for y in sides]
    steps = [(begin + p.l_b * k / 8, p.h / 2 * (1 - cos(2 * pi * k / 8))) for k in range(9)]
    waves = [Line(tuple((x, y, z) for x, z in steps), role="ground") for y in sides]
    across = [Line(tuple((x, y, z) for y in sides), role="ground") for x, z in steps[2:7:2]]
    return (*flat, *waves, *across)
