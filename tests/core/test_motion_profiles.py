"""Motion profiles: continuity, exact integrals against numerical ones, limits kept and reached."""

import numpy as np
import pytest
import sympy as sp
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.integrate import quad

from mechanics.kinematics import MotionProfile, bang_coast_bang, braking, jerk_limited
from mechanics.model import ModelError
from mechanics.symbols import t

positive = st.integers(min_value=1, max_value=60).map(lambda k: k / 10)


def assert_is_integrated(profile: MotionProfile) -> None:
    """Velocity and position are the integrals of acceleration and velocity, by adaptive quadrature."""
    start, end = float(profile.start), float(profile.end)
    kinks = [float(x) for x in profile.times[1:-1]]
    for time in np.linspace(start, end, 7)[1:]:
        points = [x for x in kinks if x < time] or None
        for rate, value in ((profile.acceleration, profile.velocity), (profile.velocity, profile.position)):
            gained = quad(rate, start, time, points=points, epsabs=1e-12)[0]
            assert value(time) - value(start) == pytest.approx(gained, abs=1e-8), f"the integral until {time}"


def assert_is_continuous(profile: MotionProfile) -> None:
    for time in (float(x) for x in profile.times):
        for value in (profile.velocity, profile.position):
            assert value(time - 1e-9) == pytest.approx(value(time + 1e-9), abs=1e-6), f"a jump at {time} s"


@settings(max_examples=12)
@given(a_max=positive, a_min=positive, t0=positive, first=positive, coast=st.just(0.0) | positive)
def test_bang_coast_bang_ends_at_rest_where_braking_is_told_to_stop(a_max, a_min, t0, first, coast):
    t1, t2 = t0 + first, t0 + first + coast
    profile = bang_coast_bang(a_max, -a_min, t0, t1, t2)
    assert_is_continuous(profile)
    end = float(profile.end)
    assert profile.velocity(end) == pytest.approx(0.0, abs=1e-12)
    inverse = braking(a_max, t0, t1, t2, profile.position(end))
    assert float(inverse.a_min) == pytest.approx(-a_min) and float(inverse.t3) == pytest.approx(end)


def test_every_piece_is_integrated_exactly():
    smooth = sp.sin(sp.pi * t / 2) ** 2
    profile = MotionProfile([0, 2, 3, 5], [smooth, -0.3 * t, sp.exp(-t)], v0=-1.0, x0=0.5)
    assert_is_integrated(profile)
    assert_is_continuous(profile)


def test_outside_of_its_times_the_motion_goes_on_without_acceleration():
    profile = MotionProfile([1, 2], [3], v0=2, x0=5)
    assert profile.velocity(0.0) == 2 and profile.position(0.0) == 3
    assert profile.velocity(4.0) == 5 and profile.position(4.0) == pytest.approx(5 + 2 + 1.5 + 2 * 5)
    assert profile.acceleration(np.array([0.5, 1.0, 1.5, 2.0])).tolist() == [0, 3, 3, 0]


def test_symbols_and_numbers_are_the_same_motion():
    a, b, t0, t1, t2 = sp.symbols("a b t0 t1 t2")
    values = {a: 2, b: -1, t0: sp.Rational(1, 2), t1: 1, t2: 3}
    symbolic = bang_coast_bang(a, b, t0, t1, t2)
    numeric = bang_coast_bang(*values.values())
    for time in (0, 0.7, 1.3, 3.2, 3.9, 7):
        for name in ("acceleration", "velocity", "position"):
            formula = getattr(symbolic, name)(t).subs(values).subs(t, time)
            assert float(formula) == pytest.approx(getattr(numeric, name)(float(time)), abs=1e-12), f"{name}({time})"


@settings(max_examples=12)
@given(distance=positive, v_max=positive, a_max=positive, j_max=positive, forward=st.booleans())
def test_jerk_limited_motion_arrives_at_rest_within_its_limits(distance, v_max, a_max, j_max, forward):
    profile = jerk_limited(distance if forward else -distance, v_max, a_max, j_max, t0=0.5)
    end = float(profile.end)
    times = np.linspace(0.5, end, 301)
    assert profile.position(end) == pytest.approx(distance if forward else -distance, rel=1e-9)
    assert [profile.velocity(end), profile.acceleration(end - 1e-9)] == pytest.approx([0, 0], abs=1e-6)
    for name, limit in (("velocity", v_max), ("acceleration", a_max), ("jerk", j_max)):
        largest = np.abs(getattr(profile, name)(times)).max()
        assert largest <= limit * (1 + 1e-9), f"the {name} reaches {largest}, its limit is {limit}"
    jumps = np.abs(np.diff(profile.acceleration(times))).max()
    assert jumps <= j_max * (times[1] - times[0]) * (1 + 1e-6), "the acceleration jumps"


@pytest.mark.parametrize(
    "distance, pieces, reached",
    [(10.0, 7, "v_max"), (1.5, 6, "a_max"), (0.1, 4, "j_max")],
    ids=["long: all limits", "medium: no full speed", "short: no full acceleration"],
)
def test_short_ways_leave_pieces_out(distance, pieces, reached):
    profile = jerk_limited(distance, v_max=2.0, a_max=2.0, j_max=4.0)
    assert len(profile.phases) == pieces
    middle = float(profile.end) / 2
    assert (profile.velocity(middle) == pytest.approx(2.0)) is (reached == "v_max")
    a = np.abs(profile.acceleration(np.linspace(0, 2 * middle, 2001))).max()
    assert bool(a == pytest.approx(2.0, rel=1e-3)) is (reached != "j_max")


def test_jerk_limited_motion_is_the_bang_coast_bang_of_unlimited_jerk():
    """v = 2, a = 2, d = 10: 1 s to accelerate, d / v + v / a = 6 s in all."""
    profile = jerk_limited(10.0, v_max=2.0, a_max=2.0, j_max=1e6)
    assert float(profile.end) == pytest.approx(6.0, abs=1e-5)


@pytest.mark.parametrize(
    "call, sentence",
    [
        (lambda: braking(2, 0, 1, 2, 3), "x_end must be more than 3 m.*Brake earlier"),
        (lambda: braking(2, 1, 1, 2, 9), "t0 < t1 <= t2"),
        (lambda: braking(2, 0, 3, 2, 9), "t0 < t1 <= t2"),
        (lambda: braking(-2, 0, 1, 2, 9), "a_max > 0"),
        (lambda: braking("fast", 0, 1, 2, 9), "finite real number or a formula; got 'fast'"),
        (lambda: bang_coast_bang(1, 1, 0, 1, 2), "a_min < 0"),
        (lambda: bang_coast_bang(1, -1, 0, 2, 1), "times of a profile must increase; got 0, 2, 1"),
        (lambda: MotionProfile([0, 1], [1, 2]), "2 accelerations needs 3 times"),
        (lambda: MotionProfile([0], []), "at least two"),
        (lambda: MotionProfile([0, np.inf], [1]), "Each must be a finite real number"),
        (lambda: MotionProfile([0, 1], [sp.Function("f")(t)]), "no integral in closed form"),
        (lambda: MotionProfile([0, 1], [sp.Symbol("a")]).velocity(np.arange(3.0)), "no numbers for a"),
        (lambda: MotionProfile([0, 1], [1]).velocity(np.nan), "finite number"),
        (lambda: jerk_limited(0.0, 1, 1, 1), "distance that is not zero"),
        (lambda: jerk_limited(1.0, 1, -1, 1), "positive limits"),
    ],
)
def test_bad_input_is_one_sentence(call, sentence):
    with pytest.raises(ModelError, match=sentence):
        call()
