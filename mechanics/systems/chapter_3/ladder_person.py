"""How far a person may climb a ladder before it slips (Aufgabe 3.11)."""

from typing import Any

from sympy import Matrix, Min, Rational, Symbol, floor, pi, sqrt

from ...forces import (
    Force,
    ForceSystem,
    RoughContact,
    cone_shape,
    force_arrow,
    normal_force,
    reactions,
    weight,
)
from ...problem import Given, Outputs, Problem
from ...scene import AngleMark, Dimension, Disc, Ground, Line, Scene, Shape, Text

RUNGS = 21  # at most, in the picture
ROUNDING = Rational(1, 10**9)  # a rung that is reached but for rounding is reached
FROM_WALL = (-1, 0, 0)


def ladder_person() -> Problem:
    """Highest rung of a light ladder on a rough floor and a smooth wall; (3.77).

    Rung 1 is the foot, rung n_rungs the top. With the person on the rung n the floor must give the friction f_H; at
    the limit, f_H = mu_H f_N, the person stands on the real number n_real. The mass of the person cancels there.
    """
    p = Given(
        l=(5.0, "m", "length of the ladder"),
        h=(4.3, "m", "height of its upper end at the wall"),
        mu_H=(0.3, "1", "coefficient of static friction of the floor", "nonnegative"),
        n_rungs=(21.0, "1", "number of rungs with both ends", "positive", r"n_{rungs}"),
        n=(8.0, "1", "rung on which the person stands"),
        m=(75.0, "kg", "mass of the person"),
        g=(9.81, "m/s^2", "gravity"),
    )
    y = Outputs(
        n_max=("1", "highest rung that may be climbed", r"n_{max}"),
        n_real=("1", "the same before rounding down, possibly beyond the top", r"n_{real}"),
        f_N=("N", "normal force of the floor"),
        f_H=("N", "friction that the floor must provide"),
        f_W=("N", "force of the wall"),
    )
    return Problem(
        title="Person on a ladder",
        source="Aufgabe 3.11, (3.77)",
        parameters=p,
        outputs=y,
        formulas={
            "n_real": _limit(p, y),
            "n_max": Min(p.n_rungs, floor(y.n_real + ROUNDING)),
            **{x.name: formula for x, formula in _reactions(p, y).items()},
        },
        conditions={
            "The ladder must be longer than the height that it reaches, l > h": p.l > p.h,
            "A ladder needs two rungs, its ends, n_rungs >= 2": p.n_rungs >= 2,
            "The person stands on a rung, 1 <= n": p.n >= 1,
        },
        scene=scene,
        sweep="n",
    )


def _along(p: Given) -> Matrix:
    """From the foot, which is the origin, to the upper end at the wall."""
    return Matrix([sqrt(p.l**2 - p.h**2), 0, p.h])


def _climbed(p: Given) -> Any:
    """The part of the ladder below the person, who stays on it where there are fewer rungs than n."""
    return (Min(p.n, p.n_rungs) - 1) / (p.n_rungs - 1)


def _floor(p: Given) -> RoughContact:
    return RoughContact((0, 0, 0), (0, 0, 1), p.mu_H)


def _limit(p: Given, y: Outputs) -> Any:
    """The rung at which the foot is about to slide away from the wall."""
    part = Symbol("s", real=True)  # of the length that the person has climbed
    body = [
        _floor(p).at_limit(y.f_N, slides=FROM_WALL),
        weight(p.m, p.g, part * _along(p)),
        normal_force(_along(p), FROM_WALL, y.f_W),
    ]
    return 1 + (p.n_rungs - 1) * reactions(ForceSystem(body), [y.f_N, y.f_W, part])[part]


def _body(p: Given, y: Outputs) -> list[Force]:
    """The free ladder with the person on the rung n: floor, weight, wall."""
    return [
        _floor(p).force(y.f_N, y.f_H, along=(1, 0, 0)),
        weight(p.m, p.g, _climbed(p) * _along(p)),
        normal_force(_along(p), FROM_WALL, y.f_W),
    ]


def _reactions(p: Given, y: Outputs) -> dict:
    return reactions(ForceSystem(_body(p, y)), [y.f_N, y.f_H, y.f_W])


def scene(problem: Problem) -> Scene:
    """The ladder with the person on it, the friction cone at its foot, and the three forces."""
    p, y = problem.parameters, problem.outputs
    scale = 0.003  # m/N
    floor_force, load, wall = _body(p, y)
    top = _along(p)
    limit = (Min(y.n_real, p.n_rungs) - 1) / (p.n_rungs - 1) * top
    return Scene(
        shapes=(
            Ground((-0.6, 0), (top[0], 0), endless=True),
            Ground((top[0], p.h + 0.7), (top[0], 0)),
            cone_shape(_floor(p), (1, 0, 0), 2.7),
            Line(((0, 0), (0, 2.7)), role="reference", dashed=True),
            AngleMark(2.4, pi / 2 + _floor(p).angle, start=pi / 2, label=r"\varphi_H", role="dimension"),
            Line(((0, 0), (top[0], top[2]))),
            *(_rung(p, k) for k in range(RUNGS)),
            *_person(_climbed(p) * top),
            Disc(0.09, (limit[0], limit[2]), spokes=0),
            Text((limit[0] + 0.2, limit[2] - 0.1), y.n_max, anchor="left"),
            Dimension((top[0] + 0.75, 0), (top[0] + 0.75, p.h), p.h, only="sketch"),
            Dimension((0, 0), (top[0], top[2]), p.l, offset=0.95, only="sketch"),
            force_arrow(floor_force, scale, role="coordinate"),
            Text((scale * y.f_H + 0.08, scale * y.f_N + 0.22), "f", role="coordinate"),
            force_arrow(Force((0, 0, y.f_N)), scale, y.f_N),
            force_arrow(Force((y.f_H, 0, 0)), scale, y.f_H),
            force_arrow(load, scale, "m g"),
            force_arrow(wall, scale, y.f_W, push=True),
        ),
        description=(
            "A ladder with its foot on the floor on the left leans against a vertical wall on the right, with a "
            "person on one of its rungs. Arrows to scale show the weight of the person, the force of the smooth "
            "wall, which is horizontal, and the force of the rough floor at the foot with its components f_N and "
            "f_H. While the force of the floor is inside the friction cone around the vertical, the ladder does not "
            "slip; a ring on the ladder marks how far the person can climb."
        ),
        ranges={"n": (1.0, 21.0), "h": (3.0, 4.9), "l": (4.7, 6.0), "mu_H": (0.05, 0.8), "n_rungs": (21.0, 41.0),
                "m": (40.0, 120.0), "g": (1.0, 25.0)},
        limits=(-2.2, 6.0, -2.2, 6.2),
    )  # fmt: skip


def _rung(p: Given, k: int) -> Line:
    """A short stroke across the ladder."""
    top = _along(p)
    at = Min(k / (p.n_rungs - 1), 1) * top
    side = Rational(7, 100) / p.l * Matrix([-top[2], 0, top[0]])
    first, second = at - side, at + side
    return Line(((first[0], first[2]), (second[0], second[2])))


def _person(foot: Matrix) -> tuple[Shape, ...]:
    """Legs, trunk with arms to the ladder, head."""
    x, z = foot[0], foot[2]
    return (
        Line(((x, z), (x - 0.2, z + 0.45), (x - 0.22, z + 0.85), (x - 0.12, z + 1.35)), role="body"),
        Line(((x - 0.14, z + 1.25), (x + 0.3, z + 1.15)), role="body"),
        Disc(0.14, (x - 0.08, z + 1.52), spokes=0),
    )
