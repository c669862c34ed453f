"""What the chapter on the centrifugal governor (A.7) says in words and numbers is so."""

import numpy as np
import pytest

from mechanics import systems
from mechanics.demonstrations.governor_at_speed import governor_at_speed


class TestGovernor:
    def test_limit_and_angle_at_ninety_revolutions(self):
        y = governor_at_speed().solve(omega=90 * 2 * np.pi / 60)
        assert y["omega_0"] * 60 / (2 * np.pi) == pytest.approx(54.6, abs=0.05)
        assert np.degrees(y["alpha_s"]) == pytest.approx(68.4, abs=0.05)
        assert np.degrees(governor_at_speed().solve(omega=2 * y["omega_0"])["alpha_s"]) == pytest.approx(75.5, abs=0.05)

    def test_with_little_spin_the_balls_never_hang(self):
        run = systems.load("centrifugal_governor").numeric().simulate([0.0, 0.6], [1.0, 0.0], 6.0)
        assert 0 < run["alpha"].min() < 0.1

    @pytest.mark.parametrize("k, grows", [(0.0, True), (0.02, True), (0.035, False), (0.1, False)])
    def test_it_hunts_unless_the_load_brakes(self, k, grows):
        """The border is at k = c / epsilon = 0.3 / 11.5 = 0.026 N m s."""
        w = np.sqrt(9.81 / 0.3 / np.cos(0.9))
        assert w == pytest.approx(7.253, abs=5e-4) and 2 * w / np.tan(0.9) == pytest.approx(11.5, abs=0.05)
        u = {"tau": lambda t, x: -0.3 * (x[1] - 0.9) - k * (x[2] - w)}
        run = systems.load("centrifugal_governor").numeric().simulate([0.0, 0.95], [w, 0.0], 12.0, u)
        first, last = (np.ptp(run["alpha"][part]) for part in (run.t < 2, run.t > 10))
        assert (last > first) == grows
