"""What the chapters A.7, A.9, A.12, A.13 and A.14 say in words and numbers is so."""

import numpy as np
import pytest

from mechanics import systems
from mechanics.demonstrations.governor_at_speed import governor_at_speed
from mechanics.demonstrations.hoist_force import hoist_force
from mechanics.demonstrations.torsion_spring_rest import torsion_spring_rest
from mechanics.oscillators import Oscillator


class TestGovernor:
    def test_limit_and_angle_at_ninety_revolutions(self):
        y = governor_at_speed().solve(omega=90 * 2 * np.pi / 60)
        assert y["omega_0"] * 60 / (2 * np.pi) == pytest.approx(54.6, abs=0.05)
        assert np.degrees(y["alpha_s"]) == pytest.approx(68.4, abs=0.05)
        assert np.degrees(governor_at_speed().solve(omega=2 * y["omega_0"])["alpha_s"]) == pytest.approx(75.5, abs=0.05)

    def test_with_little_spin_the_balls_never_hang(self):
        run = systems.load("centrifugal_governor").numeric().simulate([0.0, 0.6], [1.0, 0.0], 6.0)
        assert 0 < run["alpha"].min() < 0.1

    @pytest.mark.parametrize("k, grows", [(0.0, True), (0.02, True), (0.035, False), (0.1, False)])
    def test_it_hunts_unless_the_load_brakes(self, k, grows):
        """The border is at k = c / epsilon = 0.3 / 11.5 = 0.026 N m s."""
        w = np.sqrt(9.81 / 0.3 / np.cos(0.9))
        assert w == pytest.approx(7.253, abs=5e-4) and 2 * w / np.tan(0.9) == pytest.approx(11.5, abs=0.05)
        u = {"tau": lambda t, x: -0.3 * (x[1] - 0.9) - k * (x[2] - w)}
        run = systems.load("centrifugal_governor").numeric().simulate([0.0, 0.95], [w, 0.0], 12.0, u)
        first, last = (np.ptp(run["alpha"][part]) for part in (run.t < 2, run.t > 10))
        assert (last > first) == grows


class TestHoist:
    def test_numbers_of_the_answer(self):
        y = hoist_force().solve()
        assert (y["f"], y["dV"], y["W_R"], y["dT"]) == pytest.approx((838.7, 744.4, 688.7, 244.2), abs=0.05)
        assert hoist_force().solve(s1=1.0)["f"] == pytest.approx(961, abs=0.5), "half the way"

    def test_range_in_which_nothing_moves(self):
        model = systems.load("rope_hoist").numeric()
        for f, moves in ((27.0, True), (30.0, False), (710.0, False), (718.0, True)):
            assert (model.simulate([0.5], [0.0], 1.0, {"f": f})["s_d"][-1] != 0) == moves
        run = model.simulate([0.3], [2.0], 3.0, {"f": 717.0})
        assert run["s_d"][-1] == pytest.approx(2.0, abs=0.02)

    def test_it_takes_longer_down_than_up(self):
        run = systems.load("rope_hoist").numeric().simulate([0.3], [2.0], np.linspace(0, 20, 2001), {"f": 0.0})
        top = run.t[np.argmax(run["s"])]
        back = run.t[(run["s"] < 0.3) & (run.t > top)][0]
        assert back - top > 2 * top

    def test_there_is_a_best_drum(self):
        ways = [
            systems.load("rope_hoist").numeric(m2=20.0, r1=r1).simulate([0.0], t=1.2, u={"f": 900.0})["s"][-1]
            for r1 in (0.4, 0.89, 1.4)
        ]
        assert ways[1] > max(ways[0], ways[2])


class TestHollowCylinder:
    def end(self, phi0, d0):
        run = systems.load("hollow_cylinder_rod").numeric(d0=d0).simulate([phi0, 0.35], [0.0, 0.0], 40.0)
        return np.abs(run["phi"][run.t > 36]).max()

    def test_small_swings_hardly_fade(self):
        assert self.end(0.1, 60.0) == pytest.approx(0.086, abs=5e-4)

    def test_more_friction_can_mean_less_loss(self):
        assert self.end(1.2, 1000.0) > self.end(1.2, 60.0)

    @pytest.mark.parametrize("c, grows", [(75.0, True), (250.0, False)])
    def test_bouncing_becomes_swinging_near_the_ratio_of_two(self, c, grows):
        light = {
            "m1": 0.2,
            "m2": 1.0,
            "l1": 0.8,
            "l2": 0.1,
            "I1_zz": 0.002,
            "I2_zz": 0.001,
            "s0": 0.35,
            "d0": 0.0,
        }
        run = systems.load("hollow_cylinder_rod").numeric(c=c, **light).simulate([0.08, 0.25], [0.0, 0.0], 30.0)
        assert (np.abs(run["phi"]).max() > 0.6) == grows and run["s"].max() < 0.8

    def test_a_straight_bounce_is_not_stable_for_a_soft_spring(self):
        for c, grows in ((70.0, True), (200.0, False)):
            run = systems.load("hollow_cylinder_rod").numeric(c=c, d0=0.0).simulate([0.01, 0.15], [0.0, 0.0], 10.0)
            assert (np.abs(run["phi"]).max() > 0.2) == grows


class TestTorsionSpring:
    def test_second_hollow_appears_at_the_left(self):
        angles = np.linspace(-2.0, -0.1, 400)
        stiffness = [torsion_spring_rest().solve(phi=x)["c_R"] for x in angles[::20]]
        assert max(stiffness) == pytest.approx(7.73, abs=0.02)
        found = {c: len(systems.load("torsion_spring_body").numeric(c_F=c).equilibria()) for c in (12.0, 8.0, 7.5, 6.0)}
        assert found == {12.0: 1, 8.0: 1, 7.5: 3, 6.0: 3}

    @pytest.mark.parametrize("c, seconds", [(30.0, 1.3), (12.0, 4.0)])
    def test_softer_feet_swing_more_slowly(self, c, seconds):
        run = systems.load("torsion_spring_body").numeric(c_F=c).simulate([0.05], [0.0], 12.0, {"f": -1.226})
        down = run.t[1:][(run["phi"][:-1] > 0) & (run["phi"][1:] <= 0)]
        assert np.diff(down).mean() == pytest.approx(seconds, abs=0.05)

    def test_balanced_it_stands_or_falls(self):
        for c, falls in ((8.0, True), (12.0, False)):
            run = systems.load("torsion_spring_body").numeric(c_F=c).simulate([0.0], [0.0], 10.0, {"f": -1.23})
            assert (np.abs(run["phi"]).max() > 1) == falls


class TestBoom:
    def test_level_with_the_right_force(self):
        model = systems.load("elastic_boom").numeric()
        (level,) = model.equilibria({"f_e": 34.4})
        (free,) = model.equilibria({"f_e": 0.0})
        assert level["phi"] == pytest.approx(0.0, abs=1e-3) and free["phi"] == pytest.approx(-0.22, abs=5e-3)

    def test_pushed_up_the_slide_first_goes_down(self):
        model = systems.load("elastic_boom").numeric(d1=0.0, d2=0.0)
        (rest,) = model.equilibria({"f_e": 0.0})
        run = model.simulate(rest.q, [0.0, 0.0], 0.18, {"f_e": 60.0})
        dip = rest["s"] - run["s"].min()
        assert dip == pytest.approx(6e-4, abs=1e-4) and run["s"][-1] > rest["s"]
        m_B, l_s = 18.9, 0.026 / 0.14
        assert (2.55 + m_B * l_s**2) / (m_B * l_s) == pytest.approx(0.91, abs=5e-3), "the sweet spot"

    def test_a_balanced_beam_does_not_know_the_slide(self):
        model = systems.load("elastic_boom").numeric(l3=np.sqrt(0.35), d1=0.0, d2=0.0)
        assert model.output("l_s", [0.8, 0.0]) == pytest.approx(0.0, abs=1e-12)
        (rest,) = model.equilibria({"f_e": 0.0})
        omegas = [mode.frequency for mode in Oscillator.linearized(model, rest.q).natural_modes()]
        m_B = model.output("m_B", [0.8, 0.0])
        assert sorted(omegas) == pytest.approx(sorted([np.sqrt(2000 / (10 + m_B)), np.sqrt(150 / 2.55)]))
