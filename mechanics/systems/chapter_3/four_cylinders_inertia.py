"""Rigid body of four full cylinders around an axis (Beispiel 3.14)."""

from sympy import Matrix

from ...mass import Solid, composite
from ...mass.shapes import disc
from ...problem import Given, Outputs, Problem
from ...scene import AngleMark, Circle, Dimension, Disc, Hinge, Line, Scene

PLACES = ((1, 0), (0, 1), (-1, 0), (0, -1))


def four_cylinders_inertia() -> Problem:
    """Moment of inertia of four equal cylinders, each parallel to the axis at the distance H; (3.127)."""
    p = Given(
        m=(2.0, "kg", "mass of each cylinder"),
        R=(0.1, "m", "radius of each cylinder"),
        H=(0.3, "m", "distance of their centres from the axis"),
    )
    y = Outputs(I_zz=("kg m^2", "moment of inertia about the axis"))
    return Problem(
        title="Four cylinders",
        source="Beispiel 3.14, (3.127)",
        parameters=p,
        outputs=y,
        formulas={"I_zz": composite(*cylinders(p)).about_axis((0, 0, 0)).factor()},
        scene=scene,
        sweep="H",
    )


def cylinders(p: Given) -> list[Solid]:
    """The four cylinders; their length does not matter for an axis along it.

    Parameters
    ----------
    p : Given
        Inputs of the problem.

    Returns
    -------
    list of Solid
        Each with its mass centre where it stands.
    """
    return [disc(1, p.R).with_mass(p.m).at((p.H * x, p.H * y)) for x, y in PLACES]


def scene(problem: Problem) -> Scene:
    """View along the axis: the cylinders on light arms."""
    p = problem.parameters
    centers = [Matrix([p.H * x, p.H * y]) for x, y in PLACES]
    return Scene(
        shapes=(
            Circle(p.H),
            *(Line(((0, 0), c)) for c in centers),
            *(Disc(p.R, c, spokes=0) for c in centers),
            Hinge((0, 0)),
            AngleMark(0.35 * p.H, 0.75, start=0.2, label=r"\varphi", only="sketch"),
            Dimension((0, 0), centers[2], p.H, offset=0.25 * p.H, only="sketch"),
            Dimension(centers[0], centers[0] + p.R * Matrix([0.8, 0.6]), p.R, only="sketch"),
        ),
        description=(
            "View along an axis, around which four equal solid cylinders are arranged in a cross, each parallel to "
            "the axis and with its centre at the distance H from it. Light bars connect them to the axis. The "
            "simulation varies the distance H from small to large."
        ),
        ranges={"H": (0.0, 0.6), "R": (0.02, 0.25), "m": (0.2, 5.0)},
        limits=(-0.9, 0.9, -0.9, 0.9),
    )
