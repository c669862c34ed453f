"""Two linear springs in series and in parallel (Aufgabe 3.8)."""

from sympy import Expr, Min, pi, sin

from ...energy import Spring, parallel, series
from ...model import t
from ...problem import Given, Motion, Outputs, Problem
from ...scene import Dimension, Ground, Rod, Scene, SpringShape, Text, ValueArrow

PERIOD = 8.0  # of the slow pull in the picture, s
STRETCH = 0.35  # of the relaxed length, by the largest pull
LEFT, RIGHT, HALF = 0.0, 0.55, 0.12  # places of the two arrangements, m


def springs_series_parallel() -> Problem:
    """One spring that takes the place of two in a row, and of two side by side; (3.69)-(3.70)."""
    p = Given(
        c1=(100.0, "N/m", "stiffness of spring 1"),
        c2=(200.0, "N/m", "stiffness of spring 2"),
        s01=(0.3, "m", "relaxed length of spring 1", "positive", "s_{01}"),
        s02=(0.2, "m", "relaxed length of spring 2", "positive", "s_{02}"),
    )
    y = Outputs(
        c_series=("N/m", "stiffness of both in series", r"c_{ser}"),
        s0_series=("m", "relaxed length of both in series", r"s_{0,ser}"),
        c_parallel=("N/m", "stiffness of both in parallel", r"c_{par}"),
        s0_parallel=("m", "relaxed length of both in parallel", r"s_{0,par}"),
    )
    row, pair = series(*_springs(p)), parallel(*_springs(p))
    f = _pull(p)
    return Problem(
        title="Springs in series and in parallel",
        source="Aufgabe 3.8, (3.69)-(3.70)",
        parameters=p,
        outputs=y,
        formulas={"c_series": row.law, "s0_series": row.s0, "c_parallel": pair.law, "s0_parallel": pair.s0},
        scene=scene,
        motion=Motion(
            end=PERIOD,
            quantities={
                "f": (f, "N", "pull on both arrangements"),
                "s_series": (row.length(f), "m", "length of both in series", "s_{ser}"),
                "s_parallel": (pair.length(f), "m", "length of both in parallel", "s_{par}"),
            },
        ),
    )


def _springs(p: Given) -> tuple[Spring, Spring]:
    return Spring(p.c1, p.s01), Spring(p.c2, p.s02)


def _pull(p: Given) -> Expr:
    """A pull that grows, turns into a push and goes back, small enough to leave every spring some length."""
    first, second = _springs(p)
    return STRETCH * Min(first.law * first.s0, second.law * second.s0) * sin(2 * pi * t / PERIOD)


def scene(problem: Problem) -> Scene:
    """Both arrangements stand on the ground under the same slow pull."""
    p, f = problem.parameters, _pull(problem.parameters)
    first, second = _springs(p)
    joint = first.length(f)
    top, plate = joint + second.length(f), parallel(first, second).length(f)
    reference = STRETCH * first.law * first.s0
    return Scene(
        shapes=(
            Ground((LEFT - 0.2, 0), (RIGHT + 0.3, 0)),
            SpringShape((LEFT, 0), (LEFT, joint), label="c_1, s_{01}", side="right"),
            SpringShape((LEFT, joint), (LEFT, top), label="c_2, s_{02}", side="right"),
            Rod((LEFT - 0.05, joint), (LEFT + 0.05, joint), 0.012),
            Rod((LEFT - 0.05, top), (LEFT + 0.05, top), 0.012),
            ValueArrow((LEFT, top), (0, 1), f, reference, label="f"),
            Dimension((LEFT, 0), (LEFT, top), "s_{ser}", offset=0.14),
            SpringShape((RIGHT - HALF, 0), (RIGHT - HALF, plate), label="c_1, s_{01}"),
            SpringShape((RIGHT + HALF, 0), (RIGHT + HALF, plate), label="c_2, s_{02}", side="right"),
            Rod((RIGHT - HALF - 0.05, plate), (RIGHT + HALF + 0.05, plate), 0.015),
            ValueArrow((RIGHT, plate), (0, 1), f, reference, label="f"),
            Dimension((RIGHT + HALF + 0.05, 0), (RIGHT + HALF + 0.05, plate), "s_{par}", offset=-0.14),
            Text((LEFT, -0.055), "series"),
            Text((RIGHT, -0.055), "parallel"),
        ),
        description=(
            "Two springs on the ground, on the left in series, one on top of the other, on the right in parallel, "
            "side by side below a plate. The same slowly varying force f pulls both arrangements up and pushes them "
            "down again; the two lengths are marked."
        ),
        sketch={"t": 0.8},
        ranges={"c1": (20.0, 400.0), "c2": (20.0, 400.0), "s01": (0.1, 0.5), "s02": (0.1, 0.5)},
    )
