"""A mass that is pulled up a rough incline by a rope (Aufgabe 3.10)."""

from sympy import Matrix, cos, pi, sin

from ...forces import Force, ForceSystem, RoughContact, cone_shape, force_arrow, reactions, rope, weight
from ...poses import rotation
from ...problem import Given, Outputs, Problem
from ...rotations import rotation_z
from ...scene import AngleMark, Box, Ground, Line, Scene, Text

SLOPE = 2.6  # length of the incline in the picture, m


def mass_on_incline_pull() -> Problem:
    """The pull at which a mass begins to slide up an incline: friction is at its limit, f_H = mu_H f_N; (3.76)-(3.77).

    It is smallest where the rope is steeper than the incline by the angle of friction.
    """
    p = Given(
        m=(10.0, "kg", "mass"),
        g=(9.81, "m/s^2", "gravity"),
        alpha=(0.4, "rad", "slope of the incline", "nonnegative"),
        beta=(0.9, "rad", "angle between rope and horizontal", "real"),
        mu_H=(0.3, "1", "coefficient of static friction", "nonnegative"),
    )
    y = Outputs(
        f_S_min=("N", "pull at which the mass begins to move up", "f_{S,min}"),
        f_N=("N", "normal force at that pull"),
        beta_opt=("rad", "angle of the rope that needs the smallest pull", r"\beta_{opt}"),
    )
    found = reactions(ForceSystem(_forces(p, y)), [y.f_S_min, y.f_N])
    return Problem(
        title="Mass on an incline",
        source="Aufgabe 3.10, (3.76)-(3.77)",
        parameters=p,
        outputs=y,
        formulas={
            **{x.name: formula for x, formula in found.items()},
            "beta_opt": p.alpha + _contact(p).angle,
        },
        conditions={
            "The incline must be less steep than the vertical, alpha < pi/2": cos(p.alpha) > 0,
            "A rope in this direction presses the mass onto the incline, and no pull moves it; choose beta closer to "
            "alpha": (cos(p.beta - p.alpha) + p.mu_H * sin(p.beta - p.alpha) > 0),
            "At this angle the rope lifts the mass off the incline before it slides; choose a smaller beta": y.f_N >= 0,
        },
        scene=scene,
        sweep="beta",
    )


def _contact(p: Given) -> RoughContact:
    """The incline below the mass, in the origin."""
    return RoughContact((0, 0, 0), (-sin(p.alpha), 0, cos(p.alpha)), p.mu_H)


def _forces(p: Given, y: Outputs) -> list[Force]:
    """The free mass, about to slide up: contact, rope and weight."""
    center, up = (0, 0, 0), (cos(p.alpha), 0, sin(p.alpha))
    return [
        _contact(p).at_limit(y.f_N, slides=up, name="contact"),
        rope(center, y.f_S_min, along=(cos(p.beta), 0, sin(p.beta)), name="rope"),
        weight(p.m, p.g, center, name="weight"),
    ]


def scene(problem: Problem) -> Scene:
    """The mass on the incline with the three forces; the force of the contact lies on the edge of its cone."""
    p, y = problem.parameters, problem.outputs
    scale, width, height = 0.011, 0.5, 0.34  # m/N, m
    incline = rotation(rotation_z(p.alpha))
    along, normal = Matrix([cos(p.alpha), 0, sin(p.alpha)]), Matrix([-sin(p.alpha), 0, cos(p.alpha)])
    foot, center = 1.1 * along, 1.1 * along + height / 2 * normal
    contact, pull, load = (f.vector for f in _forces(p, y))
    tied = center + width / 2 * along
    cone = RoughContact(foot, normal, p.mu_H)
    return Scene(
        shapes=(
            Line(((0, 0), (SLOPE, 0)), role="reference", dashed=True),
            Ground((SLOPE * along[0], SLOPE * along[2]), (0, 0)),
            AngleMark(0.6, p.alpha, label=p.alpha),
            cone_shape(cone, along, 1.25),
            Box(width, height, (1.1, height / 2), frame=incline),
            Line((_page(tied), (tied[0] + 0.7, tied[2])), role="reference", dashed=True),
            AngleMark(0.6, p.beta, center=_page(tied), label=p.beta),
            Line(((1.1, 0), (1.1, 1.25)), frame=incline, role="reference", dashed=True),
            AngleMark(
                1.1,
                pi / 2 + _contact(p).angle,
                start=pi / 2,
                center=(1.1, 0),
                frame=incline,
                label=r"\varphi_H",
                role="dimension",
            ),
            force_arrow(Force(pull, tied), scale, y.f_S_min),
            force_arrow(Force(load, center), scale, "m g"),
            force_arrow(Force(contact, foot), scale, role="coordinate"),
            Text(_page(foot + scale * contact + 0.13 * normal - 0.06 * along), "f", role="coordinate"),
            force_arrow(Force(y.f_N * normal, foot), scale, y.f_N),
            force_arrow(Force(-p.mu_H * y.f_N * along, foot), scale, "f_H"),
        ),
        description=(
            "A block rests on an incline that rises to the right at the angle alpha. A rope pulls it upwards at the "
            "angle beta to the horizontal. Arrows to scale show the pull at which the block begins to slide up, its "
            "weight, and the force of the incline on it with its components along the normal and along the incline. "
            "This force is on the edge of the friction cone, which opens by the angle of friction to both sides of "
            "the normal."
        ),
        ranges={
            "beta": (-0.5, 1.55),
            "alpha": (0.0, 1.0),
            "mu_H": (0.0, 1.0),
            "m": (2.0, 15.0),
            "g": (1.0, 25.0),
        },
        limits=(-0.6, 3.8, -1.1, 2.6),
    )


def _page(point: Matrix) -> tuple:
    """A point of the x-z plane on the page."""
    return point[0], point[2]
