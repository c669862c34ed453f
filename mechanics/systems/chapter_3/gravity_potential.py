"""Potential energy of a hiker in the field of gravity (Beispiel 3.7)."""

from sympy import Expr, Matrix, pi, sin

from ...energy import Field, power, work
from ...model import t
from ...problem import Given, Motion, Outputs, Problem
from ...scene import Arrow, Dimension, Ground, Line, PointMass, Scene, Text, ValueArrow
from ...symbols import parameter_symbol

CLIMB = 0.1  # mean speed upwards, m/s: a good hour's walk for 360 m
X, Z = (parameter_symbol(name, real=True) for name in "xz")
SUMMIT = 0.12  # of the height: length of the marks


def gravity_potential() -> Problem:
    """Energy that the weight stores on the way to a summit, the same on every way; (3.61)-(3.65).

    The force that lifts the hiker slowly and so loads the store is f_p = m g e_z.
    """
    p = Given(
        m=(70.0, "kg", "mass of the hiker"),
        g=(9.81, "m/s^2", "gravity"),
        h=(1000.0, "m", "height of the summit"),
    )
    y = Outputs(V=("J", "potential energy at the summit, zero at the foot of the mountain"))
    V = _field(p).potential((0, 0))
    steep, gentle = (_walk(p, path) for path in ways(p.h, t * CLIMB / p.h))
    return Problem(
        title="Two paths to a summit",
        source="Beispiel 3.7, (3.61)-(3.65)",
        parameters=p,
        outputs=y,
        formulas={"V": V.subs(Z, p.h)},
        scene=scene,
        motion=Motion(
            end=p.h / CLIMB,
            quantities={
                "W_1": (steep[0], "J", "work on the steep path"),
                "W_2": (gentle[0], "J", "work on the gentle path"),
                "P_1": (steep[1], "W", "power on the steep path"),
                "P_2": (gentle[1], "W", "power on the gentle path"),
            },
        ),
    )


def ways(h: Expr, progress: Expr) -> tuple[Matrix, Matrix]:
    """Both ways from foot to summit as positions (x, z), for `progress` from 0 to 1.

    The steep one goes straight up on the left, the gentle one over two hills on the right.

    Parameters
    ----------
    h : Expr
        Height of the summit, m.
    progress : Expr
        Share of the way.

    Returns
    -------
    tuple of Matrix, shape (2, 1) each
        The steep and the gentle one, m.
    """
    up = progress + sin(4 * pi * progress) / 8
    return Matrix([-0.7 * h * (1 - progress), h * progress]), Matrix([1.6 * h * (1 - progress), h * up])


def _field(p: Given) -> Field:
    return Field([0, p.m * p.g], (X, Z))


def _walk(p: Given, path: Matrix) -> tuple:
    """Work done so far (3.61) and power (3.57) along a path in time."""
    f = _field(p).along(path)
    return work(f, path, t, 0, t), power(f, path.diff(t))


def scene(problem: Problem) -> Scene:
    """A mountain with a hiker on each side, who reach the summit at the same time."""
    p = problem.parameters
    h, progress = p.h, t * CLIMB / p.h
    steep, gentle = ways(h, progress)
    trails = [Matrix([list(ways(h, k / 48)[side]) for k in range(49)]).tolist() for side in (0, 1)]
    lift = Matrix([0, SUMMIT * h])
    return Scene(
        shapes=(
            Line((*trails[0], *reversed(trails[1])), closed=True, role="ground"),
            Ground((-0.9 * h, 0), (1.8 * h, 0)),
            Line(trails[0]),
            Line(trails[1]),
            Arrow((-0.9 * h, 0), (-0.9 * h, 0.3 * h), "z", role="axis"),
            Dimension((0, 0), (0, h), h, offset=-0.08 * h),
            Text((0, 1.09 * h), "V = m g h", anchor="bottom"),
            *(
                ValueArrow((*(place + lift / 4),), (0, 1), p.m * p.g, 700.0, label=label)
                for place, label in ((steep, "f_{p}"), (gentle, ""))
            ),
            PointMass(steep, 0.025 * h, "1"),
            PointMass(gentle, 0.025 * h, "2"),
        ),
        description=(
            "A mountain with a straight, steep path to the summit on its left and a longer path over two hills on "
            "its right. Two hikers start at the foot and reach the summit at the same time; an arrow on each of them "
            "shows the upward force against the weight. The height of the summit and the energy m g h there are "
            "marked."
        ),
        sketch={"t": 4000.0},
        ranges={"m": (20.0, 120.0), "h": (200.0, 3000.0), "g": (1.0, 25.0)},
    )
