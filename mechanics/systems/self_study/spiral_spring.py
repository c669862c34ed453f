"""A flat spiral for torsion springs in plane pictures; it winds up with the angle."""

from sympy import Expr, cos, pi, sin

from ...poses import Pose
from ...scene import Line

__all__ = ["spiral_spring"]

TURNS, POINTS = 2, 36


def spiral_spring(frame: Pose, twist: Expr, radius: Expr, start: Expr = -pi / 2, end: Expr = pi / 2) -> Line:
    """Spiral in the x-y plane of the frame, from its middle to the radius, there turned by `twist` (rad).

    Parameters
    ----------
    frame : Pose
        Fixed to what holds the inner end.
    twist : Expr
        Angle of the outer end against the frame, counterclockwise, rad.
    radius : Expr
        Of the outer end, m.
    start, end : Expr
        Directions of both ends without twist, rad.
    """
    # numbers, because sympy would look for multiples of pi in every angle
    begin, whole = float(start), float(2 * pi * TURNS + end - start) + twist
    shares = [k / POINTS for k in range(POINTS + 1)]
    rays = [(radius * (0.3 + 0.7 * x), begin + whole * x) for x in shares]
    return Line(tuple((r * cos(angle), r * sin(angle)) for r, angle in rays), frame=frame, role="spring")
