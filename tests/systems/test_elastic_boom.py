"""The boom on a slide of A.14: balance at rest, inertia, power of its force and natural frequencies."""

import numpy as np
import pytest
from scipy.optimize import brentq

from mechanics import systems


class TestBoom:
    def test_it_comes_to_rest_where_forces_and_moments_balance(self):
        model = systems.load("elastic_boom").numeric(d1=300.0, d2=20.0)
        run = model.simulate(t=12.0, u={"f_e": 40.0})
        s, phi = run.q[-1]
        m_B, l_s = 18.9, 0.026 / 0.14
        assert 2000 * (s - 0.8) == pytest.approx(40 * np.cos(phi) - 28.9 * 9.81, abs=1e-4)
        assert 150 * phi + m_B * 9.81 * l_s * np.cos(phi) == pytest.approx(40.0, abs=1e-4)

    def test_place_of_rest_by_bisection(self):
        (e,) = systems.load("elastic_boom").numeric().equilibria({"f_e": 0.0})
        phi = brentq(lambda x: 150 * x + 18.9 * 9.81 * 0.026 / 0.14 * np.cos(x), -1, 0)
        assert e["phi"] == pytest.approx(phi, abs=1e-9)

    def test_the_given_inertia_is_that_of_the_three_sections(self):
        """I_B is given in the lecture; the default fits the sections, each with its Steiner term."""
        p = systems.load("elastic_boom").parameters.defaults
        parts = [(p["b1"], p["l1"], -0.75), (p["b2"], p["l2"], -0.25), (p["b3"], p["l3"], 0.15)]
        masses = [2700 * 0.05 * b * l for b, l, _ in parts]
        middle = sum(m * x for m, (_, _, x) in zip(masses, parts, strict=True)) / sum(masses)
        inertia = sum(m * ((b**2 + l**2) / 12 + (x - middle) ** 2) for m, (b, l, x) in zip(masses, parts, strict=True))
        assert p["I_B"] == pytest.approx(inertia, rel=0.01)

    def test_power_of_the_force(self):
        """f_e times the velocity of the corner across the beam, from differences of its place."""
        model = systems.load("elastic_boom").numeric(d1=0.0, d2=0.0)
        q, q_d, f = np.array([0.7, 0.4]), np.array([0.8, -1.1]), 35.0

        def corner(q):
            s, phi = q
            return np.array([-np.cos(phi) - 0.03 * np.sin(phi), s + np.sin(phi) - 0.03 * np.cos(phi)])

        v = (corner(q + 1e-6 * q_d) - corner(q - 1e-6 * q_d)) / 2e-6
        power = f * np.array([np.sin(0.4), np.cos(0.4)]) @ v
        assert model.generalized_forces(q, q_d, {"f_e": f}) @ q_d == pytest.approx(power, rel=1e-8)

    def test_natural_frequencies(self):
        """Linearized by hand about rest without gravity: M q_dd + K q = 0."""
        model = systems.load("elastic_boom").numeric(d1=0.0, d2=0.0)
        (e,) = model.equilibria()
        phi, m_B, l_s = e["phi"], 18.9, 0.026 / 0.14
        M = np.array([[28.9, m_B * l_s * np.cos(phi)], [m_B * l_s * np.cos(phi), 2.55 + m_B * l_s**2]])
        K = np.diag([2000.0, 150.0 - m_B * 9.81 * l_s * np.sin(phi)])
        expected = np.sqrt(np.sort(np.linalg.eigvals(np.linalg.solve(M, K)).real))
        poles = np.sort(np.abs(np.linalg.eigvals(model.linearize(e.q).A).imag))
        np.testing.assert_allclose(poles[::2], expected, rtol=1e-8)
