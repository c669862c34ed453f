"""Systems that are trees with ball joints: limits that one can work out by hand, and what must not change."""

import numpy as np
import pytest
from scipy.integrate import solve_ivp

from mechanics import systems
from mechanics.multibody.trees import Instants, angular_momentum
from mechanics.rotations.arrays import quaternion_matrix
from tests.kinds import names_in

G = 9.81
ALL = names_in("chapter_7")
STILL = {
    "chandelier": {"theta_0": 0.0, "omega_z": 0.0, "omega_L": 0.0},
    "hanging_chain": {"theta_0": 0.0, "omega_0": 0.0},
}


def model(name: str, **parameters: float):
    return systems.load(name).numeric(**parameters)


def crossings(t: np.ndarray, values: np.ndarray) -> np.ndarray:
    """Times at which the values pass through zero upwards."""
    k = np.flatnonzero((values[:-1] < 0) & (values[1:] >= 0))
    return t[k] - values[k] * (t[k + 1] - t[k]) / (values[k + 1] - values[k])


# --- spherical double pendulum ----------------------------------------------------------------------------


def test_double_pendulum_keeps_energy_and_angular_momentum_about_the_vertical():
    run = model("spherical_double_pendulum").simulate(t=8.0)
    assert np.ptp(run.energy) < 1e-9 * np.ptp(run.potential)
    assert np.ptp(run["L_z"]) < 1e-9 * np.abs(run["L_z"]).max()


@pytest.mark.slow
def test_double_pendulum_keeps_them_for_a_minute():
    run = model("spherical_double_pendulum").simulate(t=60.0)
    assert np.ptp(run.energy) < 1e-9 * np.ptp(run.potential)
    assert np.ptp(run["L_z"]) < 1e-9 * np.abs(run["L_z"]).max()


def test_double_pendulum_in_a_plane_is_the_plane_double_pendulum():
    m_1, m_2, l_1, l_2, r = 2.0, 1.0, 1.0, 0.8, 0.03
    I_1, I_2 = (m * (3 * r**2 + l**2) / 12 for m, l in ((m_1, l_1), (m_2, l_2)))

    def rates(t: float, x: np.ndarray) -> list[float]:
        a, b, a_d, b_d = x  # by hand, from Lagrange's equations of two rods
        coupling = m_2 * l_1 * l_2 / 2
        M = [
            [I_1 + m_1 * l_1**2 / 4 + m_2 * l_1**2, coupling * np.cos(a - b)],
            [coupling * np.cos(a - b), I_2 + m_2 * l_2**2 / 4],
        ]
        right = [
            -coupling * np.sin(a - b) * b_d**2 - (m_1 / 2 + m_2) * G * l_1 * np.sin(a),
            coupling * np.sin(a - b) * a_d**2 - m_2 * G * l_2 / 2 * np.sin(b),
        ]
        return [a_d, b_d, *np.linalg.solve(M, right)]

    times = np.linspace(0.0, 3.0, 61)
    expected = solve_ivp(rates, (0, 3), [0.7, 1.1, 0, 0], "DOP853", times, rtol=1e-10, atol=1e-10).y
    run = model("spherical_double_pendulum", theta_10=0.7, theta_20=1.1, phi_20=0.0, omega_0=0.0).simulate(t=times)
    np.testing.assert_allclose(run["theta_1"], np.abs(expected[0]), atol=1e-6)
    np.testing.assert_allclose(run["theta_2"], np.abs(expected[1]), atol=1e-6)


def test_damping_brings_the_double_pendulum_to_rest():
    run = model("spherical_double_pendulum", d=0.2).simulate(t=60.0, rtol=1e-7, atol=1e-7)
    assert (np.diff(run.energy) < 1e-6).all()
    weights = np.array([3.0, 1.0]) * G
    np.testing.assert_allclose([run["f_1"][-1], run["f_2"][-1]], weights, rtol=0.01)


# --- chandelier -----------------------------------------------------------------------------------------


def test_chandelier_hangs_still_where_nothing_pushes_it():
    still = model("chandelier", **STILL["chandelier"])
    run = still.simulate(t=2.0)
    total = still.motion.tree.m_tot
    np.testing.assert_allclose(run["f_0"], total * G, rtol=1e-10)
    assert np.abs(run.places[0] - run.places[0][0]).max() < 1e-9
    assert total == pytest.approx(6.0 + 3.0 + 2 * 1.0 + 12 * 0.6)


def test_chandelier_is_a_tree_of_sixteen_bodies():
    tree = model("chandelier").motion.tree
    assert tree.n == 16
    assert tree.graph.path("lamp_12") == ["base", "rod_1", "ring_1", "rod_2", "ring_2", "lamp_12"]
    assert np.bincount(tree.graph.parents + 1).max() == 9  # eight lamps and a rod hang on the large ring


def test_energy_of_the_chandelier_only_falls_by_damping():
    free = model("chandelier", d=0.0).simulate(t=5.0, rtol=1e-11, atol=1e-11)
    assert np.ptp(free.energy) < 1e-9 * np.ptp(free.potential)
    damped = model("chandelier").simulate(t=5.0, rtol=1e-9, atol=1e-9)
    assert (np.diff(damped.energy) < 1e-7).all() and damped.energy[-1] < damped.energy[0] - 0.1


def test_a_lamp_on_a_heavy_ring_is_a_mathematical_pendulum():
    still = STILL["chandelier"] | {"omega_L": 0.05, "d": 0.0, "m_R": 1e5, "l_L": 0.9}
    run = model("chandelier", **still).simulate(t=np.linspace(0.0, 6.0, 1201), rtol=1e-10, atol=1e-12)
    lamp = run.places[0][:, list(systems.load("chandelier").frames).index("lamp_1"), 1]
    sphere = 0.4 * 0.075**2  # its own inertia, by mass
    expected = 2 * np.pi * np.sqrt((0.9**2 + sphere) / (G * 0.9))
    np.testing.assert_allclose(np.diff(crossings(run.t, lamp)), expected, rtol=1e-3)


# --- hanging chain ----------------------------------------------------------------------------------------


def test_tension_of_a_chain_at_rest_is_the_weight_below():
    run = model("hanging_chain", **STILL["hanging_chain"]).simulate(t=0.5)
    np.testing.assert_allclose(run["f_0"], 10.0 * G, rtol=1e-9)
    np.testing.assert_allclose(run["f_25"], 5.0 * G, rtol=1e-9)
    np.testing.assert_allclose(run["z_E"], -5.0, rtol=1e-9)


def test_chain_keeps_its_length_and_loses_energy_only_by_damping():
    run = model("hanging_chain", d=0.0).simulate(t=3.0, rtol=1e-9, atol=1e-9)
    assert np.ptp(run.energy) < 1e-8 * np.ptp(run.potential)
    r, A = run.places
    lower = r[:, :-1] - 0.05 * A[:, :-1, :, 2]
    upper = r[:, 1:] + 0.05 * A[:, 1:, :, 2]
    assert np.abs(lower - upper).max() < 1e-12, "the links came apart"
    damped = model("hanging_chain", d=0.005).simulate(t=3.0, rtol=1e-7, atol=1e-7)
    assert damped.energy[-1] < run.energy[-1] - 0.1


def test_a_chain_that_turns_steadily_keeps_its_angular_momentum():
    numbers = model("hanging_chain", d=0.0)
    run = numbers.simulate(t=1.0, rtol=1e-10, atol=1e-10)
    q, w = numbers.motion.split(run.x)
    L = angular_momentum(numbers.motion.tree, quaternion_matrix(q), w)[:, 2]
    assert np.ptp(L) < 1e-8 * np.abs(L).max()


# --- crane ------------------------------------------------------------------------------------------------


def test_the_load_swings_like_a_pendulum_as_long_as_the_chain():
    """A heavy load on a light chain; from the trolley to its centre l_P, and its own inertia m s²/6 about that."""
    light = {"m_K": 0.3, "d_K": 0.0, "theta_0": 0.02}
    run = model("crane_chain_load", **light, d=0.02).simulate(t=np.linspace(0.0, 0.99, 100))
    assert run["x_T"][-1] == 0.0, "the trolley runs before its time"
    l_P = 4.0 + 0.5 + 0.5
    omega = np.sqrt(G * l_P / (l_P**2 + 1.0 / 6))
    np.testing.assert_allclose(run["theta"], 0.02 * np.cos(omega * run.t), atol=2e-5)


@pytest.mark.parametrize(
    ("changes", "top"), [({}, 2.0), ({"d": 1.0}, np.sqrt(2 * 1.0 * 5.0 / 6.0)), ({"tau": 1.5}, 2.0)]
)
def test_the_trolley_arrives(changes, top):
    run = model("crane_chain_load", **changes).simulate(t=12.0)
    assert run["x_T"][-1] == pytest.approx(changes.get("d", 6.0), rel=1e-9)
    assert run["v_T"][-1] == pytest.approx(0.0, abs=1e-9)
    assert run["v_T"].max() == pytest.approx(top, rel=0.02)


def test_ramps_as_long_as_a_period_leave_the_load_still_and_a_hard_stop_does_not():
    l_P = 5.0
    period = 2 * np.pi * np.sqrt((l_P**2 + 1 / 6) / (G * l_P))
    left = {}
    for name, tau in (("hard", 0.0), ("smooth", period)):
        run = model("crane_chain_load", tau=tau, d_K=0.0, m_K=3.0).simulate(t=20.0)
        left[name] = np.abs(run["theta"][run.t > 12.0]).max()
    assert left["hard"] > 0.3
    assert left["smooth"] < 0.03 * left["hard"]


def test_the_trolley_does_the_work_that_the_load_gets():
    """Power of the force in the first joint on the moving trolley, against the energy of chain and load."""
    run = model("crane_chain_load", d_K=0.0, tau=0.5).simulate(t=np.linspace(0.0, 8.0, 2001))
    here = run.model.motion
    instants = Instants(here, run.t, run.x)
    force = instants.forces[:, here.tree.body("link_1"), 0]
    power = force * run["v_T"]
    work = np.concatenate([[0.0], np.cumsum((power[1:] + power[:-1]) / 2 * np.diff(run.t))])
    np.testing.assert_allclose(run.energy - run.energy[0], work, atol=1e-3 * np.ptp(run.energy))


@pytest.mark.parametrize("name", ALL)
def test_outputs_and_scene_have_numbers_everywhere(name):
    system = systems.load(name)
    run = system.numeric().simulate(t=np.linspace(0.0, 1.0, 21), rtol=1e-7, atol=1e-7)
    for output in system.described:
        assert np.isfinite(run[output]).all(), f"{output} of {name}"
    expressions = system.scene().compile().expressions
    assert np.isfinite(run.model.evaluate(expressions, run.t, run.x)).all()
