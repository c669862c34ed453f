"""The dense equations of a tree: against free bodies, against the document's blocks, and what physics asks of them."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mechanics.model import ModelError
from mechanics.multibody.trees import (
    BaseState,
    Graph,
    K_blocks,
    K_ij,
    Link,
    M_dash,
    M_dash_i,
    Tree,
    accelerations,
    angular_accelerations,
    angular_momentum,
    kinetic_energy,
    momentum,
    positions,
    reactions,
    system_matrix,
    velocities,
)

from . import newton_euler
from .random_trees import Case, cases, random_case, relabelled, reversed_arcs

TOLERANCE = 1e-11  # relative


def close(a, b, what, rtol=TOLERANCE):
    size = 1 + np.abs(b).max()
    assert np.abs(a - b).max() <= rtol * size, f"{what}: off by {np.abs(a - b).max():.3g} of {size:.3g}"


def results(case: Case) -> tuple[np.ndarray, np.ndarray]:
    """Angular accelerations in the bases of the bodies, and joint forces."""
    w_d = angular_accelerations(*case.all)
    return w_d, reactions(case.tree, accelerations(*case.state, w_d, case.base), case.F)


@settings(max_examples=30)
@given(cases())
def test_free_bodies_with_unknown_joint_forces_say_the_same(case):
    w_d, X = results(case)
    r_dd_free, w_d_free, X_free = newton_euler.solve(case)
    close(w_d, w_d_free, "angular accelerations")
    close(accelerations(*case.state, w_d, case.base), r_dd_free, "accelerations of the mass centres")
    close(X, X_free, "joint forces")


@settings(max_examples=20)
@given(cases())
def test_all_bodies_at_once_is_the_documents_block_by_block(case):
    tree, A, n = case.tree, case.A, case.tree.n
    blocks, moments = K_blocks(tree, A), M_dash(tree, A, case.w, case.F, case.base)
    for i in range(n):
        for j in range(n):
            close(blocks[i, j], K_ij(tree, A, i, j), f"K_{i + 1}{j + 1}", 1e-12)
        close(moments[i], A[i] @ M_dash_i(tree, A, case.w, case.F, i, case.base), f"M'_{i + 1}", 1e-12)


@settings(max_examples=30)
@given(cases(most=12))
def test_the_matrix_is_symmetric_and_positive_definite(case):
    K = system_matrix(case.tree, case.A)
    close(K, K.T, "symmetry", 1e-14)
    assert np.linalg.eigvalsh(K)[0] > 0, "every turning of the bodies has a kinetic energy"


@given(cases(most=8))
def test_the_matrix_is_that_of_the_kinetic_energy(case):
    w = np.einsum("iab,ib->ia", case.A, case.w).reshape(-1)
    energy = w @ system_matrix(case.tree, case.A) @ w / 2
    assert energy == pytest.approx(float(kinetic_energy(*case.state)), rel=1e-10), "½ Σ ω_i·K_ij ω_j, base at rest"


@settings(max_examples=20)
@given(cases(), st.randoms(use_true_random=False))
def test_labels_of_bodies_and_arcs_do_not_matter(case, random):
    bodies, arcs = (random.sample(range(case.tree.n), case.tree.n) for _ in range(2))
    (w_d, X), (w_d_new, X_new) = results(case), results(relabelled(case, bodies, arcs))
    close(w_d_new, w_d[bodies], "angular accelerations after relabelling")
    close(X_new, X[arcs], "joint forces after relabelling")


@settings(max_examples=20)
@given(cases(), st.randoms(use_true_random=False))
def test_reversed_arcs_change_the_signs_of_joint_forces_only(case, random):
    which = np.array([random.random() < 0.5 for _ in range(case.tree.n)])
    (w_d, X), (w_d_new, X_new) = results(case), results(reversed_arcs(case, which))
    close(w_d_new, w_d, "angular accelerations after reversal")
    close(X_new, np.where(which[:, None], -X, X), "joint forces after reversal")


@given(st.integers(0, 2**30))
def test_one_body_obeys_eulers_equation_about_its_hinge(seed):
    case = random_case(1, seed, turning_base=False)
    tree, (w,), (A,) = case.tree, case.w, case.A
    c = -tree.hinge[0]  # from the hinge to the mass centre
    J = tree.J[0] + tree.m[0] * (c @ c * np.eye(3) - np.outer(c, c))
    moment = A.T @ (case.M[0] + tree.graph.S[0, 0] * case.Y[0])
    moment = moment + np.cross(c, A.T @ (case.F[0] - tree.m[0] * case.base.r_dd)) - np.cross(w, J @ w)
    close(angular_accelerations(*case.all)[0], np.linalg.solve(J, moment), "Euler's equation")


@settings(max_examples=20)
@given(cases(), st.integers(0, 2**30))
def test_accelerations_are_linear_in_loads_and_in_the_acceleration_of_the_base(case, seed):
    other, factor = random_case(case.tree.n, seed), 1.7
    names = ("F", "M", "Y")
    base = BaseState(r_dd=other.base.r_dd)
    nothing = case.with_(w=0 * case.w, base=BaseState(), **{name: 0 * getattr(case, name) for name in names})
    close(angular_accelerations(*nothing.all), 0, "nothing acts, nothing turns", 1e-12)
    loads = {name: getattr(other, name) for name in names}
    together = case.with_(
        base=BaseState(r_dd=case.base.r_dd + factor * other.base.r_dd),
        **{name: getattr(case, name) + factor * loads[name] for name in names},
    )
    alone = case.with_(base=BaseState(r_dd=case.base.r_dd))
    added = nothing.with_(base=base, **loads)
    expected = angular_accelerations(*alone.all) + factor * angular_accelerations(*added.all)
    close(angular_accelerations(*together.all), expected, "superposition")


@settings(max_examples=20)
@given(cases(), st.integers(0, 2**30))
def test_in_free_fall_there_is_no_weight(case, seed):
    g = np.random.default_rng(seed).normal(size=3) * 10
    falling = case.with_(F=case.tree.m[:, None] * g, base=BaseState(r_dd=g))
    floating = case.with_(F=0 * case.F, base=BaseState())
    (w_d, X), (w_d_floating, X_floating) = results(falling), results(floating)
    close(w_d, w_d_floating, "angular accelerations in a falling lift")
    close(X, X_floating, "joint forces in a falling lift")


@settings(max_examples=20)
@given(cases(least=2))
def test_trees_on_a_base_that_is_told_how_to_move_do_not_know_each_other(case):
    """What hangs on one hinge of the base moves as if it hung there alone."""
    tree, graph = case.tree, case.tree.graph
    root = np.array([graph.path(i + 1)[1] for i in range(tree.n)])
    w_d, X = results(case)
    for name in np.unique(root):
        bodies = np.flatnonzero(root == name)
        arcs = np.sort(graph.inboard[bodies])
        number = {0: 0} | {int(i) + 1: k + 1 for k, i in enumerate(bodies)}
        pairs = [(number[int(graph.plus[a])], number[int(graph.minus[a])]) for a in arcs]
        part = Tree(Graph(pairs), tree.m[bodies], tree.J[bodies], tree.c_plus[arcs], tree.c_minus[arcs])
        loads = (case.F[bodies], case.M[bodies], case.Y[arcs])
        w_d_part, X_part = results(Case(part, case.A[bodies], case.w[bodies], *loads, case.base))
        close(w_d[bodies], w_d_part, f"the tree on body {name} alone")
        close(X[arcs], X_part, f"joint forces of the tree on body {name} alone")


@settings(max_examples=20)
@given(st.integers(0, 2**30))
def test_a_turning_base_is_a_body_that_turns(seed):
    """Prescribed motion of the first body of a chain: what hangs on it is a tree on a base that turns like it."""
    case = random_case(3, seed)
    links = [Link("a", 1.0, np.eye(3)), Link("b", 2.0, np.eye(3), "a", (0.3, -1, 0.5), (0.2, 0.4, 1))]
    links.append(Link("c", 1.5, np.eye(3), "b", (-0.3, 0.2, -0.8), (0.1, 0, 0.7)))
    whole = Case(Tree.of(links), case.A, case.w, case.F, case.M, case.Y, BaseState(r_dd=case.base.r_dd))
    w_d = angular_accelerations(*whole.all)
    body = BaseState(  # where the mass centre of "a" is, and how it moves
        positions(*whole.state[:2], whole.base)[0],
        velocities(*whole.state, whole.base)[0],
        accelerations(*whole.state, w_d, whole.base)[0],
        case.A[0], case.w[0], w_d[0],
    )  # fmt: skip
    rest = Tree.of([Link("b", 2.0, np.eye(3), "base", *_points(links[1])), links[2]])
    part = Case(rest, case.A[1:], case.w[1:], case.F[1:], case.M[1:], case.Y[1:], body)
    close(angular_accelerations(*part.all), w_d[1:], "what hangs on a turning base")


def _points(link: Link) -> tuple:
    return link.joint, link.hinge


@settings(max_examples=20)
@given(cases())
def test_work_done_becomes_energy_and_forces_become_momentum(case):
    """d/dt of energy, momentum and angular momentum by small steps of the motion, base at rest."""
    case = case.with_(base=BaseState())
    w_d, X = results(case)
    r, r_d = positions(case.tree, case.A), velocities(*case.state)
    w = np.einsum("iab,ib->ia", case.A, case.w)
    joint = case.tree.graph.S @ case.Y
    power = np.sum(case.F * r_d) + np.sum((case.M + joint) * w)
    pushes = case.F.sum(axis=0) - case.tree.graph.S_0 @ X
    base_arcs = np.flatnonzero(case.tree.graph.S_0)
    hinges = case.tree.c[0, base_arcs]
    force_0, moment_0 = -case.tree.graph.S_0[base_arcs, None] * X[base_arcs], -case.tree.graph.S_0 @ case.Y
    moment = np.sum(np.cross(r, case.F) + case.M, axis=0) + moment_0 + np.cross(hinges, force_0).sum(axis=0)
    close(_rate(case, w_d, kinetic_energy), power, "power of the loads", 1e-6)
    close(_rate(case, w_d, momentum), pushes, "forces on the whole tree", 1e-6)
    close(_rate(case, w_d, angular_momentum), moment, "moments on the whole tree", 1e-6)


def _rate(case: Case, w_d: np.ndarray, quantity, h: float = 1e-4):
    """Time derivative along the motion, by a central difference of order 4."""
    from scipy.spatial.transform import Rotation

    def at(t):
        turn = Rotation.from_rotvec(case.w * t + w_d * t**2 / 2).as_matrix()
        return quantity(case.tree, case.A @ turn, case.w + w_d * t)

    return (8 * (at(h) - at(-h)) - at(2 * h) + at(-2 * h)) / (12 * h)


def test_a_chain_at_rest_hangs_without_turning():
    links = [
        Link(str(k), 1.0, (0.1, 0.1, 0.05), str(k - 1) if k else "base", (0, 0, -0.5), (0, 0, 0.5)) for k in range(6)
    ]
    tree, A = Tree.of(links), np.tile(np.eye(3), (6, 1, 1))
    weights = tree.m[:, None] * np.array([0, 0, -9.81])
    w_d = angular_accelerations(tree, A, np.zeros((6, 3)), weights)
    np.testing.assert_allclose(w_d, 0, atol=1e-12)
    X = reactions(tree, np.zeros((6, 3)), weights)
    np.testing.assert_allclose(X[:, 2], 9.81 * np.arange(6, 0, -1), err_msg="each joint carries what hangs below")


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        (
            {"A": np.eye(3)},
            r"A holds one row for each of the 3 bodies or joints of the tree, shape \(3, 3, 3\)",
        ),
        ({"w": np.zeros((2, 3))}, "w holds one row"),
        ({"Y": np.zeros(3)}, "Y holds one row"),
        ({"w": np.full((3, 3), np.nan)}, "Look for NaN in A, w and the loads"),
        ({"A": np.full((3, 3, 3), np.nan)}, "not positive definite"),
        ({"M": np.full((3, 3), np.inf)}, "a moment is not finite"),
    ],
)
def test_bad_states_are_refused_with_a_sentence(changes, sentence):
    with pytest.raises(ModelError, match=sentence):
        angular_accelerations(*random_case(3, 1).with_(**changes).all)
