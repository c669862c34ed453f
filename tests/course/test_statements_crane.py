"""What chapter 5.2 claims about the crane, the charge and the linkage is so."""

import numpy as np
import pytest

from mechanics import systems
from mechanics.demonstrations.charged_particle import charged_particle
from mechanics.demonstrations.crane_moves import crane_moves
from mechanics.demonstrations.four_bar import four_bar
from mechanics.kinematics import bang_coast_bang, zero_vibration
from mechanics.widgets import simulate

CRANE = systems.load("tower_crane")
HANGING = [0, 7, 0, 0, 6]


class TestCrane:
    def test_numbers_of_terms(self):
        assert sum(x != 0 for x in CRANE.mass_matrix) == 19
        assert sum(x != 0 for x in CRANE.coriolis_matrix) == 22
        q, M, n = CRANE.coordinates.symbols, CRANE.mass_matrix, range(5)
        symbols = [
            (M[k, j].diff(q[i]) + M[k, i].diff(q[j]) - M[i, j].diff(q[k])).expand() for i in n for j in n for k in n
        ]
        assert sum(x != 0 for x in symbols) == 57

    def test_the_load_lags_behind_and_is_flung_outwards(self):
        run = CRANE.numeric().simulate(HANGING, u={"tau1": 8000.0}, t=10.0)
        assert run["phi4"][run.t < 3].max() <= 1e-9 and run["phi4"].min() < -0.1
        assert run["phi3"][-1] < -0.3 and run["s2"][-1] > 10, "the trolley rolls after the load"
        assert run["s2"][-1] < 12, "it stays on the jib while the reader watches"

    def test_the_winch_lifts_slowly(self):
        run = CRANE.numeric().simulate(HANGING, u={"f_S": -3100.0}, t=10.0)
        assert run["s5_d"][-1] == pytest.approx(-0.05, abs=0.005)

    def test_the_sliders_go_where_the_text_sends_them(self):
        table = {s["name"]: s for s in simulate(CRANE, sliders=["tau1", "f_LK", "f_S"]).spec["sliders"]}
        for name, value in (("tau1", 0.0), ("f_LK", 1000.0), ("f_S", -3100.0)):
            assert table[name]["min"] <= value <= table[name]["max"]

    def test_the_shaped_move(self):
        def follow(path):
            return lambda time, x: 4e4 * (3 + path.position(time) - x[1]) + 1e4 * (path.velocity(time) - x[4])

        move = bang_coast_bang(1.0, -1.0, 0, 2, 3)
        shaped = zero_vibration((9.81 / 7.0) ** 0.5).shape(move)
        assert float(move.end) == 5 and float(shaped.end) == pytest.approx(7.7, abs=0.05)
        model, left = systems.load("tower_crane_simple").numeric(d_Sr=0.0), []
        for path in (move, shaped):
            run = model.simulate([0, 3, 0], u={"f_LK": follow(path)}, t=20.0)
            left.append(np.rad2deg(np.abs(run["phi3"][run.t > 10]).max()))
        assert left[0] == pytest.approx(21, abs=0.5) and left[1] < 0.2

    @pytest.mark.parametrize("change", [{"d": 8.0}, {"v": 1.0}, {"a": 0.5}])
    def test_the_load_in_front_rests_every_time(self, change):
        run = crane_moves().numeric(**change).simulate(t=30.0)
        assert np.abs(run["phi_b"][run.t > 15]).max() < 0.005

    def test_another_rope_costs(self):
        run = crane_moves().numeric(l_S=5.0).simulate(t=30.0)
        assert np.abs(run["phi_b"][run.t > 15]).max() > 0.02


class TestCharge:
    @pytest.mark.parametrize("e", [1.0, -1.0])
    def test_drifts_to_the_right(self, e):
        run = charged_particle().numeric(e=e).simulate(t=np.linspace(0, 2 * np.pi, 401))
        assert run["x"][-1] / run.t[-1] == pytest.approx(0.5, rel=1e-3)

    def test_circle_without_electric_field(self):
        run = charged_particle().numeric(E=0.0).simulate(q_d0=[1.0, 0.0], t=6.0)
        assert np.ptp(run["x"]) == pytest.approx(2 * 1.0 / 2.0, rel=1e-3)
        np.testing.assert_allclose(run.kinetic, 0.5, rtol=1e-6)


class TestLinkage:
    def test_turns_and_gap(self):
        linkage = four_bar()
        run = linkage.numeric().simulate(t=20.0)
        assert np.ptp(run["phi1"]) / (2 * np.pi) == pytest.approx(17, abs=0.5)
        gap = linkage.numeric().evaluate(list(linkage.loops.values()), run.q)
        assert np.abs(gap).max() < 1e-8, "a few nanometres"

    @pytest.mark.parametrize(("l1", "turns"), [(0.39, True), (0.41, False)])
    def test_the_crank_turns_through_where_grashof_says(self, l1, turns):
        run = four_bar().numeric(l1=l1).simulate(t=8.0, u={"tau": 3.0})
        assert (np.ptp(run["phi1"]) > 4 * np.pi) == turns

    def test_the_force_peaks_in_line(self):
        run = four_bar().numeric().simulate(t=np.linspace(2, 8, 3001))
        force = np.hypot(run["f_x"], run["f_y"])
        bend = np.rad2deg(run["phi1"] - run["phi2"])[np.argmax(force)] % 180
        assert min(bend, 180 - bend) < 20
