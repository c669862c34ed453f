"""The rope hoist of A.9: forces, friction and the work that they do."""

import numpy as np
import pytest

from mechanics import systems
from mechanics.demonstrations.hoist_force import hoist_force, required_force
from mechanics.model import ModelError

FINE = {"rtol": 1e-11, "atol": 1e-11}


@pytest.fixture(scope="module")
def hoist():
    return systems.load("rope_hoist").numeric()


class TestHoist:
    def limits(self):
        """Forces between which friction holds the load: half the rope goes to R2, so k = r1/(2 r2) = 1."""
        slope, friction = 100 * 9.81 * np.sin(0.5) - 10 * 9.81, 0.4 * 100 * 9.81 * np.cos(0.5)
        return slope - friction, slope + friction

    def test_it_stays_where_it_is_between_the_limits(self, hoist):
        low, high = self.limits()
        for f in (low + 1e-6, 300.0, high - 1e-6):
            run = hoist.simulate([0.6], [0.0], 5.0, {"f": f})
            assert (run.q == 0.6).all() and (run.q_d == 0.0).all(), f"f = {f}: the load must not creep"

    def test_it_moves_beyond_them(self, hoist):
        low, high = self.limits()
        assert hoist.simulate([0.6], [0.0], 2.0, {"f": high + 1.0})["s_d"][-1] > 0
        assert hoist.simulate([0.6], [0.0], 2.0, {"f": low - 1.0})["s_d"][-1] < 0

    def test_a_thrown_load_slides_stops_and_stays(self, hoist):
        run = hoist.simulate([0.6], [1.5], np.linspace(0, 3, 601), {"f": 500.0})
        (stop,) = run.events["sticks"]
        total = 100 + 0.2 / 0.15**2 + 10 + 0.1 / 0.15**2
        low, high = self.limits()
        brake = (high - 500.0) / total
        assert stop == pytest.approx(1.5 / brake, rel=1e-7)
        assert run["s"][-1] == pytest.approx(0.6 + 1.5**2 / (2 * brake), rel=1e-7)
        assert (run["s_d"][run.t > stop] == 0.0).all()

    def test_friction_while_it_sticks_is_what_is_needed(self, hoist):
        low, high = self.limits()
        run = hoist.simulate([0.6], [0.0], 1.0, {"f": 400.0})
        middle = (low + high) / 2
        np.testing.assert_allclose(run["f_r"], 400.0 - middle, rtol=1e-9)

    def test_work_becomes_energy_and_heat(self, hoist):
        run = hoist.simulate([0.2], [0.5], 1.5, {"f": 900.0}, **FINE)
        way = run["s"][-1] - run["s"][0]
        heat = 0.4 * 100 * 9.81 * np.cos(0.5) * way
        assert run.energy[-1] - run.energy[0] == pytest.approx(900.0 * way - heat, rel=1e-9)

    @pytest.mark.parametrize("values", [{}, {"mu_c": 0.1, "alpha": 0.9, "r1": 0.5, "m2": 3.0}, {"r": 0.05, "I2": 0.4}])
    def test_the_required_force_does_what_is_asked(self, values):
        f = required_force(2.0, 0.3, 1.8, **values)
        model = systems.load("rope_hoist").numeric(**values)
        t1 = hoist_force().solve(s1=2.0, v0=0.3, v1=1.8, **values)["t1"]
        run = model.simulate([0.0], [0.3], t1, {"f": f}, **FINE)
        assert run["s"][-1] == pytest.approx(2.0, rel=1e-8)
        assert run["s_d"][-1] == pytest.approx(1.8, rel=1e-8)

    def test_one_force_for_constant_speed(self):
        """No inertia enters, and R1 has none of the weight."""
        slow = required_force(1.0, 1.0, 1.0)
        heavy = required_force(1.0, 1.0, 1.0, I1=5.0, I2=5.0, m1=500.0)
        assert slow == pytest.approx(heavy, rel=1e-12)
        assert slow == pytest.approx(self.limits()[1])

    def test_without_friction_it_is_an_ordinary_system(self):
        model = systems.load("rope_hoist").numeric(mu_c=0.0)
        (s,) = model.system.coordinates.symbols
        run = model.simulate([1.0], [0.0], 3.0, events={"bottom": s}, **FINE)
        assert len(run.events["bottom"]) == 1
        assert np.ptp(run.energy) < 1e-8 * run.kinetic.max()

    def test_events_of_ones_own_are_refused(self, hoist):
        with pytest.raises(ModelError, match="leave events and method.* out"):
            hoist.simulate(events={"top": hoist.system.coordinates.s})
