"""Acceleration profile of a drive (Beispiel 2.1)."""

from sympy import Matrix, Max, Rational

from ..kinematics import bang_coast_bang, braking
from ..problem import Given, Motion, Outputs, Problem
from ..scene import Arrow, Box, Disc, Ground, Line, Scene, Text

SAMPLES = 6


def acceleration_profile() -> Problem:
    """Accelerate, coast, brake to a stop at a given place; (2.5)-(2.11)."""
    p = Given(
        a_max=(2.0, "m/s^2", "acceleration between t0 and t1", "positive", "a_{max}"),
        t0=(0.0, "s", "start of the motion", "real"),
        t1=(1.0, "s", "end of the acceleration", "real"),
        t2=(2.5, "s", "start of the braking", "real"),
        x_end=(6.0, "m", "end position, at standstill", "positive", "x_{soll}"),
    )
    y = Outputs(
        a_min=("m/s^2", "acceleration while braking", "a_{min}"),
        t3=("s", "time of standstill"),
        v_max=("m/s", "velocity between t1 and t2", "v_{max}"),
        t_samples=("s", "six equal steps from t0 to t3", r"\mathbf{t}", SAMPLES),
        v_samples=("m/s", "velocity at these times", r"\mathbf{v}", SAMPLES),
        x_samples=("m", "position at these times", r"\mathbf{x}", SAMPLES),
    )
    profile = bang_coast_bang(p.a_max, y.a_min, p.t0, p.t1, p.t2)
    times = [p.t0 + (y.t3 - p.t0) * Rational(k, SAMPLES) for k in range(1, SAMPLES + 1)]
    v_max, x_2 = profile.phases[1].at(p.t2)
    return Problem(
        title="Acceleration profile",
        source="Beispiel 2.1, (2.5)-(2.11)",
        inputs=p,
        outputs=y,
        formulas={
            "a_min": braking(*p.symbols).a_min,
            "t3": profile.end,
            "v_max": v_max,
            "t_samples": Matrix(times),
            "v_samples": Matrix([profile.velocity(time) for time in times]),
            "x_samples": Matrix([profile.position(time) for time in times]),
        },
        conditions={
            "The acceleration needs time: t0 < t1.": p.t0 < p.t1,
            "Braking begins after the acceleration: t1 <= t2.": p.t1 <= p.t2,
            "x_end must be more than the way that is behind at t2; brake earlier, accelerate less, or choose a "
            "farther end": p.x_end > x_2,
        },
        motion=Motion(
            end=y.t3,
            quantities={
                "a": (profile.acceleration(), "m/s^2", "acceleration"),
                "v": (profile.velocity(), "m/s", "velocity"),
                "x": (profile.position(), "m", "position"),
            },
        ),
        scene=scene,
    )


def scene(problem: Problem) -> Scene:
    """Carriage on a rail with start and end mark; the sketch also draws a(t), Abbildung 2.2."""
    p, y = problem.inputs, problem.outputs
    x, v, a = (problem.motion.quantities[name][0] for name in "xva")
    size = p.x_end / 10  # of the carriage
    rail = -0.5 * size
    top = 1.1 * size
    return Scene(
        shapes=(
            Ground((-1.2 * size, rail), (p.x_end + 1.2 * size, rail)),
            *(
                Line(((place, rail), (place, 0.9 * size)), role="reference", dashed=True)
                for place in (0, p.x_end)
            ),
            Text((p.x_end, rail - 0.15 * size), p.x_end, anchor="top"),
            Text((0, rail - 0.15 * size), "0", anchor="top"),
            Disc(0.14 * size, (x - 0.3 * size, rail + 0.14 * size), spokes=0),
            Disc(0.14 * size, (x + 0.3 * size, rail + 0.14 * size), spokes=0),
            Box(size, 0.5 * size, (x, 0.03 * size)),
            Arrow((0, 0.75 * size), (x, 0.75 * size), label="x"),
            Arrow((x, top), (x + 2.2 * size * v / y.v_max, top), label="v", only="player"),
            Arrow(
                (x, 1.5 * size),
                (x + 2.2 * size * a / p.a_max, 1.5 * size),
                label="a",
                role="force",
                only="player",
            ),
            *diagram(problem, 2.9 * size, 1.4 * size),
        ),
        description=(
            "A carriage on a straight horizontal rail starts at the mark 0 and stops at the mark of its end position. "
            "Arrows above it show velocity and acceleration. A diagram above shows the acceleration over time: "
            "constant and positive from t0 to t1, zero until t2, constant and negative until t3."
        ),
        sketch={"t": 1.9},
        ranges={
            "t0": (0.0, 2.0),
            "t1": (0.2, 4.0),
            "t2": (0.2, 6.0),
            "x_end": (1.0, 20.0),
            "a_max": (0.2, 6.0),
        },
    )


def diagram(problem: Problem, base: object, height: object) -> tuple:
    """The profile a(t), its time axis as long as the rail."""
    p, y = problem.inputs, problem.outputs
    second, unit = p.x_end / y.t3, height / Max(p.a_max, -y.a_min)
    base = base - unit * y.a_min
    corners = [
        (p.t0, 0),
        (p.t0, p.a_max),
        (p.t1, p.a_max),
        (p.t1, 0),
        (p.t2, 0),
        (p.t2, y.a_min),
        (y.t3, y.a_min),
        (y.t3, 0),
    ]
    at = [(second * time, base + unit * value) for time, value in corners]
    gap = height / 8
    below = [((second * time, base - gap), time, "top") for time in (p.t0, p.t1)]
    above = [((second * time, base + gap), time, "bottom") for time in (p.t2, y.t3)]
    return (
        Arrow((0, base), (1.08 * p.x_end, base), label="t", role="axis", only="sketch"),
        Arrow(
            (0, base + unit * y.a_min),
            (0, base + unit * p.a_max + 3 * gap),
            label="a",
            role="axis",
            only="sketch",
        ),
        Line(tuple(at), role="force", only="sketch"),
        *(Text(place, label, anchor=side, only="sketch") for place, label, side in below + above),
        Text((-gap, at[1][1]), p.a_max, anchor="right", only="sketch"),
        Text((at[5][0] - gap, at[5][1]), y.a_min, anchor="right", only="sketch"),
    )
