"""The hollow cylinder with its rod of A.12: limiting cases, rest positions and the friction between the two."""

import numpy as np
import pytest

from mechanics import systems


class TestHollowCylinder:
    def test_a_stiff_spring_makes_a_physical_pendulum(self):
        model = systems.load("hollow_cylinder_rod").numeric(c=1e7, d0=0.0)
        run = model.simulate([1e-3, 0.25], [0.0, 0.0], np.linspace(0, 1, 201), rtol=1e-9, atol=1e-12)
        e = 0.25 + 0.25
        inertia = 2 * 0.6**2 / 4 + e**2 + 0.06 + 0.02
        omega = np.sqrt(9.81 * (2 * 0.3 + e) / inertia)
        np.testing.assert_allclose(run["phi"], 1e-3 * np.cos(omega * run.t), atol=2e-6)

    def test_both_places_of_rest_and_which_is_stable(self):
        model = systems.load("hollow_cylinder_rod").numeric()
        below, above = model.equilibria()
        assert (below["phi"], below["s"]) == pytest.approx((0.0, 0.25 + 9.81 / 100))
        assert (above["phi"], above["s"]) == pytest.approx((np.pi, 0.25 - 9.81 / 100))
        assert "asymptotically" not in above.stability and above.stability == "unstable"
        assert below.stability == "stable"

    def test_friction_is_the_less_the_further_the_rod_hangs_out(self):
        model = systems.load("hollow_cylinder_rod").numeric()
        inside, half = (model.output("f_d", [0.0, s], [0.0, 1.0]) for s in (0.1, 0.35))
        assert inside == pytest.approx(20 * np.pi * 0.04 * 0.5)
        assert half == pytest.approx(inside / 2)

    def test_friction_in_s_alone_also_calms_the_swing(self):
        """The angle has no friction of its own; it loses energy through the centrifugal force on the rod."""
        model = systems.load("hollow_cylinder_rod").numeric(d0=100.0)
        run = model.simulate([1.2, 0.3], [0.0, 0.0], 40.0)
        assert np.all(np.diff(run.energy) < 1e-6) and run.energy[0] - run.energy[-1] > 0.3 * np.ptp(run.potential)
