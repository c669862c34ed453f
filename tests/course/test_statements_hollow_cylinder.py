"""What the chapter on the hollow cylinder (A.12) says in words and numbers is so."""

import numpy as np
import pytest

from mechanics import systems


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
            run = systems.load("hollow_cylinder_rod").numeric(c=c, d0=0.0).simulate([0.05, 0.15], [0.0, 0.0], 10.0)
            assert (np.abs(run["phi"]).max() > 0.2) == grows

    def test_almost_upright_it_waits_for_half_a_second(self):
        run = systems.load("hollow_cylinder_rod").numeric().simulate([3.1, 0.3], [0.0, 0.0], np.linspace(0, 2, 2001))
        away = np.abs(run["phi"] - np.pi)
        assert away[0] == pytest.approx(0.04, abs=0.005)
        assert [run.t[np.argmax(away > x)] for x in (0.2, np.pi / 2)] == pytest.approx([0.44, 0.92], abs=0.005)
