"""Rigid bodies that move: second moments, ellipsoids, energy in three parts, mass matrix, Euler's equations."""

import numpy as np
import pytest
import sympy as sp
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.integrate import solve_ivp
from scipy.spatial.transform import Rotation

from mechanics.lagrange import Body
from mechanics.mass import (
    Solid,
    angular_acceleration,
    change_of_basis,
    equivalent_ellipsoid,
    gravity_energy,
    inertia_ellipsoid,
    inertia_of,
    mass_matrix,
    point_masses,
    principal_axes,
    rigid_body_energy,
    rotational_energy,
    second_moments,
    shapes,
)
from mechanics.model import ModelError

NUMBER = st.floats(-2.0, 2.0)
VECTOR = st.tuples(NUMBER, NUMBER, NUMBER)


def numbers(matrix) -> np.ndarray:
    return np.array(sp.Matrix(matrix).tolist(), dtype=float)


def cloud(seed: int = 7, n: int = 12) -> tuple[np.ndarray, np.ndarray]:
    """Masses and places of points that make a body without any symmetry."""
    rng = np.random.default_rng(seed)
    return rng.uniform(0.2, 1.5, n), rng.normal(size=(n, 3))


class TestSecondMoments:
    def test_sum_over_points(self):
        m, r = cloud()
        J = np.einsum("i,ij,ik->jk", m, r, r)
        I = sum(mi * (ri @ ri * np.eye(3) - np.outer(ri, ri)) for mi, ri in zip(m, r, strict=True))
        assert numbers(inertia_of(J)) == pytest.approx(I), "tr(J) E - J must be the inertia tensor"
        assert numbers(second_moments(I)) == pytest.approx(J), "and the other way round"

    def test_deviation_moments_have_a_minus_sign(self):
        x, y = sp.symbols("x y", positive=True)
        r = sp.Matrix([x, y, 0])
        assert inertia_of(r * r.T)[0, 1] == -x * y

    @pytest.mark.parametrize("value", [[1, 2, 3], "tensor", [[1, 2], [2, 1]], None])
    def test_what_is_no_matrix_is_refused(self, value):
        with pytest.raises(ModelError, match="must be a 3 x 3 matrix"):
            second_moments(value)


class TestEllipsoids:
    def test_a_turned_ellipsoid_is_found_again(self):
        """The homogeneous ellipsoid with the half axes of the table is its own equivalent ellipsoid."""
        R = Rotation.from_rotvec([0.4, -0.7, 1.1]).as_matrix()
        body = shapes.ellipsoid(900.0, 0.2, 0.3, 0.6)
        axes, found = equivalent_ellipsoid(change_of_basis(body.inertia, R.tolist()), body.m)
        shape = numbers(found) @ np.diag(numbers(axes).ravel() ** 2) @ numbers(found).T
        assert shape == pytest.approx(R @ np.diag([0.04, 0.09, 0.36]) @ R.T), "another ellipsoid came out"

    def test_points_of_the_inertia_ellipsoid_have_the_same_energy(self):
        m, r = cloud()
        I = numbers(point_masses(m, r).inertia)
        axes, R = inertia_ellipsoid(I, level=6.0)
        for direction in np.random.default_rng(3).normal(size=(5, 3)):
            sphere = direction / np.linalg.norm(direction)
            omega = numbers(R) @ (numbers(axes).ravel() * sphere)
            assert float(rotational_energy(I, omega)) == pytest.approx(3.0), "T = level / 2 on all of it"
            slope = [
                float(rotational_energy(I, omega + h) - rotational_energy(I, omega - h)) / 2e-6
                for h in 1e-6 * np.eye(3)
            ]
            assert slope == pytest.approx(I @ omega, rel=1e-6), "the normal is the angular momentum"

    def test_symbols_keep_the_order_of_the_axes(self):
        a, b, c = sp.symbols("a b c", positive=True)
        axes, R = inertia_ellipsoid(sp.diag(a, b, c))
        assert list(axes) == [1 / sp.sqrt(x) for x in (a, b, c)]
        assert sp.eye(3) == R

    def test_a_thin_plate_has_a_flat_equivalent(self):
        body = shapes.plate(2.0, 0.3, 0.5)
        axes, _ = equivalent_ellipsoid(sp.Matrix(body.inertia).evalf(), body.m)
        assert numbers(axes).ravel() == pytest.approx(np.sqrt(5 / 12) * np.array([0.3, 0.5, 0]), abs=1e-9)

    def test_a_thin_rod_has_no_inertia_ellipsoid(self):
        with pytest.raises(ModelError, match="infinitely long"):
            inertia_ellipsoid(shapes.rod(2.0, 0.5).inertia)

    def test_an_impossible_body(self):
        with pytest.raises(ModelError, match="No body has"):
            equivalent_ellipsoid(np.diag([1.0, 1.0, 3.0]), 1.0)


class TestEnergy:
    @settings(max_examples=25, deadline=None)
    @given(VECTOR, VECTOR, VECTOR)
    def test_sum_of_all_points(self, v, omega, at):
        """½ Σ m_i v_i² with v_i = v + ω × (r_i − r_P), for any reference point P."""
        m, r = cloud()
        velocities = np.array(v) + np.cross(omega, r - np.array(at))
        expected = (m * (velocities**2).sum(axis=1)).sum() / 2
        energy = rigid_body_energy(point_masses(m, r), v, omega, at)
        assert float(energy.total) == pytest.approx(expected, rel=1e-9, abs=1e-9)

    def test_only_about_the_mass_centre_the_mixed_part_vanishes(self):
        v, omega = (0.3, -0.5, 0.8), (1.0, 2.0, -0.4)
        body = shapes.box(800.0, 0.2, 0.3, 0.4).at((0.5, 0.1, -0.2))
        assert rigid_body_energy(body, v, omega).T_rt == 0
        assert abs(rigid_body_energy(body, v, omega, at=(0, 0, 0)).T_rt) > 0.1

    def test_rotation_in_two_frames(self):
        R = Rotation.from_rotvec([0.4, -0.7, 1.1]).as_matrix()
        I_1, omega_0 = np.diag([1.0, 2.0, 2.5]), np.array([0.3, -1.2, 0.8])
        in_frame_0 = rotational_energy(change_of_basis(I_1, R.tolist()), omega_0)
        assert float(in_frame_0) == pytest.approx(float(rotational_energy(I_1, R.T @ omega_0)))

    def test_gravity_energy_of_a_weight_is_m_g_h(self):
        m, g, x, y = sp.symbols("m g x y")
        assert gravity_energy(m, (x, y, 0), (0, -g, 0)) == m * g * y


class TestMassMatrix:
    @settings(max_examples=25, deadline=None)
    @given(st.lists(VECTOR, min_size=2, max_size=4), st.integers(0, 99))
    def test_it_gives_the_energy_of_the_body(self, columns, seed):
        rng = np.random.default_rng(seed)
        J_v, J_w, rates = (
            np.array(columns).T,
            rng.normal(size=(3, len(columns))),
            rng.normal(size=len(columns)),
        )
        body = point_masses(*cloud())
        M = numbers(mass_matrix(body.m, J_v, body.inertia, J_w))
        energy = rigid_body_energy(body, J_v @ rates, J_w @ rates)
        assert rates @ M @ rates / 2 == pytest.approx(float(energy.total), rel=1e-9, abs=1e-9)
        assert np.linalg.eigvalsh(M).min() > -1e-9, "a kinetic energy is never negative"

    def test_mass_matrix_of_a_point_mass_needs_no_rotation(self):
        assert mass_matrix(2, [[1, 0], [0, 1], [1, 1]]) == sp.Matrix([[4, 2], [2, 4]])

    BAD = {
        "a tensor alone": (lambda: mass_matrix(1, sp.eye(3), sp.eye(3)), "needs both"),
        "two rows": (lambda: mass_matrix(1, sp.zeros(2, 2)), "three rows"),
        "another number of columns": (
            lambda: mass_matrix(1, sp.zeros(3, 2), sp.eye(3), sp.zeros(3, 1)),
            "they have 2 and 1",
        ),
        "no tensor": (lambda: mass_matrix(1, sp.eye(3), [1, 2, 3], sp.eye(3)), "must be a 3 x 3 matrix"),
        "no finite mass": (lambda: mass_matrix(sp.oo, sp.eye(3)), "finite real number"),
    }

    @pytest.mark.parametrize("call, message", BAD.values(), ids=BAD)
    def test_bad_input(self, call, message):
        with pytest.raises(ModelError, match=message):
            call()


class TestEuler:
    I = np.diag([1.0, 2.0, 2.5])

    def spin(self, omega, end=8.0) -> tuple[np.ndarray, np.ndarray]:
        """ω(t) in the body frame and R(t), both integrated; Ṙ = R S(ω)."""
        rate = sp.lambdify([sp.symbols("w_x w_y w_z")], list(angular_acceleration(self.I, sp.symbols("w_x w_y w_z"))))

        def derivative(_, x):
            w, R = x[:3], x[3:].reshape(3, 3)
            S = np.array([[0, -w[2], w[1]], [w[2], 0, -w[0]], [-w[1], w[0], 0]])
            return [*rate(w), *(R @ S).ravel()]

        found = solve_ivp(derivative, (0, end), [*omega, *np.eye(3).ravel()], rtol=1e-10, atol=1e-11, max_step=0.05)
        return found.y[:3].T, found.y[3:].T.reshape(-1, 3, 3)

    def test_energy_and_angular_momentum_stay(self):
        omega, R = self.spin([0.1, 3.0, 0.05])
        energy = np.einsum("ti,ij,tj->t", omega, self.I, omega) / 2
        l = np.einsum("tij,jk,tk->ti", R, self.I, omega)
        assert energy == pytest.approx(energy[0], rel=1e-7), "without a moment the energy stays"
        assert l == pytest.approx(np.broadcast_to(l[0], l.shape), rel=1e-6), "and the angular momentum in frame 0"

    @pytest.mark.parametrize("axis, tumbles", [(0, False), (1, True), (2, False)])
    def test_only_the_middle_axis_is_unstable(self, axis, tumbles):
        start = np.full(3, 0.01)
        start[axis] = 3.0
        omega, _ = self.spin(start)
        assert (omega[:, axis].min() < 0) == tumbles, f"rotation about axis {axis + 1}"

    def test_a_moment_about_a_principal_axis(self):
        assert numbers(angular_acceleration(self.I, (0, 0, 0), (0, 5, 0))).ravel() == pytest.approx([0, 2.5, 0])

    def test_axes_of_any_direction(self):
        """Euler's equations look alike in every frame that is fixed to the body."""
        R = Rotation.from_rotvec([0.4, -0.7, 1.1]).as_matrix()
        omega, moment = np.array([0.3, -1.2, 0.8]), np.array([0.5, 0.4, -0.2])
        turned = angular_acceleration(R @ self.I @ R.T, R @ omega, R @ moment)
        expected = R @ numbers(angular_acceleration(self.I, omega, moment)).ravel()
        assert numbers(turned).ravel() == pytest.approx(expected)

    def test_a_thin_rod_does_not_know_how_it_turns(self):
        with pytest.raises(ModelError, match="no inverse"):
            angular_acceleration(shapes.rod(2.0, 0.5).inertia, (1, 1, 1))


class TestBody:
    def test_a_body_of_the_lagrangian_must_be_one_that_exists(self):
        with pytest.raises(ModelError, match="No body has the principal moments"):
            Body(1.0, (0, 0), (1.0, 1.0, 3.0))

    def test_plane_motion_needs_one_value_only(self):
        assert Body(1.0, (0, 0), 3.0).inertia == sp.diag(0, 0, 3.0)

    def test_the_principal_axes_of_a_solid_are_those_of_its_ellipsoid(self):
        body = Solid(2.0, (0, 0, 0), [[2.0, 0.3, 0.1], [0.3, 2.4, -0.2], [0.1, -0.2, 3.0]])
        moments, _ = principal_axes(body.inertia)
        axes, _ = inertia_ellipsoid(body.inertia)
        assert numbers(axes).ravel() == pytest.approx(moments**-0.5)
