"""What the chapter on the hinged frame (A.2) claims in words and numbers is so."""

import pytest

from mechanics import systems


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
