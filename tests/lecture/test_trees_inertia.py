"""Trees with spherical joints: angular momentum and inertia of the augmented bodies, tensors K_ij, W(44)-(60)."""

import numpy as np
import pytest

from mechanics.multibody.trees import K_blocks, K_ij, M_dash

from .compare import assert_close
from .moving_tree import BRANCHED, TOLERANCE, MovingTree, every_tree, first, off, pairs, second
from .test_trees_reduction import inertial, joint_moments

E = np.eye(3)


def K(x: MovingTree) -> np.ndarray:
    """(n, 3, 3) K_i in the inertial basis, from the point masses of the augmented bodies."""
    found = []
    for i in range(x.n):
        hinge = x.c()[i, x.inboard(i)]
        rho, mass = x.points(i)
        cloud = [(p - hinge, mass) for p in rho]
        cloud += [(c - hinge, m) for c, m in x.masses_on[i][1:]]  # the hinges; the body itself is its cloud
        found.append(sum(m * (p @ p * E - np.outer(p, p)) for p, m in cloud))
    return np.array(found)


def b_0_at(x: MovingTree, t: float) -> np.ndarray:
    return np.einsum("ixy,iy->ix", x.A(t), x.tree.b_0)


def own_moments(x: MovingTree) -> np.ndarray:
    """L'_i + Σ_k m_k d_ik × d''_ik, (n, 3)."""
    return x.L_d + np.einsum("k,ikx->ix", x.m, np.cross(x.d(), x.d_dd))


def spin(w: np.ndarray, a: np.ndarray) -> np.ndarray:
    """ω × (ω × a)."""
    return np.cross(w, np.cross(w, a))


# --- angular momentum ---------------------------------------------------------------------------------------


@pytest.mark.equation("W(44)", "W(45)", derivation=True)
@every_tree
def test_angular_momentum_about_the_inboard_hinge(x):
    """𝓛_i = ∫ (ρ - d_ii) × (ρ' - d'_ii) dm over the points of the body, and its derivative."""
    for i in range(x.n):

        def arms(t, i=i):
            return x.points(i, t)[0] - x.d(t)[i, i]

        def momentum(t, arms=arms, i=i):
            h = 1e-3
            velocities = (8 * (arms(t + h) - arms(t - h)) - arms(t + 2 * h) + arms(t - 2 * h)) / (12 * h)
            return x.points(i)[1] * np.cross(arms(t), velocities).sum(axis=0)

        relative = x.points(i)[1] * np.cross(arms(0.0), second(arms)).sum(axis=0)
        assert_close(first(momentum), relative, f"W(44), body {i + 1}", 1e-6, scale=1)
        steiner = x.L_d[i] + x.m[i] * np.cross(x.d()[i, i], x.d_dd[i, i])
        assert_close(relative, steiner, f"W(45): 𝓛'_{i + 1} = L' + m d_ii × d''_ii", TOLERANCE, scale=1)


@pytest.mark.equation("W(46)", "W(47)")
@every_tree
def test_inertia_of_the_augmented_body(x):
    """K_i = J_i + Σ_k m_k (d_ik² E - d_ik d_ikᵀ) is the inertia of points, and so is the library's."""
    d, J = x.d(), np.einsum("ixy,iyz,iwz->ixw", x.case.A, x.tree.J, x.case.A)
    for i in range(x.n):
        printed = J[i] + sum(x.m[k] * (d[i, k] @ d[i, k] * E - np.outer(d[i, k], d[i, k])) for k in range(x.n))
        assert_close(printed, K(x)[i], f"W(46), W(47): K_{i + 1}")
        assert_close(x.case.A[i] @ x.tree.K[i] @ x.case.A[i].T, K(x)[i], f"the library's K_{i + 1}")


@pytest.mark.equation("W(48)", derivation=True)
@every_tree
def test_eulers_equation_of_the_augmented_body(x):
    for i in range(x.n):
        euler = K(x)[i] @ x.w_d[i] + np.cross(x.w[i], K(x)[i] @ x.w[i])
        assert_close(own_moments(x)[i], euler, f"W(48), body {i + 1}", TOLERANCE, scale=1)


def test_erratum_the_sum_in_w48_runs_over_k():
    x, i = BRANCHED, 0
    euler = K(x)[i] @ x.w_d[i] + np.cross(x.w[i], K(x)[i] @ x.w[i])
    for k in range(x.n):
        printed = x.L_d[i] + x.n * x.m[k] * np.cross(x.d()[i, k], x.d_dd[i, k])
        assert off(printed, euler) > 0.01, f"n times the term k = {k + 1}"


# --- the pull of the base and of the forces ----------------------------------------------------------------


def forces_behind(x: MovingTree, itself: bool = True) -> np.ndarray:
    """Σ d_ij × F_j over s_i <= s_j, or over s_i < s_j only, (n, 3)."""
    total = np.zeros((x.n, 3))
    for i, j in pairs(x):
        if x.before(i, j) or (itself and i == j):
            total[i] += np.cross(x.d()[i, j], x.F[j])
    return total


@pytest.mark.equation("W(49)")
@every_tree
def test_the_base_pulls_at_the_barycentre(x):
    d, b_0, b = x.d(), inertial(x, x.tree.b_0), inertial(x, x.tree.b)
    for i in range(x.n):
        left = sum(np.cross(d[i, j], x.m[j] * x.r_dd_0 - x.F[j]) for j in range(x.n))
        middle = sum(np.cross(b_0[i] - b[i, j], x.r_dd_0) * x.m[j] - np.cross(d[i, j], x.F[j]) for j in range(x.n))
        right = x.m_tot * np.cross(b_0[i], x.r_dd_0) - forces_behind(x)[i]
        assert_close(left, middle, f"W(49), first step, body {i + 1}")
        assert_close(left, right, f"W(49), body {i + 1}")


def equation_50(x: MovingTree, forces: np.ndarray) -> np.ndarray:
    """Left side of W(50)."""
    d, b_0, b_0_dd = x.d(), inertial(x, x.tree.b_0), second(lambda t: b_0_at(x, t))
    left = forces.copy()
    for i in range(x.n):
        left[i] += K(x)[i] @ x.w_d[i] + np.cross(x.w[i], K(x)[i] @ x.w[i])
        bodies = sum((np.cross(d[i, j], b_0_dd[j]) for j in range(x.n) if x.before(i, j)), np.zeros(3))
        carried = sum((x.d_dd[j, i] for j in range(x.n) if x.before(j, i)), np.zeros(3))
        left[i] += x.m_tot * (bodies + np.cross(b_0[i], carried - x.r_dd_0))
    return left


@pytest.mark.equation("W(50)")
@every_tree
def test_moments_of_each_body_with_its_augmented_inertia(x):
    assert_close(equation_50(x, forces_behind(x)), joint_moments(x), "W(50)", TOLERANCE)


def test_erratum_the_last_sum_of_w50_includes_the_body_itself():
    """Printed s_i < s_j: the moment d_ii × F_i of the force on the body itself is lost."""
    x = BRANCHED
    printed = equation_50(x, forces_behind(x, itself=False))
    assert off(printed, joint_moments(x)) > 0.1
    lost = np.array([np.cross(x.d()[i, i], x.F[i]) for i in range(x.n)])
    assert_close(printed + lost, joint_moments(x), "what is missing is d_ii × F_i", TOLERANCE)


@pytest.mark.equation("W(51)", "W(52)")
@every_tree
def test_vectors_fixed_in_a_body_turn_with_it(x):
    b_0, b_0_dd, d = inertial(x, x.tree.b_0), second(lambda t: b_0_at(x, t)), x.d()
    for i, j in pairs(x):
        printed = np.cross(x.w_d[j], b_0[j]) + spin(x.w[j], b_0[j])
        assert_close(b_0_dd[j], printed, f"W(51): b''_{j + 1}0", TOLERANCE, scale=1)
        printed = np.cross(x.w_d[j], d[j, i]) + spin(x.w[j], d[j, i])
        assert_close(x.d_dd[j, i], printed, f"W(52): d''_{j + 1}{i + 1}", TOLERANCE, scale=1)


# --- equations for the angular accelerations ---------------------------------------------------------------


def with_cross_products(x: MovingTree) -> np.ndarray:
    """Left side of W(53): K_i ω'_i + M (Σ d_ij × (ω'_j × b_j0) + b_i0 × Σ ω'_j × d_ji), (n, 3)."""
    d, b_0, left = x.d(), inertial(x, x.tree.b_0), np.einsum("ixy,iy->ix", K(x), x.w_d)
    for i, j in pairs(x):
        if x.before(i, j):
            left[i] += x.m_tot * np.cross(d[i, j], np.cross(x.w_d[j], b_0[j]))
        if x.before(j, i):
            left[i] += x.m_tot * np.cross(b_0[i], np.cross(x.w_d[j], d[j, i]))
    return left


def printed_54(x: MovingTree) -> np.ndarray:
    """M'_i of W(54) term by term, (n, 3)."""
    d, b_0 = x.d(), inertial(x, x.tree.b_0)
    total = -forces_behind(x) - np.cross(x.w, np.einsum("ixy,iy->ix", K(x), x.w))
    for i in range(x.n):
        bodies = sum((np.cross(d[i, j], spin(x.w[j], b_0[j])) for j in range(x.n) if x.before(i, j)), np.zeros(3))
        carried = sum((spin(x.w[j], d[j, i]) for j in range(x.n) if x.before(j, i)), np.zeros(3))
        total[i] -= x.m_tot * (bodies + np.cross(b_0[i], carried - x.r_dd_0))
    return total


@pytest.mark.equation("W(53)", "W(56)")
@every_tree
def test_angular_accelerations_with_double_cross_products(x):
    right = printed_54(x) + joint_moments(x)
    assert_close(with_cross_products(x), right, "W(53), printed again as W(56)")


@pytest.mark.equation("W(54)")
@every_tree
def test_the_column_of_velocities_and_forces(x):
    """It is what is left of the laws of motion, L' and all, when the terms with ω' are taken out."""
    left = joint_moments(x) + printed_54(x) - with_cross_products(x)
    assert_close(left, np.zeros((x.n, 3)), "W(54) on a true motion", scale=printed_54(x))
    ours = M_dash(x.tree, x.case.A, x.case.w, x.F, x.case.base)
    assert_close(ours, printed_54(x), "the library's M'_i")


def test_erratum_the_right_side_has_a_prime_in_w53_w56_w58_and_w59():
    """The copy prints M_i + M_i: twice the applied moment, and nothing of velocities and forces."""
    x = BRANCHED
    printed = 2 * x.M + x.S @ x.Y
    assert off(with_cross_products(x), printed) > 0.5
    assert off(by_blocks(x), printed) > 0.5


@pytest.mark.equation("W(55)", derivation=True)
def test_a_double_cross_product_is_a_tensor():
    d, b, w_d = np.random.default_rng(55).normal(size=(3, 3))
    double = np.cross(d, np.cross(w_d, b))
    assert_close((b @ d * E - np.outer(b, d)) @ w_d, double, "W(55): d × (ω' × b) = (b·d E - b dᵀ)·ω'")
    assert off((b @ d * E - np.outer(d, b)) @ w_d, double) > 0.05, "d bᵀ in its place is another tensor"
    assert off(b @ d * w_d - b * d * w_d, double) > 0.05, "b d is a dyad, not a product of components"


def printed_K(x: MovingTree, i: int, j: int) -> np.ndarray:
    """The four cases of W(57) and W(60)."""
    d, b_0 = x.d(), inertial(x, x.tree.b_0)
    if i == j:
        return K(x)[i]
    if x.before(i, j):
        return x.m_tot * (b_0[j] @ d[i, j] * E - np.outer(b_0[j], d[i, j]))
    if x.before(j, i):
        return x.m_tot * (d[j, i] @ b_0[i] * E - np.outer(d[j, i], b_0[i]))
    return np.zeros((3, 3))


def by_blocks(x: MovingTree) -> np.ndarray:
    blocks = K_blocks(x.tree, x.case.A)
    return np.array([sum(blocks[i, j] @ x.w_d[j] for j in range(x.n)) for i in range(x.n)])


@pytest.mark.equation("W(57)", "W(60)")
@every_tree
def test_the_four_cases_of_the_tensors_K(x):
    blocks = K_blocks(x.tree, x.case.A)
    for i, j in pairs(x):
        assert_close(K_ij(x.tree, x.case.A, i, j), printed_K(x, i, j), f"W(57), W(60): K_{i + 1}{j + 1}", scale=1)
        assert_close(blocks[i, j], printed_K(x, i, j), f"K_{i + 1}{j + 1} of all at once", scale=1)
        assert_close(blocks[i, j], blocks[j, i].T, f"K_{i + 1}{j + 1} is the transpose of K_{j + 1}{i + 1}", scale=1)


def test_the_order_in_the_dyads_of_w57_matters():
    """d_ij b_j0ᵀ in place of b_j0 d_ijᵀ: still symmetric as a whole, and no equation of motion."""
    x = BRANCHED
    blocks = [[printed_K(x, i, j) for j in range(x.n)] for i in range(x.n)]
    swapped = [[blocks[i][j] if i == j else blocks[i][j].T for j in range(x.n)] for i in range(x.n)]
    left = np.array([sum(swapped[i][j] @ x.w_d[j] for j in range(x.n)) for i in range(x.n)])
    assert off(left, printed_54(x) + joint_moments(x)) > 0.05


@pytest.mark.equation("W(58)", "W(59)")
@every_tree
def test_the_equations_of_motion(x):
    right = printed_54(x) + x.M + x.S @ x.Y
    assert_close(by_blocks(x), right, "W(58), W(59): Σ_j K_ij·ω'_j = M'_i + M_i + Σ_a S_ia Y_a")
