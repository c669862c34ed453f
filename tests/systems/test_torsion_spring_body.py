"""The body on a torsion spring of A.13: mass geometry by integration, rest positions, holding force, small swings."""

import numpy as np
import pytest
from scipy.integrate import quad

from mechanics import systems
from mechanics.demonstrations.torsion_spring_rest import torsion_spring_rest

FINE = {"rtol": 1e-11, "atol": 1e-11}


class TestTorsionSpring:
    def test_mass_centre_and_inertia_by_integration(self):
        """Thin rods as lines: every element dm = (m / L) dx."""
        m, L = 1.3, 0.8
        model = systems.load("torsion_spring_body").numeric(m=m, L_S=L)
        pieces = [lambda u: (0.0, u), lambda u: (u, L)]
        ends = [L, L / 2]

        def total(f):
            return sum(m / L * quad(lambda u, r=r: f(*r(u)), 0, end)[0] for r, end in zip(pieces, ends, strict=True))

        x, y = (total(f) / total(lambda *_: 1.0) for f in (lambda x, y: x, lambda x, y: y))
        np.testing.assert_allclose(model.output("p_S_phi0", [0.7]), [x, y, 0], rtol=1e-12)
        about_s = total(lambda a, b: (a - x) ** 2 + (b - y) ** 2)
        assert model.output("I_S", [0.7]) == pytest.approx(about_s, rel=1e-12)

    @pytest.mark.parametrize("c_F, count", [(14.0, 1), (5.0, 3)])
    def test_a_soft_spring_has_three_places_of_rest(self, c_F, count):
        found = systems.load("torsion_spring_body").numeric(c_F=c_F).equilibria()
        near = [e for e in found if abs(e["phi"]) < np.pi]
        assert len(near) == count, f"c_F = {c_F}: {near}"
        for e in near:
            assert c_F * e["phi"] == pytest.approx(9.81 * (np.sin(e["phi"]) + np.cos(e["phi"]) / 8), abs=1e-9)

    def test_the_problem_finds_the_same_places(self):
        problem = torsion_spring_rest()
        for e in systems.load("torsion_spring_body").numeric(c_F=5.0).equilibria():
            y = problem.solve(phi=e["phi"], c_F=5.0)
            assert y["tau"] == pytest.approx(0.0, abs=1e-9)
            assert y["c_R"] == pytest.approx(5.0)
            assert (y["k"] > 0) == (e.stability != "unstable")

    def test_moment_is_the_slope_of_the_potential(self):
        problem = torsion_spring_rest()
        h = 1e-5
        above, below = (problem.solve(phi=0.9 + s, f=2.0)["V"] for s in (h, -h))
        assert -(above - below) / (2 * h) == pytest.approx(problem.solve(phi=0.9, f=2.0)["tau"], rel=1e-8)

    def test_force_holds_it_upright(self):
        """f L = - m g L / 8: the force balances the overhang of the short rod."""
        model = systems.load("torsion_spring_body").numeric(c_F=20.0)
        run = model.simulate([0.0], [0.0], 5.0, {"f": -9.81 / 8})
        np.testing.assert_allclose(run["phi"], 0.0, atol=1e-9)

    def test_small_swings(self):
        model = systems.load("torsion_spring_body").numeric(c_F=30.0)
        (e,) = model.equilibria()
        k = 30.0 - 9.81 * (np.cos(e["phi"]) - np.sin(e["phi"]) / 8)
        run = model.simulate([e["phi"] + 1e-4], [0.0], np.linspace(0, 3, 301), **FINE)
        np.testing.assert_allclose(run["phi"] - e["phi"], 1e-4 * np.cos(np.sqrt(k / (7 / 8)) * run.t), atol=1e-7)
