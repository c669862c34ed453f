"""Throw from a height without drag (Beispiel 3.5)."""

from typing import Any

from sympy import Expr, Matrix, Rational, pi

from ...momentum import Projectile
from ...problem import Given, Motion, Outputs, Problem
from ...scene import (
    AngleMark,
    Arrow,
    Box,
    Dimension,
    Ground,
    Line,
    PointMass,
    Scene,
    Shape,
    Trace,
    ValueArrow,
)
from ...symbols import t

SEGMENTS = 20  # of a drawn parabola


def projectile() -> Problem:
    """Ball that is thrown from the height h with the speed v0 at the angle alpha; (3.33)-(3.39)."""
    p = throw_inputs()
    throw = Projectile(p.v0, p.alpha, p.h, p.g)
    x, z = throw.position(t)
    v_x, v_z = throw.velocity(t)
    return Problem(
        title="Throw from a height",
        source="Beispiel 3.5, (3.33)-(3.39)",
        parameters=p,
        **throw_results(throw),
        scene=scene,
        motion=Motion(
            end=throw.impact_time,
            quantities={
                "z": (z, "m", "height above the ground"),
                "x": (x, "m", "distance from the start"),
                "v_z": (v_z, "m/s", "velocity upwards"),
                "v_x": (v_x, "m/s", "velocity forwards"),
            },
        ),
    )


def throw_inputs() -> Given:
    """What is given in Beispiel 3.5 and in Aufgabe 3.5: by default a shot put of championship standard."""
    return Given(
        v0=(14.0, "m/s", "speed at the start", "positive", "v_0"),
        alpha=(0.6, "rad", "launch angle above the horizontal", "real"),
        h=(2.2, "m", "height of the start above the ground", "nonnegative"),
        g=(9.81, "m/s^2", "gravity"),
    )


def throw_results(throw: Projectile) -> dict[str, Any]:
    """What both problems ask for: outputs, their formulas, and the conditions for a throw.

    Parameters
    ----------
    throw : Projectile
        In the symbols of the inputs.

    Returns
    -------
    dict of str
        `outputs`, `formulas` and `conditions` of the problem.
    """
    y = Outputs(
        t1=("s", "time of flight", "t_1"),
        x_t1=("m", "range", "x(t_1)"),
        alpha_max=("rad", "angle of the longest throw", r"\alpha_{max}"),
        x_max=("m", "greatest range", "x_{max}"),
        t_apex=("s", "instant of the highest point"),
        z_apex=("m", "height of the highest point"),
        x_samples=("m", "three positions on the path", "x_k", 3),
        z_samples=("m", "heights above them", "z_k", 3),
        v_impact=("m/s", "speed at the ground"),
    )
    on_the_way = [throw.position(y.t1 * Rational(k, 4)) for k in (1, 2, 3)]
    return {
        "outputs": y,
        "formulas": {
            "t1": throw.impact_time,
            "x_t1": throw.position(y.t1)[0],
            "alpha_max": throw.best_angle,
            "x_max": throw.greatest_range,
            "t_apex": throw.apex_time,
            "z_apex": throw.apex_height,
            "x_samples": Matrix([x for x, _ in on_the_way]),
            "z_samples": Matrix([z for _, z in on_the_way]),
            "v_impact": throw.impact_speed,
        },
        "conditions": {
            "The launch angle must not be greater than pi/2": throw.alpha <= pi / 2,
            "The launch angle must not be less than -pi/2": throw.alpha >= -pi / 2,
            "The ball must fly for a while: throw it upwards, or from a height": y.t1 > 0,
        },
    }


def parabola(throw: Projectile) -> tuple[tuple[Expr, Expr], ...]:
    """Points of the path from the start to the ground, equally spaced in time.

    Parameters
    ----------
    throw : Projectile
        In the symbols of the inputs.

    Returns
    -------
    tuple of (Expr, Expr)
        x and z of each point, m.
    """
    return tuple(throw.position(throw.impact_time * Rational(k, SEGMENTS)) for k in range(SEGMENTS + 1))


def field(problem: Problem, throw: Projectile) -> tuple[Shape, ...]:
    """Ground, height of the start, path, and the path of the best angle for comparison; x to the right, z upwards.

    Parameters
    ----------
    problem : Problem
        The problem.
    throw : Projectile
        In the symbols of the inputs.
    """
    p, y = problem.parameters, problem.outputs
    best = Projectile(p.v0, throw.best_angle, p.h, p.g)
    size = 0.12 * y.x_max
    corner = (1.04 * y.x_max, 0.13 * y.x_max)  # where nothing flies
    return (
        Ground((0, 0), (y.x_max, 0), endless=True),
        Box(0.06 * y.x_max, p.h, (-0.03 * y.x_max, p.h / 2)),
        Dimension((0, 0), (0, p.h), p.h, offset=0.09 * y.x_max),
        Line(parabola(best), role="guide", dashed=True),
        Line(parabola(throw), role="axis"),
        Line(((0, p.h), (1.5 * size, p.h)), role="reference", dashed=True),
        AngleMark(size, p.alpha, center=(0, p.h), label=p.alpha),
        Dimension((0, 0), (y.x_t1, 0), y.x_t1, offset=-0.07 * y.x_max),
        Arrow(corner, (corner[0], corner[1] + size), label="e_z", role="axis"),
        Arrow(corner, (corner[0] + size, corner[1]), label="e_x", role="axis"),
    )


def scene(problem: Problem) -> Scene:
    """The ball on its way, with the two components of its velocity."""
    p = problem.parameters
    throw = Projectile(p.v0, p.alpha, p.h, p.g)
    ball, (v_x, v_z) = throw.position(t), throw.velocity(t)
    return Scene(
        shapes=(
            *field(problem, throw),
            ValueArrow((0, p.h), throw.velocity(0), p.v0, 14.0, label=p.v0, role="coordinate", only="sketch"),
            Trace(ball, duration=30.0),
            ValueArrow(ball, (1, 0), v_x, 14.0, label="v_x", role="coordinate"),
            ValueArrow(ball, (0, 1), v_z, 14.0, label="v_z", role="coordinate"),
            PointMass(ball, 0.012 * problem.outputs.x_max),
        ),
        description=(
            "A ball flies along a parabola from a height h to the ground. Arrows at the ball show its forward "
            "velocity, which is constant, and its upward velocity, which decreases steadily. A dashed parabola shows "
            "the longest throw at the same speed; the range of the throw is marked below the ground."
        ),
        sketch={"t": 0.5},
        ranges={"alpha": (-0.5, 1.5), "h": (0.0, 10.0), "v0": (5.0, 25.0), "g": (1.6, 25.0)},
    )
