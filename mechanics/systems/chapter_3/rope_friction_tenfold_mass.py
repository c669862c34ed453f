"""How many turns of a rope hold ten times the load (Aufgabe 3.12)."""

from sympy import Expr, cos, pi, sin

from ...friction import rope_friction_coefficient, wrap_angle
from ...poses import translation
from ...problem import Given, Outputs, Problem
from ...scene import Box, Disc, Hinge, Line, Scene, Shape, Text, ValueArrow
from .rope_friction import wrapped


def rope_friction_tenfold_mass() -> Problem:
    """One turn of rope and a small force hold a mass m; turns with which the same force holds 10 m; (3.87)."""
    p = Given(
        m=(10.0, "kg", "mass that one turn holds"),
        g=(9.81, "m/s^2", "gravity"),
        f_hold=(10.0, "N", "holding force", "positive", r"f_{hold}"),
    )
    y = Outputs(
        mu_H=("1", "coefficient of static friction, from the single turn", r"\mu_H"),
        alpha=("rad", "angle of wrap for ten times the mass"),
        turns=("1", "turns for ten times the mass", r"\frac{\alpha}{2\pi}"),
    )
    return Problem(
        title="Ten times the mass on a rope",
        source="Aufgabe 3.12, (3.87)",
        parameters=p,
        outputs=y,
        formulas={
            "mu_H": rope_friction_coefficient(p.f_hold, p.m * p.g, 2 * pi),
            "alpha": wrap_angle(p.f_hold, 10 * p.m * p.g, y.mu_H),
            "turns": y.alpha / (2 * pi),
        },
        conditions={"The weight m g must be larger than the holding force": p.m * p.g > p.f_hold},
        scene=scene,
        sweep="m",
    )


def scene(problem: Problem) -> Scene:
    """Two drums with the same holding hand: one turn for the mass, some more for ten times the mass."""
    p, y = problem.parameters, problem.outputs
    return Scene(
        shapes=(*drum(p, 0, 2 * pi, p.m, 0.5), *drum(p, 4, y.alpha, 10 * p.m, 0.5 * 10 ** (1 / 3))),
        description=(
            "Two fixed drums. A rope is wrapped once around the left one; a mass hangs from it, and a small force "
            "holds it. Around the right one the rope is wrapped more often, and the same small force holds ten times "
            "the mass."
        ),
        ranges={"m": (1.2, 100.0), "f_hold": (1.0, 50.0), "g": (2.0, 20.0)},
    )


def drum(p: Given, x: float, alpha: Expr, mass: Expr, edge: float) -> tuple[Shape, ...]:
    """A drum at x with a rope that ends on its left, where the load hangs.

    Parameters
    ----------
    p : Given
        Inputs of the problem.
    x : float
        Where the drum stands, in its radii.
    alpha : Expr
        Angle of wrap, rad.
    mass : Expr
        What hangs from the rope, kg.
    edge : float
        Of the square that stands for it, in radii of the drum.
    """
    place = translation(x)
    rope, end = wrapped(alpha, pi - alpha)
    pull = (sin(alpha), cos(alpha))  # from where the rope meets the drum to the hand
    first = (-cos(alpha), sin(alpha))
    hand = tuple(a + b for a, b in zip(first, pull, strict=True))
    load = (end[0], -2.2)
    return (
        Disc(1, (0, 0), frame=place, spokes=0),
        Hinge((0, 0), frame=place),
        Line((hand, *rope, load), role="spring", frame=place),
        ValueArrow(hand, pull, p.f_hold, p.f_hold, label=p.f_hold, frame=place),
        Box(edge, edge, (end[0], -2.2 - edge / 2), frame=place),
        Text((end[0], -2.2 - edge / 2), mass, frame=place),
    )
