"""What the chapter on the torsion spring (A.13) says in words and numbers is so."""

import numpy as np
import pytest

from mechanics import systems
from mechanics.demonstrations.torsion_spring_rest import torsion_spring_rest


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
            run = systems.load("torsion_spring_body").numeric(c_F=c).simulate([0.0], [0.0], 10.0, {"f": -1.2})
            assert (np.abs(run["phi"]).max() > 1) == falls
