"""Figure 3.2: a finger on a table, cut apart where they touch."""

from ..forces import Force, ForceSystem, force_arrow, normal_force, reactions
from ..problem import Given, Outputs, Problem
from ..scene import Box, Ground, Line, Rod, Scene, Text

__all__ = ["cut_free"]

HEIGHT, LEG = 0.9, 0.7  # of the table and from its middle to a leg, m


def cut_free() -> Problem:
    """A finger pushes a table; between the two a cut, with a force on either side (*Schnittprinzip*)."""
    p = Given(
        f=(5.0, "N", "force of the hand on the finger", "nonnegative"),
        s=(0.5, "m", "opening of the cut", "nonnegative"),
    )
    y = Outputs(
        f_F=("N", "force of the table on the finger, upwards"),
        f_L=("N", "force of the floor on each leg, upwards"),
    )
    finger, table = _bodies(p, y)
    found = reactions([ForceSystem(finger, "the finger"), ForceSystem(table, "the table")], [y.f_F, y.f_L])
    return Problem(
        title="Finger on a table",
        source="figure 3.2",
        parameters=p,
        outputs=y,
        formulas={x.name: formula for x, formula in found.items()},
        scene=scene,
        sweep="s",
    )


def _bodies(p: Given, y: Outputs) -> tuple[list[Force], list[Force]]:
    """Both free bodies: the force of the table on the finger, and its reaction on the table."""
    contact = normal_force((0, 0, 0), (0, 0, 1), y.f_F)
    legs = [normal_force((x, 0, -HEIGHT), (0, 0, 1), y.f_L) for x in (-LEG, LEG)]
    return [Force((0, 0, -p.f)), contact], [-contact, *legs]


def scene(problem: Problem) -> Scene:
    """Finger and table with the forces on them; the finger is lifted by the opening of the cut."""
    p, y = problem.parameters, problem.outputs
    scale, length = 0.09, 0.75  # m/N, length of the finger
    (hand, on_finger), (on_table, *legs) = _bodies(p, y)
    tip = p.s
    return Scene(
        shapes=(
            Ground((-1.1, -HEIGHT), (1.1, -HEIGHT)),
            Rod((-LEG, -HEIGHT), (-LEG, -0.06), 0.07),
            Rod((LEG, -HEIGHT), (LEG, -0.06), 0.07),
            Box(1.7, 0.12, (0, -0.06)),
            Rod((0, tip + 0.1), (0, tip + length), 0.2),
            Line(((-1.1, tip / 2), (1.1, tip / 2)), dashed=True, role="reference"),
            Text((0.75, tip / 2 + 0.11), "the cut"),
            force_arrow(Force(hand.vector, (0, 0, tip + length + 0.1)), scale, p.f, push=True),
            force_arrow(Force(on_finger.vector, (0, 0, tip)), scale, y.f_F),
            force_arrow(on_table, scale, y.f_F),
            *(force_arrow(force, scale, y.f_L) for force in legs),
        ),
        description=(
            "A finger pushes a table from above; the two are separated by a cut where they touch, and the finger is "
            "drawn a little higher. Arrows to scale show the hand's force on the finger from above, the table's "
            "upward force on the finger and the finger's downward force on the table, which are equal in magnitude, "
            "and the force of the floor on each leg."
        ),
        ranges={"f": (0.0, 8.0), "s": (0.0, 0.8)},
        limits=(-1.3, 1.3, -1.2, 2.6),
    )
