"""What the chapter on the quarter car (A.4) claims in words and numbers is so."""

import numpy as np
import pytest

from mechanics import systems
from mechanics.demonstrations.quarter_car_road import quarter_car_on_road


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
