"""Physics of the tower cranes, and of the move that leaves no swing."""

import numpy as np
import pytest

from mechanics import systems
from mechanics.demonstrations.crane_moves import crane_moves
from mechanics.symbols import t
from mechanics.systems.chapter_4.crane_frames import crane_frames

CRANE, SIMPLE = systems.load("tower_crane"), systems.load("tower_crane_simple")


def test_the_winch_holds_the_load_by_default():
    model = CRANE.numeric()
    np.testing.assert_allclose(model.accelerations([0.4, 5.0, 0.0, 0.0, 6.0]), 0, atol=1e-12)
    p = model.parameters
    assert CRANE.inputs.defaults["f_S"] == pytest.approx(-p["m_L"] * p["g"])


def test_without_the_winch_the_load_falls_freely():
    a = CRANE.numeric(d_St=0.0).accelerations([0.4, 5.0, 0.0, 0.0, 6.0], None, {"f_S": 0.0})
    np.testing.assert_allclose(a, [0, 0, 0, 0, 9.81], atol=1e-12)


def test_the_simple_crane_is_the_crane_without_the_other_motions():
    """phi4 = 0 and s5 = l_S stay by themselves only without slewing; M, C and g agree in any case."""
    rng = np.random.default_rng(3)
    shared = {"m_K": 140.0, "I_Kzz": 35.0, "m_L": 250.0, "h1": 11.0, "d_T": 10.0, "d_LK": 20.0, "d_Sr": 30.0}
    whole = CRANE.numeric(**shared, l1x=10.0, r1=0.4, l1y=0.7)
    p = whole.parameters
    m_Z, m_Q = np.pi * p["r1"] ** 2 * p["h1"] * p["rho1"], p["l1x"] * p["l1y"] * p["l1z"] * p["rho1"]
    I_T = m_Q * p["l1x"] ** 2 / 4 + m_Z * p["r1"] ** 2 / 2 + m_Q * (p["l1x"] ** 2 + p["l1y"] ** 2) / 12
    simple = SIMPLE.numeric(**shared, I_Tzz=I_T, l_S=5.5)
    kept = np.ix_([0, 1, 2], [0, 1, 2])
    for _ in range(5):
        q, q_d = rng.uniform(-1, 4, 3), rng.uniform(-2, 2, 3)
        both = [*q, 0.0, 5.5], [*q_d, 0.0, 0.0]
        np.testing.assert_allclose(whole.mass_matrix(both[0])[kept], simple.mass_matrix(q))
        np.testing.assert_allclose(whole.coriolis_matrix(*both)[kept], simple.coriolis_matrix(q, q_d), atol=1e-12)
        np.testing.assert_allclose(whole.potential_forces(both[0])[:3], simple.potential_forces(q), atol=1e-9)
        np.testing.assert_allclose(whole.generalized_forces(both[0], both[1])[:3], simple.generalized_forces(q, q_d))
        assert whole.potential_energy(both[0]) == pytest.approx(simple.potential_energy(q))


def test_the_angular_momentum_about_the_tower_stays():
    """Nothing but the slewing torque and its friction turns tower, trolley and load together about z."""
    model = CRANE.numeric(d_T=0.0)
    u = {"f_LK": lambda t, x: 500 * np.sin(t)}
    run = model.simulate([0.0, 6.0, 0.2, 0.3, 5.0], [0.2, 0.0, 0.1, -0.3, 0.0], 10.0, u, rtol=1e-10, atol=1e-10)
    momentum = np.einsum("kj,kj->k", model.mass_matrix(run.q)[:, 0], run.q_d)
    np.testing.assert_allclose(momentum, momentum[0], rtol=1e-7)


def test_the_torque_changes_it_by_as_much():
    model = CRANE.numeric(d_T=0.0)
    run = model.simulate([0.0, 6.0, 0.2, 0.3, 5.0], None, 5.0, {"tau1": 8000.0}, rtol=1e-10, atol=1e-10)
    momentum = np.einsum("kj,kj->k", model.mass_matrix(run.q)[:, 0], run.q_d)
    np.testing.assert_allclose(momentum, 8000.0 * run.t, atol=0.01)


@pytest.mark.parametrize("free, factor", [(True, 1 + 300 / 150), (False, 1.0)])
def test_small_swings(free, factor):
    """√(g (1 + m_L/m_K) / l) under a free trolley, √(g / l) under a heavy one."""
    model = SIMPLE.numeric(d_LK=0.0, d_Sr=0.0, m_L=300.0, m_K=150.0 if free else 1e9)
    eigenvalues = model.linearize([0.0, 7.0, 0.0]).eigenvalues
    assert np.abs(eigenvalues.imag).max() == pytest.approx(np.sqrt(9.81 / 7.0 * factor), rel=1e-6)


def test_slewing_throws_the_load_outwards():
    """Turning steadily the rope stands at tan(beta) = omega² (s2 + l sin(beta)) / g, as for a carousel."""
    from scipy.optimize import brentq

    model, omega = SIMPLE.numeric(m_K=1e9, d_T=0.0, d_Sr=0.0), 0.8  # a trolley that nothing moves
    beta = brentq(lambda b: np.tan(b) - omega**2 * (5.0 + 7.0 * np.sin(b)) / 9.81, 0.0, 1.2)
    q, q_d = [0.0, 5.0, -beta], [omega, 0.0, 0.0]
    M, C, g = model.mass_matrix(q), model.coriolis_matrix(q, q_d), model.potential_forces(q)
    assert (C @ q_d + g)[2] == pytest.approx(0, abs=1e-9 * M[2, 2]), "what would turn the rope on the still trolley"


def test_jacobians_of_the_load():
    """v_L = J_v q_d, and J_w gives the angular velocity of the rope's frame, from dR/dt Rᵀ."""
    q, p = CRANE.coordinates, CRANE.parameters
    R = crane_frames(*q.symbols, h1=p.h1).rope.R
    model, rng = CRANE.numeric(), np.random.default_rng(1)
    state = rng.uniform(-1, 1, 5) + [0, 5, 0, 0, 5], rng.uniform(-1, 1, 5)
    np.testing.assert_allclose(model.output("J_v_L", *state) @ state[1], model.output("v_L", *state))
    S = model.evaluate(list(R.diff(t) * R.T), *state).reshape(3, 3)
    omega = model.output("J_w_L", *state) @ state[1]
    np.testing.assert_allclose([S[2, 1], S[0, 2], S[1, 0]], omega, atol=1e-12)


def test_a_move_in_two_portions_leaves_no_swing():
    run = crane_moves().numeric().simulate(t=25.0)
    after = run.t > 12.0
    whole, portions = np.abs(run["phi_a"][after]).max(), np.abs(run["phi_b"][after]).max()
    assert whole > 0.3 and portions < 0.01 * whole
    for name in ("s_a", "s_b"):
        assert run[name][-1] - run[name][0] == pytest.approx(6.0)
    np.testing.assert_allclose(np.gradient(run["s_b"], run.t)[1:-1], run["v_b"][1:-1], atol=0.006)


def test_a_shaper_for_another_rope_leaves_some():
    run = crane_moves().numeric(l_M=4.0).simulate(t=25.0)
    after = run.t > 12.0
    assert np.abs(run["phi_b"][after]).max() > 0.05


def test_the_load_hangs_below_the_trolley():
    for model, q, length in (
        (CRANE.numeric(), [0.0, 6.0, 0.0, 0.0, 5.0], 5.0),
        (SIMPLE.numeric(), [0.0, 6.0, 0.0], 7.0),
    ):
        np.testing.assert_allclose(model.output("p_L", q), [6.0, 0.0, 12.0 - length], atol=1e-12)
