"""Trees with spherical joints: closed hinges, positions and the vectors d_ij, W(13)-(24)."""

import numpy as np
import pytest

from mechanics.multibody.trees import gaps, positions

from .compare import assert_close
from .moving_tree import BRANCHED, MovingTree, every_tree, off, pairs


def places(x: MovingTree) -> np.ndarray:
    """Mass centres, found by walking from the base outwards from hinge to hinge."""
    found = {0: x.case.base.r}
    for name in [x.tree.graph.bodies[i] for i in x.tree.graph.order]:
        i = x.tree.graph.body(name)
        a = x.inboard(i)
        parent = sum(x.arcs[a]) - (i + 1)
        hinge = found[parent] + (x.c()[parent - 1, a] if parent else 0)
        found[i + 1] = hinge - x.c()[i, a]
    return np.array([found[i + 1] for i in range(x.n)])


@pytest.mark.equation("W(13)", "W(14)")
@every_tree
def test_both_bodies_of_an_arc_meet_in_its_hinge(x):
    r, c = positions(x.tree, x.case.A, x.case.base), x.c()
    for a, (plus, minus) in enumerate(x.arcs):
        ends = [x.case.base.r if v == 0 else r[v - 1] + c[v - 1, a] for v in (plus, minus)]
        assert_close(ends[0] - ends[1], np.zeros(3), f"W(13), W(14): hinge {a + 1} is closed")


def test_erratum_a_position_has_one_index():
    """W(14) prints r_{i+(a)a}, the place of hinge a on body i+(a): with c_{i+(a)a} added to it the hinge gapes."""
    x = BRANCHED
    r, c = places(x), x.c()
    plus, minus = next(arc for arc in x.arcs if 0 not in arc)
    a = x.arcs.index((plus, minus))
    printed = (r[plus - 1] + c[plus - 1, a]) + c[plus - 1, a] - (r[minus - 1] + c[minus - 1, a]) - c[minus - 1, a]
    assert np.abs(printed).max() > 0.1, "the printed form would be closed as well"


@pytest.mark.equation("W(15)")
@every_tree
def test_closed_hinges_with_the_incidence_matrix(x):
    r, c = places(x), x.c()
    for a in range(x.n):
        gap = x.S_0[a] * x.case.base.r + sum(x.S[i, a] * (r[i] + c[i, a]) for i in range(x.n))
        assert_close(gap, np.zeros(3), f"W(15): arc {a + 1}")
    assert_close(gaps(x.tree, x.case.A, r, x.case.base), np.zeros((x.n, 3)), "the library's sum W(15)")
    r[-1, 0] += 0.25
    assert np.abs(gaps(x.tree, x.case.A, r, x.case.base)).max() == pytest.approx(0.25), "an open hinge is seen"


@pytest.mark.equation("W(16)", "W(17)")
@every_tree
def test_the_base_apart_from_the_bodies(x):
    r, C = places(x), np.einsum("ixy,iay->iax", x.case.A, x.tree.C)
    for a in range(x.n):
        gap = x.S_0[a] * x.case.base.r + sum(x.S[i, a] * r[i] + C[i, a] for i in range(x.n))
        assert_close(gap, np.zeros(3), f"W(16), W(17): arc {a + 1}")
    assert not x.tree.c[0].any(), "c_0a = 0: the base's origin is the hinge on it"


@pytest.mark.equation("W(18)", "W(19)")
@every_tree
def test_positions_of_the_bodies_from_the_closed_hinges(x):
    r, r_0 = places(x), x.case.base.r
    closed = np.outer(x.S_0, r_0) + x.S.T @ r + x.C().sum(axis=0)
    assert_close(closed, np.zeros((x.n, 3)), "W(18): r_0 S_0ᵀ + Sᵀ r + Cᵀ 1 = 0")
    assert np.array_equal(x.T.T @ x.S_0, -np.ones(x.n)), "what makes W(19) of it: Tᵀ S_0ᵀ = -1"
    assert_close(r_0 - x.d().sum(axis=0), r, "W(19): r_i = r_0 - Σ_j d_ji")
    assert_close(positions(x.tree, x.case.A, x.case.base), r, "W(19), the library's")


@pytest.mark.equation("W(20)", "W(21)")
@every_tree
def test_d_ij_is_a_sum_over_the_path(x):
    """Element by element; in the library's arrays, in the basis of the body i in which d_ij is fixed."""
    c = x.c()
    d = np.einsum("ixy,ijy->ijx", x.case.A, x.tree.d)
    for i, j in pairs(x):
        by_20 = sum(x.T[a, j] * x.S[i, a] * c[i, a] for a in range(x.n))
        by_21 = sum(x.T[a, i] * x.S[j, a] * c[j, a] for a in range(x.n))
        assert_close(d[i, j], by_20, f"W(20): d_{i + 1}{j + 1}", scale=1)
        assert_close(d[j, i], by_21, f"W(21): d_{j + 1}{i + 1}", scale=1)


@pytest.mark.equation("W(22)")
@every_tree
def test_d_ji_is_zero_where_j_is_not_on_the_path_to_i(x):
    d = x.d()
    for i, j in pairs(x):
        if i != j and not x.before(j, i):
            assert not d[j, i].any(), f"W(22): body {j + 1} is not on the path to {i + 1}"
            assert not any(x.T[a, i] * x.S[j, a] for a in range(x.n)), "no arc adds anything to the sum"


@pytest.mark.equation("W(23)")
@every_tree
def test_d_ji_leads_from_the_outboard_hinge_to_the_inboard_one(x):
    for i, j in pairs(x):
        if x.before(j, i):
            b, c = x.inboard(j), x.towards(j, i)
            assert (x.T[b, i] * x.S[j, b], x.T[c, i] * x.S[j, c]) == (1, -1), "two arcs of the path are on body j"
            assert_close(x.d()[j, i], x.c()[j, b] - x.c()[j, c], f"W(23): d_{j + 1}{i + 1} = c_jb - c_jc")


@pytest.mark.equation("W(24)")
@every_tree
def test_d_ii_leads_from_the_mass_centre_to_the_inboard_hinge(x):
    for i in range(x.n):
        b = x.inboard(i)
        assert x.T[b, i] * x.S[i, b] == 1 and sum(x.T[a, i] * x.S[i, a] != 0 for a in range(x.n)) == 1
        assert_close(x.d()[i, i], x.c()[i, b], f"W(24): d_{i + 1}{i + 1} = c_ib")


def test_erratum_slides_15_to_17_print_d_ij_for_d_ji():
    """'s_j is not on the path to s_i: d_ij = 0' - but where s_i is on the path to s_j it is not."""
    x, d = BRANCHED, BRANCHED.d()
    wrong = [(i, j) for i, j in pairs(x) if i != j and not x.before(j, i) and d[i, j].any()]
    assert wrong and all(x.before(i, j) for i, j in wrong), "slide 15"
    for i, j in pairs(x):
        if x.before(j, i):
            difference = x.c()[j, x.inboard(j)] - x.c()[j, x.towards(j, i)]
            assert np.abs(difference).max() > 1e-3 and not d[i, j].any(), "slide 16: d_ij is zero, d_ji is not"
    off_diagonal = [x.c()[i, x.inboard(i)] - d[i, j] for i, j in pairs(x) if x.before(i, j)]
    assert all(np.abs(e).max() > 1e-3 for e in off_diagonal), "slide 17: c_ib is d_ii, no other d_ij"


def test_erratum_slide_16_the_arc_b_precedes_s_j():
    """Printed: b precedes s_i. That arc is on body j only where i is its neighbour, and then it is the arc c."""
    x, b_of = BRANCHED, BRANCHED.inboard
    for i, j in pairs(x):
        if x.before(j, i):
            assert x.T[b_of(j), i] * x.S[j, b_of(j)] == 1, "the arc that precedes s_j"
            assert x.T[b_of(i), i] * x.S[j, b_of(i)] != 1, "the arc that precedes s_i"


def test_erratum_slides_14_and_18_the_terms_that_are_not_zero():
    """Copy: 'T_ai S_ja differ from zero for arcs of the path (T_ai = 0)'; they do where T_ai != 0 and S_ja != 0."""
    x = BRANCHED
    for i, j in pairs(x):
        for a in range(x.n):
            on_path, at_j = bool(x.T[a, i]), j + 1 in x.arcs[a]
            assert bool(x.T[a, i] * x.S[j, a]) == (on_path and at_j)
    assert any(x.d()[j, i].any() for i, j in pairs(x) if i != j), "slide 18 describes i != j"


def test_erratum_slide_20_says_where_d_ij_is_zero():
    """'s_i < s_j or incomparable' is a rule for d_ji; d_ij vanishes for s_j < s_i or incomparable."""
    x, d = BRANCHED, BRANCHED.d()
    printed = [(i, j) for i, j in pairs(x) if x.before(i, j) or not x.comparable(i, j)]
    repaired = [(i, j) for i, j in pairs(x) if x.before(j, i) or not x.comparable(i, j)]
    assert any(d[i, j].any() for i, j in printed), "the printed rule has no counter-example in this tree"
    assert not any(d[i, j].any() for i, j in repaired), "the repaired rule"


def test_the_worked_graph_of_slide_20_has_the_zeros_that_the_slide_lists():
    from mechanics.multibody.trees import Graph, Tree

    rng = np.random.default_rng(20)
    tree = Tree(
        Graph([(1, 0), (2, 1), (3, 1), (4, 3)]),
        np.ones(4),
        np.tile(np.eye(3), (4, 1, 1)),
        *rng.normal(size=(2, 4, 3)),
    )
    listed = {(2, 1), (2, 3), (2, 4), (4, 2), (4, 3), (4, 1), (3, 1), (3, 2)}
    zero = {(i + 1, j + 1) for i in range(4) for j in range(4) if not tree.d[i, j].any()}
    assert zero == listed
    assert_close(tree.d[0, 2], tree.d[0, 3], "bodies 3 and 4 hang on one hinge of body 1")
    assert off(tree.d[0, 1], tree.d[0, 2]) > 0.1
