"""Trees with spherical joints: laws of motion of free bodies and their matrix form, W(1)-(12)."""

import numpy as np
import pytest

from mechanics.multibody.trees import BRYANT, M_dash, angular_accelerations, reactions, system_matrix

from .compare import assert_close
from .moving_tree import BRANCHED, TOLERANCE, MovingTree, every_tree, off


def right_side(x: MovingTree, w: np.ndarray, base=None) -> np.ndarray:
    """B of W(1), inertial basis."""
    case = x.case
    return M_dash(x.tree, case.A, w, x.F, base or case.base) + x.M + x.S @ x.Y


@pytest.mark.equation("W(1)")
@every_tree
def test_the_dynamic_equations_are_linear_in_the_angular_accelerations(x):
    A = system_matrix(x.tree, x.case.A)
    B = right_side(x, x.case.w)
    assert_close((A @ x.w_d.reshape(-1)).reshape(x.n, 3), B, "W(1): A(q) ω' = B(q, ω, t)")
    assert_close(angular_accelerations(*x.case.all), x.w_d_body, "W(1) solved for ω'")


def test_erratum_the_right_side_of_w1_is_not_a_function_of_q_alone():
    """Printed B(q): with the same q, other velocities and another motion of the base give another B."""
    x = BRANCHED
    printed = right_side(x, 0 * x.case.w, type(x.case.base)())
    assert off(printed, right_side(x, x.case.w, type(x.case.base)())) > 0.1, "B depends on ω"
    assert off(printed, right_side(x, 0 * x.case.w)) > 0.1, "B depends on r''_0(t)"


@pytest.mark.equation("W(2)")
def test_rates_of_the_coordinates_depend_on_coordinates_and_angular_velocities():
    """q' = f(q, ω): along a motion of which the angles are known, q = (t, t², 0.3 - t)."""
    t, h = 0.4, 1e-4

    def q(t):
        return np.array([t, t**2, 0.3 - t])

    A_d = (BRYANT.matrix(q(t + h)) - BRYANT.matrix(q(t - h))) / (2 * h)
    spin = BRYANT.matrix(q(t)).T @ A_d
    w = np.array([spin[2, 1], spin[0, 2], spin[1, 0]])
    assert_close(BRYANT.rates(q(t), w), [1, 2 * t, -1], "W(2): q' = f(q, ω)", rtol=1e-6)
    assert off(BRYANT.rates(q(0.1), w), np.array([1, 2 * t, -1])) > 0.05, "the printed f(ω) has lost q"


@pytest.mark.equation("W(3)", "W(4)", "W(7)")
@every_tree
def test_every_body_obeys_newton_and_euler_with_the_joint_forces(x):
    """Signs: X_a and Y_a act with + on body i+(a), with - on body i-(a)."""
    X, c = reactions(x.tree, x.r_dd, x.F), x.c()
    for i in range(x.n):
        force, moment = x.F[i].copy(), x.M[i].copy()
        for a in range(x.n):
            force += x.S[i, a] * X[a]
            moment += x.S[i, a] * (np.cross(c[i, a], X[a]) + x.Y[a])
        assert_close(x.m[i] * x.r_dd[i], force, f"W(4), first row of W(3), body {i + 1}")
        assert_close(x.L_d[i], moment, f"W(7), second row of W(3), body {i + 1}", TOLERANCE)


@pytest.mark.equation("W(5)", "W(6)")
@every_tree
def test_newtons_law_for_all_bodies_as_columns(x):
    m = np.diag(x.m)
    assert np.array_equal(np.diag(m), x.tree.m) and m.sum() == pytest.approx(x.tree.m_tot), "W(6): diagonal"
    assert_close(m @ x.r_dd, x.F + x.S @ x.X, "W(5): m r'' = F + S X")


@pytest.mark.equation("W(8)", "W(9)")
@every_tree
def test_eulers_law_for_all_bodies_with_a_matrix_of_vectors(x):
    """C × X: rows times columns, with the cross product for each element."""
    C = np.einsum("ixy,iay->iax", x.case.A, x.tree.C)
    assert_close(C, x.S[:, :, None] * x.c(), "W(9): C_ia = S_ia c_ia")
    assert_close(x.L_d, x.M + cross_product(C, x.X) + x.S @ x.Y, "W(8): L' = M + C × X + S Y", TOLERANCE)


def cross_product(C: np.ndarray, X: np.ndarray) -> np.ndarray:
    """(C × X)_i = Σ_a C_ia × X_a."""
    return np.cross(C, X[None]).sum(axis=1)


@pytest.mark.equation("W(10)", "W(11)")
@every_tree
def test_both_matrix_equations_say_how_a_tree_moves(x):
    """12n unknown components less the n that W(19) leaves: with ω' from W(59) both are satisfied."""
    from mechanics.multibody.trees import accelerations

    w_d = angular_accelerations(*x.case.all)
    r_dd = accelerations(x.tree, x.case.A, x.case.w, w_d, x.case.base)
    X = reactions(x.tree, r_dd, x.F)
    assert_close(x.m[:, None] * r_dd, x.F + x.S @ X, "W(10)")
    L_d = np.einsum("iab,ib->ia", x.case.A, _euler(x, w_d))
    assert_close(L_d, x.M + cross_product(x.C(), X) + x.S @ x.Y, "W(11)")


def _euler(x: MovingTree, w_d: np.ndarray) -> np.ndarray:
    L = np.einsum("iab,ib->ia", x.tree.J, x.case.w)
    return np.einsum("iab,ib->ia", x.tree.J, w_d) + np.cross(x.case.w, L)


@pytest.mark.equation("W(12)")
@every_tree
def test_joint_forces_from_the_path_matrix(x):
    assert_close(x.tree.graph.T @ x.S, np.eye(x.n), "T = S⁻¹")
    assert_close(reactions(x.tree, x.r_dd, x.F), x.X, "W(12): X = T (m r'' - F)")
    rest = x.L_d - cross_product(x.C(), x.T @ (x.m[:, None] * x.r_dd - x.F))
    assert_close(rest, x.M + x.S @ x.Y, "W(11) without X: L' - C T × (m r'' - F) = M + S Y", TOLERANCE)
