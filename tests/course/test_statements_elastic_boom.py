"""What the chapter on the elastic boom (A.14) says in words and numbers is so."""

import numpy as np
import pytest

from mechanics import systems
from mechanics.oscillators import Oscillator


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
