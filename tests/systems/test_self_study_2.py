"""Physics of the governor (A.7), the hoist (A.9), the hollow cylinder (A.12), the bodies on springs (A.13, A.14)."""

import numpy as np
import pytest
from scipy.integrate import quad, solve_ivp
from scipy.optimize import brentq

from mechanics import systems
from mechanics.demonstrations.governor_at_speed import governor_at_speed
from mechanics.demonstrations.hoist_force import hoist_force, required_force
from mechanics.demonstrations.torsion_spring_rest import torsion_spring_rest
from mechanics.model import ModelError

FINE = {"rtol": 1e-11, "atol": 1e-11}


@pytest.fixture(scope="module")
def governor():
    return systems.load("centrifugal_governor").numeric(m=0.4, l=0.25)


@pytest.fixture(scope="module")
def hoist():
    return systems.load("rope_hoist").numeric()


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


class TestHoist:
    def limits(self):
        """Forces between which friction holds the load: half the rope goes to R2, so k = r1/(2 r2) = 1."""
        slope, friction = 100 * 9.81 * np.sin(0.5) - 10 * 9.81, 0.4 * 100 * 9.81 * np.cos(0.5)
        return slope - friction, slope + friction

    def test_it_stays_where_it_is_between_the_limits(self, hoist):
        low, high = self.limits()
        for f in (low + 1e-6, 300.0, high - 1e-6):
            run = hoist.simulate([0.6], [0.0], 5.0, {"f": f})
            assert (run.q == 0.6).all() and (run.q_d == 0.0).all(), f"f = {f}: the load must not creep"

    def test_it_moves_beyond_them(self, hoist):
        low, high = self.limits()
        assert hoist.simulate([0.6], [0.0], 2.0, {"f": high + 1.0})["s_d"][-1] > 0
        assert hoist.simulate([0.6], [0.0], 2.0, {"f": low - 1.0})["s_d"][-1] < 0

    def test_a_thrown_load_slides_stops_and_stays(self, hoist):
        run = hoist.simulate([0.6], [1.5], np.linspace(0, 3, 601), {"f": 500.0})
        (stop,) = run.events["sticks"]
        total = 100 + 0.2 / 0.15**2 + 10 + 0.1 / 0.15**2
        low, high = self.limits()
        brake = (high - 500.0) / total
        assert stop == pytest.approx(1.5 / brake, rel=1e-7)
        assert run["s"][-1] == pytest.approx(0.6 + 1.5**2 / (2 * brake), rel=1e-7)
        assert (run["s_d"][run.t > stop] == 0.0).all()

    def test_friction_while_it_sticks_is_what_is_needed(self, hoist):
        low, high = self.limits()
        run = hoist.simulate([0.6], [0.0], 1.0, {"f": 400.0})
        middle = (low + high) / 2
        np.testing.assert_allclose(run["f_r"], 400.0 - middle, rtol=1e-9)

    def test_work_becomes_energy_and_heat(self, hoist):
        run = hoist.simulate([0.2], [0.5], 1.5, {"f": 900.0}, **FINE)
        way = run["s"][-1] - run["s"][0]
        heat = 0.4 * 100 * 9.81 * np.cos(0.5) * way
        assert run.energy[-1] - run.energy[0] == pytest.approx(900.0 * way - heat, rel=1e-9)

    @pytest.mark.parametrize("values", [{}, {"mu_c": 0.1, "alpha": 0.9, "r1": 0.5, "m2": 3.0}, {"r": 0.05, "I2": 0.4}])
    def test_the_required_force_does_what_is_asked(self, values):
        f = required_force(2.0, 0.3, 1.8, **values)
        model = systems.load("rope_hoist").numeric(**values)
        t1 = hoist_force().solve(s1=2.0, v0=0.3, v1=1.8, **values)["t1"]
        run = model.simulate([0.0], [0.3], t1, {"f": f}, **FINE)
        assert run["s"][-1] == pytest.approx(2.0, rel=1e-8)
        assert run["s_d"][-1] == pytest.approx(1.8, rel=1e-8)

    def test_one_force_for_constant_speed(self):
        """No inertia enters, and R1 has none of the weight."""
        slow = required_force(1.0, 1.0, 1.0)
        heavy = required_force(1.0, 1.0, 1.0, I1=5.0, I2=5.0, m1=500.0)
        assert slow == pytest.approx(heavy, rel=1e-12)
        assert slow == pytest.approx(self.limits()[1])

    def test_without_friction_it_is_an_ordinary_system(self):
        model = systems.load("rope_hoist").numeric(mu_c=0.0)
        (s,) = model.system.coordinates.symbols
        run = model.simulate([1.0], [0.0], 3.0, events={"bottom": s}, **FINE)
        assert len(run.events["bottom"]) == 1
        assert np.ptp(run.energy) < 1e-8 * run.kinetic.max()

    def test_events_of_ones_own_are_refused(self, hoist):
        with pytest.raises(ModelError, match="leave events and method out"):
            hoist.simulate(events={"top": hoist.system.coordinates.s})


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
