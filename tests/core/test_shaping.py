"""Motions in portions leave no swing: formulas against simulated pendulums."""

from itertools import pairwise

import numpy as np
import pytest
import sympy as sp
from hypothesis import given
from hypothesis import strategies as st

from mechanics.kinematics import MotionProfile, bang_coast_bang, zero_vibration, zero_vibration_derivative
from mechanics.model import ModelError
from mechanics.state_space import integrate

MOVE = bang_coast_bang(0.6, -0.6, 0, 2, 4)


def swing_left(move, omega: float, zeta: float = 0.0, linear: bool = True) -> float:
    """Amplitude of the swing after the move, rad m: x_dd + 2 zeta omega x_d + omega² sin x = -a."""

    edges = {float(x) for x in getattr(move, "times", ())}
    if hasattr(move, "shaper"):
        edges |= {float(a + b) for a in move.profile.times for b in move.shaper.times}
    x = np.zeros(2)
    for a, b in pairwise(sorted(edges)):
        push = float(move.acceleration((a + b) / 2)) / 9.81 * omega**2  # constant between two edges

        def right(x, t, push=push):
            restoring = x[0] if linear else np.sin(x[0])
            return [x[1], -(omega**2) * restoring - 2 * zeta * omega * x[1] - push]

        x = integrate(right, x, np.array([a, b]), 1e-10, 1e-12)[-1]
    damped = omega * np.sqrt(1 - zeta**2)
    return float(np.hypot(x[0], (x[1] + zeta * omega * x[0]) / damped))


@pytest.mark.parametrize("shaper", [zero_vibration, zero_vibration_derivative])
@pytest.mark.parametrize("zeta", [0.0, 0.1, 0.4])
def test_the_shaped_move_leaves_no_swing(shaper, zeta):
    omega = 1.3
    plain, shaped = swing_left(MOVE, omega, zeta), swing_left(shaper(omega, zeta).shape(MOVE), omega, zeta)
    assert plain > 0.005, "the move should excite the load, or the test shows nothing"
    assert shaped < 0.01 * plain, f"{shaped / plain:.1%} of the swing is left"


def test_a_real_pendulum_swings_a_little_after_the_move():
    """sin for the angle: the period is a little longer, so a little is left, far less than without shaping."""
    omega = np.sqrt(9.81 / 6.0)
    plain = swing_left(MOVE, omega, linear=False)
    assert swing_left(zero_vibration(omega).shape(MOVE), omega, linear=False) < 0.02 * plain


@given(st.floats(0.5, 3.0), st.floats(0.0, 0.3))
def test_what_is_left_for_a_wrong_frequency_is_as_the_formula_says(omega, zeta):
    """The portions made for 1.3 rad/s, on another load: response to impulses, added up."""
    shaper = zero_vibration(1.3)
    damped = omega * np.sqrt(1 - zeta**2)
    response = sum(
        float(A) * np.exp((-zeta * omega + 1j * damped) * (float(shaper.times[-1]) - float(x)))
        for A, x in zip(shaper.amplitudes, shaper.times, strict=True)
    )
    assert shaper.residual(omega, zeta) == pytest.approx(abs(response), abs=1e-12)


def test_three_portions_forgive_a_wrong_rope_length():
    """10 % wrong frequency: ZV leaves 16 %, ZVD 2.4 % (published curves: Singer and Seering 1990)."""
    two, three = zero_vibration(1.0).residual(1.1), zero_vibration_derivative(1.0).residual(1.1)
    assert two == pytest.approx(np.cos(1.1 * np.pi / 2) * -1)
    assert three == pytest.approx(two**2)


def test_the_shaped_move_reaches_the_same_place():
    shaped = zero_vibration(0.9).shape(MOVE)
    assert shaped.end == MOVE.end + sp.pi / sp.Float(0.9)
    late = float(shaped.end) + 1
    assert shaped.position(late) == pytest.approx(MOVE.position(late))
    assert shaped.velocity(late) == 0
    times = np.linspace(-1, late, 500)
    slope = np.gradient(shaped.position(times), times)
    np.testing.assert_allclose(slope[1:-1], shaped.velocity(times)[1:-1], atol=0.01)
    assert np.abs(shaped.acceleration(times)).max() <= 0.6, "portions never ask for more than the whole"


def test_shapers_take_symbols_and_agree_with_numbers():
    omega, a = sp.symbols("omega a", positive=True)
    shaper = zero_vibration(omega)
    assert shaper.residual(omega) == 0 and sum(shaper.amplitudes) == 1
    assert zero_vibration_derivative(omega).residual(omega) == 0
    shaped = shaper.shape(MotionProfile([0, 1, 2], [a, -a]))
    numbers = {omega: 2.0, a: 3.0}
    plain = zero_vibration(2.0).shape(MotionProfile([0, 1, 2], [3.0, -3.0]))
    for time in (0.5, 1.2, 2.5):
        assert float(shaped.position(sp.Float(time)).subs(numbers)) == pytest.approx(plain.position(time))


@pytest.mark.parametrize("omega, zeta", [(0, 0), (-1, 0), (1, 1), (1, -0.1), (1, 2)])
def test_a_load_that_does_not_swing_is_refused(omega, zeta):
    with pytest.raises(ModelError, match="needs a load that swings"):
        zero_vibration(omega, zeta)
