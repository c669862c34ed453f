"""What chapter 3.3 claims in words and numbers is so, and what it asks a reader to set can be set."""

from math import log, pi

import numpy as np
import pytest

from mechanics import systems
from mechanics.demonstrations.thrown_rod import thrown_rod
from mechanics.momentum import Ascent, Projectile, mass_ratio, speed_gain
from mechanics.widgets import simulate


class TestThrow:
    def throw(self, alpha=0.6, **changes):
        return systems.load("projectile").solve(**({"alpha": alpha} | changes))

    def test_numbers_of_the_shot(self):
        found = self.throw()
        expected = {"t1": 1.85, "x_t1": 21.4, "z_apex": 5.4, "v_impact": 15.5}
        for name, value in expected.items():
            assert found[name] == pytest.approx(value, abs=0.05), name
        assert np.rad2deg(found["alpha_max"]) == pytest.approx(42.2, abs=0.05)
        assert found["x_max"] - self.throw(pi / 4)["x_t1"] == pytest.approx(0.09, abs=0.005)

    def test_three_degrees_cost_ten_centimetres(self):
        best = self.throw()
        for change in (-3, 3):
            near = self.throw(best["alpha_max"] + np.deg2rad(change))
            assert best["x_max"] - near["x_t1"] == pytest.approx(0.10, abs=0.005)

    def test_a_bullet_and_a_dropped_stone_land_together(self):
        times = [self.throw(0.0, v0=v0)["t1"] for v0 in (5.0, 14.0, 25.0)]
        assert np.ptp(times) < 1e-12

    def test_no_angle_reaches_the_mark_beyond_the_envelope(self):
        shot = Projectile(14.0, 0.6, 2.2)
        with pytest.raises(ValueError, match="target must lie"):
            shot.angles_to(23.0)
        flat, steep = (float(a) for a in shot.angles_to(15.0))
        assert [self.throw(a)["x_t1"] for a in (flat, steep)] == pytest.approx([15.0, 15.0])


class TestThrownRod:
    @pytest.mark.parametrize("spin", [0.0, 8.0, 12.0])
    def test_the_path_of_S_knows_nothing_of_the_spin(self, spin):
        run = thrown_rod().numeric().simulate(q_d0=[3.5, 6.0, spin], t=np.linspace(0, 1.3, 14))
        assert run.q[:, 1] == pytest.approx(1 + 6 * run.t - 9.81 * run.t**2 / 2, abs=1e-6)
        assert run["f_ij"] == pytest.approx(0.4 * spin**2, abs=1e-6)


class TestTackle:
    def at(self, m1):
        model = systems.load("pulley_two_masses").numeric(m1=m1)
        return float(model.accelerations([0.0])[0]), float(model.output("f_S", [0.0]))

    def test_forces_of_the_picture(self):
        _, f_S = self.at(3.0)
        assert 0 < 2 * f_S - 3.0 * 9.81 < 1
        assert 0 < 1.6 * 9.81 - f_S < 1

    def test_direction_turns_around(self):
        assert self.at(3.2)[0] == pytest.approx(0, abs=1e-12)
        a, f_S = self.at(6.0)
        assert a < 0 and f_S > 1.6 * 9.81

    def test_the_ceiling_carries_all_weight_only_in_equilibrium(self):
        assert 3 * self.at(3.2)[1] == pytest.approx(4.8 * 9.81)
        assert 3 * self.at(3.0)[1] < 4.6 * 9.81 and 3 * self.at(6.0)[1] < 7.6 * 9.81

    def test_limits_of_heavy_masses(self):
        model = systems.load("pulley_two_masses").numeric(m2=1e9)
        assert float(model.output("z1_dd", [0.0])) == pytest.approx(-9.81 / 2)


class TestRocket:
    def test_burnout_and_peak_of_the_answer(self):
        run = systems.load("rocket").numeric().simulate(t=1500.0)
        (empty,) = run.events
        assert empty.t == pytest.approx(119, abs=0.5)
        assert empty.before[:2] == pytest.approx([181e3, 6.3e3], rel=0.01)
        assert run["h"].max() == pytest.approx(2200e3, rel=0.02)
        assert float(Ascent(2500, 8, 1000).peak(50)) == pytest.approx(run["h"].max(), rel=1e-3)

    def test_each_doubling_gives_the_same(self):
        for ratio in (2, 4, 8):
            gained = float(speed_gain(2500.0, ratio, 1))
            assert gained == pytest.approx(1733 * log(ratio, 2), abs=1)
        assert [float(mass_ratio(9300, w)) for w in (2500, 4500)] == pytest.approx([41, 7.9], rel=0.01)

    def test_too_little_thrust_sinks_first_and_rises_later(self):
        run = systems.load("rocket").numeric().simulate(t=150.0, u={"u": 3.9})
        assert run["h"].min() < 0 and run["h"][-1] > 0

    def test_twice_the_flow_saves_gravity_loss(self):
        speeds = [
            systems.load("rocket").numeric().simulate(t=150.0, u={"u": u}).events[0].before[1] for u in (8.0, 16.0)
        ]
        assert speeds[1] - speeds[0] == pytest.approx(580, abs=5)

    def test_a_faster_exhaust_beats_a_fuller_tank(self):
        start = float(speed_gain(2500, 1, 0.1))
        assert float(speed_gain(3750, 1, 0.1)) - start > float(speed_gain(2500, 1, 0.05)) - start


@pytest.mark.parametrize(
    ("system", "options", "name", "value"),
    [
        ("projectile", {}, "alpha", 0.79),
        ("projectile", {}, "alpha", 0.0),
        ("projectile", {}, "h", 0.0),
        ("projectile", {}, "g", 1.6),
        (thrown_rod(), {}, "m_j", 2.0),
        (thrown_rod(), {}, "m_j", 0.1),
        (thrown_rod(), {"q_d0": [3.5, 6.0, 8.0]}, "phi_d", 0.0),
        (thrown_rod(), {"q_d0": [3.5, 6.0, 8.0]}, "phi_d", 12.0),
        ("pulley_two_masses", {}, "m1", 3.2),
        ("pulley_two_masses", {}, "m1", 6.0),
        ("pulley_two_masses", {}, "dz2_d", 1.0),
        ("rocket", {}, "u", 3.9),
        ("rocket", {}, "u", 16.0),
        ("rocket", {}, "g", 0.0),
        ("rocket", {}, "w", 3750.0),
        ("rocket", {}, "sigma", 0.1),
    ],
)
def test_a_slider_reaches_what_the_text_asks_for(system, options, name, value):
    slider = next(s for s in simulate(system, **options).spec["sliders"] if s["name"] == name)
    assert slider["min"] - 1e-9 <= value <= slider["max"] + 1e-9
    steps = (value - slider["min"]) / slider["step"]
    assert steps == pytest.approx(round(steps), abs=1e-6), f"{name} goes from {slider['min']} by {slider['step']}"
