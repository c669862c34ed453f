"""Centre of mass of point masses (Aufgabe 3.3)."""

from collections.abc import Mapping, Sequence
from typing import Any

from sympy import ImmutableMatrix, cos, pi, sin

from ...mass import center_of_mass, weight_moment
from ...mass.picture import UPRIGHT, center_mark
from ...model import t
from ...problem import Given, Motion, Outputs, Problem
from ...scene import Arrow, Handle, Line, PointMass, Scene

G = 9.81  # m/s²
TURN = 8.0  # s for a full turn of the direction of gravity


def center_of_mass_points() -> Problem:
    """Centre of mass of rigidly coupled point masses: their weights have no moment about it; (3.20)-(3.23)."""
    p = Given(
        m=([1.5, 2.0, 1.0, 0.5], "kg", "mass of point"),
        r=(
            [(0.5, 0.0, 0.3), (1.8, 0.0, 0.4), (1.3, 0.0, 1.2), (0.7, 0.0, 1.1)],
            "m",
            "position of point",
            "real",
        ),
    )
    y = Outputs(r_S=("m", "centre of mass", r"r_{S}", 3), m_total=("kg", "total mass", r"m"))
    points = [p.r[k, :] for k in range(p.r.rows)]
    about = {"tau_0": ((0, 0, 0), "the origin", r"\tau_{y}^{(0)}"), "tau_S": (y.r_S, "S", r"\tau_{y}^{(S)}")}
    moments = {
        name: (
            weight_moment(p.m, points, gravity(), point)[1],
            "N m",
            f"moment of the weights about {what}",
            latex,
        )
        for name, (point, what, latex) in about.items()
    }
    return Problem(
        title="Centre of mass of points",
        source="Aufgabe 3.3, (3.20)-(3.23)",
        parameters=p,
        outputs=y,
        solution=solution,
        scene=scene,
        motion=Motion(TURN, moments),
    )


def solution(m: Sequence[float], r: Sequence[Sequence[float]]) -> Mapping[str, Any]:
    """Any number of masses; (3.23).

    Parameters
    ----------
    m : sequence of float
        Masses, kg.
    r : array_like
        Their positions, m, each a row.

    Returns
    -------
    mapping of str
        The outputs `r_S`, m, and `m_total`, kg.
    """
    return {"r_S": center_of_mass(m, r), "m_total": sum(m)}


def gravity() -> ImmutableMatrix:
    """Gravity as the masses see it, if the body is slowly turned: its direction goes once around, m/s²."""
    angle = 2 * pi * t / TURN
    return G * ImmutableMatrix([sin(angle), 0, -cos(angle)])


def scene(problem: Problem) -> Scene:
    """The masses on light rods that meet in S, their weights, and the one force in S that balances them."""
    p, y = problem.parameters, problem.outputs
    scale = 0.02  # m/N
    points = [p.r[k, :].T for k in range(p.r.rows)]
    weights = [
        Arrow(r, r + scale * m * gravity(), f"m_{k} g", frame=UPRIGHT, role="force")
        for k, (m, r) in enumerate(zip(p.m, points, strict=True), 1)
    ]
    return Scene(
        shapes=(
            Arrow((0, 0, 0), (0.35, 0, 0), "e_x", frame=UPRIGHT, role="axis"),
            Arrow((0, 0, 0), (0, 0, 0.35), "e_z", frame=UPRIGHT, role="axis"),
            *(Line((y.r_S, r), frame=UPRIGHT) for r in points),
            *(PointMass(r, 0.055 * m ** (1 / 3), frame=UPRIGHT) for m, r in zip(p.m, points, strict=True)),
            *weights,
            Arrow(y.r_S, y.r_S - scale * y.m_total * gravity(), "f_S", frame=UPRIGHT, role="coordinate"),
            *center_mark(y.r_S, 0.035),
        ),
        description=(
            "Four point masses in the plane of e_x and e_z, rigidly connected by light rods that meet at the centre "
            "of mass S. Red arrows to scale show their weights, whose common direction slowly makes one full turn; "
            "the green arrow at S is the single force that balances all of them, whatever the direction. The masses "
            "can be dragged."
        ),
        handles=tuple(Handle(UPRIGHT.point(r), (r[0].name, r[2].name)) for r in points),
        ranges={f"m_{k}": (0.1, 4.0) for k in range(1, 5)}
        | {f"r_{k}_{axis}": (-0.5, 2.0) for k in range(1, 5) for axis in "xyz"},
        limits=(-0.7, 2.5, -0.8, 2.1),
    )
