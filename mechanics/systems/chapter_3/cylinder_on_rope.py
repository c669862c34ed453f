"""Cylinder held by a rope at a smooth wall (Beispiel 3.1)."""

from sympy import asin, cos, pi, sin

from ...forces import Force, ForceSystem, force_arrow, force_polygon, normal_force, reactions, rope, weight
from ...problem import Given, Outputs, Problem
from ...scene import AngleMark, Dimension, Disc, Ground, Hinge, Line, Scene

E_X, E_Z = (1, 0, 0), (0, 0, 1)


def cylinder_on_rope() -> Problem:
    """Rope force and wall force of a cylinder whose rope is tied to its centre; (3.4)-(3.5)."""
    p = Given(
        m=(10.0, "kg", "mass of the cylinder"),
        r=(0.2, "m", "radius of the cylinder"),
        l=(0.5, "m", "length of the rope, from the wall to the centre of the cylinder"),
        g=(9.81, "m/s^2", "gravity"),
    )
    y = Outputs(
        alpha=("rad", "angle between rope and wall"),
        f_S=("N", "force in the rope"),
        f_N=("N", "force of the wall"),
    )
    found = reactions(ForceSystem(_forces(p, y)), [y.f_S, y.f_N])
    return Problem(
        title="Cylinder on a rope",
        source="Beispiel 3.1, (3.4)-(3.5)",
        parameters=p,
        outputs=y,
        formulas={"alpha": asin(p.r / p.l), **{x.name: formula for x, formula in found.items()}},
        conditions={"The rope must be longer than the radius of the cylinder, l > r": p.l > p.r},
        scene=scene,
        sweep="l",
    )


def _forces(p: Given, y: Outputs) -> list[Force]:
    """The free body: all forces go through the centre, which is the origin."""
    center = (0, 0, 0)
    return [
        rope(center, y.f_S, along=(-sin(y.alpha), 0, cos(y.alpha)), name="rope"),
        normal_force(center, E_X, y.f_N, name="wall"),
        weight(p.m, p.g, center, name="weight"),
    ]


def scene(problem: Problem) -> Scene:
    """Wall, rope and cylinder with the three forces, and beside it the closed triangle of forces."""
    p, y = problem.parameters, problem.outputs
    scale, larger = 0.003, 0.006  # m/N at the cylinder and in the triangle
    x, z = p.r, -p.l * cos(y.alpha)  # the rope is tied to the wall in the origin
    pull, push, load = (Force(f.vector, (x, 0, z)) for f in _forces(p, y))
    labels = (y.f_S, y.f_N, "m g")
    return Scene(
        shapes=(
            Ground((0, 0.12), (0, z - 0.35)),
            Disc(p.r, (x, z), spokes=0),
            Line(((0, 0), (x, z))),
            Hinge((0, 0)),
            AngleMark(0.24, y.alpha - pi / 2, start=-pi / 2, label=y.alpha),
            Dimension((x, z), (x + p.r * cos(0.6), z - p.r * sin(0.6)), p.r, only="sketch"),
            Dimension((0, 0), (x, z), p.l, offset=0.32, only="sketch"),
            force_arrow(pull, scale, y.f_S),
            force_arrow(Force(push.vector, (0, 0, z)), scale, y.f_N),
            force_arrow(load, scale, "m g"),
            *force_polygon((load, pull, push), (labels[2], *labels[:2]), (1.05, 0, 0), larger),
        ),
        description=(
            "A cylinder hangs on a rope that is tied to its centre and to a point of a vertical wall on its left; it "
            "leans against the smooth wall. Three arrows to scale show the force of the rope along the rope, the force"
            " of the wall to the right and the weight downwards. Beside it the same arrows form a closed triangle."
        ),
        ranges={"l": (0.21, 0.9), "r": (0.02, 0.45), "m": (1.0, 20.0), "g": (1.0, 25.0)},
        limits=(-0.3, 2.2, -1.35, 0.5),
    )
