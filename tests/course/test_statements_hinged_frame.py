"""What the chapter on the hinged frame (A.2) claims in words and numbers is so."""

import pytest

from mechanics import systems
from mechanics.demonstrations.self_study_cuts import frame_cut_free


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

    def test_forces_at_rest(self):
        found = frame_cut_free().solve()
        assert [found["f_c"], found["f_y"]] == pytest.approx([-12.3, 120], abs=0.3)
        assert found["l_f0"] == pytest.approx(0.2796, abs=5e-5)
        assert frame_cut_free().solve(m_m=0)["f_c"] == pytest.approx(-4.4, abs=0.05)

    @pytest.mark.parametrize("c, falls", [(82.0, False), (81.0, True)])
    def test_the_softest_spring_that_holds(self, c, falls):
        system = systems.load("hinged_frame_body")
        needed = float(system.numeric(c=c).output("l_f0_required", [0.0]))
        eigenvalues = system.numeric(c=c, l_f0=needed).linearize([0.0]).eigenvalues
        assert bool(eigenvalues.real.max() > 1e-6) is falls
