"""The launch angle of the longest throw (Aufgabe 3.5)."""

from ...momentum import Projectile
from ...problem import Problem
from ...scene import Line, PointMass, Scene, Text
from .projectile import SEGMENTS, field, throw_inputs, throw_results


def projectile_optimal_angle() -> Problem:
    """The throw of Beispiel 3.5 over its launch angle: where is the range greatest? (3.38), (3.39)."""
    p = throw_inputs()
    throw = Projectile(p.v0, p.alpha, p.h, p.g)
    return Problem(
        title="The longest throw",
        source="Aufgabe 3.5, (3.38), (3.39)",
        parameters=p,
        **throw_results(throw),
        scene=scene,
        sweep="alpha",
    )


def scene(problem: Problem) -> Scene:
    """The path for one angle, the longest throw, and the envelope that no throw leaves."""
    p, y = problem.parameters, problem.outputs
    throw = Projectile(p.v0, p.alpha, p.h, p.g)
    places = [y.x_max * k / SEGMENTS for k in range(SEGMENTS + 1)]
    return Scene(
        shapes=(
            Line(tuple((x, throw.reach(x)) for x in places), role="guide"),
            *field(problem, throw),
            PointMass((y.x_t1, 0), 0.012 * y.x_max),
            PointMass((y.x_max, 0), 0.008 * y.x_max, role="joint"),
            Text((1.03 * y.x_max, 0.04 * y.x_max), y.x_max, anchor="left"),
            Text((0.62 * y.x_max, throw.reach(0.5 * y.x_max)), "envelope", anchor="left", role="axis"),
        ),
        description=(
            "Parabola of a throw whose launch angle changes, with the point where it ends. A dashed parabola is the "
            "longest throw; it touches the envelope, a curve above which no throw at this speed reaches."
        ),
        sketch={"alpha": 0.3},
        ranges={"alpha": (0.0, 1.5), "h": (0.0, 10.0), "v0": (5.0, 25.0), "g": (1.6, 25.0)},
    )
