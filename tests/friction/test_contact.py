"""Dry friction: limits, the cone, ropes, rolling, tables."""

import math

import numpy as np
import pytest
import sympy as sp
from hypothesis import assume, given
from hypothesis import strategies as st

from mechanics.friction import (
    TABLE,
    DryFriction,
    cone_margin,
    driven_wheel,
    friction_angle,
    holds,
    reaction_angle,
    rope_band,
    rope_element,
    rope_friction_coefficient,
    rope_state,
    rope_tension,
    towed_wheel,
    wrap_angle,
)
from mechanics.model import ModelError

positive = st.floats(0.01, 100)


@given(st.floats(0.05, 1.5), st.floats(0, 1.4), st.floats(-math.pi, math.pi), positive)
def test_the_cone_holds_what_stands_steep_enough(mu, tilt, azimuth, size):
    """A force at the angle `tilt` to a slanted normal, in any direction around it."""
    n = np.array([1.0, 2.0, -0.5])
    n = n / np.linalg.norm(n)
    e = np.cross(n, [0.0, 0.0, 1.0])
    e = e / np.linalg.norm(e)
    side = np.cos(azimuth) * e + np.sin(azimuth) * np.cross(n, e)
    limit = float(friction_angle(mu))
    assume(abs(tilt - limit) > 1e-6)
    force = size * (math.cos(tilt) * n + math.sin(tilt) * side)
    assert holds(force, 3 * n, mu) == (tilt < limit), f"tilt {tilt}, half opening angle {limit}"


def test_a_support_cannot_pull():
    assert not holds((0.0, -1.0), (0, 1), 0.5)
    assert float(cone_margin((0.0, -2.0), (0, 1), 0.5)) == pytest.approx(-1.0)


def test_deciding_needs_numbers():
    f = sp.Symbol("f", positive=True)
    with pytest.raises(ModelError, match="Numbers are needed"):
        holds((f, 1), (0, 1), 0.3)
    with pytest.raises(ModelError, match="must not be negative"):
        holds((0, 1), (0, 1), -0.3)


def test_an_incline_at_the_friction_angle_is_the_limit():
    """A block lies on an incline without help up to tan(alpha) = mu_H: angle of repose."""
    alpha = sp.Symbol("alpha", positive=True)
    support = (0, 1)  # the weight is carried straight up, whatever the slope
    margin = cone_margin(support, (-sp.sin(alpha), sp.cos(alpha)), sp.tan(alpha))
    for slope in (0.1, 0.4, 1.2):
        assert float(margin.subs(alpha, slope)) == pytest.approx(0, abs=1e-12)
    assert float(reaction_angle(math.tan(0.3), 1)) == pytest.approx(0.3)


def test_friction_of_a_body_in_all_its_states():
    friction = DryFriction(mu_H=0.3, mu_C=0.2, f_N=10.0)
    for v, f_e, expected in [
        (0, 1.0, 1.0),  # sticks: friction is what is needed
        (0, -3.0, -3.0),  # still sticks, at the limit
        (0, 3.1, 2.0),  # begins to slide
        (0, -3.1, -2.0),
        (0.5, 0.0, 2.0),
        (-0.5, 9.0, -2.0),
    ]:
        assert float(friction.force(sp.Float(v) if v else 0, f_e)) == pytest.approx(expected), (v, f_e)


def test_a_body_that_slides_worse_than_it_sticks_is_refused():
    pair = TABLE["bronze on bronze"]
    with pytest.raises(ModelError, match="must not exceed.*0.18.*0.2"):
        DryFriction(*pair, 10.0)
    others = [name for name, pair in TABLE.items() if pair.mu_C > pair.mu_H]
    assert others == ["bronze on bronze"], "every other row of table 3.1 fits the model"
    mu_H, mu_C = sp.symbols("mu_H mu_C", positive=True)
    assert DryFriction(mu_H, mu_C, 1).possible == (mu_C <= mu_H), "symbols are not refused"


@given(positive, st.floats(0.0, 1.0), st.floats(0.0, 12.0), st.floats(0.01, 1.0))
def test_a_rope_around_two_drums_is_as_good_as_around_one(f, mu, alpha, share):
    """Tension after two arcs one behind the other is that after their sum."""
    once = float(rope_tension(f, mu, alpha))
    twice = float(rope_tension(rope_tension(f, mu, share * alpha), mu, (1 - share) * alpha))
    assert twice == pytest.approx(once, rel=1e-9)
    low, high = map(float, rope_band(f, mu, alpha))
    assert low * high == pytest.approx(f * f, rel=1e-9), "the band is the same from either end"


@given(positive, st.floats(0.05, 1.0), st.floats(0.1, 12.0))
def test_wrap_and_coefficient_undo_the_tension(f, mu, alpha):
    far = rope_tension(f, mu, alpha)
    assert float(wrap_angle(f, far, mu)) == pytest.approx(alpha, rel=1e-7)
    assert float(rope_friction_coefficient(f, far, alpha)) == pytest.approx(mu, rel=1e-7)


def test_the_state_of_a_rope_does_not_depend_on_which_end_is_called_first():
    turned = {"sticks": "sticks", "slips_left": "slips_right", "slips_right": "slips_left"}
    for f_S2 in (1.0, 4.0, 10.0, 24.0, 90.0):
        assert rope_state(f_S2, 10.0, 0.3, math.pi) == turned[rope_state(10.0, f_S2, 0.3, math.pi)]
    assert rope_state(10.0, 90.0, 0.3, math.pi) == "slips_left"
    assert rope_state(10.0, 10.0, 0.0, 0.0) == "sticks"


@pytest.mark.parametrize(
    "bad", [(-1.0, 1.0, 0.3, 1.0), (1.0, 1.0, -0.3, 1.0), (1.0, 0.0, 0.3, 1.0), (1.0, math.nan, 0.3, 1.0)]
)
def test_a_rope_refuses_what_is_none(bad):
    with pytest.raises(ModelError, match="two positive forces"):
        rope_state(*bad)


def test_wheels_dissipate_the_same_whether_towed_or_driven():
    """At a speed r omega the resistance takes l_mu f_N omega, and nothing is lost to anything else."""
    f_N, r, l_mu, omega, tau_A = 4000.0, 0.3, 0.004, 7.0, 35.0
    towed = towed_wheel(f_N, r, l_mu)
    assert float(towed.f_H) * r * omega == pytest.approx(l_mu * f_N * omega)
    driven = driven_wheel(f_N, r, l_mu, tau_A)
    lost = tau_A * omega - float(driven.f_Z) * r * omega
    assert lost == pytest.approx(l_mu * f_N * omega), "power in, less power to the vehicle"
    assert float(driven_wheel(f_N, r, l_mu, driven.tau_A_min).f_Z) == pytest.approx(0.0, abs=1e-12)


def test_wheels_of_symbols():
    f_N, r, l_mu, tau_A = sp.symbols("f_N r l_mu tau_A", positive=True)
    assert sp.simplify(towed_wheel(f_N, r, l_mu).f_R - l_mu / r * f_N) == 0
    assert sp.simplify(driven_wheel(f_N, r, l_mu, tau_A).f_Z - (tau_A / r - l_mu / r * f_N)) == 0


def test_a_piece_of_rope_in_equilibrium_by_vectors():
    """The forces at its ends, the pressure and the friction of the drum add up to zero for any angle."""
    for angle in (0.01, 0.5, 1.5):
        piece = [float(f) for f in rope_element(40.0, 0.3, angle)]
        along, inwards = np.cos(angle / 2), np.sin(angle / 2)
        left, right = 40.0 * np.array([-along, -inwards]), (40.0 + piece[0]) * np.array([along, -inwards])
        drum = np.array([-piece[1], piece[2]])
        assert left + right + drum == pytest.approx([0, 0], abs=1e-12)
        assert piece[1] == pytest.approx(0.3 * piece[2])
