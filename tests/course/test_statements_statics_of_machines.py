"""What the chapters A.1 and A.5 claim in words and numbers is so."""

import pytest

from mechanics import systems
from mechanics.systems.self_study.drawbridge import loaded_bridge
from mechanics.systems.self_study.wheel_suspension import tilted_wishbone

BRIDGE, WHEEL = systems.load("drawbridge"), systems.load("wheel_suspension")
G = 9.81


class TestBridge:
    def test_the_pull_without_and_with_a_counter_mass(self):
        pull = {m: BRIDGE.solve(m=m, phi_B=0)["f_S2"] for m in (0, 6800)}
        assert pull[0] / 1000 == pytest.approx(312, abs=0.5)
        assert pull[0] / G / 1000 == pytest.approx(32, abs=0.5), "the weight of so many tonnes"
        assert pull[6800] == pytest.approx(654, abs=0.5)
        assert BRIDGE.solve()["m_balance"] == pytest.approx(6814, abs=0.5)

    def test_rope_2_pulls_hardest_when_the_bridge_is_closed_rope_1_always_alike(self):
        found = [BRIDGE.solve(phi_B=phi) for phi in (0, 0.4, 0.8, 1.2)]
        assert sorted((f["f_S2"] for f in found), reverse=True) == [f["f_S2"] for f in found]
        assert len({round(f["f_S1"], 6) for f in found}) == 1

    def test_more_than_the_balance_and_the_rope_is_slack(self):
        assert BRIDGE.solve(m=7000)["f_S2"] < 0
        needle = BRIDGE.scene().ranges["m"]
        assert needle[1] > 7000, "the slider reaches that far"

    def test_a_car_above_rope_1_does_not_load_the_bearing(self):
        car = loaded_bridge()
        at_the_rope = car.solve(x=car.inputs["l_s"].default, m_P=800)["f_By"]
        assert at_the_rope == pytest.approx(BRIDGE.solve()["f_By"])
        assert car.solve(x=2.0, m_P=800)["f_By"] > at_the_rope + 1000


class TestSuspension:
    def test_two_bars_are_pressed_and_one_is_pulled(self):
        f = WHEEL.solve()
        assert f["f_D"] / 1000 == pytest.approx(7.2, abs=0.05)
        assert f["f_Q1"] / 1000 == pytest.approx(-2.4, abs=0.05)
        assert f["f_Q2"] > 0

    def test_straight_on_the_offset_alone_loads_the_wishbone(self):
        assert WHEEL.solve(f_S=0)["f_Q1"] > 0
        assert WHEEL.solve(f_S=0, d=0)["f_Q1"] == pytest.approx(0, abs=1e-9)

    def test_the_side_force_does_not_load_the_push_rod_unless_the_wishbone_is_tilted(self):
        assert WHEEL.solve(f_S=8000)["f_D"] == pytest.approx(WHEEL.solve(f_S=-8000)["f_D"])
        tilted = tilted_wishbone()
        assert tilted.solve(beta=0.3)["f_D"] > tilted.solve(beta=0.0)["f_D"] + 500, "it puts more on it"
        assert tilted.solve(beta=0.0) == pytest.approx(WHEEL.solve())

    def test_close_wishbones_carry_more(self):
        assert abs(WHEEL.solve(b=0.15)["f_Q1"]) > 1.3 * abs(WHEEL.solve(b=0.24)["f_Q1"])
