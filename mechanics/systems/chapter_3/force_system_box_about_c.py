"""The three forces on a box about the corner C, and about any point (Aufgabe 3.2)."""

from ...forces import UPRIGHT
from ...problem import Problem
from ...scene import Handle, Line, Scene
from .force_system_box import (
    VIEW,
    box,
    box_formulas,
    box_inputs,
    box_outputs,
    loads,
    mark,
    points,
    ranges,
    reduction,
)


def force_system_box_about_c() -> Problem:
    """Moments of the forces of Beispiel 3.2 about C; (3.12). The picture reduces them to a point P of your choice."""
    p = box_inputs(r_P=((1.0, 0.0, 0.0), "m", "point P for the reduction in the picture", "real"))
    y = box_outputs(tau_R_P=("N m", "moment of all forces about P", r"\tau^{(P)}_{R}", 3))
    return Problem(
        title="Three forces on a box, about any point",
        source="Aufgabe 3.2, (3.12)",
        parameters=p,
        outputs=y,
        formulas={**box_formulas(p), "tau_R_P": loads(p).moment(p.r_P)},
        scene=scene,
        sweep="r_P_x",
    )


def scene(problem: Problem) -> Scene:
    """The box with its forces; the reduction to C stays, the one to P goes wherever P is put."""
    p, y = problem.parameters, problem.outputs
    corner = points(p)["C"]
    return Scene(
        shapes=(
            *box(p),
            Line((corner, p.r_P), role="reference", dashed=True, frame=UPRIGHT),
            *mark("P", p.r_P),
            *reduction(corner, y.f_R, y.tau_R_C, "", r"\tau_R^{(C)}"),
            *reduction(p.r_P, y.f_R, y.tau_R_P, r"f_R", r"\tau_R^{(P)}"),
        ),
        description=(
            "A transparent box in space with three forces on it, as arrows to scale. Their reduction is drawn at the "
            "corner C at the origin and again at a point P that can be moved: the resultant force is the same at "
            "both, but the resultant moment, an arrow with two heads, changes with the point."
        ),
        projection=VIEW,
        handles=(Handle(UPRIGHT.point(p.r_P), ("r_P_x", "r_P_z")),),
        ranges={**ranges(), **{f"r_P_{axis}": (-1.0, 3.0) for axis in "xyz"}},
        limits=(-2.2, 4.4, -2.6, 3.0),
    )
