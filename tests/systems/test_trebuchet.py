"""The trebuchet of A.15: its phases, conservation laws, and the forces of the ground and the ropes."""

import numpy as np
import pytest

from mechanics import systems
from mechanics.demonstrations.trebuchet_range import trebuchet_range
from mechanics.model import ModelError
from mechanics.systems.self_study.trebuchet_phases import launch, sliding


@pytest.fixture(scope="module")
def throw():
    model = systems.load("trebuchet").phases.numeric()
    return model.simulate(None, np.linspace(0, 5, 2501), rtol=1e-11, atol=1e-11)


def instants(run):
    return {event.name: event.t for event in run.events}


def test_the_throw_goes_through_its_phases(throw):
    assert [event.next_mode for event in throw.events] == ["in the sling", "released", "machine swings", "landed"]
    assert [event.name for event in throw.events] == ["lift off", "release", "jerk", "landing"]


def test_nothing_jumps_and_energy_stays_until_the_ropes_jerk(throw):
    for event in throw.events[:2]:
        np.testing.assert_array_equal(event.before, event.after, err_msg=f"a state jumps at the {event.name}")
    before_jerk = throw.t < instants(throw)["jerk"]
    energy = throw["energy"]
    size = np.ptp(throw["energy_shot"])
    assert np.ptp(energy[before_jerk]) < 1e-9 * size, "energy of both while no rope jerks"
    assert np.ptp(throw["energy_shot"][throw.t > instants(throw)["release"]]) < 1e-8 * size, "the shot alone"
    swinging = throw.mode == "machine swings"
    assert np.ptp(throw["energy_weight"][swinging]) < 1e-8 * size
    assert energy[swinging][0] < energy[before_jerk][-1], "the jerk takes energy"


def test_energy_is_that_of_the_lecture_while_the_shot_is_in_the_sling(throw):
    phase2 = systems.load("trebuchet").numeric()
    held = np.isin(throw.mode, ["sliding", "in the sling"])
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
    rising = throw.mode == "in the sling"
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
    swinging = throw["p_M"][throw.mode == "machine swings"]
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


def test_the_launch_shows_the_range_of_every_release():
    """Its plot over the slope of the path has the maximum that a search over releases finds."""
    run = launch(systems.load("trebuchet")).numeric(alpha=-0.3).simulate(None, np.arange(0.0, 1.2, 0.002))
    best = np.argmax(run["range"])
    answer = trebuchet_range().solve(alpha=0.72)
    assert run["range"][best] == pytest.approx(answer["best"], abs=0.02)
    assert run["angle"][best] == pytest.approx(answer["alpha_best"], abs=0.03)
    assert run["efficiency"][best] == pytest.approx(answer["efficiency"], abs=0.002)
    flying = run.mode == "in the sling"
    assert run["angle"][0] == pytest.approx(np.pi), "it starts to the left"
    assert np.abs(np.diff(run["angle"][flying])).max() < 0.05, "the slope has no jump of a turn"


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
