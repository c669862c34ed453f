"""Air spring, orifice and hydraulic mount: thermodynamics, limits and resonance."""

import numpy as np
import pytest
from scipy.integrate import quad, solve_ivp

from mechanics.model import ModelError, SimulationError
from mechanics.multibody.elements import AirSpring, HydraulicMount, Orifice

BELLOWS = AirSpring(p_0=6e5, A=0.02, V_0=0.004, l_0=0.2)


class TestAirSpring:
    def test_at_its_length_it_pushes_with_the_gauge_pressure(self):
        assert BELLOWS(0.2, 0.0) == pytest.approx(-(6e5 - 101325) * 0.02)

    def test_its_stiffness_there_is_n_p_A2_over_V(self):
        h = 1e-6
        slope = (BELLOWS(0.2 + h, 0) - BELLOWS(0.2 - h, 0)) / (2 * h)
        assert slope == pytest.approx(1.4 * 6e5 * 0.02**2 / 0.004, rel=1e-6)

    @pytest.mark.parametrize("n", [1.0, 1.2, 1.4])
    @pytest.mark.parametrize("l", [0.05, 0.15, 0.3])
    def test_its_energy_is_the_work_of_its_force(self, n, l):
        law = AirSpring(6e5, 0.02, 0.004, 0.2, n)
        assert law.energy(l) == pytest.approx(quad(lambda x: law(x, 0.0), 0.2, l)[0], rel=1e-9)

    def test_slow_and_fast_gas_obey_boyle_and_poisson(self):
        slow, fast = (AirSpring(6e5, 0.02, 0.004, 0.2, n, p_a=0.0) for n in (1.0, 1.4))
        halved = 0.2 - 0.5 * 0.004 / 0.02
        assert slow(halved, 0) == pytest.approx(2 * slow(0.2, 0)), "half the volume, twice the pressure"
        assert fast(halved, 0) == pytest.approx(2**1.4 * fast(0.2, 0)), "adiabatic: p Vⁿ stays"

    def test_without_volume_it_refuses_and_names_the_length(self):
        with pytest.raises(SimulationError, match="no volume left at the length 0 m; it needs more than 0 m"):
            BELLOWS(0.0, 0.0)

    @pytest.mark.parametrize("bad", [{"p_0": 0.0}, {"A": -1.0}, {"V_0": float("nan")}, {"n": 0}, {"p_a": -1.0}])
    def test_bad_parameters_are_refused(self, bad):
        with pytest.raises(ModelError, match=next(iter(bad))):
            AirSpring(**{"p_0": 6e5, "A": 0.02, "V_0": 0.004} | bad)


def test_an_orifice_brakes_fast_motions_four_times_as_much():
    fast, slow = (Orifice(50.0)(0.0, rate) for rate in (-2.0, -1.0))
    assert fast == pytest.approx(4 * slow) and slow < 0


class TestHydraulicMount:
    LAW = HydraulicMount(k=2e5, d=100.0, k_c=3e5, m_f=20.0, d_f=400.0)

    def stiffness(self, w):
        """Complex stiffness of a vibration by simulation: the force's share in phase and across it."""
        law, a = self.LAW, 1e-3
        T = 2 * np.pi / w
        motion = lambda t, s: law.state_derivative(a * np.sin(w * t), a * w * np.cos(w * t), t, s)  # noqa: E731
        t = np.linspace(99 * T, 100 * T, 401)
        s = solve_ivp(motion, (0, t[-1]), law.start, t_eval=t, rtol=1e-9, atol=1e-12, max_step=T / 20).y.T
        F = np.array([law(a * np.sin(w * x), a * w * np.cos(w * x), x, y) for x, y in zip(t, s, strict=True)])
        along, across = (np.trapezoid(F * f(w * t), t) * 2 / (a * T) for f in (np.sin, np.cos))
        return complex(along, across)

    @pytest.mark.parametrize("share", [0.5, 1.0, 2.0])
    def test_a_vibration_feels_the_dynamic_stiffness_of_a_mass_behind_a_spring(self, share):
        law, w = self.LAW, share * np.sqrt(3e5 / 20.0)
        fluid = -law.m_f * w**2 + 1j * w * law.d_f
        expected = law.k + 1j * w * law.d + law.k_c * fluid / (law.k_c + fluid)
        assert self.stiffness(w) == pytest.approx(expected, rel=1e-3)

    def test_held_for_long_it_is_soft_and_struck_it_is_stiff(self):
        law = self.LAW
        assert law(1e-3, 0.0, 0.0, [1e-3, 0.0]) == pytest.approx(1e-3 * law.k), "the fluid has followed"
        assert law(1e-3, 0.0, 0.0, [0.0, 0.0]) == pytest.approx(1e-3 * (law.k + law.k_c)), "it has not yet"
