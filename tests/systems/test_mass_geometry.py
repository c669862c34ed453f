"""Centres of mass and moments of inertia: results against points drawn inside the bodies, balances, limits by hand."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mechanics import systems
from mechanics.demonstrations.unbalanced_wheel import unbalanced_wheel
from mechanics.model import ModelError

RANDOM = np.random.default_rng(33)
size = st.floats(0.05, 3.0)
place = st.floats(-3.0, 3.0)


def drawn(inside, box, n=200_000) -> np.ndarray:
    """Points drawn evenly inside a body of a given bounding box ((low, high), ...)."""
    low, high = np.array(box).T
    points = RANDOM.uniform(low, high, (n, 3))
    return points[inside(*points.T)]


class TestPoints:
    @given(st.lists(st.tuples(size, place, place, place), min_size=1, max_size=6))
    @settings(max_examples=30, deadline=None)
    def test_hung_up_in_s_the_body_is_balanced_in_every_direction(self, rows):
        m, r = np.array([row[0] for row in rows]), np.array([row[1:] for row in rows])
        found = systems.load("center_of_mass_points").solve(m=m, r=r)
        for direction in np.eye(3):
            moment = sum(np.cross(x - found["r_S"], mass * direction) for mass, x in zip(m, r, strict=True))
            assert np.abs(moment).max() < 1e-12 * (1 + m.sum()) * 10, "the weights turn the body about S"
        assert found["m_total"] == pytest.approx(m.sum())

    def test_two_masses_divide_their_distance_like_the_masses(self):
        found = systems.load("center_of_mass_points").solve(m=[3.0, 1.0], r=[(0, 0, 0), (4, 0, 8)])
        assert found["r_S"] == pytest.approx([1, 0, 2])

    def test_every_mass_has_a_position(self):
        with pytest.raises(ModelError, match="2 masses and 4 positions"):
            systems.load("center_of_mass_points").solve(m=[1.0, 2.0])

    def test_moments_that_are_plotted_while_gravity_turns(self):
        """About the origin at the start, gravity along -e_z: τ_y = Σ m_i g x_i; about S always zero."""
        problem = systems.load("center_of_mass_points")
        values = problem.inputs.flat(problem.inputs.values_with({}))
        about = [row[0] for row in problem.motion.quantities.values()]
        tau_0, tau_S = problem.evaluate(about, values, np.linspace(0, 8, 9)).T
        m, x = [1.5, 2.0, 1.0, 0.5], [0.5, 1.8, 1.3, 0.7]
        assert tau_0[0] == pytest.approx(9.81 * np.dot(m, x))
        assert np.abs(tau_S).max() < 1e-12


class TestCentroids:
    def test_two_cuboids(self):
        l, rho = 1.3, 700.0
        found = systems.load("composite_cuboids_centroid").solve(l=l, rho=rho)
        inside = lambda x, y, z: (z < l / 4) | (x < l / 3)  # noqa: E731
        assert found["r_S"] == pytest.approx(drawn(inside, [(0, l)] * 3).mean(axis=0), abs=5e-3)
        assert found["m1"] == found["m2"] == pytest.approx(rho * l**3 / 4)
        halves = (np.array(found["r_S1"]) + found["r_S2"]) / 2
        assert found["r_S"] == pytest.approx(halves), "equal masses: S lies half way between S1 and S2"

    def test_the_tilted_body_falls_where_s_has_passed_the_edge(self):
        """tan ψ = x_S / z_S = 8/9."""
        problem = systems.load("composite_cuboids_centroid")
        lever = problem.motion.quantities["d"][0]
        t = np.arctan(8 / 9) / (np.pi / 3) * 8
        d = problem.evaluate([lever], problem.inputs.defaults, np.array([0.0, t, t + 0.1]))[:, 0]
        assert d == pytest.approx([1 / 3, 0, d[2]], abs=1e-12)
        assert d[2] < 0

    def test_centroid_of_the_hemisphere_is_the_mean_of_random_points(self):
        R = 0.7
        points = drawn(lambda x, y, z: x**2 + y**2 + z**2 < R**2, [(-R, R), (-R, R), (0, R)])
        found = systems.load("hemisphere_centroid").solve(R=R)
        assert found["r_S"] == pytest.approx(points.mean(axis=0), abs=5e-3)

    def test_slices_of_the_hemisphere_end_with_all_of_it(self):
        problem = systems.load("hemisphere_centroid")
        h, z_S, share = problem.evaluate(
            [row[0] for row in problem.motion.quantities.values()], {"R": 0.8}, np.array([0.0, 4.0, 8.0])
        ).T
        assert h == pytest.approx([0, 0.4, 0.8])
        assert z_S == pytest.approx([0, 0.4 * (6 - 3 / 4) / (12 - 1), 0.3]), "z_S = h (6 R² - 3 h²) / (12 R² - 4 h²)"
        assert share == pytest.approx([0, 50 * (3 - 0.25) / 2, 100]), "in percent"


class TestInertia:
    def test_inertia_of_the_cylinder_is_that_of_random_points(self):
        R, l = 0.3, 0.5
        points = drawn(lambda x, y, z: x**2 + y**2 < R**2, [(-R, R), (-R, R), (0, l)])
        found = systems.load("cylinder_inertia").solve(rho=800.0, R=R, l=l)
        assert found["m"] == pytest.approx(800 * np.pi * R**2 * l)
        assert found["I_zz"] == pytest.approx(found["m"] * (points[:, :2] ** 2).sum(axis=1).mean(), rel=1e-2)

    def test_inertia_of_the_ball_is_that_of_random_points(self):
        R = 0.3
        points = drawn(lambda x, y, z: x**2 + y**2 + z**2 < R**2, [(-R, R)] * 3)
        found = systems.load("sphere_inertia").solve(rho=800.0, R=R)
        assert found["m"] == pytest.approx(800 * 4 / 3 * np.pi * R**3)
        assert found["I"] == pytest.approx(found["m"] * (points[:, :2] ** 2).sum(axis=1).mean(), rel=1e-2)

    @pytest.mark.parametrize(
        ("id", "names", "expected"),
        [
            ("cylinder_inertia", ("m_r", "I_r"), [(0, 0), (25, 6.25), (100, 100)]),
            ("sphere_inertia", ("m_h", "I_h"), [(0, 0), (50, 50), (100, 100)]),
        ],
    )
    def test_shares_of_what_is_built_so_far(self, id, names, expected):
        problem = systems.load(id)
        rows = [problem.motion.quantities[name][0] for name in names]
        values = problem.evaluate(rows, problem.inputs.defaults, np.array([0.0, 4.0, 8.0]))
        assert values == pytest.approx(np.array(expected), abs=1e-10)

    def test_the_outer_tenth_of_the_cylinder_holds_a_third_of_the_inertia(self):
        problem = systems.load("cylinder_inertia")
        (rim,) = problem.evaluate([problem.motion.quantities["rim"][0]], problem.inputs.defaults, 8.0)
        assert rim / problem.solve()["I_zz"] == pytest.approx(1 - 0.9**4)

    @given(size, size, place, place)
    @settings(max_examples=30, deadline=None)
    def test_steiner_with_four_points_of_the_same_inertia(self, I_S, m, x, y):
        """Four quarter masses on a circle of the radius √(I_S/m) stand for the body."""
        found = systems.load("steiner").solve(I_S=I_S, m=m, x_AS=x, y_AS=y)
        rho = np.sqrt(I_S / m)
        ring = [(x + rho, y), (x - rho, y), (x, y + rho), (x, y - rho)]
        assert found["I_A"] == pytest.approx(sum(m / 4 * (a**2 + b**2) for a, b in ring))

    def test_inertia_of_four_cylinders_is_that_of_random_points(self):
        m, R, H = 1.7, 0.2, 0.6
        found = systems.load("four_cylinders_inertia").solve(m=m, R=R, H=H)
        points = drawn(lambda x, y, z: x**2 + y**2 < R**2, [(-R, R), (-R, R), (0, 1)])
        assert found["I_zz"] == pytest.approx(4 * m * ((points[:, :2] + [H, 0]) ** 2).sum(axis=1).mean(), rel=1e-2)

    @given(size, size, size, size, place)
    @settings(max_examples=30, deadline=None)
    def test_both_ways_to_the_energy_of_the_rod_agree(self, rho, l, b, h, omega):
        found = systems.load("pendulum_rod_inertia").solve(rho_S=rho, l_S=l, b_S=b, h_S=h, omega=omega)
        assert found["T"] == pytest.approx(found["T_t"] + found["T_r"], abs=1e-12)
        assert found["I_A"] == pytest.approx(found["I_S"] + found["m_S"] * l**2 / 4)

    def test_energy_of_the_rod_from_its_points(self):
        found = systems.load("pendulum_rod_inertia").solve()
        points = drawn(lambda x, y, z: x < 9, [(-0.04, 0.04), (-0.6, 0), (-0.01, 0.01)])
        squares = 9.0 * (points[:, :2] ** 2).sum(axis=1)  # of the velocities
        assert found["T"] == pytest.approx(found["m_S"] * squares.mean() / 2, rel=1e-2)

    def test_a_thin_rod_has_three_quarters_of_its_energy_in_the_translation(self):
        found = systems.load("pendulum_rod_inertia").solve(b_S=1e-6)
        assert found["T_t"] / found["T"] == pytest.approx(0.75)


class TestUnbalancedWheel:
    """The wheel with a hole against a physical pendulum worked out by hand."""

    full, hole = 7850 * np.pi * 0.15**2 * 0.02, 7850 * np.pi * 0.06**2 * 0.02
    inertia = full * 0.15**2 / 2 - hole * (0.06**2 / 2 + 0.08**2)  # about the axle

    def test_frequency_is_that_of_a_pendulum_of_the_missing_mass(self):
        linear = unbalanced_wheel().numeric(d=0.0).linearize([0.0])
        expected = np.sqrt(self.hole * 9.81 * 0.08 / self.inertia)
        assert abs(linear.eigenvalues.imag) == pytest.approx([expected] * 2)

    def test_it_comes_to_rest_with_the_hole_on_top(self):
        run = unbalanced_wheel().numeric().simulate(q0=[2.0], t=60.0)
        assert abs(run.q[-1, 0]) < 0.02

    def test_a_hole_in_the_middle_leaves_the_wheel_where_it_is(self):
        run = unbalanced_wheel().numeric(e=0.0).simulate(q0=[2.0], t=5.0)
        assert run.q[-1, 0] == pytest.approx(2.0, abs=1e-8)
