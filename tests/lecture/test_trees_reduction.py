"""Trees with spherical joints: positions eliminated, augmented bodies and barycentres, W(25)-(43)."""

import numpy as np
import pytest

from .compare import assert_close
from .moving_tree import BRANCHED, TOLERANCE, MovingTree, every_tree, first, off, pairs, second


def products(d: np.ndarray, m: np.ndarray, d_dd: np.ndarray) -> np.ndarray:
    """g_ij = Σ_k m_k d_ik × d''_jk, (n, n, 3): rows of C T times columns of (m (C T)ᵀ)''."""
    return np.cross(d[:, None], m[None, None, :, None] * d_dd[None]).sum(axis=2)


def joint_moments(x: MovingTree) -> np.ndarray:
    return x.M + x.S @ x.Y


def g(x: MovingTree) -> np.ndarray:
    return products(x.d(), x.m, x.d_dd)


def pull_of_base(x: MovingTree) -> np.ndarray:
    """C T × (r''_0 m 1 - F), (n, 3)."""
    return np.cross(x.d(), (x.m[:, None] * x.r_dd_0 - x.F)[None]).sum(axis=1)


# --- the double product -------------------------------------------------------------------------------------


@pytest.mark.equation("W(25)", derivation=True)
@every_tree
def test_moments_with_accelerations_of_positions_put_in(x):
    left = x.L_d + g(x).sum(axis=1) - pull_of_base(x)
    assert_close(left, joint_moments(x), "W(25): L' + C T × m (C T)ᵀ'' 1 - C T × (r''_0 m 1 - F)", TOLERANCE)


@pytest.mark.equation("W(42)", derivation=True)
@every_tree
def test_the_same_with_the_elements_named_g(x):
    for i in range(x.n):
        left = x.L_d[i] + sum(g(x)[i, j] for j in range(x.n))
        left = left - sum(np.cross(x.d()[i, j], x.r_dd_0 * x.m[j] - x.F[j]) for j in range(x.n))
        assert_close(left, joint_moments(x)[i], f"W(42), body {i + 1}", TOLERANCE, scale=joint_moments(x))


def test_erratum_the_double_product_has_a_plus_in_w25_and_w42():
    """On a true motion the printed minus leaves a moment as large as the moments themselves."""
    x = BRANCHED
    printed = x.L_d - g(x).sum(axis=1) - pull_of_base(x)
    assert off(printed, joint_moments(x)) > 0.5
    r_dd = x.r_dd_0 - x.d_dd.sum(axis=0)
    assert_close(r_dd, x.r_dd, "where the sign comes from: r'' = r''_0 1 - (C T)ᵀ'' 1", TOLERANCE)


@pytest.mark.equation("W(26)", "W(27)", "W(28)", derivation=True)
@every_tree
def test_elements_of_the_double_product(x):
    """Matrix product by hand: rows of C T with columns of m (C T)ᵀ''."""
    CT = [[sum(x.C()[i, a] * x.T[a, k] for a in range(x.n)) for k in range(x.n)] for i in range(x.n)]
    CT_dd = second(lambda t: np.einsum("iax,aj->ijx", x.C(t), x.T))
    for i, j in pairs(x):
        element = sum(np.cross(CT[i][k], x.m[k] * CT_dd[j, k]) for k in range(x.n))
        assert_close(element, g(x)[i, j], f"W(26) = W(27) = W(28): g_{i + 1}{j + 1}", scale=1)


@pytest.mark.equation("W(29)", derivation=True)
@every_tree
def test_g_ii_is_the_change_of_the_angular_momentum_of_the_point_masses(x):
    """Σ_k m_k d_ik × d''_ik = d/dt Σ_k m_k d_ik × d'_ik."""
    d_d = first(x.d)
    momenta = np.einsum("k,ikx->ix", x.m, np.cross(x.d(), x.d_dd))
    for i in range(x.n):
        assert_close(g(x)[i, i], momenta[i], f"W(29): g_{i + 1}{i + 1}", scale=1)
    assert_close(np.cross(d_d, d_d), 0 * d_d, "the other part of the derivative is zero", scale=1)


@pytest.mark.equation("W(30)", "W(31)", derivation=True)
@every_tree
def test_all_bodies_behind_j_hang_on_the_same_hinge_of_i(x):
    d = x.d()
    for i, j in pairs(x):
        if x.before(i, j):
            for k in range(x.n):
                if k == j or x.before(j, k):
                    assert_close(d[i, k], d[i, j], f"W(30): d_{i + 1}{k + 1} = d_{i + 1}{j + 1}", scale=1)
            printed = np.cross(d[i, j], np.einsum("k,kx->x", x.m, x.d_dd[j]))
            assert_close(g(x)[i, j], printed, f"W(31): g_{i + 1}{j + 1} for s_i < s_j", scale=1)


@pytest.mark.equation("W(32)", "W(33)", derivation=True)
@every_tree
def test_the_same_with_i_behind_j(x):
    d = x.d()
    for i, j in pairs(x):
        if x.before(j, i):
            for k in range(x.n):
                if k == i or x.before(i, k):
                    assert_close(d[j, k], d[j, i], f"W(32): d_{j + 1}{k + 1} = d_{j + 1}{i + 1}", scale=1)
            printed = np.cross(np.einsum("k,kx->x", x.m, d[i]), x.d_dd[j, i])
            assert_close(g(x)[i, j], printed, f"W(33): g_{i + 1}{j + 1} for s_j < s_i", scale=1)


def test_erratum_the_condition_of_w30_and_w32_is_on_the_paths_through_j():
    """Printed 'for all k with s_i < s_k': false where two branches start on body i."""
    x, d = BRANCHED, BRANCHED.d()

    def others(i, j):
        return [k for k in range(x.n) if x.before(i, k) and off(d[i, k], d[i, j]) > 1e-6]

    counter = [(i, j, k) for i, j in pairs(x) if x.before(i, j) for k in others(i, j)]
    assert counter, "no body has two branches"
    assert not any(k == j or x.before(j, k) for i, j, k in counter), "repaired: s_j <= s_k"


@pytest.mark.equation("W(34)", "W(35)", derivation=True)
@every_tree
def test_bodies_of_different_branches_have_no_product(x):
    d = x.d()
    for i, j in pairs(x):
        if not x.comparable(i, j):
            assert not any(d[i, k].any() and d[j, k].any() for k in range(x.n)), (
                "W(34): one of both is zero for every k"
            )
            assert not g(x)[i, j].any(), f"W(35): g_{i + 1}{j + 1}"


@pytest.mark.equation("W(36)", derivation=True)
@every_tree
def test_the_four_cases_of_g(x):
    d, d_dd = x.d(), x.d_dd
    for i, j in pairs(x):
        if i == j:
            case = sum(x.m[k] * np.cross(d[i, k], d_dd[i, k]) for k in range(x.n))
        elif x.before(i, j):
            case = np.cross(d[i, j], sum(x.m[k] * d_dd[j, k] for k in range(x.n)))
        elif x.before(j, i):
            case = sum(x.m[k] * np.cross(d[i, k], d_dd[j, i]) for k in range(x.n))
        else:
            case = np.zeros(3)
        assert_close(g(x)[i, j], case, f"W(36): g_{i + 1}{j + 1}", scale=1)


# --- augmented bodies ---------------------------------------------------------------------------------------


def inertial(x: MovingTree, vectors: np.ndarray) -> np.ndarray:
    return np.einsum("ixy,i...y->i...x", x.case.A, vectors)


@pytest.mark.equation("W(37)")
@every_tree
def test_the_barycentre_is_the_mass_centre_of_the_augmented_body(x):
    """Σ_j m_j b_ij = 0, and the point masses of the augmented body say the same."""
    b = inertial(x, x.tree.b)
    for i in range(x.n):
        assert sum(m for _, m in x.masses_on[i]) == pytest.approx(x.m_tot), "an augmented body has the mass of all"
        assert_close(-b[i, i], x.barycentre(i), f"barycentre of body {i + 1} from its mass centre", scale=1)
        assert_close(np.einsum("j,jx->x", x.m, b[i]), np.zeros(3), f"W(37), body {i + 1}", scale=x.m_tot)


@pytest.mark.equation("W(38)")
def test_bodies_behind_one_hinge_share_their_vector_b():
    x, b, found = BRANCHED, BRANCHED.tree.b, 0
    for i, j in pairs(x):
        for k in range(x.n):
            if x.before(i, j) and x.before(i, k) and j != k:
                same = x.towards(i, j) == x.towards(i, k)
                assert np.allclose(b[i, j], b[i, k]) == same, f"W(38): b_{i + 1}{j + 1} and b_{i + 1}{k + 1}"
                found += same
    assert found, "no two bodies hang behind one hinge"


@pytest.mark.equation("W(39)", "W(40)")
@every_tree
def test_d_is_a_difference_of_vectors_from_the_barycentre(x):
    """b leads from the barycentre to hinges and to the mass centre: places of points, not formulas."""
    d, b, b_0 = x.d(), inertial(x, x.tree.b), inertial(x, x.tree.b_0)
    for i, j in pairs(x):
        B = x.barycentre(i)
        inboard = x.c()[i, x.inboard(i)]
        assert_close(b_0[i], inboard - B, f"b_{i + 1}0 leads to the inboard hinge", scale=1)
        target = np.zeros(3) if i == j else x.c()[i, x.towards(i, j)] if x.before(i, j) else inboard
        assert_close(b[i, j], target - B, f"b_{i + 1}{j + 1} leads to the hinge towards {j + 1}", scale=1)
        assert_close(d[i, j], b_0[i] - b[i, j], f"W(39), W(40): d_{i + 1}{j + 1} = b_i0 - b_ij", scale=1)


@pytest.mark.equation("W(41)")
@every_tree
def test_g_with_the_vectors_of_the_barycentres(x):
    d, b_0 = x.d(), inertial(x, x.tree.b_0)
    b_0_dd = second(lambda t: np.einsum("ixy,iy->ix", x.A(t), x.tree.b_0))
    for i, j in pairs(x):
        if x.before(i, j):
            case = x.m_tot * np.cross(d[i, j], b_0_dd[j])
        elif x.before(j, i):
            case = x.m_tot * np.cross(b_0[i], x.d_dd[j, i])
        elif i == j:
            case = sum(x.m[k] * np.cross(d[i, k], x.d_dd[i, k]) for k in range(x.n))
        else:
            case = np.zeros(3)
        assert_close(g(x)[i, j], case, f"W(41): g_{i + 1}{j + 1}", TOLERANCE, scale=x.m_tot)


def moments_of_bodies(x: MovingTree, own: np.ndarray) -> np.ndarray:
    """Left side of W(43) without L'_i: the term of the body itself, and those of the bodies before and behind it."""
    d, b_0 = x.d(), inertial(x, x.tree.b_0)
    b_0_dd = second(lambda t: np.einsum("ixy,iy->ix", x.A(t), x.tree.b_0))
    total = own.copy()
    for i, j in pairs(x):
        if x.before(i, j):
            total[i] += x.m_tot * np.cross(d[i, j], b_0_dd[j])
        if x.before(j, i):
            total[i] += x.m_tot * np.cross(b_0[i], x.d_dd[j, i])
    return total - pull_of_base(x)


@pytest.mark.equation("W(43)")
@every_tree
def test_moments_of_each_body_with_barycentres(x):
    own = np.einsum("k,ikx->ix", x.m, np.cross(x.d(), x.d_dd))
    left = x.L_d + moments_of_bodies(x, own)
    assert_close(left, joint_moments(x), "W(43)", TOLERANCE)


def test_erratum_the_sum_in_w43_runs_over_k():
    """Printed Σ_{j=1}^n m_k d_ik × d''_ik: read as it stands, n times the term of one k. No k makes it right."""
    x = BRANCHED
    terms = x.m[None, :, None] * np.cross(x.d(), x.d_dd)
    for k in range(x.n):
        printed = x.L_d + moments_of_bodies(x, x.n * terms[:, k])
        assert off(printed, joint_moments(x)) > 0.01, f"k = {k + 1}"
