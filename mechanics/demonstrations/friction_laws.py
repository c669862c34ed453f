"""Dry, viscous and mixed friction over the relative velocity (section 3.5.2); not an item of the lecture."""

from ..friction import kinetic_friction, mixed_friction, stribeck_friction, viscous_friction
from ..problem import Given, Outputs, Problem
from ..scene import Box, Ground, Line, Scene, ValueArrow

__all__ = ["friction_laws"]

WIDTH, HEIGHT, FILM = 1.4, 0.6, 0.08


def friction_laws() -> Problem:
    """Friction of a body that slides over another one with the relative velocity dv; (3.78), (3.83) and both."""
    p = Given(
        dv=(0.5, "m/s", "relative velocity", "real", r"\Delta v"),
        f_N=(100.0, "N", "normal force"),
        mu_H=(0.4, "1", "coefficient of static friction", "nonnegative"),
        mu_C=(0.2, "1", "coefficient of kinetic friction", "nonnegative"),
        mu_V=(30.0, "N s/m", "coefficient of viscous friction", "nonnegative"),
        v_S=(0.1, "m/s", "characteristic speed of the Stribeck effect"),
    )
    y = Outputs(
        dry=("N", "dry friction (3.78)", r"f_C"),
        viscous=("N", "viscous friction (3.83)", r"f_V"),
        mixed=("N", "mixed friction, their sum", r"f_r"),
        stribeck=("N", "mixed friction with the Stribeck effect", r"f_{Str}"),
    )
    return Problem(
        title="Laws of friction",
        source="section 3.5.2, (3.78), (3.83)",
        parameters=p,
        outputs=y,
        formulas={
            "dry": kinetic_friction(p.mu_C, p.f_N, p.dv),
            "viscous": viscous_friction(p.mu_V, p.dv),
            "mixed": mixed_friction(p.mu_C, p.f_N, p.mu_V, p.dv),
            "stribeck": stribeck_friction(p.mu_H, p.mu_C, p.f_N, p.mu_V, p.dv, p.v_S),
        },
        scene=scene,
        sweep="dv",
    )


def scene(problem: Problem) -> Scene:
    """The body on its film of lubricant, with its velocity and the mixed friction against it."""
    p, y = problem.parameters, problem.outputs
    film = ((-1.6, 0), (1.6, 0), (1.6, FILM), (-1.6, FILM))
    return Scene(
        shapes=(
            Ground((-1.6, 0), (1.6, 0), endless=True),
            Line(film, closed=True, role="guide"),
            Box(WIDTH, HEIGHT, (0, FILM + HEIGHT / 2)),
            ValueArrow((0, FILM + HEIGHT + 0.15), (1, 0), p.dv, 1.0, label=p.dv, role="coordinate"),
            ValueArrow((-WIDTH / 2, FILM + 0.1), (-1, 0), y.mixed, 50.0, label=y.mixed),
            ValueArrow((0, FILM + HEIGHT / 2), (0, -1), p.f_N, 100.0, label=p.f_N),
        ),
        description=(
            "A body slides over another with a thin film of lubricant between them. An arrow above it shows its "
            "velocity relative to the ground, an arrow at its base the friction, which always opposes the velocity."
        ),
        ranges={"dv": (-1.0, 1.0)},
    )
