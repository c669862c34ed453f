"""Trees with spherical joints: equations in coordinates, Bryant and Euler angles, W(61)-(67)."""

import numpy as np
import pytest
from numpy import cos, sin
from scipy.spatial.transform import Rotation

from mechanics.multibody.trees import BRYANT, EULER, K_ij, M_dash, M_dash_i
from mechanics.rotations import from_sequence, rate_inverse
from mechanics.rotations.arrays import skew

from .compare import assert_close
from .moving_tree import BRANCHED, MovingTree, every_tree, off, pairs
from .test_trees_inertia import K, printed_54

E = np.eye(3)
ANGLES = np.random.default_rng(6).uniform(0.2, 1.3, size=(5, 3))


def printed_61(x: MovingTree, i: int, j: int, diagonal: bool = True) -> np.ndarray:
    """K_ij in the inertial basis from components in the bases of the bodies; A_i K_i alone where the erratum stands."""
    A, d, b, m = x.case.A, x.tree.d, x.tree.b_0, x.m_tot
    A_ij = A[i].T @ A[j]
    if i == j:
        return A[i] @ x.tree.K[i] @ (A[i].T if diagonal else E)
    if x.before(i, j):
        return m * ((A_ij @ b[j]) @ d[i, j] * E - np.outer(A[j] @ b[j], A[i] @ d[i, j]))
    if x.before(j, i):
        return m * ((A_ij @ d[j, i]) @ b[i] * E - np.outer(A[j] @ d[j, i], A[i] @ b[i]))
    return np.zeros((3, 3))


def equation(x: MovingTree, diagonal: bool = True) -> np.ndarray:
    """Σ_j K_ij ω'_j, (n, 3)."""
    return np.array([sum(printed_61(x, i, j, diagonal) @ x.w_d[j] for j in range(x.n)) for i in range(x.n)])


@pytest.mark.equation("W(61)")
@every_tree
def test_tensors_K_in_the_inertial_basis(x):
    right = printed_54(x) + x.M + x.S @ x.Y
    assert_close(equation(x), right, "W(61) in the equations of motion")
    for i, j in pairs(x):
        assert_close(K_ij(x.tree, x.case.A, i, j), printed_61(x, i, j), f"W(61): K_{i + 1}{j + 1}", scale=1)
    assert_close(printed_61(x, 0, 0), K(x)[0], "W(61), second line: the tensor of the augmented body as points")


def test_erratum_a_tensor_is_turned_from_both_sides():
    """W(61) prints A_i K_i for i = j: not symmetric, and the equations of motion do not hold."""
    x = BRANCHED
    assert off(printed_61(x, 0, 0, False), printed_61(x, 0, 0, False).T) > 0.1
    assert off(equation(x, diagonal=False), printed_54(x) + x.M + x.S @ x.Y) > 0.1


@pytest.mark.equation("W(62)", "W(63)")
@every_tree
def test_the_column_M_dash_in_the_basis_of_its_body(x):
    """With skew matrices, as W(62) prints it; turned by W(63) it closes the equations of motion."""
    A, w, d, b, m = x.case.A, x.case.w, x.tree.d, x.tree.b_0, x.m_tot
    total = np.zeros((x.n, 3))
    for i in range(x.n):
        total[i] = -skew(w[i]) @ x.tree.K[i] @ w[i] + m * skew(b[i]) @ A[i].T @ x.r_dd_0
        for j in range(x.n):
            A_ij = A[i].T @ A[j]
            if x.before(i, j):
                total[i] -= m * skew(d[i, j]) @ A_ij @ skew(w[j]) @ skew(w[j]) @ b[j]
            if x.before(j, i):
                total[i] -= m * skew(b[i]) @ A_ij @ skew(w[j]) @ skew(w[j]) @ d[j, i]
            if x.before(i, j) or i == j:
                total[i] -= skew(d[i, j]) @ A[i].T @ x.F[j]
        assert_close(M_dash_i(x.tree, A, w, x.F, i, x.case.base), total[i], f"W(62), body {i + 1}", scale=1)
    inertial = np.einsum("ixy,iy->ix", A, total)
    assert_close(M_dash(x.tree, A, w, x.F, x.case.base), inertial, "W(63): M'_i in the inertial basis")
    assert_close(equation(x), inertial + x.M + x.S @ x.Y, "W(59) on a true motion")


# --- coordinates of the orientation -------------------------------------------------------------------------


def body_velocity(kind, q: np.ndarray, rates: np.ndarray, h: float = 1e-4) -> np.ndarray:
    """ω in the basis of the body, from Aᵀ A' with A' by differences."""
    steps = [kind.matrix(q + k * h * rates) for k in (-2, -1, 1, 2)]
    spin = kind.matrix(q).T @ (steps[0] - 8 * steps[1] + 8 * steps[2] - steps[3]) / (12 * h)
    return np.array([spin[2, 1], spin[0, 2], spin[1, 0]])


@pytest.mark.equation("W(64)")
@pytest.mark.parametrize("q", ANGLES)
def test_rates_of_bryant_angles(q):
    (c2, c3), (s3, t2), rates = cos(q[1:]), (sin(q[2]), np.tan(q[1])), np.array([0.7, -0.3, 1.1])
    printed = np.array([[c3 / c2, -s3 / c2, 0], [s3, c3, 0], [-c3 * t2, s3 * t2, 1]])
    w = body_velocity(BRYANT, q, rates)
    assert_close(printed @ w, rates, "W(64): the rates come back", 1e-8)
    assert_close(BRYANT.rates(q, w), printed @ w, "the library's rates")
    assert_close(rate_inverse("xyz", q.tolist(), body=True), printed, "mechanics.rotations")


def bryant_matrix(s1, s2, s3, c1, c2, c3) -> np.ndarray:
    # fmt: off
    return np.array([
        [c2 * c3, -c2 * s3, s2],
        [c1 * s3 + s1 * s2 * c3, c1 * c3 - s1 * s2 * s3, -s1 * c2],
        [s1 * s3 - c1 * s2 * c3, s1 * c3 + c1 * s2 * s3, c1 * c2],
    ])
    # fmt: on


@pytest.mark.equation("W(65)")
@pytest.mark.parametrize("q", ANGLES)
def test_rotation_matrix_of_bryant_angles(q):
    printed = bryant_matrix(*sin(q), *cos(q))
    assert_close(BRYANT.matrix(q), printed, "W(65)")
    assert_close(Rotation.from_euler("XYZ", q).as_matrix(), printed, "scipy's XYZ")
    assert_close(from_sequence("xyz", q.tolist()), printed, "mechanics.rotations")


def test_erratum_c1_is_the_cosine_of_the_first_angle():
    """W(65) prints c1 = sin α1 and c2 = cos α1: no rotation matrix any more."""
    q = ANGLES[0]
    printed = bryant_matrix(*sin(q), sin(q[0]), cos(q[0]), cos(q[2]))
    assert abs(np.linalg.det(printed) - 1) > 0.1 and off(printed @ printed.T, E) > 0.1


@pytest.mark.equation("W(66)")
@pytest.mark.parametrize("q", ANGLES)
def test_rates_of_euler_angles(q):
    (s_th, s_ph), (c_th, c_ph), rates = sin(q[1:]), cos(q[1:]), np.array([0.7, -0.3, 1.1])
    cot = c_th / s_th
    printed = np.array([[s_ph / s_th, c_ph / s_th, 0], [c_ph, -s_ph, 0], [-s_ph * cot, -c_ph * cot, 1]])
    w = body_velocity(EULER, q, rates)
    assert_close(printed @ w, rates, "W(66): the rates come back", 1e-8)
    assert_close(EULER.rates(q, w), printed @ w, "the library's rates")
    assert_close(rate_inverse("zxz", q.tolist(), body=True), printed, "mechanics.rotations")


@pytest.mark.equation("W(67)")
@pytest.mark.parametrize("q", ANGLES)
def test_rotation_matrix_of_euler_angles(q):
    (sps, sth, sph), (cps, cth, cph) = sin(q), cos(q)
    # fmt: off
    printed = np.array([
        [cps * cph - sps * cth * sph, -cps * sph - sps * cth * cph, sps * sth],
        [sps * cph + cps * cth * sph, -sps * sph + cps * cth * cph, -cps * sth],
        [sth * sph, sth * cph, cth],
    ])
    # fmt: on
    assert_close(EULER.matrix(q), printed, "W(67)")
    assert_close(Rotation.from_euler("ZXZ", q).as_matrix(), printed, "scipy's ZXZ")
    assert_close(from_sequence("zxz", q.tolist()), printed, "mechanics.rotations")
