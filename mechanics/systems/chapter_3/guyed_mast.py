"""Vertical mast with three guy ropes (Aufgabe 3.1)."""

from sympy import Matrix, cos, sin, tan

from ...forces import UPRIGHT, Force, ForceSystem, force_arrow, reactions, rope
from ...poses import Pose
from ...problem import Given, Outputs, Problem
from ...scene import AngleMark, Arrow, Line, Projection, Rod, Scene, Text

HEIGHT = 2.0  # of the mast in the picture, m
TOP = Matrix([0, 0, HEIGHT])


def guyed_mast() -> Problem:
    """Forces in two ropes and in the mast that balance a given pull of the third rope; (3.3).

    Rope 3 runs down along +x with the slope gamma, ropes 1 and 2 run down to the other side in a plane of the slope
    beta, alpha to the left and right of its line of steepest descent.
    """
    p = Given(
        f_S3=(400.0, "N", "force in rope 3", "nonnegative", "f_{S3}"),
        alpha=(0.7, "rad", "half the angle between ropes 1 and 2, in their plane", "nonnegative"),
        beta=(0.9, "rad", "slope of the plane of ropes 1 and 2", "nonnegative"),
        gamma=(0.7, "rad", "slope of rope 3", "real"),
    )
    y = Outputs(
        f_S1=("N", "force in rope 1", "f_{S1}"),
        f_S2=("N", "force in rope 2", "f_{S2}"),
        f_M=("N", "force in the mast, negative where it is compressed"),
    )
    found = reactions(ForceSystem(_forces(p, y)), [y.f_S1, y.f_S2, y.f_M])
    return Problem(
        title="Mast with three ropes",
        source="Aufgabe 3.1, (3.3)",
        parameters=p,
        outputs=y,
        formulas={x.name: formula for x, formula in found.items()},
        conditions={
            "Ropes 1 and 2 must run to the same side, alpha < pi/2": cos(p.alpha) > 0,
            "Ropes 1 and 2 must reach the side opposite rope 3, beta < pi/2": cos(p.beta) > 0,
        },
        scene=scene,
        sweep="gamma",
    )


def _directions(p: Given) -> tuple[Matrix, Matrix, Matrix]:
    """Unit vectors along the ropes, down from the top."""
    side, steep = sin(p.alpha), cos(p.alpha)
    first = Matrix([-steep * cos(p.beta), -side, -steep * sin(p.beta)])
    return first, Matrix([first[0], side, first[2]]), Matrix([cos(p.gamma), 0, -sin(p.gamma)])


def _forces(p: Given, y: Outputs) -> list[Force]:
    """The free top of the mast; the mast pulls it down with f_M, or pushes it up where f_M is negative."""
    tensions = zip((y.f_S1, y.f_S2, p.f_S3), _directions(p), strict=True)
    return [*(rope(TOP, f, along=e) for f, e in tensions), Force((0, 0, -y.f_M), TOP)]


def scene(problem: Problem) -> Scene:
    """The mast in space with its ropes down to the ground, and the four forces on its top."""
    p, y = problem.parameters, problem.outputs
    scale = 0.003  # m/N
    feet = [TOP - TOP[2] / e[2] * e for e in _directions(p)]
    middle = Matrix([-HEIGHT / tan(p.beta), 0, 0])  # below the line of steepest descent
    arrows = [force_arrow(f, scale, label) for f, label in zip(_forces(p, y), _labels(p, y), strict=True)]
    return Scene(
        shapes=(
            Line((feet[0], feet[1], middle), role="guide", dashed=True, frame=UPRIGHT),
            Line((middle, feet[2]), role="guide", dashed=True, frame=UPRIGHT),
            Line((TOP, middle), role="guide", dashed=True, frame=UPRIGHT),
            Arrow((0, 0, 0), (0.55, 0, 0), "e_x", frame=UPRIGHT, role="axis"),
            Arrow((0, 0, 0), (0, 0.7, 0), "e_y", frame=UPRIGHT, role="axis"),
            *(Line((TOP, foot), frame=UPRIGHT) for foot in feet),
            *(Text(_beside(foot), f"{k}", frame=UPRIGHT) for k, foot in enumerate(feet, 1)),
            Rod((0, 0, 0), TOP, 0.05, frame=UPRIGHT),
            AngleMark(0.75, p.alpha, frame=_plane(TOP, (-cos(p.beta), 0, -sin(p.beta)), (0, 1, 0)), label=p.alpha),
            AngleMark(0.5, p.beta, frame=_plane(middle, (1, 0, 0), (0, 0, 1)), label=p.beta),
            AngleMark(0.55, p.gamma, frame=_plane(feet[2], (-1, 0, 0), (0, 0, 1)), label=p.gamma),
            *arrows,
        ),
        description=(
            "A vertical mast on the ground. Rope 3 runs down from its top to the right with the slope gamma. Ropes 1 "
            "and 2 run down to the left in a plane with the slope beta, each turned by alpha from the line of "
            "steepest descent. Arrows to scale show the forces of the three ropes on the top of the mast, along the "
            "ropes, and the force of the compressed mast, which points upwards."
        ),
        projection=Projection.axonometric(azimuth=-0.45, elevation=0.3),
        ranges={"f_S3": (0.0, 800.0), "alpha": (0.05, 1.1), "beta": (0.5, 1.2), "gamma": (0.45, 1.4)},
        limits=(-4.5, 5.0, -1.6, 4.6),
    )


def _labels(p: Given, y: Outputs) -> tuple:
    return y.f_S1, y.f_S2, p.f_S3, "-f_M"


def _beside(foot: Matrix) -> Matrix:
    return foot + Matrix([0, 0, -0.22])


def _plane(origin: Matrix, x: tuple, y: tuple) -> Pose:
    """Frame on the page whose x-y plane is spanned by two perpendicular unit vectors."""
    e_x, e_y = Matrix(x), Matrix(y)
    return UPRIGHT @ Pose(Matrix.hstack(e_x, e_y, e_x.cross(e_y)), origin)
