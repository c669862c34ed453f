"""What the chapters claim in words and numbers is so, and what they ask a reader to set can be set."""

import numpy as np
import pytest

from mechanics import systems
from mechanics.widgets import simulate

WIND = {"f_ex": 3.0}


@pytest.fixture(scope="module")
def pendulum():
    return systems.load("spherical_pendulum").numeric()


@pytest.fixture(scope="module")
def arm():
    return systems.load("planar_manipulator").numeric(d_e=2.0)


class TestLoadInTheWind:
    def test_rests_on_the_lee_side(self, pendulum):
        hanging, upright = pendulum.equilibria(WIND)
        assert (hanging["theta"], hanging["phi"]) == pytest.approx((0.297, np.pi), abs=5e-4)
        assert np.rad2deg(hanging["theta"]) == pytest.approx(17, abs=0.1)
        assert (hanging.stability, upright.stability) == ("stable", "unstable")

    def test_swings_at_the_frequency_of_tilted_gravity(self, pendulum):
        run = pendulum.simulate(q0=[0.31, np.pi], u=WIND, t=np.linspace(0, 20, 4001))
        above = run.q[:, 0] > 0.29678
        starts = run.t[1:][above[1:] & ~above[:-1]]
        assert 2 * np.pi / np.diff(starts).mean() == pytest.approx(3.20, abs=0.01)

    def test_pulls_at_the_rod(self, pendulum):
        force = pendulum.output("f_z", pendulum.equilibria(WIND)[0].q, u=WIND)
        assert np.linalg.norm(force) == pytest.approx(10.26, abs=5e-3)

    def test_runs_on_a_circle(self, pendulum):
        run = pendulum.simulate(q0=[0.64, 0.0], q_d0=[0.0, 3.5])
        assert np.ptp(run.q[:, 0]) < 0.005

    def test_leaps_in_phi_when_it_passes_the_vertical(self, pendulum):
        run = pendulum.simulate(q0=[0.6, 0.0], q_d0=[0.0, 0.2], t=5.0)
        assert abs(run.q_d[:, 1]).max() > 100 * 0.2
        position = pendulum.system.bodies[0].pose.p
        path = pendulum.evaluate(list(position), run.q)
        assert np.linalg.norm(np.diff(path, axis=0), axis=1).max() < 0.03, "the path itself is smooth"


class TestBallOnBeam:
    def test_falls_without_a_moment_and_stands_with_the_right_one(self):
        beam = systems.load("ball_on_beam").numeric()
        free, held = (beam.simulate(q0=[0.0, 0.1], t=0.9, u={"tau_e": tau}) for tau in (0.0, 0.098))
        assert free.q[-1, 0] < -1.0 and free.q[-1, 1] > 0.5
        assert np.abs(held.q - [0.0, 0.1]).max() < 0.02

    def test_error_grows_by_e_in_a_quarter_of_a_second(self):
        fastest = systems.load("ball_on_beam").numeric().linearize([0.0, 0.0]).eigenvalues[0]
        assert 1 / fastest.real == pytest.approx(0.24, abs=0.005)

    def test_feedback_brings_it_to_the_middle(self):
        gains = np.array([0.9, 0.22, -1.1, -0.2])
        beam = systems.load("ball_on_beam").numeric()
        run = beam.simulate(q0=[0.0, 0.2], t=6.0, u={"tau_e": lambda t, x: -gains @ x})
        lifted, early = run.q[:, 0], run.t < 1.0
        assert lifted[early].min() >= -1e-12 and lifted[~early].min() < 0, "first lifted, then tilted back"
        assert abs(run.q[-1, 1]) < 1e-3


class TestPlaygrounds:
    @pytest.mark.parametrize(("start", "omega"), [((0.3, 0.6), 5.0), ((0.3, -0.3), 10.0)])
    def test_modes_of_the_two_discs(self, start, omega):
        free = systems.load("rotational_two_mass").numeric(d1=0.0, d12=0.0)
        run = free.simulate(q0=start, t=np.linspace(0.0, 5.0, 500))
        expected = np.outer(np.cos(omega * run.t), start)
        assert run.q == pytest.approx(expected, abs=1e-5)

    def test_the_fast_mode_dies_out_faster(self):
        values = systems.load("rotational_two_mass").numeric().linearize([0.0, 0.0]).eigenvalues
        fast, slow = (values[np.abs(abs(values.imag) - omega) < 0.5].real.max() for omega in (10, 5))
        assert fast < 2 * slow < 0

    def test_a_positive_torque_turns_against_the_angle(self):
        run = systems.load("rotational_two_mass").numeric().simulate(q0=[0.0, 0.0], t=0.3, u={"tau1": 1.0})
        assert run.q[-1, 0] < 0

    def test_the_arm_has_one_stable_equilibrium_of_six(self, arm):
        found = arm.equilibria()
        assert len(found) == 6
        assert [e.stability for e in found].count("asymptotically stable") == 1

    @pytest.mark.parametrize("start", [(0.3, 0.8), (2.0, -1.0), (-1.0, -2.0)])
    def test_the_arm_ends_there_from_anywhere(self, arm, start):
        run = arm.simulate(q0=start, t=12.0)
        stable = next(e for e in arm.equilibria() if e.stability == "asymptotically stable")
        away = np.angle(np.exp(1j * (run.q[-1] - stable.q)))
        assert np.abs(away).max() < 0.1

    def test_without_damping_the_energy_of_the_arm_stays(self):
        run = systems.load("planar_manipulator").numeric(d_e=0.0, d2=0.0).simulate(t=12.0)
        assert np.ptp(run.energy) < 1e-5 * run.kinetic.max()


@pytest.mark.parametrize(
    ("id", "options", "name", "value"),
    [
        ("spherical_pendulum", {}, "theta", 0.64),
        ("spherical_pendulum", {"q_d0": [0.0, 2.0]}, "phi_d", 3.5),
        ("spherical_pendulum", {"q_d0": [0.0, 2.0]}, "phi_d", 0.2),
        ("ball_on_beam", {"sliders": {"tau_e": (-0.2, 0.2)}}, "tau_e", 0.098),
        ("cart_pendulum", {}, "d_R", 0.0),
        ("cart_pendulum", {}, "f_e", 4.0),
        ("cart_pendulum", {}, "phi", 3.1),
        ("cart_pendulum", {}, "phi", 3.0),
        ("rotational_two_mass", {"q0": [0.3, 0.6]}, "phi2", -0.3),
        ("rotational_two_mass", {}, "tau1", 1.0),
        ("planar_manipulator", {}, "c_e", 0.0),
        ("planar_manipulator", {"d_e": 2.0}, "d_e", 0.0),
        ("planar_manipulator", {}, "d2", 0.0),
        ("mathematical_pendulum", {}, "phi", 3.1),
        ("mathematical_pendulum", {}, "l", 3.0),
        ("atmospheric_free_fall", {}, "A", 20.0),
        ("atmospheric_free_fall", {}, "c_w", 1.3),
        ("atmospheric_free_fall", {}, "h0", 10_000.0),
        ("atmospheric_free_fall", {}, "h0", 20_000.0),
        ("atmospheric_free_fall", {}, "v0", 300.0),
        ("stick_slip_block", {}, "v", 0.0),
        ("stick_slip_block", {}, "f_e", 5.0),
        ("stick_slip_block", {}, "f_e", -8.0),
        ("stick_slip_block", {}, "mu_C", 0.25),
        ("stick_slip_block", {}, "mu_H", 0.25),
        ("rope_friction", {}, "mu_H", 0.1),
        ("rope_friction", {}, "f_S2", 90.0),
    ],
)
def test_a_slider_reaches_what_the_text_asks_for(id, options, name, value):
    slider = next(s for s in simulate(id, **options).spec["sliders"] if s["name"] == name)
    assert slider["min"] - 1e-9 <= value <= slider["max"] + 1e-9
    steps = (value - slider["min"]) / slider["step"]
    assert steps == pytest.approx(round(steps), abs=1e-6), f"{name} goes from {slider['min']} by {slider['step']}"
