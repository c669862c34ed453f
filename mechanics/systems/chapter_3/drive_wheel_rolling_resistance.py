"""A driven wheel with rolling resistance (Aufgabe 3.13)."""

from sympy import pi

from ...friction import driven_wheel
from ...poses import rotation, translation
from ...problem import Given, Outputs, Problem
from ...rotations import rotation_x
from ...scene import Scene, ValueArc, ValueArrow
from .rolling_resistance import wheel


def drive_wheel_rolling_resistance() -> Problem:
    """Wheel with a drive torque: what is left for the pull on the vehicle; (3.90).

    Forces on the wheel: the ground pushes it forwards with f_R = f_Z, the vehicle holds it back with the pull f_Z.
    """
    p = Given(
        r=(0.3, "m", "radius of the wheel"),
        l_mu=(0.03, "m", "lever of the normal force", "nonnegative", r"l_\mu"),
        f_N=(1000.0, "N", "normal force, equal to the load of the wheel"),
        tau_A=(90.0, "N m", "drive torque", "real", r"\tau_A"),
    )
    y = Outputs(
        tau_A_min=("N m", "torque that only overcomes the rolling resistance", r"\tau_A^{min}"),
        f_Z=("N", "pull on the vehicle"),
        mu_R=("1", "coefficient of rolling resistance"),
    )
    found = driven_wheel(p.f_N, p.r, p.l_mu, p.tau_A)
    return Problem(
        title="Driven wheel with rolling resistance",
        source="Aufgabe 3.13, (3.90)",
        parameters=p,
        outputs=y,
        formulas={name: getattr(found, name) for name in y},
        scene=scene,
        sweep="tau_A",
    )


def scene(problem: Problem) -> Scene:
    """The wheel turns clockwise and rolls to the right; the pull is drawn as the vehicle feels it."""
    p, y = problem.parameters, problem.outputs
    clockwise = translation(0, p.r) @ rotation(rotation_x(pi))
    return Scene(
        shapes=(
            *wheel(p),
            ValueArc(1.25 * p.r, p.tau_A, (0, 0), 150.0, turn=-pi / 2, label=p.tau_A, frame=clockwise),
            ValueArrow((0, p.r), (-1, 0), y.f_Z, p.f_N / 4, label=y.f_Z),
            ValueArrow((0, 0), (1, 0), y.f_Z, p.f_N / 4, label="f_R"),
        ),
        description=(
            "A driven wheel rolls to the right. Its torque turns it clockwise, the ground pushes it forwards, and "
            "the vehicle, which it pulls, holds it back at the axle. The normal force acts a little ahead of the "
            "axle and takes up part of the torque: below a certain torque the vehicle has to push the wheel, and the "
            "arrows are reversed."
        ),
        ranges={"tau_A": (-20.0, 150.0), "l_mu": (0.0, 0.15)},
    )
