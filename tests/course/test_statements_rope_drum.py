"""What the chapter on the rope drum (A.8) claims in numbers is so."""

import numpy as np
import pytest

from mechanics import systems
from mechanics.systems.self_study.rope_drum import rope_drum


class TestRopeDrum:
    def test_the_first_swing(self):
        times = np.linspace(0, 2.2, 1101)
        run = systems.load("rope_drum").numeric().simulate([0.5], [0.0], times)
        far = int(np.argmax(run["x_T"]))
        assert (run["x_T"][far], run.t[far]) == pytest.approx((1.226, 1.05), abs=0.005)
        assert (run["f_S"][0], run["f_S"][far]) == pytest.approx((10, 29), abs=0.3)
        assert abs(run["f_t"]).max() / (3.0 * 9.81) == pytest.approx(0.65, abs=0.005), "friction that rolling needs"
        assert 0 < run["f_t"][0] < 0.5, "at the start the table hardly acts, and holds back"

    def test_the_cable_goes_slack_with_a_stiff_spring(self):
        model = systems.load("rope_drum").numeric(c=200.0)
        run = model.simulate([1.0], [0.0], 2.0)
        assert run["f_S"].min() < 0 and run["y_B_dd"].max() > 9.81
        assert model.simulate([0.94], [0.0], 2.0)["f_S"].min() > 0, "below 0.943 m it stays taut"

    def test_below_the_axle_the_drum_still_rolls_towards_the_pulley(self):
        below = rope_drum(side=-1).numeric(c=1e-9)
        assert below.accelerations([0.5])[0] > 0
        assert below.output("static", [0.5])[4] > 0 > systems.load("rope_drum").numeric().output("static", [0.5])[4]
