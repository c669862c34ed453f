"""Aufgaben A.10, A.11 and A.15 against laws that were not used to derive them."""

import numpy as np
import pytest

from mechanics import systems
from mechanics.demonstrations.trebuchet_range import trebuchet_range
from mechanics.model import ModelError
from mechanics.systems.self_study.toggle_press import force_amplification
from mechanics.systems.self_study.trebuchet_phases import sliding


@pytest.fixture
def rng() -> np.random.Generator:
    return np.random.default_rng(11)


def test_angular_momentum_of_the_robot_follows_the_moment_of_all_forces(rng):
    """d/dt Σ (m r x v + I q_d) = moment of weights and force about the bearing, (3.112); no Lagrange in it."""
    model = systems.load("planar_robot").numeric(h=1.0)
    p, h = model.parameters, 1e-5

    def parts(q):
        c, s = np.cos(q), np.sin(q)
        right, left = 2 / 3 * p["l1"], -p["l1"] / 3
        return np.array([
            [p["l1"] / 6 * c[0], p["l1"] / 6 * s[0]],
            [right * c[0] + p["l2"] / 2 * c[1], right * s[0] + p["l2"] / 2 * s[1]],
            [left * c[0] - p["l3"] / 2 * c[2], left * s[0] - p["l3"] / 2 * s[2]],
        ])  # fmt: skip

    masses, inertias = [np.array([p[f"{name}{k}"] for k in (1, 2, 3)]) for name in "mI"]

    def momentum(q, q_d):
        r, v = parts(q), (parts(q + h * q_d) - parts(q - h * q_d)) / (2 * h)
        return masses @ (r[:, 0] * v[:, 1] - r[:, 1] * v[:, 0]) + inertias @ q_d

    for _ in range(5):
        q, q_d, f = rng.uniform(-3, 3, 3), rng.uniform(-2, 2, 3), rng.uniform(-5, 5)
        q_dd = model.accelerations(q, q_d, {"f_ex": f})
        rate = (
            momentum(q + h * q_d, q_d + h * q_dd) - momentum(q - h * q_d, q_d - h * q_dd)
        ) / (2 * h)  # fmt: skip
        tip_y = 2 / 3 * p["l1"] * np.sin(q[0]) + p["l2"] * np.sin(q[1])
        moment = -p["g"] * masses @ parts(q)[:, 0] - tip_y * f
        assert rate == pytest.approx(moment, abs=1e-4), "the angular momentum about the bearing has a wrong rate"


def test_force_on_the_robot_holds_segment_2_where_its_moment_balances():
    model = systems.load("planar_robot").numeric()
    stable = [e for e in model.equilibria({"f_ex": 7.0}) if e.stability == "stable"]
    assert len(stable) == 1, "with damped joints the robot would come to rest in one position only"
    q2 = stable[0].q[1]
    p = model.parameters
    moment = -p["m2"] * p["g"] * p["l2"] / 2 * np.cos(q2) - 7.0 * p["l2"] * np.sin(q2)
    assert moment == pytest.approx(0.0, abs=1e-9)


# --- toggle press -----------------------------------------------------------------------------------------


def test_levers_of_equal_length_move_alike():
    """L1 = L2: phi2 = phi1, x = 2 L cos(phi1); the mass matrix is that of two rods in mirror images."""
    model = systems.load("toggle_press").numeric(L1=0.4, L2=0.4, m1=3.0, m2=3.0, I1=0.04, I2=0.04)
    for phi in (0.1, 0.7, 1.3):
        x = model.output("x_slider", [phi])
        assert x == pytest.approx(0.8 * np.cos(phi))
        # lever 2 turns with -phi_d about its instantaneous centre, 2 L from the bearing along lever 1
        centre = 0.8 * np.array([np.cos(phi), np.sin(phi)])
        s2 = np.array([0.6 * np.cos(phi), 0.2 * np.sin(phi)])
        about_centre = 0.04 + 3.0 * (centre - s2) @ (centre - s2)
        assert model.mass_matrix([phi])[0, 0] == pytest.approx(0.04 + 3.0 * 0.2**2 + about_centre)


@pytest.mark.parametrize("phi1", [0.05, 0.4, 1.1])
def test_amplification_is_that_of_the_forces_in_the_levers(phi1):
    """The knee in balance under f and two rod forces, the slider under one rod force and f_L; (3.7)."""
    found = force_amplification().solve(phi1=phi1, f=200.0)
    phi2 = found["phi2"]
    rods = np.linalg.solve([[np.cos(phi1), -np.cos(phi2)], [np.sin(phi1), np.sin(phi2)]], [0.0, 200.0])
    assert found["f_L"] == pytest.approx(rods[1] * np.cos(phi2)), "the load that lever 2 holds"
    assert found["amplification"] == pytest.approx(1 / (np.tan(phi1) + np.tan(phi2)))


def test_amplification_grows_without_limit_towards_the_stretched_position():
    press = force_amplification()
    near = [press.solve(phi1=phi)["amplification"] for phi in (0.1, 0.01, 0.001)]
    assert near[1] / near[0] == pytest.approx(10, rel=0.01) and near[2] / near[1] == pytest.approx(10, rel=0.01)


def test_the_held_load_balances_the_press():
    """The static problem and the equation of motion agree where weight and spring do nothing."""
    press = systems.load("toggle_press")
    held = force_amplification().solve(phi1=0.3, f=50.0)["f_L"]
    assert press.numeric().generalized_forces([0.3], None, {"f": 50.0, "f_L": held}) == pytest.approx(0.0)


def test_lever_2_turns_through_when_lever_1_is_the_shorter():
    run = systems.load("toggle_press").numeric().simulate([0.0], [25.0], 2.0)
    assert np.ptp(run["phi1"]) > 2 * np.pi, "a full turn was expected"
    assert np.abs(run["phi2"]).max() == pytest.approx(np.arcsin(0.4 / 0.5), rel=1e-3)
    np.testing.assert_allclose(0.4 * np.sin(run["phi1"]), 0.5 * np.sin(run["phi2"]), atol=1e-12)


def test_a_position_that_lever_2_cannot_reach_is_refused():
    model = systems.load("toggle_press").numeric(L1=0.6, L2=0.5)
    assert np.isfinite(model.accelerations([0.5])).all(), "this one can be reached"
    for call in (model.accelerations, model.potential_energy, lambda q: model.simulate(q, [0.0], 1.0)):
        with pytest.raises(ModelError, match="root|evaluated"):
            call([1.3])
    with pytest.raises(ModelError, match="Lever 2 must reach"):
        force_amplification().solve(phi1=1.3, L1=0.6, L2=0.5)


def test_work_on_the_press_goes_into_its_energy():
    """A load k (x - x_w) of a workpiece stores what the falling knee gives it."""
    press = systems.load("toggle_press")
    model, k, x_w = press.numeric(), 5e4, 0.85

    def workpiece(t, x):
        return k * max(0.0, float(model.output("x_slider", x[:1])) - x_w)

    run = model.simulate([0.8], [0.0], np.linspace(0, 0.5, 501), {"f": 100.0, "f_L": workpiece}, rtol=1e-10, atol=1e-10)
    squeezed = k * np.maximum(0.0, run["x_slider"] - x_w) ** 2 / 2
    knee = 0.4 * np.sin(run["phi1"])
    total = run.energy + squeezed + 100.0 * knee  # the constant force has the potential f y
    assert np.ptp(squeezed) > 1.0, "the slider should reach the workpiece"
    np.testing.assert_allclose(total, total[0], atol=1e-4)


# --- trebuchet --------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def throw():
    model = systems.load("trebuchet").phases.numeric()
    return model.simulate(None, np.linspace(0, 5, 2501), rtol=1e-11, atol=1e-11)


def instants(run):
    return {event.name: event.t for event in run.events}


def test_the_throw_goes_through_its_phases(throw):
    assert [event.next_mode for event in throw.events] == ["flying", "released", "swinging", "landed"]
    assert [event.name for event in throw.events] == ["lift off", "release", "jerk", "landing"]


def test_nothing_jumps_and_energy_stays_until_the_ropes_jerk(throw):
    for event in throw.events[:2]:
        np.testing.assert_array_equal(event.before, event.after, err_msg=f"a state jumps at the {event.name}")
    before_jerk = throw.t < instants(throw)["jerk"]
    energy = throw["energy"]
    size = np.ptp(throw["energy_shot"])
    assert np.ptp(energy[before_jerk]) < 1e-9 * size, "energy of both while no rope jerks"
    assert np.ptp(throw["energy_shot"][throw.t > instants(throw)["release"]]) < 1e-8 * size, "the shot alone"
    swinging = throw.mode == "swinging"
    assert np.ptp(throw["energy_weight"][swinging]) < 1e-8 * size
    assert energy[swinging][0] < energy[before_jerk][-1], "the jerk takes energy"


def test_energy_is_that_of_the_lecture_while_the_shot_is_in_the_sling(throw):
    phase2 = systems.load("trebuchet").numeric()
    held = np.isin(throw.mode, ["sliding", "flying"])
    q, q_d = throw.x[held, :3], throw.x[held, 3:6]
    energy = phase2.kinetic_energy(q, q_d) + phase2.potential_energy(q)
    np.testing.assert_allclose(throw["energy"][held], energy, atol=1e-6)
    p_m = phase2.output("p_m", q)
    np.testing.assert_allclose(throw.x[held, 6:8], p_m, atol=1e-7, err_msg="the shot is not at the end of the sling")


def test_phase_1_is_the_motion_with_the_sling_eliminated(throw):
    """(A.178): two coordinates instead of three and a multiplier."""
    reduced = sliding(systems.load("trebuchet")).numeric()
    on_ground = throw.mode == "sliding"
    run = reduced.simulate([0.8, 0.0], None, throw.t[on_ground], rtol=1e-11, atol=1e-11)
    np.testing.assert_allclose(run.q, throw.x[on_ground, :2], atol=1e-7)
    np.testing.assert_allclose(throw["z"][on_ground], -3.0 * np.sin(0.8), atol=1e-9)


def test_force_of_the_ground_by_newton_for_the_shot(throw):
    """m z_dd = f_N - m g + S cos(psi), with the rope force S from m x_dd = -S sin(psi)."""
    p = systems.load("trebuchet").parameters.defaults
    model = throw.model
    k = np.flatnonzero(throw.mode == "sliding")[10:-1:10]
    rates = model.state_derivative(throw.t[k], throw.x[k], mode="sliding")
    rope = -p["m"] * rates[:, 8] / np.sin(throw["psi"][k])
    f_N = p["m"] * (p["g"] + rates[:, 9]) - rope * np.cos(throw["psi"][k])
    np.testing.assert_allclose(throw["f_N"][k], f_N, rtol=1e-6)
    assert throw["f_N"][0] == pytest.approx(p["m"] * p["g"]), "at first the sling pulls along the ground"
    lift_off = throw.events[0]
    assert model.output("f_N", lift_off.before) == pytest.approx(0.0, abs=1e-6)
    rising = throw.mode == "flying"
    assert (throw["z"][rising] > -3.0 * np.sin(0.8) - 1e-6).all(), "the shot must not sink into the ground"


def test_force_of_the_ground_is_the_multiplier_of_a_closed_loop(throw):
    """The same condition as a loop of `LagrangianSystem`, solved by another way."""
    from mechanics.lagrange import LagrangianSystem

    system = systems.load("trebuchet")
    height = system.outputs["p_m"][1] - system.outputs["z_ground"]
    closed = LagrangianSystem(
        coordinates=system.coordinates, parameters=system.parameters, bodies=system.bodies,
        gravity=system.gravity, loops={"f_N": (height, "N", "force of the ground")},
    ).numeric()  # fmt: skip
    for k in (0, 60, 130):
        q, q_d = throw.x[k, :3], throw.x[k, 3:6]
        assert closed.output("f_N", q, q_d) == pytest.approx(throw["f_N"][k], abs=1e-5)


def test_free_counterweight_falls_and_then_swings_like_a_pendulum(throw):
    """After the release nothing but the counterweight has mass: p_dd = -g e_z, then an arc with the radius l + h."""
    falling = np.flatnonzero(throw.mode == "released")[:60]
    p_M, t = throw["p_M"][falling], throw.t[falling] - throw.t[falling[0]]
    for axis, acceleration in ((0, 0.0), (1, -9.81)):
        assert 2 * np.polyfit(t, p_M[:, axis], 2)[0] == pytest.approx(acceleration, abs=1e-3)
    swinging = throw["p_M"][throw.mode == "swinging"]
    np.testing.assert_allclose(np.hypot(*swinging.T), 2.0, rtol=2e-4)


def test_the_jerk_keeps_the_angular_momentum_of_the_counterweight(throw):
    jerk = next(event for event in throw.events if event.name == "jerk")
    model = systems.load("trebuchet").numeric()

    def momentum(x):
        h = 1e-6
        before, after = model.output("p_M", x[:3] - h * x[3:6]), model.output("p_M", x[:3] + h * x[3:6])
        place, v = (before + after) / 2, (after - before) / (2 * h)
        return place[0] * v[1] - place[1] * v[0]

    assert momentum(jerk.after) == pytest.approx(momentum(jerk.before), rel=1e-3)


def test_the_shot_lands_where_its_state_at_the_release_says(throw):
    release = next(event for event in throw.events if event.name == "release")
    v_x, v_z = release.before[8:]
    assert np.arctan2(v_z, v_x) == pytest.approx(0.75, abs=1e-9), "it flies at the chosen angle"
    landing = throw.x[-1]
    assert throw.model.output("range", release.before) == pytest.approx(landing[6], abs=1e-4)
    assert landing[7] == pytest.approx(-3.0 * np.sin(0.8), abs=1e-5)


@pytest.mark.parametrize("alpha, changes", [(0.2, {}), (0.75, {}), (1.2, {"M": 100.0}), (0.6, {"l": 0.8, "r": 2.0})])
def test_range_of_one_launch_for_all_angles_is_that_of_the_whole_throw(alpha, changes):
    throws = systems.load("trebuchet").phases.numeric(alpha=alpha, **changes)
    assert trebuchet_range().solve(alpha=alpha, **changes)["range"] == pytest.approx(
        throws.simulate(None, 12.0)["x"][-1], abs=5e-3
    )


def test_best_release_and_efficiency_are_possible():
    for changes in ({}, {"m": 8.0}, {"r": 1.5}):
        found = trebuchet_range().solve(alpha=0.5, **changes)
        assert found["best"] >= found["range"] - 1e-6
        assert 0 < found["efficiency"] < 1, "the shot cannot take more than the counterweight had"


def test_an_angle_that_the_shot_never_reaches_is_refused():
    with pytest.raises(ModelError, match="never flies at"):
        trebuchet_range().solve(alpha=0.7, m=40.0)
    with pytest.raises(ModelError, match="long end of the arm"):
        systems.load("trebuchet").phases.numeric(theta0=1.7)


@pytest.mark.parametrize(
    "q", [[np.pi / 2, 0.0, 0.0], [-np.pi / 2, 0.0, np.pi], [0.3, np.pi / 2 - 0.3, np.pi / 2 + 0.3]]
)
def test_an_arm_parallel_to_both_ropes_is_refused(q):
    """det M = m M h² r² (M l² cos²(theta + phi) + m L² cos²(theta - psi)) = 0."""
    with pytest.raises(ModelError, match="mass matrix is singular"):
        systems.load("trebuchet").numeric().accelerations(q)
