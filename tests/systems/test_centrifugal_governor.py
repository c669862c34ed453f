"""The centrifugal governor of A.7: conservation laws, steady motion and its limit."""

import numpy as np
import pytest
from scipy.integrate import solve_ivp

from mechanics import systems
from mechanics.demonstrations.governor_at_speed import governor_at_speed

FINE = {"rtol": 1e-11, "atol": 1e-11}


@pytest.fixture(scope="module")
def governor():
    return systems.load("centrifugal_governor").numeric(m=0.4, l=0.25)


class TestGovernor:
    def test_a_torque_alone_changes_the_angular_momentum(self, governor):
        run = governor.simulate([0.0, 0.9], [7.0, 0.0], 4.0, {"tau": 0.05}, **FINE)
        spin = 2 * 0.4 * 0.25**2 * np.sin(run["alpha"]) ** 2 * run["phi_d"]
        np.testing.assert_allclose(spin, spin[0] + 0.05 * run.t, rtol=1e-8, err_msg="L_z must grow by tau t")

    @pytest.mark.parametrize("omega", [6.5, 8.0, 15.0])
    def test_it_turns_steadily_at_the_angle_of_rest(self, governor, omega):
        alpha = governor_at_speed().solve(omega=omega, m=0.4, l=0.25)["alpha_s"]
        run = governor.simulate([0.0, alpha], [omega, 0.0], 3.0, **FINE)
        np.testing.assert_allclose(run["alpha"], alpha, atol=1e-8)
        np.testing.assert_allclose(run["alpha_s"], alpha, atol=1e-7)
        np.testing.assert_allclose(run["n"], omega * 60 / (2 * np.pi))

    def test_forces_on_a_ball_balance_in_the_turning_frame(self):
        y = governor_at_speed().solve(omega=9.0, m=0.4, l=0.25)
        weight = 0.4 * 9.81
        assert y["f_F"] / weight == pytest.approx(np.tan(y["alpha_s"])), "E5: the radius is l sin(alpha)"
        assert y["f_S"] == pytest.approx(np.hypot(weight, y["f_F"]))

    def test_below_the_limit_the_balls_hang(self):
        slow = governor_at_speed().solve(omega=4.0, l=0.3)
        assert slow["alpha_s"] == 0.0 and slow["f_F"] == 0.0 and slow["h_A"] == pytest.approx(0.2)
        assert slow["f_S"] == pytest.approx(0.5 * 9.81)
        assert slow["omega_0"] == pytest.approx(np.sqrt(9.81 / 0.3))

    @pytest.mark.parametrize("omega", [3.0, 9.0])
    def test_small_swings_at_constant_speed(self, omega):
        """Integrated by hand from the free body: l alpha_dd = omega² l sin cos - g sin."""
        y = governor_at_speed().solve(omega=omega, l=0.3)

        def right(t, x):
            return [x[1], omega**2 * np.sin(x[0]) * np.cos(x[0]) - 9.81 / 0.3 * np.sin(x[0])]

        def middle(t, x):
            return x[0] - y["alpha_s"]

        middle.direction = -1  # type: ignore[attr-defined]
        found = solve_ivp(right, (0, 10), [y["alpha_s"] + 1e-4, 0.0], events=middle, rtol=1e-12, atol=1e-14)
        period = np.diff(found.t_events[0]).mean()
        assert 2 * np.pi / period == pytest.approx(y["omega_e"], rel=1e-4)

    def test_the_rod_force_is_what_bends_the_path(self, governor):
        """f_S from differences of the computed path: m p_dd = weight + f_S along the rod."""
        t = np.linspace(0, 0.4, 4001)
        run = governor.simulate([0.0, 1.0], [6.0, 1.0], t, **FINE)
        a, phi, h = run["alpha"], run["phi"], t[1]
        p = 0.25 * np.stack([np.sin(a) * np.cos(phi), np.sin(a) * np.sin(phi), -np.cos(a)])
        p_dd = (p[:, 2:] - 2 * p[:, 1:-1] + p[:, :-2]) / h**2
        force = 0.4 * (p_dd + np.array([0, 0, 9.81])[:, None])
        np.testing.assert_allclose(np.linalg.norm(force, axis=0), run["f_S"][1:-1], rtol=1e-4)
