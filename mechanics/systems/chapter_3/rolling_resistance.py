"""Rolling resistance of a towed wheel (section 3.5.3)."""

from ...friction import towed_wheel
from ...problem import Given, Outputs, Problem
from ...scene import Dimension, Disc, Ground, Hinge, Line, Scene, ValueArrow


def rolling_resistance() -> Problem:
    """Wheel that is pulled at its axle: the normal force acts ahead of the axle by l_mu; (3.89), (3.90)."""
    p = Given(
        r=(0.3, "m", "radius of the wheel"),
        l_mu=(0.03, "m", "lever of the normal force", "nonnegative", r"l_\mu"),
        f_N=(1000.0, "N", "normal force, equal to the load of the wheel"),
    )
    y = Outputs(
        f_R=("N", "rolling resistance"),
        f_H=("N", "force at the axle that keeps the wheel rolling"),
        mu_R=("1", "coefficient of rolling resistance"),
    )
    return Problem(
        title="Towed wheel with rolling resistance",
        source="section 3.5.3, (3.89)-(3.90)",
        parameters=p,
        outputs=y,
        formulas=towed_wheel(p.f_N, p.r, p.l_mu)._asdict(),
        scene=scene,
        sweep="l_mu",
    )


def scene(problem: Problem) -> Scene:
    """The wheel rolls to the right; its normal force stands ahead of the axle."""
    p, y = problem.parameters, problem.outputs
    return Scene(
        shapes=(
            *wheel(p),
            ValueArrow((0, p.r), (1, 0), y.f_H, p.f_N / 4, label=y.f_H),
            ValueArrow((0, 0), (-1, 0), y.f_R, p.f_N / 4, label=y.f_R, push=True),
        ),
        description=(
            "A wheel rolls to the right on flat ground. Its load presses on the axle; the ground supports it with a "
            "normal force that acts a little ahead of the axle. A force to the right at the axle and the rolling "
            "resistance to the left at the ground balance the moment of these two. The forces along the ground are "
            "drawn at four times the scale."
        ),
        ranges={"l_mu": (0.0, 0.15)},
    )


def wheel(p: Given) -> tuple:
    """Wheel on the ground with its load and the normal force ahead of the axle, the same for both kinds of wheels.

    Parameters
    ----------
    p : Given
        Radius r, m, lever l_mu, m, and normal force f_N, N.
    """
    return (
        Ground((-2 * p.r, 0), (2 * p.r, 0), endless=True),
        Disc(p.r, (0, p.r), spokes=0),
        Hinge((0, p.r)),
        Line(((0, 0), (0, p.r)), role="reference", dashed=True),
        Dimension((0, p.r), (0, 0), p.r, offset=1.3 * p.r, only="sketch"),
        Dimension((p.l_mu, 0), (0, 0), p.l_mu, offset=0.3 * p.r, only="sketch"),
        ValueArrow((0, p.r), (0, -1), p.f_N, p.f_N, label="f_V"),
        ValueArrow((p.l_mu, 0), (0, 1), p.f_N, p.f_N, label=p.f_N),
    )
