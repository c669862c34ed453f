"""Momentum: particles against integrations of their own, throws and rockets against numbers of scipy."""

import numpy as np
import pytest
import sympy as sp
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.integrate import quad, solve_ivp
from scipy.optimize import minimize_scalar

from mechanics.model import ModelError
from mechanics.momentum import (
    Ascent,
    Particle,
    Projectile,
    cut,
    equations,
    impulse,
    mass_ratio,
    momentum,
    solve,
    speed_gain,
    variable_mass_rates,
    whole,
)
from mechanics.symbols import coordinate_symbol, t

G = 9.81
x1, y1, x2, y2 = [coordinate_symbol(name) for name in ("x1", "y1", "x2", "y2")]
m1, m2, f_S = sp.symbols("m1 m2 f_S", positive=True)
reals = st.floats(-5, 5)
masses = st.floats(0.1, 10)


# --- particles ------------------------------------------------------------------------------------------


@settings(max_examples=10)
@given(masses, st.tuples(reals, reals, reals), st.tuples(reals, reals, reals))
def test_the_second_law_gives_the_parabola_of_constant_force(m, f, v0):
    r = [v * t + a * t**2 / (2 * m) for v, a in zip(v0, f, strict=True)]
    for row in Particle(m, r, [f]).law:
        assert float(row.lhs - row.rhs) == pytest.approx(0, abs=1e-12)


def test_momentum_is_mass_times_velocity_and_adds_up():
    moving = [Particle(2, (3 * t, 0)), Particle(1, (0, -4 * t, t))]
    assert list(momentum(moving)) == [6, -4, 1]


def test_forces_inside_cancel_in_the_whole():
    f = sp.Matrix(sp.symbols("f_x f_y f_z"))
    pair = cut(Particle(m1, (x1, y1), [(0, -m1 * G)]), Particle(m2, (x2, y2), [(0, -m2 * G)]), f)
    body = whole(pair)
    assert body.resultant.free_symbols.isdisjoint(f.free_symbols), "an internal force moves the centre of mass"
    assert body.mass == m1 + m2
    sum_of_laws = [sp.expand(a.lhs + b.lhs) for a, b in zip(pair[0].law, pair[1].law, strict=True)]
    assert [sp.expand(row.lhs) for row in body.law] == sum_of_laws


def test_centre_of_mass_of_two_points_on_a_tumbling_rod_flies_like_one_point():
    """A dumbbell simulated as two points with a stiff rod between them; its centre must follow the parabola."""
    m_a, m_b, stiff, length = 1.0, 3.0, 4000.0, 1.0

    def rates(_, x):
        a, b, v_a, v_b = x.reshape(4, 2)
        d = b - a
        pull = stiff * (np.linalg.norm(d) - length) * d / np.linalg.norm(d)
        weight = np.array([0.0, -G])
        return np.concatenate([v_a, v_b, pull / m_a + weight, -pull / m_b + weight])

    start = np.array([0, 0, 0, 1.0, 4.0, 6.0, -2.0, 6.0])
    end = solve_ivp(rates, (0, 1.2), start, rtol=1e-9, atol=1e-9).y[:, -1].reshape(4, 2)
    centre = whole([Particle(m_a, start[:2]), Particle(m_b, start[2:4])]).position
    v = (m_a * start[4:6] + m_b * start[6:8]) / (m_a + m_b)
    expected = [float(centre[0]) + v[0] * 1.2, float(centre[1]) + v[1] * 1.2 - G * 1.2**2 / 2]
    found = whole([Particle(m_a, end[0]), Particle(m_b, end[1])]).position
    assert np.array(found[:2], dtype=float) == pytest.approx(expected, abs=1e-6)


def test_an_atwood_machine_is_solved_for_acceleration_and_rope_force():
    z = coordinate_symbol("z")
    left = Particle(m1, (0, 0, y1), [(0, 0, m1 * G - f_S)])
    right = Particle(m2, (0, 0, y2), [(0, 0, m2 * G - f_S)])
    found = solve([left, right], [z.diff(t, 2), f_S], {y1: z, y2: 1 - z})
    assert sp.simplify(found[z.diff(t, 2)] - G * (m1 - m2) / (m1 + m2)) == 0
    assert sp.simplify(found[f_S] - 2 * m1 * m2 * G / (m1 + m2)) == 0


def test_a_body_at_rest_gives_the_normal_force():
    f_N = sp.Symbol("f_N")
    block = Particle(m1, (x1, 0, 0), [(0, f_N), (0, -m1 * G), (5, 0)])
    found = solve([block], [x1.diff(t, 2), f_N])
    assert found[f_N] == m1 * G
    assert found[x1.diff(t, 2)] == 5 / m1
    assert len(equations([block])) == 2, "the direction without force and motion gives no equation"


def test_impulse_of_a_kick_by_expression_and_by_function():
    kick = impulse((200 * sp.sin(sp.pi * t / 0.01), 0), 0, 0.01)
    assert float(kick[0]) == pytest.approx(2 * 200 * 0.01 / np.pi)
    assert impulse(lambda s: 200 * np.sin(np.pi * s / 0.01), 0, 0.01) == pytest.approx(float(kick[0]))


@pytest.mark.parametrize(
    "what, sentence",
    [
        (lambda: Particle(0, (1, 2)), "must be positive and constant; got 0"),
        (lambda: Particle(3 - t, (1, 2)), "use variable_mass_rates"),
        (lambda: Particle(1, 5), "2 or 3 components"),
        (lambda: Particle(1, (1, 2, 3, 4)), "2 or 3 components"),
        (lambda: whole([]), "at least one particle"),
        (lambda: solve([Particle(1, (x1, 0), [(f_S, 0)])], [x1.diff(t, 2), f_S]), "do not determine"),
        (lambda: solve([Particle(1, (x1, 0), [(f_S**2, 0)])], [f_S]), "linearly"),
    ],
)
def test_what_is_no_particle_is_refused_in_one_sentence(what, sentence):
    with pytest.raises(ModelError, match=sentence):
        what()


# --- throws ---------------------------------------------------------------------------------------------

throws = st.builds(
    Projectile, st.floats(1, 50), st.floats(-1.3, 1.5), st.floats(0.1, 30), st.sampled_from([1.62, 9.81])
)


@given(throws)
def test_a_throw_keeps_its_energy_and_lands_on_the_ground(throw):
    t1 = float(throw.impact_time)
    assert float(throw.position(t1)[1]) == pytest.approx(0, abs=1e-9)
    assert t1 > 0
    assert float(throw.path(throw.range)) == pytest.approx(0, abs=1e-6)
    v = np.array(throw.velocity(t1), dtype=float)
    assert v @ v / 2 == pytest.approx(throw.v0**2 / 2 + throw.g * throw.h)
    assert np.linalg.norm(v) == pytest.approx(float(throw.impact_speed))


@settings(max_examples=10)
@given(throws)
def test_no_angle_throws_farther_than_the_best_one(throw):
    def shorter(alpha):
        return -float(Projectile(throw.v0, alpha, throw.h, throw.g).range)

    found = minimize_scalar(shorter, bounds=(0.0, 1.5), method="bounded", options={"xatol": 1e-10})
    assert float(throw.best_angle) == pytest.approx(found.x, abs=1e-5)
    assert float(throw.greatest_range) == pytest.approx(-found.fun, rel=1e-9)


@given(throws, st.floats(0.05, 0.95), st.floats(-1.0, 0.99))
def test_both_angles_hit_the_target(throw, share, level):
    x = share * float(throw.greatest_range)
    z = level * float(throw.reach(x))
    for alpha in throw.angles_to(x, z):
        assert float(Projectile(throw.v0, alpha, throw.h, throw.g).path(x)) == pytest.approx(z, abs=1e-6)


@given(throws)
def test_the_apex_lies_where_the_vertical_velocity_vanishes(throw):
    assert float(throw.velocity(throw.apex_time)[1]) == pytest.approx(0, abs=1e-12)
    assert float(throw.position(throw.apex_time)[1]) == pytest.approx(float(throw.apex_height))


def test_the_textbook_case_from_level_ground():
    throw = Projectile(sp.Symbol("v0", positive=True), sp.pi / 4, 0, sp.Symbol("g", positive=True))
    assert throw.best_angle == sp.pi / 4
    assert sp.simplify(throw.range - throw.v0**2 / throw.g) == 0


@pytest.mark.parametrize(
    "what, sentence",
    [
        (lambda: Projectile(0, 0.5), "positive speed"),
        (lambda: Projectile(5, 0.5, h=-1), "not negative"),
        (lambda: Projectile(10, 0).angles_to(11), "target must lie"),
        (lambda: Projectile(10, 0).angles_to(-2), "x > 0"),
    ],
)
def test_what_is_no_throw_is_refused_in_one_sentence(what, sentence):
    with pytest.raises(ModelError, match=sentence):
        what()


# --- variable mass --------------------------------------------------------------------------------------


@given(st.floats(100, 4000), st.floats(1.01, 20))
def test_the_rocket_equation_is_the_limit_of_many_small_ejections(w, ratio):
    """Momentum is conserved in each of n ejections; no differential equation is used."""
    n = 20000
    dm = (1 - 1 / ratio) / n
    m = 1 - dm * np.arange(n)
    assert np.sum(w * dm / (m - dm / 2)) == pytest.approx(float(speed_gain(w, ratio, 1)), rel=1e-4)
    assert float(mass_ratio(speed_gain(w, ratio, 1), w)) == pytest.approx(ratio)


def test_ascent_against_an_integration():
    ascent = Ascent(w=2500, u=8, m0=1000, g=G)

    def rates(_, x):
        v_d, m_d = variable_mass_rates(x[2], -x[2] * G, 8, -2500)
        return [x[1], v_d, m_d]

    t1 = float(ascent.burning_time(100))
    run = solve_ivp(rates, (0, t1), [0, 0, 1000], rtol=1e-11, atol=1e-9, t_eval=[t1 / 2, t1])
    for instant, (h, v, m) in zip(run.t, run.y.T, strict=True):
        expected = [float(f(instant)) for f in (ascent.height, ascent.speed, ascent.mass)]
        assert [h, v, m] == pytest.approx(expected, rel=1e-8)
    assert m == pytest.approx(100)
    assert float(ascent.peak(100)) == pytest.approx(h + v**2 / (2 * G))
    assert ascent.lifts_off
    assert not Ascent(w=2500, u=3, m0=1000, g=G).lifts_off


def test_momentum_of_rocket_and_exhaust_together_is_conserved_in_free_space():
    """The exhaust keeps the velocity that it has when it leaves: ∫ (v − w) dm of it is what the rocket has gained."""
    w, m0, m_end = 3.0, 2.0, 0.5
    left, _ = quad(lambda m: float(speed_gain(w, m0, m)) - w, m_end, m0)
    assert m_end * float(speed_gain(w, m0, m_end)) + left == pytest.approx(0, abs=1e-9)


def test_thrust_is_a_vector_opposite_to_the_jet():
    v_d, m_d = variable_mass_rates(2.0, np.array([0.0, -20.0]), 0.5, np.array([10.0, -80.0]))
    assert v_d == pytest.approx([-2.5, 10.0])
    assert m_d == -0.5


@pytest.mark.parametrize(
    "what, sentence",
    [
        (lambda: speed_gain(2500, 100, 200), "can only fall"),
        (lambda: speed_gain(2500, 100, -1), "can only fall"),
        (lambda: Ascent(w=100, u=1, m0=1000, g=G).peak(900), "too weak"),
    ],
)
def test_what_is_no_rocket_is_refused_in_one_sentence(what, sentence):
    with pytest.raises(ModelError, match=sentence):
        what()
