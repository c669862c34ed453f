"""Three forces on a box, reduced to its corner D (Beispiel 3.2)."""

from collections.abc import Sequence
from itertools import product

from sympy import Matrix

from ...forces import UPRIGHT, Couple, Force, ForceSystem, couple_arrow, force_arrow
from ...poses import vector
from ...problem import Given, Outputs, Problem
from ...scene import Arrow, Line, PointMass, Projection, Scene, Shape, Text

NEWTON, NEWTON_METRE = 0.022, 0.016  # m on the picture
VIEW = Projection.axonometric(azimuth=0.5, elevation=0.4)


def force_system_box() -> Problem:
    """Resultant and moments of three forces on a box about its corners D and C; (3.13)-(3.17)."""
    p, y = box_inputs(), box_outputs()
    return Problem(
        title="Three forces on a box",
        source="Beispiel 3.2, (3.13)-(3.17)",
        parameters=p,
        outputs=y,
        formulas=box_formulas(p),
        scene=scene,
        sweep="f_B_x",
    )


def box_inputs(**more: tuple) -> Given:
    """Edges of the box and the three forces."""
    return Given(
        a_x=(2.0, "m", "edge along e_x"),
        a_y=(1.5, "m", "edge along e_y"),
        a_z=(1.0, "m", "edge along e_z"),
        f_A=((45.0, -10.0, 10.0), "N", "force at A", "real"),
        f_B=((-10.0, 20.0, 30.0), "N", "force at B", "real"),
        f_C=((-10.0, -25.0, -20.0), "N", "force at C", "real"),
        **more,
    )


def box_outputs(**more: tuple) -> Outputs:
    """Resultant, and the moments about D and C."""
    moments = {
        f"tau_{load}_{point}": (
            "N m",
            f"moment of {words} about {point}",
            rf"\tau^{{({point})}}_{{{load}}}",
            3,
        )
        for point in "DC"
        for load, words in zip("ABCR", ("f_A", "f_B", "f_C", "all forces"), strict=True)
    }
    return Outputs(f_R=("N", "resultant", "f_R", 3), **moments, **more)


def points(p: Given) -> dict[str, Matrix]:
    """A in the middle of the front, B in the middle of the top, C in the origin, D at the right of it; (3.14).

    Parameters
    ----------
    p : Given
        Inputs of the problem.

    Returns
    -------
    dict of str
        Position by name, m.
    """
    return {
        "A": Matrix([p.a_x / 2, 0, p.a_z / 2]),
        "B": Matrix([p.a_x / 2, p.a_y / 2, p.a_z]),
        "C": Matrix([0, 0, 0]),
        "D": Matrix([p.a_x, 0, 0]),
    }


def loads(p: Given) -> ForceSystem:
    """The three forces in their points of application; (3.13)."""
    at = points(p)
    return ForceSystem([Force(f, at[name], name) for name, f in zip("ABC", (p.f_A, p.f_B, p.f_C), strict=True)])


def box_formulas(p: Given) -> dict[str, Matrix]:
    """Resultant, moments of each force and of all of them; (3.15), (3.12).

    Parameters
    ----------
    p : Given
        Inputs of the problem.

    Returns
    -------
    dict of str
        Columns in N and N m by the names of the outputs.
    """
    system, at = loads(p), points(p)
    formulas = {"f_R": system.resultant}
    for point in "DC":
        for force in system.forces:
            formulas[f"tau_{force.name}_{point}"] = force.moment(at[point])
        formulas[f"tau_R_{point}"] = system.moment(at[point])
    return formulas


def scene(problem: Problem) -> Scene:
    """The box with its three forces; in D the resultant and the moment that replace them."""
    p, y = problem.parameters, problem.outputs
    return Scene(
        shapes=(*box(p), *reduction(points(p)["D"], y.f_R, y.tau_R_D, r"f_R", r"\tau_R^{(D)}")),
        description=(
            "A transparent box in space, its edges along the axes, with three forces as arrows to scale: f_A at the "
            "centre of its front face, f_B at the centre of its top face, f_C at the corner at the origin. The "
            "resultant force and, with two heads, the resultant moment about D are drawn at the corner D on the x "
            "axis: together they replace the three forces."
        ),
        projection=VIEW,
        ranges=ranges(),
        limits=(-2.2, 4.4, -2.6, 3.0),
    )


def ranges() -> dict[str, tuple[float, float]]:
    """Sliders: edges around those of the picture, forces in both directions."""
    forces = {f"f_{name}_{axis}": (-50.0, 50.0) for name, axis in product("ABC", "xyz")}
    return {"a_x": (0.5, 3.0), "a_y": (0.5, 3.0), "a_z": (0.5, 2.0), **forces}


def box(p: Given) -> list[Shape]:
    """Edges, those behind dashed, the axes, the four points, and the three forces."""
    edges = [(a, b) for a, b in product(product((0, 1), repeat=3), repeat=2) if a < b and _apart(a, b) == 1]
    size = Matrix([p.a_x, p.a_y, p.a_z])
    hidden = (0, 1, 0)  # the corner that cannot be seen from in front, on the right and above
    lines = [
        Line(
            (_corner(a, size), _corner(b, size)),
            dashed=hidden in (a, b),
            role="guide" if hidden in (a, b) else "body",
            frame=UPRIGHT,
        )
        for a, b in edges
    ]
    axes = [
        Arrow(
            size.multiply_elementwise(e),
            size.multiply_elementwise(e) + 0.5 * e,
            f"e_{name}",
            frame=UPRIGHT,
            role="axis",
        )
        for name, e in zip("xyz", map(Matrix, ((1, 0, 0), (0, 1, 0), (0, 0, 1))), strict=True)
    ]
    marks = [mark(name, place) for name, place in points(p).items()]
    arrows = [force_arrow(f, NEWTON, f"f_{f.name}") for f in loads(p).forces]
    return [*lines, *axes, *(shape for pair in marks for shape in pair), *arrows]


def _apart(a: Sequence[int], b: Sequence[int]) -> int:
    return sum(x != y for x, y in zip(a, b, strict=True))


def _corner(place: Sequence[int], size: Matrix) -> Matrix:
    return Matrix(place).multiply_elementwise(size)


def mark(name: str, place: Matrix) -> tuple[Shape, Shape]:
    """A point with its name, below it where it lies on the lower front edge.

    Parameters
    ----------
    name : str
        A, B, C or D.
    place : Matrix
        Position, m.
    """
    aside = Matrix([-0.12, 0, 0.16]) if name in "AB" else Matrix([-0.05, 0, -0.22])
    return (
        PointMass(place, 0.03, frame=UPRIGHT),
        Text(place + aside, name, frame=UPRIGHT),
    )


def reduction(at: Matrix, f: Matrix, tau: Matrix, f_label: str, tau_label: str) -> list[Shape]:
    """Resultant and moment in a reference point; they are drawn like coordinates, the loads like forces.

    Parameters
    ----------
    at : Matrix
        The reference point, m.
    f : Matrix
        Resultant, N.
    tau : Matrix
        Moment about the point, N m.
    f_label, tau_label : str
        LaTeX of both.
    """
    force = force_arrow(Force(vector(f), at), NEWTON, f_label, role="coordinate")
    return [force, *couple_arrow(Couple(vector(tau)), at, NEWTON_METRE, tau_label)]
