"""A force that depends on the position: does it have a potential? (Aufgabe 3.7)."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from sympy import Expr, ImmutableMatrix, Matrix, Max, Min

from ...energy import Field, circulation, work
from ...forces import UPRIGHT
from ...model import t
from ...problem import Given, Motion, Outputs, Problem
from ...scene import Arrow, Line, PointMass, Projection, Scene, Text, Trace
from ...symbols import parameter_symbol

END = 9.0  # of the walk, s
SCALE = 0.12  # of the arrows, m/N
NODES = 24  # of the quadrature along a leg
SIGMA = parameter_symbol("sigma", real=True)
CONSERVATIVE = ("2*x*y", "x**2 + z", "y")


def potential_force(f: Sequence[str] = CONSERVATIVE) -> Problem:
    """Curl of a force, its work on different ways, and its potential if it has one; (3.61)-(3.68).

    With the sign of chapter 3: f loads the store, V = + ∫ f · dr and f = + grad V.

    Parameters
    ----------
    f : sequence of str
        Default of the input f and the field of the picture, three expressions in x, y, z as text.
    """
    p = Given(
        f=(tuple(f), "N", "components of the force, expressions in x, y, z", "text", "f_p"),
        r_ref=(
            (0.0, 0.0, 0.0) if f == CONSERVATIVE else (1.0, 0.0, 0.0),
            "m",
            "reference point, V = 0",
            "real",
            "r_I",
        ),
        r=((1.5, 1.0, 1.0), "m", "point at which the potential is evaluated", "real"),
    )
    y = Outputs(
        is_conservative=("-", "whether the force has a potential"),
        curl_at_r=("N/m", "curl of the force at r", r"\nabla\times f_p", 3),
        path_integrals_equal=("-", "whether the work is the same along all paths"),
        V=("J", "potential energy at r; none if the force is not conservative"),
    )
    field = _field(tuple(f))
    return Problem(
        title="Has the force a potential?",
        source="Aufgabe 3.7, (3.61)-(3.68)",
        parameters=p,
        outputs=y,
        solution=solution,
        scene=lambda problem: scene(problem, field),
        motion=Motion(
            end=END,
            quantities={
                "W_a": (sum(_works(field, _corners(p))), "J", "work parallel to the axes"),
                "W_b": (sum(_works(field, [p.r_ref, p.r])), "J", "work along the straight line"),
            },
        ),
    )


@lru_cache(maxsize=32)
def _field(f: tuple[str, ...]) -> Field:
    return Field.read(f)


def solution(f: Sequence[str], r_ref: Sequence[float], r: Sequence[float]) -> dict[str, Any]:
    """The outputs; a force is conservative if it is integrable (3.62) and no two ways differ.

    Parameters
    ----------
    f : sequence of str
        Three expressions in x, y, z as text, N.
    r_ref, r : sequence of float
        Reference point and the point that is asked for, m.

    Returns
    -------
    dict of str
        The outputs; V is None for a force without a potential.
    """
    field = _field(tuple(f))
    ways = circulation(field, r_ref, r)
    is_conservative = field.is_integrable and ways.are_equal
    return {
        "is_conservative": is_conservative,
        "curl_at_r": field.curl_at(r),
        "path_integrals_equal": ways.are_equal,
        "V": ways.work if is_conservative else None,
    }


def _corners(p: Given) -> list[Matrix]:
    """The way of (3.65): along x, then along y, then along z."""
    return [Matrix([*p.r[:k], *p.r_ref[k:]]) for k in range(4)]


def _legs(corners: Sequence[Matrix]) -> list[tuple[Matrix, Matrix, Expr]]:
    """Start of each leg, the step to its end, and how much of it has been walked at the time t."""
    n = len(corners) - 1
    shares = [Min(1, Max(0, n * t / END - k)) for k in range(n)]
    return [(a, b - a, share) for a, b, share in zip(corners, corners[1:], shares, strict=False)]


def _works(field: Field, corners: Sequence[Matrix]) -> list[Expr]:
    """Work on each leg up to the time t; by a quadrature, because any field may stand here."""
    works = []
    for start, step, share in _legs(corners):
        path = start + SIGMA * step
        works.append(work(field.along(path), path, SIGMA, 0, share, nodes=NODES))
    return works


def _walker(corners: Sequence[Matrix]) -> ImmutableMatrix:
    return ImmutableMatrix(sum((share * step for _, step, share in _legs(corners)), corners[0]))


def scene(problem: Problem, field: Field) -> Scene:
    """Both ways from the reference point to r in space, each with a walker and the force on it."""
    p = problem.parameters
    corners, line = _corners(p), [p.r_ref, p.r]
    walkers = [_walker(corners), _walker(line)]
    arrows = [Arrow(at, at + SCALE * field.along(at), frame=UPRIGHT, role="force") for at in walkers]
    axes = [[1.2 * (k == i) for k in range(3)] for i in range(3)]
    return Scene(
        shapes=(
            *(
                Arrow((0, 0, 0), axis, f"e_{name}", frame=UPRIGHT, role="axis")
                for axis, name in zip(axes, "xyz", strict=True)
            ),
            Line(tuple(corners), frame=UPRIGHT),
            Line(tuple(line), frame=UPRIGHT, role="reference", dashed=True),
            PointMass(p.r_ref, 0.03, "r_I", frame=UPRIGHT, role="joint"),
            PointMass(p.r, 0.03, "r", frame=UPRIGHT, role="joint"),
            Trace(UPRIGHT.point(walkers[0]), duration=END),
            *arrows,
            PointMass(walkers[0], 0.04, frame=UPRIGHT),
            PointMass(walkers[1], 0.04, frame=UPRIGHT),
            Text(walkers[0] + SCALE * field.along(walkers[0]) + Matrix([0, 0, 0.1]), "f_p", frame=UPRIGHT),
        ),
        description=(
            "Two paths lead from the reference point to the point r in space: one parallel to the axes, along x, "
            "then y, then z, and a straight one, dashed. A body moves along each of them, and both reach r at the "
            "same time; an arrow to scale on each body shows the force there."
        ),
        projection=Projection.axonometric(azimuth=-0.5, elevation=0.35),
        sketch={"t": 0.8 * END},
        ranges={f"{name}_{axis}": (-2.0, 2.0) for name in ("r", "r_ref") for axis in "xyz"},
    )
