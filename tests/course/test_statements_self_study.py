"""What the chapters A.2, A.4, A.6 and A.8 claim in numbers is so."""

import numpy as np
import pytest

from mechanics import systems
from mechanics.demonstrations.quarter_car_road import quarter_car_on_road
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


class TestQuarterCar:
    def test_two_frequencies(self):
        model = systems.load("quarter_car").numeric()
        found = np.unique(abs(model.linearize(model.equilibria()[0].q).eigenvalues.imag).round(6)) / (2 * np.pi)
        assert found == pytest.approx([1.2, 10.6], abs=0.05)

    def test_comfort_and_grip_ask_for_different_dampers(self):
        runs = {d: quarter_car_on_road("bump").numeric(d_A=d).simulate(t=3.0) for d in (300.0, 1000.0, 6000.0)}
        comfort = {d: abs(run["a_A"]).max() for d, run in runs.items()}
        grip = {d: run["f_R"].min() for d, run in runs.items()}
        assert comfort[300.0] < comfort[1000.0] < comfort[6000.0] and comfort[6000.0] == pytest.approx(18.5, abs=0.1)
        assert max(grip, key=grip.get) == 1000.0 and grip[6000.0] < 0

    def test_a_light_wheel_is_better_where_it_resonates(self):
        runs = [quarter_car_on_road("cobbles").numeric(v=3.0, m_R=m).simulate(t=4.0) for m in (20.0, 40.0)]
        rms = [np.sqrt((run["a_A"][200:] ** 2).mean()) for run in runs]
        assert rms[0] < rms[1] and runs[0]["f_R"].min() > 0 > runs[1]["f_R"].min()

    def test_a_digressive_damper_is_better_at_both(self):
        curved = quarter_car_on_road("bump", d_A=lambda v: 2000 / (1 + (v / 0.3) ** 2) + 500)
        a, b = (system.numeric().simulate(t=3.0) for system in (curved, quarter_car_on_road("bump")))
        assert abs(a["a_A"]).max() < abs(b["a_A"]).max() and a["f_R"].min() > b["f_R"].min()


class TestFrame:
    def test_upright_is_a_narrow_valley(self):
        system = systems.load("hinged_frame_body")
        needed = float(system.numeric().output("l_f0_required", [0.0]))
        assert needed == pytest.approx(0.2796, abs=5e-5)
        rests = system.numeric(l_f0=needed).equilibria()
        found = {round(float(e.q[0]), 2): e.stability for e in rests}
        assert found == {-2.67: "unstable", 0.0: "stable", 0.42: "unstable", 0.94: "stable"}
        back, over = (system.numeric().simulate([phi], [0.0], 6.0)["phi"] for phi in (0.41, 0.43))
        assert back.min() < 0 and over.min() > 0.42

    @pytest.mark.parametrize("c, falls", [(81.0, False), (80.0, True)])
    def test_the_softest_spring_that_holds(self, c, falls):
        system = systems.load("hinged_frame_body")
        needed = float(system.numeric(c=c).output("l_f0_required", [0.0]))
        eigenvalues = system.numeric(c=c, l_f0=needed).linearize([0.0]).eigenvalues
        assert bool(eigenvalues.real.max() > 1e-6) is falls


def test_the_block_stays_between_38_and_60_revolutions_a_minute():
    found = systems.load("turntable_mass").solve()
    speeds = [found[name] * 60 / (2 * np.pi) for name in ("omega_crit_in", "omega_crit_out")]
    assert speeds == pytest.approx([38.2, 59.6], abs=0.1)
