"""Roll, pitch and yaw of an aircraft (lecture 4.2.2)."""

from sympy import Abs, Rational, cos, sin

from ...problem import Given, Motion, Outputs, Problem
from ...rotations import roll_pitch_yaw as turned
from ...scene import Projection, Scene, frame_arrows
from .turning import aircraft, direction, entries_over_time, steps

SMALL = Rational(1, 1000)  # of cos(theta)


def roll_pitch_yaw() -> Problem:
    """Rotation about the fixed x_0, the fixed y_0, the fixed z_0; (4.19)."""
    p = Given(
        psi=(0.5, "rad", "roll about the fixed x axis (first)", "real"),
        theta=(-0.4, "rad", "pitch about the fixed y axis, positive: nose down", "real"),
        phi=(0.7, "rad", "yaw about the fixed z axis (last)", "real"),
    )
    y = Outputs(
        R=("1", "orientation of the aircraft", "R_0^1", (3, 3)),
        lock=("1", "what a change of the angles can do"),
    )
    angles, end = steps(p.symbols)
    return Problem(
        title="Roll, pitch and yaw",
        source="lecture 4.2.2, (4.19)",
        parameters=p,
        outputs=y,
        formulas={"R": turned(*p.symbols)},
        words={
            "lock": {
                "regular: three axes in three directions": Abs(cos(p.theta)) > SMALL,
                "locked: only psi - phi turns the body": sin(p.theta) > 0,
                "locked: only psi + phi turns the body": True,
            }
        },
        motion=Motion(end=end, quantities=entries_over_time(turned(*angles), 0)),
        scene=scene,
    )


def scene(problem: Problem) -> Scene:
    """The aircraft rolls, pitches and yaws one after the other, each time about an axis that stays where it is."""
    p = problem.parameters
    (psi, theta, phi), end = steps(p.symbols)
    return Scene(
        shapes=(
            *frame_arrows(None, 1.5, 0),
            direction("x", p.psi, 1.25),
            direction("y", p.theta, 1.25),
            direction("z", p.phi, 1.15),
            *aircraft(turned(psi, theta, phi)),
        ),
        description=(
            "A small aircraft flies along the x axis of a fixed frame with z upwards. It rolls by psi about the x "
            "axis, then it pitches by theta about the fixed y axis, then it yaws by phi about the fixed z axis. Arcs "
            "at the axes show the positive directions: with a positive pitch the nose goes down."
        ),
        projection=Projection.axonometric(azimuth=0.35, elevation=0.4, up="z"),
        sketch={"t": end},
        ranges={"psi": (-3.14, 3.14), "theta": (-1.571, 1.571), "phi": (-3.14, 3.14)},
    )
