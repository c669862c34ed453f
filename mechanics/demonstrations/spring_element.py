"""A spring with its characteristic, as in the figure beside (3.69); not an item of the lecture."""

from ..energy import Spring
from ..problem import Given, Outputs, Problem
from ..scene import Arrow, Dimension, Ground, Line, Rod, Scene, SpringShape

SCALE = 0.004  # of the force, m/N
REACH = 0.5  # length up to which the picture goes, m


def spring_element() -> Problem:
    """Force and energy of a spring that becomes stiffer, the farther it is stretched; (3.69)-(3.70).

    f_F = c (s − s0) + k (s − s0)³, linear for k = 0.
    """
    p = Given(
        c=(100.0, "N/m", "stiffness near the relaxed length"),
        k=(3000.0, "N/m^3", "cubic stiffness", "nonnegative"),
        s0=(0.3, "m", "relaxed length"),
        s=(0.42, "m", "length"),
    )
    y = Outputs(f_F=("N", "force that loads the spring", "f_F"), V=("J", "potential energy"))
    spring = Spring(lambda x: p.c * x + p.k * x**3, p.s0)
    return Problem(
        title="A spring and its characteristic",
        source="(3.69)-(3.70)",
        parameters=p,
        outputs=y,
        formulas={"f_F": spring.force(p.s), "V": spring.energy(p.s)},
        scene=scene,
        sweep="s",
    )


def scene(problem: Problem) -> Scene:
    """The spring between a wall and a plate that a force pulls to the right, or pushes to the left."""
    p, f_F = problem.parameters, problem.outputs.f_F
    return Scene(
        shapes=(
            Ground((0, 0.1), (0, -0.1)),
            Line(((p.s0, 0.13), (p.s0, -0.09)), role="reference", dashed=True),
            SpringShape((0, 0), (p.s, 0), coils=9),
            Rod((p.s, -0.05), (p.s, 0.05), 0.012),
            Arrow((p.s, 0), (p.s + SCALE * f_F, 0), f_F, role="force"),
            Dimension((0, -0.1), (p.s, -0.1), p.s, offset=-0.02),
            Dimension((0, 0.12), (p.s0, 0.12), p.s0, offset=0.02),
        ),
        description=(
            "A spring between a wall on its left and a plate. Its relaxed length is marked by a dashed line, its "
            "present length by a dimension below. An arrow to scale on the plate shows the force that stretches the "
            "spring to the right or compresses it to the left."
        ),
        ranges={"s": (0.1, REACH), "s0": (0.2, 0.4), "c": (20.0, 300.0), "k": (0.0, 6000.0)},
        limits=(-0.15, 1.0, -0.25, 0.25),
    )
