"""Document R, rigid body about any point: R(2.1)-(2.41).

The body is a cloud of point masses on a path with all six degrees of freedom; what its particles do is differentiated
from their inertial paths. "As printed" stands for what the document says where that cannot be true.
"""

import numpy as np
import pytest

from mechanics.model import ModelError
from mechanics.multibody import PointMasses, RigidBody
from mechanics.multibody.body import (
    Place,
    acceleration_of_origin,
    cardan_inverse,
    cardan_matrix,
    cardan_rotation,
    kinematic_matrix,
    point_acceleration,
    point_velocity,
    velocity_derivative,
)
from mechanics.rotations.arrays import skew
from tests.multibody.motions import Flight, derivative, rotation

from .compare import assert_close

RNG = np.random.default_rng(2)
FLIGHT = Flight.at_random(RNG)
T0 = 0.4
A, R_O = FLIGHT.A(T0), FLIGHT.r(T0)
Z, Z_D = FLIGHT.z(T0), FLIGHT.z_d(T0)
V, W, V_D, W_D = Z[:3], Z[3:], Z_D[:3], Z_D[3:]

MASSES, POINTS = RNG.uniform(0.3, 1.2, 7), RNG.normal(size=(7, 3))
CLOUD = PointMasses(MASSES, POINTS)
BODY = CLOUD.body("cloud")
M_TOT = MASSES.sum()
R_S = MASSES @ POINTS / M_TOT
R_SP = POINTS - R_S
I_O = sum(m * ((r @ r) * np.eye(3) - np.outer(r, r)) for m, r in zip(MASSES, POINTS, strict=True))
I_S = sum(m * ((r @ r) * np.eye(3) - np.outer(r, r)) for m, r in zip(MASSES, R_SP, strict=True))


def velocity(r: np.ndarray, t: float) -> np.ndarray:
    """Inertial velocity of a body-fixed point: exact."""
    return FLIGHT.r_d(t) + FLIGHT.A_d(t) @ r


def acceleration(r: np.ndarray, t: float = T0) -> np.ndarray:
    """Inertial acceleration of a body-fixed point, from its path."""
    return derivative(lambda s: velocity(r, s), t)


FORCES = np.array([m * A.T @ acceleration(r) for m, r in zip(MASSES, POINTS, strict=True)])  # body components
F, M_O = FORCES.sum(axis=0), np.cross(POINTS, FORCES).sum(axis=0)
M_S = np.cross(R_SP, FORCES).sum(axis=0)


def differs(printed: np.ndarray, right: np.ndarray, what: str) -> None:
    """The printed form is no misreading of ours: it is wrong by more than a tenth."""
    assert np.abs(printed - right).max() > 0.1 * np.abs(right).max(), f"{what} would hold as printed"


# --- coordinates and velocities ---------------------------------------------------------------------------------


@pytest.mark.equation("R(2.1)")
def test_rates_of_the_coordinates_follow_from_the_velocities():
    p = lambda t: np.concatenate([FLIGHT.A(t).T @ FLIGHT.r(t), FLIGHT.angles(t)])  # noqa: E731
    Z_matrix = kinematic_matrix(p(T0)[:3], p(T0)[3:])
    assert_close(Z_matrix @ Z, derivative(p, T0), "R(2.1): p_d = Z z")
    printed = Z_matrix.copy()
    printed[:3, 3:] = 0  # rho_d = v would be so in inertial components
    differs(printed @ Z, derivative(p, T0), "R(2.1) without the turning basis")


@pytest.mark.equation("R(2.4b)", "R(2.5)", "R(2.9)")
def test_angular_velocity_and_acceleration_in_both_bases():
    A_d = FLIGHT.A_d(T0)
    assert_close(skew(W), A.T @ A_d, "R(2.4b): tilde(w) = A^T A_d in the basis of the body")
    assert_close(skew(A @ W), A_d @ A.T, "R(2.5): w_I = A w is that of A_d A^T")
    w_I = lambda t: FLIGHT.A(t) @ FLIGHT.w(t)  # noqa: E731
    assert_close(derivative(w_I, T0), A @ W_D, "R(2.9): no term from the turning basis", rtol=1e-8)
    assert np.abs(derivative(lambda t: FLIGHT.A(t) @ Z[:3], T0)).max() > 0.1, "any other vector has such a term"


@pytest.mark.equation("R(2.6)")
def test_rates_of_cardan_angles():
    alpha, alpha_d = FLIGHT.angles(T0), derivative(FLIGHT.angles, T0)
    assert_close(cardan_rotation(alpha), A, "A = R_x R_y R_z")
    H = cardan_matrix(alpha)
    assert_close(H @ alpha_d, W, "R(2.6): w = H alpha_d")
    assert_close(cardan_inverse(alpha) @ W, alpha_d, "R(2.6): alpha_d = H^-1 w")
    printed = H * np.array([[1], [-1], [1]]) ** np.array([1, 0, 0])  # + cos(beta) sin(gamma) in the second row
    differs(printed @ alpha_d, W, "R(2.6) without its minus")
    with pytest.raises(ModelError, match="cos"):
        cardan_inverse((0.3, np.pi / 2, -0.2))


@pytest.mark.equation("R(2.7)")
def test_for_small_angles_the_rates_are_the_angular_velocity():
    direction = np.array([0.3, -0.5, 0.8])
    for size in (1e-2, 1e-3):
        assert np.abs(cardan_matrix(size * direction) - np.eye(3)).max() < size, "H is E up to the first order"
        turned = cardan_rotation(size * direction)
        assert np.abs(turned - np.eye(3) - size * skew(direction)).max() < size**2, "A is E + tilde(alpha)"


@pytest.mark.equation("R(2.8)")
def test_turning_in_a_plane_the_angular_velocity_is_the_rate_of_the_angle():
    gamma = lambda t: 0.4 + np.sin(1.1 * t)  # noqa: E731
    A_d = rotation(2, gamma(T0 + 1e-30j)).imag / 1e-30
    gamma_d = derivative(gamma, T0)
    turning = rotation(2, gamma(T0)).real
    assert_close(skew([0, 0, gamma_d]), turning.T @ A_d, "R(2.8): in the body")
    assert_close(skew([0, 0, gamma_d]), A_d @ turning.T, "R(2.8): in the inertial frame, the same")
    assert_close(cardan_matrix((0, 0, gamma(T0)))[:, 2], [0, 0, 1], "R(2.8): the third column of H")


# --- points -------------------------------------------------------------------------------------------------------


@pytest.mark.equation("R(2.10)", "R(2.11)", "R(2.13)")
def test_positions_of_points_in_both_bases():
    place = Place(R_O, A)
    for r, r_SP in zip(POINTS, R_SP, strict=True):
        path = FLIGHT.point(r)(T0)
        assert_close(place.point(r), path, "R(2.11): rho_P = rho + A r_P")
        assert_close(place.point(R_S) + A @ r_SP, path, "R(2.10), R(2.11): by way of the mass centre")
        assert_close(A.T @ R_O + r, A.T @ path, "R(2.13): body components")


@pytest.mark.equation("R(2.12)", "R(2.14)")
def test_points_of_a_rigid_body_rest_in_its_own_basis():
    for r, r_SP in zip(POINTS, R_SP, strict=True):
        assert_close(R_S + r_SP, r, "R(2.12): r_P = r_S + r_SP")
        seen = lambda t, r=r: FLIGHT.A(t).T @ (FLIGHT.point(r)(t) - FLIGHT.r(t))  # noqa: E731
        from_S = lambda t, r=r: FLIGHT.A(t).T @ (FLIGHT.point(r)(t) - FLIGHT.point(R_S)(t))  # noqa: E731
        assert_close(derivative(seen, T0), np.zeros(3), "R(2.14): r_P is constant")
        assert_close(derivative(from_S, T0), np.zeros(3), "R(2.14): r_SP is constant")
        ours = lambda t, r=r: FLIGHT.A(t).T @ (Place(FLIGHT.r(t), FLIGHT.A(t)).point(r) - FLIGHT.r(t))  # noqa: E731
        assert_close(derivative(ours, T0), np.zeros(3), "R(2.14): by `Place`")


@pytest.mark.equation("R(2.15)", "R(2.16)", "R(2.17)")
def test_velocities_of_points():
    v_S = derivative(FLIGHT.point(R_S), T0)
    w_I = A @ W
    for r, r_SP in zip(POINTS, R_SP, strict=True):
        v_P = derivative(FLIGHT.point(r), T0)
        assert_close(A @ V + np.cross(w_I, A @ r), v_P, "R(2.15): v_P = v + w x r_P")
        assert_close(v_S + np.cross(w_I, A @ r_SP), v_P, "R(2.15): from the mass centre")
        assert_close(A @ V + A @ skew(W) @ r, v_P, "R(2.16): inertial components")
        assert_close(point_velocity(Z, r), A.T @ v_P, "R(2.17): body components")


@pytest.mark.equation("R(2.18)", "R(2.20)", "R(2.21)")
def test_accelerations_of_points():
    a_O, a_S = acceleration(np.zeros(3)), acceleration(R_S)
    v_S, v_S_d = point_velocity(Z, R_S), point_velocity(Z_D, R_S)
    turning = skew(W_D) + skew(W) @ skew(W)
    for r, r_SP in zip(POINTS, R_SP, strict=True):
        a_P = acceleration(r)
        assert_close(a_O + np.cross(A @ W_D, A @ r) + np.cross(A @ W, np.cross(A @ W, A @ r)), a_P, "R(2.18)")
        assert_close(a_O + A @ turning @ r, a_P, "R(2.20): from O")
        assert_close(a_S + A @ turning @ r_SP, a_P, "R(2.20): from the mass centre")
        assert_close(point_acceleration(Z, Z_D, r), A.T @ a_P, "R(2.21): body components")
        from_S = v_S_d + np.cross(W, v_S) - skew(r_SP) @ W_D + skew(W) @ skew(W) @ r_SP
        assert_close(from_S, A.T @ a_P, "R(2.21): from the mass centre")
        lost_minus = V_D + np.cross(W, V) + skew(r) @ W_D + skew(W) @ skew(W) @ r
        differs(lost_minus, A.T @ a_P, "R(2.21) without its minus")


@pytest.mark.equation("R(2.19)")
def test_velocity_and_acceleration_of_the_mass_centre():
    assert_close(A @ point_velocity(Z, R_S), derivative(FLIGHT.point(R_S), T0), "R(2.19): v_S")
    a_S = A @ acceleration_of_origin(Z, V_D) + A @ (np.cross(W_D, R_S) + np.cross(W, np.cross(W, R_S)))
    assert_close(a_S, acceleration(R_S), "R(2.19): a_S")


def test_the_derivative_of_the_components_is_not_the_acceleration_of_the_origin():
    a_O = A.T @ acceleration(np.zeros(3))
    assert_close(acceleration_of_origin(Z, V_D), a_O, "a_O = v_d + w x v")
    assert_close(velocity_derivative(Z, a_O), V_D, "v_d = a_O - w x v")
    differs(V_D, a_O, "v_d in place of a_O")
    mixed_up = BODY.mass_matrix @ np.concatenate([a_O, W_D]) + BODY.gyroscopic_forces(Z)
    differs(mixed_up[:3], F, "M ż + Q with a_O in place of v_d")


# --- mass, momenta --------------------------------------------------------------------------------------------------


@pytest.mark.equation("R(2.22)", "R(2.23)", "R(2.24)")
def test_mass_and_mass_centre():
    assert_close(BODY.m, M_TOT, "R(2.22)")
    assert_close(BODY.r_S, R_S, "R(2.24)")
    assert_close(MASSES @ R_SP, np.zeros(3), "R(2.23): no first moment about S", scale=M_TOT)
    positions = np.array([FLIGHT.point(r)(T0) for r in POINTS])
    assert_close(M_TOT * FLIGHT.point(R_S)(T0), MASSES @ positions, "R(2.23): position of S")


@pytest.mark.equation("R(2.25)")
def test_momentum_is_the_sum_over_the_mass_points():
    P = sum(m * velocity(r, T0) for m, r in zip(MASSES, POINTS, strict=True))
    assert_close(A @ BODY.momentum(Z), P, "R(2.25): m (v + w x r_S)")
    first_moment = lambda t: sum(m * FLIGHT.point(r)(t) for m, r in zip(MASSES, POINTS, strict=True))  # noqa: E731
    assert_close(derivative(first_moment, T0), P, "R(2.25): rate of the first moment")


@pytest.mark.equation("R(2.26)")
def test_angular_momentum():
    D_O = sum(m * np.cross(r, A.T @ velocity(r, T0)) for m, r in zip(MASSES, POINTS, strict=True))
    assert_close(BODY.angular_momentum(Z), D_O, "R(2.26): m r_S x v + I_O w")
    differs(M_TOT * np.cross(R_S, V) - I_O @ W, D_O, "R(2.26) without the minus before the integral")


@pytest.mark.equation("R(2.34)", "R(2.35)")
def test_inertia_tensors():
    assert_close(BODY.I_O, I_O, "R(2.34)")
    assert_close(BODY.I_S, I_S, "R(2.35)")
    products = [-(MASSES * POINTS[:, a] * POINTS[:, b]).sum() for a, b in ((0, 1), (0, 2), (1, 2))]
    assert_close(BODY.I_O[[0, 0, 1], [1, 2, 2]], products, "tensor components: I_xy = - sum m x y")
    printed = np.einsum("k,kab,kbc->ac", MASSES, skew(POINTS), skew(POINTS))
    with pytest.raises(ModelError, match="inertia"):
        RigidBody("as printed", M_TOT, R_S, printed)


# --- Newton and Euler -----------------------------------------------------------------------------------------------


@pytest.mark.equation("R(2.27)", "R(2.30)")
def test_newtons_law():
    right = M_TOT * (V_D - skew(R_S) @ W_D + np.cross(W, V) + np.cross(W, np.cross(W, R_S)))
    assert_close(right, F, "R(2.27), R(2.30)")
    assert_close(BODY.newton_euler(Z, Z_D)[:3], F, "R(2.27): rate of the momentum")
    printed = M_TOT * (V_D + skew(R_S) @ W_D + np.cross(W, V) + np.cross(W, np.cross(W, R_S)))
    differs(printed, F, "R(2.30) without its minus")


@pytest.mark.equation("R(2.28)", "R(2.29)")
def test_newtons_law_for_the_mass_centre():
    assert_close(M_TOT * acceleration(R_S), A @ F, "R(2.28): inertial components")
    v_S, v_S_d = point_velocity(Z, R_S), point_velocity(Z_D, R_S)
    assert_close(M_TOT * v_S_d + M_TOT * np.cross(W, v_S), F, "R(2.29): body components")
    differs(M_TOT * v_S_d, F, "R(2.29) with v_d as if it were the acceleration")


@pytest.mark.equation("R(2.31)")
def test_moments_about_any_body_fixed_point():
    D_O = lambda t: FLIGHT.A(t) @ BODY.angular_momentum(FLIGHT.z(t))  # noqa: E731
    D_d = A.T @ derivative(D_O, T0)
    extra = M_TOT * np.cross(np.cross(W, R_S), V)
    assert_close(D_d - extra, M_O, "R(2.31)")
    assert_close(BODY.newton_euler(Z, Z_D)[3:], M_O, "R(2.31), by the library")
    differs(D_d + extra, M_O, "R(2.31) without its minus")


@pytest.mark.equation("R(2.32)", "R(2.33)")
def test_moments_about_the_mass_centre_and_about_the_inertial_origin():
    D_S = lambda t: FLIGHT.A(t) @ BODY.angular_momentum_about_centre(FLIGHT.z(t))  # noqa: E731
    assert_close(derivative(D_S, T0), A @ M_S, "R(2.32)")
    D_OI = lambda t: BODY.angular_momentum_about_origin(Place(FLIGHT.r(t), FLIGHT.A(t)), FLIGHT.z(t))  # noqa: E731
    M_OI = np.cross(R_O, A @ F) + A @ M_O
    assert_close(derivative(D_OI, T0), M_OI, "R(2.33): both about the inertial origin")
    D_O = lambda t: FLIGHT.A(t) @ BODY.angular_momentum(FLIGHT.z(t))  # noqa: E731
    differs(derivative(D_O, T0), M_OI, "R(2.33) with D_Oi, as printed,")


@pytest.mark.equation("R(2.36)", "R(2.37)")
def test_equations_of_rotation():
    right = I_O @ W_D + np.cross(W, I_O @ W) + M_TOT * np.cross(R_S, V_D + np.cross(W, V))
    assert_close(right, M_O, "R(2.36)")
    ours = (BODY.mass_matrix @ Z_D + BODY.gyroscopic_forces(Z))[3:]
    assert_close(ours, M_O, "R(2.36): the last three rows of the library")
    assert_close(I_S @ W_D + np.cross(W, I_S @ W), M_S, "R(2.37), Euler")
    identity = np.cross(W, np.cross(R_S, V)) - np.cross(R_S, np.cross(W, V))
    assert_close(np.cross(np.cross(W, R_S), V), identity, "(w x r) x v = w x (r x v) - r x (w x v)")
    printed = np.cross(W, np.cross(R_S, V)) + np.cross(R_S, np.cross(W, V))
    differs(printed, identity, "the identity before R(2.36) without its minus")


@pytest.mark.equation("R(2.2)", "R(2.4a)")
def test_equations_of_motion_about_any_point():
    Q = BODY.gyroscopic_forces(Z)
    assert Q.shape == (6,), "R(2.2): Q is a column, no matrix"
    h = np.concatenate([F, M_O])
    assert_close(BODY.mass_matrix @ Z_D + Q, h, "R(2.2) with R(2.4a)")
    assert_close(BODY.accelerations(Z, h), Z_D, "R(2.2), solved")
    assert_close(BODY.mass_matrix, BODY.mass_matrix.T, "R(2.4a): symmetric")
    printed = BODY.mass_matrix.copy()
    printed[:3, 3:] *= -1  # m tilde(r_S) in both places
    differs((printed @ Z_D + Q)[:3], F, "R(2.4a) with m tilde(r_S) in the upper right block")


@pytest.mark.equation("R(2.3)")
def test_equations_of_motion_about_the_mass_centre():
    body, z = BODY.about(R_S), np.concatenate([point_velocity(Z, R_S), W])
    z_d = np.concatenate([point_velocity(Z_D, R_S), W_D])
    M = np.zeros((6, 6))
    M[:3, :3], M[3:, 3:] = M_TOT * np.eye(3), I_S
    Q = np.concatenate([M_TOT * np.cross(W, z[:3]), np.cross(W, I_S @ W)])
    assert_close(body.mass_matrix, M, "R(2.3): the blocks decouple")
    assert_close(body.gyroscopic_forces(z), Q, "R(2.3): Q")
    assert_close(M @ z_d + Q, np.concatenate([F, M_S]), "R(2.3)")


# --- Jourdain -------------------------------------------------------------------------------------------------------


@pytest.mark.equation("R(2.38)", "R(2.39)", derivation=True)
def test_virtual_power_of_all_particles_vanishes():
    for _ in range(4):
        d_v, d_w = RNG.normal(size=(2, 3))  # a virtual velocity
        of_points = d_v + np.cross(d_w, POINTS)
        inertia = np.array([m * acceleration(r) for m, r in zip(MASSES, POINTS, strict=True)])
        applied = d_v @ F + d_w @ M_O  # of the forces, reduced to O
        inertial = sum(np.dot(A @ d, a) for d, a in zip(of_points, inertia, strict=True))
        assert_close(applied - inertial, 0.0, "R(2.38): inertial components", scale=inertial)
        body = sum(d @ A.T @ a for d, a in zip(of_points, inertia, strict=True))
        assert_close(applied - body, 0.0, "R(2.39): body components", scale=inertial)


@pytest.mark.equation("R(2.40)")
def test_virtual_velocity_of_a_particle():
    d_v, d_w = RNG.normal(size=(2, 3))
    for r in POINTS:
        column = d_v - skew(r) @ d_w
        assert_close(column, point_velocity(np.concatenate([d_v, d_w]), r), "R(2.40)")
        assert_close(d_v + d_w @ skew(r), column, "R(2.40), transposed: the sign changes with the order")


@pytest.mark.equation("R(2.41)")
def test_jourdain_and_newton_and_euler_give_the_same_equations():
    M, Q = CLOUD.jourdain(Z)
    assert_close(M, BODY.mass_matrix, "R(2.41): M")
    assert_close(Q, BODY.gyroscopic_forces(Z), "R(2.41): Q")
    h = np.concatenate([F, M_O])
    assert_close(M @ Z_D + Q, h, "R(2.41)")
    assert_close(CLOUD.newton_euler(Z, Z_D), h, "Newton's law, particle by particle")
