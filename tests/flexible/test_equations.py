"""Equations of motion of flexible bodies, against Lagrange's equations, rigid bodies, and power."""

import mpmath as mp
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.linalg import eigh
from scipy.spatial.transform import Rotation

from mechanics.flexible import (
    StandardData,
    driven_acceleration,
    elastic_forces,
    free_acceleration,
    inertia_forces,
    inertia_tensor,
    kinetic_energy,
    mass_centre,
    mass_matrix,
    momenta,
    moved,
    reaction,
    weight,
)
from mechanics.model import ModelError
from mechanics.multibody.body import RigidBody, velocity_derivative

from .bodies import body, centrifugal, cloud, clouds, power_of, stiffness

SEEDS = st.integers(0, 10**6)


def state(seed: int, n_q: int) -> tuple[np.ndarray, ...]:
    """v, ω, q, q̇ at random."""
    rng = np.random.default_rng(seed)
    return tuple(rng.normal(size=k) for k in (3, 3, n_q, n_q))


# --- inertia forces -------------------------------------------------------------------------------------


@settings(max_examples=30)
@given(clouds, SEEDS)
def test_inertia_forces_are_those_of_the_nodes(nodes, seed):
    _, w, q, q_d = state(seed, nodes[2].shape[2])
    expected = power_of(nodes, q, centrifugal(nodes, w, q, q_d))
    ours = inertia_forces(StandardData.from_nodes(*nodes), q, q_d, w)
    np.testing.assert_allclose(ours, expected, atol=1e-12 * (1 + np.abs(expected).max()))


@settings(max_examples=20)
@given(clouds, SEEDS, st.floats(-3, 3))
def test_inertia_forces_are_quadratic_in_the_velocities(nodes, seed, scale):
    _, w, q, q_d = state(seed, nodes[2].shape[2])
    data = StandardData.from_nodes(*nodes)
    h = inertia_forces(data, q, q_d, w)
    np.testing.assert_allclose(
        inertia_forces(data, q, scale * q_d, scale * w), scale**2 * h, atol=1e-11 * (1 + np.abs(h).max())
    )
    assert not inertia_forces(data, q, q_d, np.zeros(3)).any(), "without rotation there are none"


class Cloud:
    """Kinetic energy of a cloud in coordinates y = (x, y, z, α, β, γ, q), written for Lagrange with 40 digits."""

    def __init__(self, nodes):
        masses, places, modes = nodes
        exact = lambda a: [[mp.mpf(float(x)) for x in row] for row in a]  # noqa: E731
        self.points = [
            (mp.mpf(float(m)), mp.matrix(exact(p[:, None])), mp.matrix(exact(M)))
            for m, p, M in zip(masses, places, modes, strict=True)
        ]

    @staticmethod
    def rotation(angles) -> mp.matrix:
        (ca, cb, cg), (sa, sb, sg) = ([f(x) for x in angles] for f in (mp.cos, mp.sin))
        X = mp.matrix([[1, 0, 0], [0, ca, -sa], [0, sa, ca]])
        Y = mp.matrix([[cb, 0, sb], [0, 1, 0], [-sb, 0, cb]])
        Z = mp.matrix([[cg, -sg, 0], [sg, cg, 0], [0, 0, 1]])
        return X * Y * Z

    def place(self, y, point) -> mp.matrix:
        _, at, modes = point
        return mp.matrix(y[:3]) + self.rotation(y[3:6]) * (at + modes * mp.matrix(y[6:]))

    def energy(self, y, y_d) -> mp.mpf:
        """½ Σ m |ẋ|², ẋ = the derivative of the place along ẏ."""
        total = mp.mpf(0)
        for point in self.points:
            h = mp.mpf(10) ** -15
            ahead, back = (self.place([a + k * b for a, b in zip(y, y_d, strict=True)], point) for k in (h, -h))
            velocity = (ahead - back) / (2 * h)
            total += point[0] * sum(x**2 for x in velocity) / 2
        return total

    def lagrange(self, path, t) -> np.ndarray:
        """d/dt ∂T/∂ẏ - ∂T/∂y along a path y(t)."""
        y, y_d = path(t), [mp.diff(lambda s, k=k: path(s)[k], t) for k in range(len(path(t)))]

        def unit(k, by=1):
            return [mp.mpf(by) if j == k else mp.mpf(0) for j in range(len(y))]

        def momentum(k, s):
            at, rate = path(s), [mp.diff(lambda u, j=j: path(u)[j], s) for j in range(len(y))]
            plus, minus = ([a + b for a, b in zip(rate, unit(k, sign), strict=True)] for sign in (1, -1))
            return (self.energy(at, plus) - self.energy(at, minus)) / 2  # exact: T is quadratic in ẏ

        h, result = mp.mpf(10) ** -10, []
        for k in range(len(y)):
            change = (momentum(k, t + h) - momentum(k, t - h)) / (2 * h)
            ahead, back = ([a + b for a, b in zip(y, unit(k, s), strict=True)] for s in (h, -h))
            result.append(float(change - (self.energy(ahead, y_d) - self.energy(back, y_d)) / (2 * h)))
        return np.array(result)


@pytest.mark.parametrize("seed", [1, 2])
def test_lagrange_says_the_same(seed):
    """Generalized forces of the coordinates (x, y, z, α, β, γ, q): what acts along them is (A; H; E)ᵀ of our rows."""
    nodes = cloud(seed, 2, count=3)
    path = lambda t: [mp.sin(t), t**2 / 2, mp.cos(2 * t), t / 3, mp.sin(t) / 2, t**2, mp.cos(t) / 4, t**2 / 5]  # noqa: E731
    with mp.workdps(50):
        t = mp.mpf("0.7")
        expected = Cloud(nodes).lagrange(path, t)
        y, y_d, y_dd = (np.array([float(mp.diff(lambda s, k=k: path(s)[k], t, n)) for k in range(8)]) for n in range(3))
    A = Rotation.from_euler("XYZ", y[3:6]).as_matrix()
    H, H_d = cardan(y[3:6]), (cardan(y[3:6] + 1e-6 * y_d[3:6]) - cardan(y[3:6] - 1e-6 * y_d[3:6])) / 2e-6
    w, w_d = H @ y_d[3:6], H @ y_dd[3:6] + H_d @ y_d[3:6]
    data = StandardData.from_nodes(*nodes)
    rows = mass_matrix(data, y[6:]) @ np.concatenate([A.T @ y_dd[:3], w_d, y_dd[6:]])
    rows += inertia_forces(data, y[6:], y_d[6:], w)
    ours = np.concatenate([A @ rows[:3], H.T @ rows[3:6], rows[6:]])
    np.testing.assert_allclose(ours, expected, atol=1e-8 * np.abs(expected).max())


def cardan(angles: np.ndarray) -> np.ndarray:
    """ω = H α̇ in components of the body."""
    (_, cb, cg), (_, sb, sg) = np.cos(angles), np.sin(angles)
    return np.array([[cb * cg, sg, 0], [-cb * sg, cg, 0], [sb, 0, 1]])


# --- rigid bodies -------------------------------------------------------------------------------------


def test_frozen_modes_leave_the_rigid_body_of_the_deformed_shape():
    data, _ = body(5, 3)
    _, w, q, _ = state(5, 3)
    frozen = RigidBody("frozen", data.m, mass_centre(data, q), inertia_tensor(data, q))
    Q = frozen.gyroscopic_forces(np.concatenate([np.zeros(3), w]))
    np.testing.assert_allclose(inertia_forces(data, q, np.zeros(3), w)[:6], Q, atol=1e-12)


@settings(max_examples=20)
@given(SEEDS)
def test_without_modes_it_is_the_rigid_body_about_any_point(seed):
    masses, places, modes = cloud(seed, 0)
    data = StandardData.from_nodes(masses, places, modes)
    rigid = RigidBody("the same", data.m, data.c0, data.I0)
    v, w, q, q_d = state(seed, 0)
    h = np.random.default_rng(seed).normal(size=6)
    z = np.concatenate([v, w])
    z_d = rigid.accelerations(z, h)
    a_R, w_d, _ = free_acceleration(data, q, q_d, w, h)
    np.testing.assert_allclose(w_d, z_d[3:], atol=1e-10)
    np.testing.assert_allclose(velocity_derivative(z, a_R), z_d[:3], atol=1e-10)
    np.testing.assert_allclose(momenta(data, v, w, q, q_d).P, rigid.momentum(z), atol=1e-12)
    np.testing.assert_allclose(momenta(data, v, w, q, q_d).D, rigid.angular_momentum(z), atol=1e-12)
    assert kinetic_energy(data, v, w, q, q_d) == pytest.approx(rigid.kinetic_energy(z), rel=1e-12)


def test_in_free_fall_nothing_deforms_and_nothing_turns():
    data, _ = body(6, 3, K_e=stiffness(6, 3))
    g, zero = np.array([0.3, -9.0, 2.0]), np.zeros(3)
    a_R, w_d, q_dd = free_acceleration(data, zero, zero, zero, weight(data, zero, g))
    np.testing.assert_allclose(a_R, g, atol=1e-12)
    assert np.abs(w_d).max() < 1e-12 and np.abs(q_dd).max() < 1e-12


def test_the_choice_of_the_floating_frame_changes_no_point():
    """The same nodes in another frame of the same body move with the same absolute accelerations."""
    nodes = masses, places, modes = cloud(7, 2)
    r, A = np.array([0.4, -0.2, 0.7]), Rotation.random(random_state=7).as_matrix()
    K_e, (_, w, q, q_d) = stiffness(7, 2), state(7, 2)
    data = StandardData.from_nodes(*nodes, K_e=K_e)
    other = (masses, r + places @ A.T, np.einsum("ab,nbl->nal", A, modes))
    force = np.random.default_rng(7).normal(size=(len(masses), 3)) / masses[:, None]
    ours = accelerations(nodes, data, w, q, q_d, force)
    theirs = accelerations(other, moved(data, r, A), A @ w, q, q_d, force @ A.T)
    np.testing.assert_allclose(theirs, ours @ A.T, atol=1e-9 * np.abs(ours).max())


def accelerations(nodes, data, w, q, q_d, force) -> np.ndarray:
    """Of all nodes of the free body, (N, 3), under forces per mass at the nodes."""
    _, places, modes = nodes
    a_R, w_d, q_dd = free_acceleration(data, q, q_d, w, power_of(nodes, q, force))
    return a_R + np.cross(w_d, places + modes @ q) + modes @ q_dd + centrifugal(nodes, w, q, q_d)


# --- the free, the driven and the clamped body ----------------------------------------------------------


def test_the_force_of_the_drive_moves_the_free_body_in_the_same_way():
    data, _ = body(8, 3, K_e=stiffness(8, 3), D_e=0.1 * stiffness(9, 3))
    _, w, q, q_d = state(8, 3)
    rng = np.random.default_rng(8)
    a_R, w_d, h = rng.normal(size=3), rng.normal(size=3), rng.normal(size=9)
    driven = driven_acceleration(data, q, q_d, h, a_R, w, w_d)
    support = reaction(data, q, q_d, driven, w, h)
    free = free_acceleration(data, q, q_d, w, h + np.concatenate([support, np.zeros(3)]))
    np.testing.assert_allclose(np.concatenate(free), np.concatenate([a_R, w_d, driven.q_dd]), atol=1e-9)


def test_all_rows_of_the_equations_hold_for_the_driven_body():
    nodes = cloud(9, 2)
    K_e, (_, w, q, q_d) = stiffness(9, 2), state(9, 2)
    data = StandardData.from_nodes(*nodes, K_e=K_e)
    a_R, w_d = np.array([1.0, -2.0, 0.5]), np.array([0.3, 0.8, -0.6])
    found = driven_acceleration(data, q, q_d, None, a_R, w, w_d)
    _, places, modes = nodes
    points = a_R + np.cross(w_d, places + modes @ q) + modes @ found.q_dd + centrifugal(nodes, w, q, q_d)
    needed = power_of(nodes, q, points) + elastic_forces(data, q, q_d)
    np.testing.assert_allclose(needed[6:], 0, atol=1e-11, err_msg="nothing acts along the modes")
    np.testing.assert_allclose(reaction(data, q, q_d, found, w), needed[:6], atol=1e-11)


def test_the_clamped_body_hangs_at_rest_under_its_weight():
    data, _ = body(10, 3, K_e=stiffness(10, 3, lowest=50))
    g = np.array([0.0, 0.0, -9.81])
    q, zero = np.linalg.solve(data.K_e, data.C1.T @ g), np.zeros(3)
    found = driven_acceleration(data, q, zero, weight(data, q, g))
    np.testing.assert_allclose(found.q_dd, 0, atol=1e-11)
    held = reaction(data, q, zero, found, h=weight(data, q, g))
    np.testing.assert_allclose(held, -weight(data, q, g)[:6], atol=1e-11)
    assert np.abs(np.cross(data.C1 @ q, g)).max() > 0.01, "the deflection must count in the moment"


def test_the_clamped_body_vibrates_with_the_frequencies_of_stiffness_and_mass():
    data, _ = body(11, 3, K_e=stiffness(11, 3))
    omega2, shapes = eigh(data.K_e, data.M_e)
    for square, shape in zip(omega2, shapes.T, strict=True):
        np.testing.assert_allclose(driven_acceleration(data, shape, 0 * shape).q_dd, -square * shape, atol=1e-10)


def test_geometric_stiffening_adds_to_the_stiffness_of_a_turning_body():
    K_geo = np.zeros((6, 2, 2))
    K_geo[2] = stiffness(12, 2)
    soft, _ = body(12, 2, K_e=stiffness(13, 2))
    stiff, w = soft.with_stiffness(K_geo=K_geo), np.array([0, 0, 3.0])
    q = np.array([0.2, -0.1])
    more = inertia_forces(stiff, q, 0 * q, w) - inertia_forces(soft, q, 0 * q, w)
    np.testing.assert_allclose(more[6:], 9 * K_geo[2] @ q, atol=1e-13)


def test_modes_that_depend_on_each_other_are_refused():
    masses, places, modes = cloud(14, 1)
    data = StandardData.from_nodes(masses, places, np.repeat(np.eye(3)[:, :1][None], 9, axis=0))
    with pytest.raises(ModelError, match="must not move a free body as a whole"):
        free_acceleration(data, np.zeros(1), np.zeros(1), np.zeros(3), np.zeros(7))


# --- what the second-order term does --------------------------------------------------------------------


def test_the_second_order_term_changes_the_equations_by_the_square_of_q():
    data, _ = body(15, 3)
    _, w, q, q_d = state(15, 3)

    def error(scale):
        full, less = (inertia_forces(data, scale * q, scale * q_d, w, second) for second in (True, False))
        M, M_less = (mass_matrix(data, scale * q, second) for second in (True, False))
        return np.array([np.abs(full - less).max(), np.abs(M - M_less).max()])

    np.testing.assert_allclose(error(0.02) / error(0.01), 4, rtol=1e-9)
    full, less = (inertia_forces(data, q, q_d, w, second) for second in (True, False))
    assert np.abs(full - less)[[0, 1, 2, 6, 7, 8]].max() == 0, "only the moments of F(10) know I_2"


def test_without_the_second_order_term_the_mass_matrix_can_lose_its_definiteness():
    """A rod that its mode shortens to half of its length: with I_2 its inertia stays positive, without it does not."""
    x = np.linspace(-1, 1, 9)
    places = np.stack([x, 0 * x, 0 * x], axis=1)
    stretch = np.stack([x, 1e-3 * np.abs(x), 0 * x], axis=1)[:, :, None]
    data = StandardData.from_nodes(np.ones(9), places + [[0, 0.01, 0.01]], stretch)
    q = np.array([-0.6])
    assert np.linalg.eigvalsh(mass_matrix(data, q))[0] > 0
    assert np.linalg.eigvalsh(mass_matrix(data, q, second_order=False))[0] < -0.1
