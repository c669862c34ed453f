"""Acceleration profile of a drive (Beispiel 2.1)."""

from sympy import Expr, Matrix, Max, Rational

from ...kinematics import bang_coast_bang, braking
from ...problem import Given, Motion, Outputs, Problem
from ...scene import Arrow, Box, Disc, Ground, Line, Scene, Shape, Text

SAMPLES = 6


def acceleration_profile() -> Problem:
    """Accelerate, coast, brake to a stop at a given place; (2.5)-(2.11)."""
    p = Given(
        a_max=(2.0, "m/s^2", "acceleration between t0 and t1", "positive", "a_{max}"),
        t0=(0.0, "s", "start of the motion", "real"),
        t1=(1.0, "s", "end of the acceleration", "real"),
        t2=(2.5, "s", "start of the braking", "real"),
        x_end=(6.0, "m", "end position, at rest", "positive", "x_{soll}"),
    )
    y = Outputs(
        a_min=("m/s^2", "acceleration while braking", "a_{min}"),
        t3=("s", "time at which the carriage stops"),
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
        parameters=p,
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
            "x_end must be larger than the distance travelled until t2; brake earlier, accelerate less, or choose a "
            "larger x_end": p.x_end > x_2,
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
    p, y = problem.parameters, problem.outputs
    size = p.x_end / 10
    return Scene(
        shapes=(
            *carriage(problem, p.x_end, y.v_max, p.a_max),
            Text((p.x_end, -0.65 * size), p.x_end, anchor="top"),
            *diagram(problem, 2.9 * size, 1.4 * size),
        ),
        description=(
            "A carriage on a straight horizontal rail starts at the mark 0 and stops at the mark of its end position. "
            "Arrows above it show velocity and acceleration. A diagram above shows the acceleration over time: "
            "constant and positive from t0 to t1, zero until t2, constant and negative until t3."
        ),
        sketch={"t": 1.9},
        ranges={
            "t0": (0.0, 0.8),
            "t1": (0.9, 1.8),
            "t2": (1.0, 3.4),
            "x_end": (4.2, 12.0),
            "a_max": (0.2, 2.9),
        },
    )


def carriage(problem: Problem, x_end: Expr, v_unit: Expr, a_unit: Expr) -> tuple[Shape, ...]:
    """Carriage on a rail with marks at 0 and x_end, arrows of its motion above.

    Parameters
    ----------
    problem : Problem
        Its motion has x, v and a.
    x_end : Expr
        Place of the second mark, m.
    v_unit, a_unit : Expr
        Velocity, m/s, and acceleration, m/s², whose arrows have the same length.
    """
    assert problem.motion is not None
    x, v, a = (problem.motion.quantities[name][0] for name in "xva")
    size = x_end / 10  # of the carriage
    rail, place = -0.5 * size, -0.65 * size
    marks = [((at, rail), (at, 0.9 * size)) for at in (0, x_end)]
    v_arrow, a_arrow = ((x, k * size) for k in (1.1, 1.5))
    return (
        Ground((-1.2 * size, rail), (x_end + 1.2 * size, rail)),
        *(Line(mark, role="reference", dashed=True) for mark in marks),
        Text((0, place), "0", anchor="top"),
        *(Disc(0.14 * size, (x + k * size, rail + 0.14 * size), spokes=0) for k in (-0.3, 0.3)),
        Box(size, 0.5 * size, (x, 0.03 * size)),
        Arrow((0, 0.75 * size), (x, 0.75 * size), label="x"),
        Arrow(v_arrow, (x + 2.2 * size * v / v_unit, v_arrow[1]), label="v", only="player"),
        Arrow(a_arrow, (x + 2.2 * size * a / a_unit, a_arrow[1]), label="a", role="force", only="player"),
    )


def diagram(problem: Problem, base: Expr, height: Expr) -> tuple[Shape, ...]:
    """The profile a(t), its time axis as long as the rail.

    Parameters
    ----------
    problem : Problem
        `acceleration_profile`.
    base, height : Expr
        Lower edge and height of the diagram, m.
    """
    p, y = problem.parameters, problem.outputs
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
    below = [Text((second * time, base - gap), time, anchor="top", only="sketch") for time in (p.t0, p.t1)]
    above = [Text((second * time, base + gap), time, anchor="bottom", only="sketch") for time in (p.t2, y.t3)]
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
        *below,
        *above,
        Text((-gap, at[1][1]), p.a_max, anchor="right", only="sketch"),
        Text((at[5][0] - gap, at[5][1]), y.a_min, anchor="right", only="sketch"),
    )
