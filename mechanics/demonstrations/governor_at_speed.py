"""The centrifugal governor that is held at a constant speed (Aufgabe A.7)."""

from sympy import Abs, Expr, Matrix, cos, pi, sin, sqrt

from ..lagrange import LagrangianSystem
from ..poses import rotation, translation
from ..problem import Given, Outputs, Problem
from ..rotations import rotation_z
from ..scene import AngleMark, Disc, Hinge, Line, PointMass, Rod, Scene, Shape, Text, ValueArrow
from ..symbols import t
from ..systems.self_study.centrifugal_governor import BALL, arm, centrifugal_governor, rest_angle

UPRIGHT = rotation(Matrix([[1, 0, 0], [0, 0, 1], [0, -1, 0]]))  # z of the governor is y of the page


def governor_at_speed() -> Problem:
    """Where the balls rest at a constant speed, and how they swing about it; (A.68), (A.69).

    In the turning frame the rods see the potential V - M_11 omega^2 / 2; its minimum is the angle at rest, its second
    derivative over M_22 the square of the angular frequency of small swings.
    """
    p = Given(
        omega=(9.0, "rad/s", "angular velocity of the spindle", "nonnegative", r"\omega_{\varphi,s}"),
        m=(0.5, "kg", "mass of each ball"),
        l=(0.3, "m", "length of the rods"),
        h=(0.8, "m", "height of the suspension"),
        g=(9.81, "m/s^2", "gravity"),
    )
    y = Outputs(
        alpha_s=("rad", "angle at rest", r"\alpha_s"),
        h_A=("m", "height of the sleeve, for four equal rods"),
        f_F=("N", "centrifugal force on a ball"),
        f_S=("N", "force in each rod"),
        omega_0=("rad/s", "speed from which on the balls rise", r"\omega_0"),
        omega_e=("rad/s", "angular frequency of small swings about rest", r"\omega_e"),
    )
    system = centrifugal_governor()
    return Problem(
        title="Governor at constant speed",
        source="Aufgabe A.7, (A.68), (A.69)",
        parameters=p,
        outputs=y,
        formulas={
            "alpha_s": rest_angle(p.omega, p.l, p.g),
            "h_A": p.h - 2 * p.l * cos(y.alpha_s),
            "f_F": p.m * p.omega**2 * p.l * sin(y.alpha_s),
            "f_S": turning_steadily(system, system.outputs["f_S"], p.omega, y.alpha_s),
            "omega_0": sqrt(p.g / p.l),
            "omega_e": sqrt(stiffness(system, p.omega, y.alpha_s)),
        },
        conditions={"The suspension must be so high that the sleeve hangs above the ground, h > 2 l": p.h > 2 * p.l},
        frames={
            "right ball": UPRIGHT @ arm(0, y.alpha_s, p.l, p.h),
            "left ball": UPRIGHT @ arm(pi, y.alpha_s, p.l, p.h),
        },
        scene=scene,
        sweep="omega",
    )


def turning_steadily(system: LagrangianSystem, expression: Expr, omega: Expr, alpha_s: Expr) -> Expr:
    """An expression of the governor at constant angle and constant speed.

    Parameters
    ----------
    system : LagrangianSystem
        The governor.
    expression : Expr
        In its coordinates, their rates and accelerations.
    omega : Expr
        Speed, rad/s.
    alpha_s : Expr
        Angle of the rods, rad.

    Returns
    -------
    Expr
        In omega, alpha_s and the parameters.
    """
    phi, alpha = system.coordinates.symbols
    rates = {phi.diff(t, 2): 0, alpha.diff(t, 2): 0, alpha.diff(t): 0, phi.diff(t): omega}
    return expression.subs(rates).subs({phi: 0, alpha: alpha_s})


def stiffness(system: LagrangianSystem, omega: Expr, alpha_s: Expr) -> Expr:
    """Square of the angular frequency of small swings of alpha about its rest at constant speed.

    Parameters
    ----------
    system : LagrangianSystem
        The governor.
    omega : Expr
        Speed, rad/s.
    alpha_s : Expr
        Angle at rest, rad.

    Returns
    -------
    Expr
        1/s².
    """
    _, alpha = system.coordinates.symbols
    potential = system.potential_energy - system.mass_matrix[0, 0] * omega**2 / 2
    squared = (potential.diff(alpha, 2) / system.mass_matrix[1, 1]).subs(alpha, alpha_s)
    return Abs(squared)  # never negative but for rounding, at the speed where it is zero


def scene(problem: Problem) -> Scene:
    """The turning governor from the side, with the three forces that balance on a ball."""
    p, y = problem.parameters, problem.outputs
    weight = p.m * p.g
    center = problem.frame("right ball")
    counted = translation(0, p.h) @ rotation(rotation_z(-pi / 2))
    return Scene(
        shapes=(
            Line(((0, p.h), (0, p.h - 1.2 * p.l)), role="reference", dashed=True),
            Disc(0.1, frame=UPRIGHT @ translation(0, 0, 0.02), thickness=0.03),
            Rod((0, 0), (0, p.h), 0.025),
            *rhombus(problem),
            Line((center.p, (0, center.p[1])), role="reference", dashed=True),
            AngleMark(0.6 * p.l, y.alpha_s, frame=counted, label=y.alpha_s),
            ValueArrow(center.p, (0, -1), weight, weight, label="m g"),
            ValueArrow(center.p, (1, 0), y.f_F, weight, label="f_F"),
            ValueArrow((0.045, 0, 0), (0, 0, 1), y.f_S, weight, label="f_S", frame=center),
        ),
        description=(
            "The governor from the side, turning at a constant speed. On the right ball three forces balance, drawn to "
            "scale: the weight downwards, the centrifugal force outwards, and the force of the rod. Below a certain "
            "speed the balls hang at the spindle; above it they rise the more the faster it turns."
        ),
        sketch={"omega": 9.0},
        ranges={"omega": (0.0, 20.0), "h": (0.65, 1.0), "l": (0.15, 0.32), "m": (0.1, 1.0)},
        limits=(-0.75, 1.0, -0.3, 1.15),
    )


def rhombus(problem: Problem) -> tuple[Shape, ...]:
    """Four rods, both balls and the sleeve on the page."""
    h_A, top = problem.outputs.h_A, (0, problem.parameters.h)
    balls = [problem.frame(f"{side} ball").p for side in ("right", "left")]
    return (
        *(Rod(end, ball, 0.014) for ball in balls for end in (top, (0, h_A))),
        Disc(0.04, frame=UPRIGHT @ translation(0, 0, h_A), thickness=0.06, spokes=0),
        Hinge(top),
        *(PointMass(ball, BALL) for ball in balls),
        Text((-0.1, h_A), "A"),
    )
