"""Energy, power and momentum along simulated motions."""

import numpy as np
import pytest
from scipy.integrate import cumulative_simpson

from mechanics import systems

from .states import random_model, random_state, undamped

# three starts (q0, q_d0) for each system; the last one goes through a full turn
STARTS = {
    "mathematical_pendulum": [([0.3], [0.0]), ([3.0], [0.0]), ([0.0], [8.0])],
    "pulley_two_masses": [([0.0], [0.0]), ([1.0], [-2.0]), ([0.0], [3.0])],
    "spring_mass_damper_three": [
        ([0.5, 0.5, 1.0], [0.0, 0.0, 0.0]),
        ([0.3, 0.6, 1.2], [1.0, -1.0, 2.0]),
        ([10.0, 10.0, 20.0], [0.0, 0.0, 0.0]),  # linear: nothing changes where masses pass each other
    ],
    "drivetrain": [([0.8, 0.2], [0.0, 0.0]), ([0.0, 2.0], [5.0, -3.0]), ([0.0, 0.0], [9.0, 9.0])],
    "rolling_ball_incline": [([0.0], [0.0]), ([1.0], [-8.0]), ([0.0], [20.0])],
    "spherical_pendulum": [([0.5, 0.0], [0.0, 2.0]), ([1.2, 1.0], [1.0, 1.0]), ([2.0, 0.0], [0.5, 4.0])],
    "ball_on_beam": [([0.0, 0.1], [0.0, 0.0]), ([0.2, -0.3], [0.5, 0.2]), ([0.0, 0.2], [12.0, 0.0])],
    "cart_pendulum": [([0.1, 0.5], [0.0, 0.0]), ([-0.2, 2.5], [1.0, 0.0]), ([0.0, 0.0], [0.0, 20.0])],
    "rotational_two_mass": [([0.5, -0.5], [0.0, 0.0]), ([1.0, 2.0], [5.0, -5.0]), ([7.0, 7.0], [0.0, 0.0])],
    "tower_crane_simple": [
        ([0.0, 7.0, 0.4], [0.0, 0.0, 0.0]),
        ([0.3, 4.0, -0.5], [0.2, 0.5, 0.3]),
        ([0.0, 3.0, 0.1], [0.3, 0.0, 2.5]),  # the rope goes over the top
    ],
    "tower_crane": [
        ([0.0, 7.0, 0.25, 0.0, 6.0], [0.0, 0.0, 0.0, 0.0, 0.0]),
        ([0.3, 4.0, -0.3, 0.2, 5.0], [0.1, 0.2, 0.3, -0.2, 0.1]),
        ([0.0, 6.0, 0.1, 0.1, 5.0], [0.2, 0.0, 0.0, 0.5, 0.5]),
    ],
    "planar_manipulator": [([0.3, 0.8], [0.0, 0.0]), ([-1.0, 1.5], [1.0, -2.0]), ([0.0, 0.0], [9.0, 3.0])],
    "toggle_press": [([1.2], [0.0]), ([-0.4], [2.0]), ([0.0], [25.0])],
    "planar_robot": [
        ([0.4, 0.9, 2.6], [0.0, 0.0, 0.0]),
        ([1.5, -1.0, 0.3], [1.0, -2.0, 3.0]),
        ([0.4, 0.9, 2.6], [9.0, 9.0, 9.0]),
    ],
    "centrifugal_governor": [([0.0, 0.9], [4.0, 0.0]), ([1.0, 1.2], [8.0, 2.0]), ([0.0, 2.0], [5.0, -1.0])],
    "rope_hoist": [([0.0], [0.0]), ([1.0], [3.0]), ([0.0], [-30.0])],
    "hollow_cylinder_rod": [
        ([0.5, 0.3], [0.0, 0.0]),
        ([2.0, 0.2], [1.0, -0.5]),
        ([0.0, 0.3], [15.0, 0.0]),
    ],
    "torsion_spring_body": [([0.3], [0.0]), ([-1.5], [1.0]), ([0.0], [20.0])],
    "elastic_boom": [([0.7, -0.3], [0.0, 0.0]), ([0.9, 0.5], [1.0, 2.0]), ([0.7, 0.0], [0.0, 70.0])],
    "hinged_frame_body": [([0.3], [0.0]), ([-1.0], [2.0]), ([0.0], [25.0])],
    "quarter_car": [([0.1, 0.0], [0.0, 0.0]), ([-0.3, 0.1], [1.0, -2.0]), ([5.0, 2.0], [0.0, 0.0])],
    "rope_drum": [([0.5], [0.0]), ([1.0], [-2.0]), ([10.0], [0.0])],
    "trebuchet": [
        ([0.8, 0.0, 1.5], [0.0, 0.0, 0.0]),
        ([-1.4, 0.1, 0.2], [0.5, -0.3, 1.0]),
        ([0.8, 0.0, 1.5], [0.0, 9.0, 0.0]),
    ],
}


@pytest.mark.parametrize("start", [0, pytest.param(1, marks=pytest.mark.slow), 2])
def test_energy_stays_constant_for_a_minute(system, start):
    q0, q_d0 = STARTS[system.id][start]
    nothing = dict.fromkeys(system.inputs, 0.0)  # also where a drive holds a load by default
    run = undamped(system).simulate(q0, q_d0, np.linspace(0, 60, 1201), nothing, rtol=1e-12, atol=1e-12)
    drift = np.abs(run.energy - run.energy[0]).max() / run.kinetic.max()
    assert drift < 1e-9, f"{system.id} from {q0}, {q_d0}: the energy drifts by {drift:.2g} of the largest T"
    if start == 2:
        assert np.ptp(run.q, axis=0).max() > 2 * np.pi, f"{system.id}: this start should make a full turn"


@pytest.mark.parametrize("start", range(3))
def test_dampers_take_energy_and_their_power_accounts_for_it(system, start, rng):
    """d(T + V)/dt = q_dᵀ f (5.98), integrated along a motion with inputs that change in time."""
    q0, q_d0 = STARTS[system.id][start]
    model = random_model(system, rng)
    held = {symbol.name for symbol in system.terms.V.free_symbols}  # one that moves a spring's end does work itself
    u = {
        name: np.cos(k) if name in held else lambda t, x, k=k: np.cos(3 * t + k) for k, name in enumerate(system.inputs)
    }
    run = model.simulate(q0, q_d0, np.linspace(0, 2, 2001), u, rtol=1e-11, atol=1e-11)
    power = model.evaluate([system.power], run.q, run.q_d, run.u, run.t)[:, 0]
    work = cumulative_simpson(power, x=run.t, initial=0.0)
    scale = np.abs(run.kinetic).max()
    np.testing.assert_allclose(
        run.energy - run.energy[0], work, atol=1e-6 * scale, err_msg=f"{system.id}: power of f and energy"
    )


def test_dampers_alone_never_give_energy(system, rng):
    model = random_model(system, rng)
    for _ in range(20):
        q, q_d, _ = random_state(system, rng)
        power = model.evaluate([system.power], q, q_d, dict.fromkeys(system.inputs, 0.0))[0]
        assert power <= 1e-12, f"{system.id}: the forces give {power:g} W although all inputs are zero"


def test_run_gives_the_energies_of_the_model(system):
    run = system.numeric().simulate(t=1.0)
    np.testing.assert_allclose(run.energy, run.kinetic + run.potential)
    np.testing.assert_allclose(run.kinetic[-1], run.model.kinetic_energy(run.q[-1], run.q_d[-1]))
    np.testing.assert_allclose(run.potential[-1], run.model.potential_energy(run.q[-1]))
    assert run.t[0] == 0.0 and run.t[-1] == 1.0 and run.q.shape == (len(run.t), len(system.coordinates))


def test_vertical_angular_momentum_of_the_spherical_pendulum():
    system = systems.load("spherical_pendulum")
    run = system.numeric(m=0.8, l=1.4).simulate([0.7, 0.1], [0.5, 2.5], 20.0, rtol=1e-12, atol=1e-12)
    momentum = 0.8 * 1.4**2 * np.sin(run["theta"]) ** 2 * run["phi_d"]
    np.testing.assert_allclose(momentum, momentum[0], rtol=1e-9, err_msg="nothing turns it about the vertical")


def test_horizontal_momentum_of_the_free_cart():
    system = systems.load("cart_pendulum")
    with pytest.raises(ValueError, match="c_W"):
        system.numeric(c_W=0.0)
    model = system.numeric(c_W=1e-300, d_R=0.0)
    run = model.simulate([0.0, 1.0], [0.5, -1.0], 10.0, rtol=1e-12, atol=1e-12)
    p = model.parameters
    m_S = p["rho_S"] * p["l_S"] * p["b_S"] * p["h_S"]
    momentum = (p["m_W"] + m_S) * run["s_d"] + m_S * p["l_S"] / 2 * np.cos(run["phi"]) * run["phi_d"]
    np.testing.assert_allclose(momentum, momentum[0], rtol=1e-9)


def test_small_oscillations_have_the_known_period():
    run = systems.load("mathematical_pendulum").numeric(l=0.7).simulate([1e-4], [0.0], 10.0, rtol=1e-12, atol=1e-14)
    period = 2 * np.pi * np.sqrt(0.7 / 9.81)
    np.testing.assert_allclose(run["phi"], 1e-4 * np.cos(2 * np.pi * run.t / period), atol=1e-11)
