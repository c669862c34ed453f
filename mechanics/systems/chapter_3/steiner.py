"""Moment of inertia about a parallel axis (section 3.7, Satz von Steiner)."""

from sympy import Matrix, diag, sqrt

from ...mass import Solid
from ...mass.picture import center_mark
from ...poses import Pose
from ...problem import Given, Outputs, Problem
from ...scene import Arrow, Box, Circle, Dimension, Disc, Handle, Hinge, Line, Scene, Text


def steiner() -> Problem:
    """Moment of inertia about an axis A that is parallel to one through the mass centre S; (3.124)-(3.126)."""
    p = Given(
        I_S=(0.045, "kg m^2", "moment of inertia about the axis through S", "nonnegative", r"I_{zz}^{(S)}"),
        m=(1.0, "kg", "mass"),
        x_AS=(0.4, "m", "position of S seen from A, along x", "real", r"x_{AS}"),
        y_AS=(0.15, "m", "position of S seen from A, along y", "real", r"y_{AS}"),
    )
    y = Outputs(I_A=("kg m^2", "moment of inertia about the axis through A", r"I_{zz}^{(A)}"))
    flat = Solid(p.m, (p.x_AS, p.y_AS, 0), diag(p.I_S / 2, p.I_S / 2, p.I_S))
    return Problem(
        title="Parallel axes",
        source="section 3.7, (3.124)-(3.126)",
        parameters=p,
        outputs=y,
        formulas={"I_A": flat.about_axis((0, 0, 0)).expand()},
        scene=scene,
        sweep="x_AS",
    )


def scene(problem: Problem) -> Scene:
    """A disc with the given moment of inertia, an axis A that can be dragged, and both moments as bars."""
    p, y = problem.parameters, problem.outputs
    A = Matrix([-p.x_AS, -p.y_AS, 0])  # S is the origin of the picture
    radius, unit = sqrt(2 * p.I_S / p.m), 1.5  # m of a bar for 1 kg m²
    own, term = unit * p.I_S, unit * (y.I_A - p.I_S)
    left, width = 0.8, 0.08
    return Scene(
        shapes=(
            Disc(radius, spokes=0),
            Arrow((0, 0), (0.5, 0), "x^{(S)}", role="axis"),
            Arrow((0, 0), (0, 0.5), "y^{(S)}", role="axis"),
            Circle(sqrt(p.x_AS**2 + p.y_AS**2)),
            *center_mark((0, 0), 0.018, frame=Pose(), shift=(-1.6, -1.8)),
            Arrow(A, A + Matrix([0.25, 0, 0]), "x^{(A)}", role="axis"),
            Arrow(A, A + Matrix([0, 0.25, 0]), "y^{(A)}", role="axis"),
            Line((A, (0, 0))),
            Dimension(A, (0, A[1]), p.x_AS, offset=-0.12, only="sketch"),
            Dimension((0, A[1]), (0, 0), p.y_AS, offset=-0.1, only="sketch"),
            Hinge(A),
            Text(A + Matrix([-0.06, -0.05, 0]), "A"),
            Box(width, own, (left, own / 2 - 0.3)),
            Box(width, term, (left, own + term / 2 - 0.3), role="force"),
            Line(((left - 0.06, -0.3), (left + 0.06, -0.3))),
            Text((left - 0.06, own / 2 - 0.3), p.I_S, anchor="right"),
            Text((left - 0.06, own + term / 2 - 0.3), "Steiner", anchor="right", role="force"),
        ),
        description=(
            "A disc with its mass centre S, and the axis A perpendicular to the page at some distance from S, which "
            "can be dragged. A bar shows the moment of inertia about A as a sum: the lower part is that about S, "
            "which never changes, the upper part is the mass times the square of the distance, which is the same on "
            "the whole dashed circle."
        ),
        handles=(Handle(A, ("x_AS", "y_AS")),),
        ranges={"x_AS": (-0.6, 0.6), "y_AS": (-0.6, 0.6), "I_S": (0.0, 0.1), "m": (0.2, 2.0)},
        limits=(-0.9, 1.5, -0.75, 0.9),
    )
