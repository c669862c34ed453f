"""Data of a tree: hinge vectors, barycentres, augmented bodies; badly stated trees are refused with a sentence."""

import numpy as np
import pytest
from hypothesis import given
from scipy.spatial.transform import Rotation

from mechanics.model import ModelError
from mechanics.multibody.trees import BaseState, Graph, Link, Tree, gaps, hinge_positions, positions

from .random_trees import cases, random_tree, trees

ROD = (0.1, 0.1, 0.001)


def chandelier() -> Tree:
    return Tree.of(
        [
            Link("left lamp", 1.0, (0.01, 0.01, 0.01), parent="ring", joint=(-1, 0, 0), hinge=(0, 0, 0.3)),
            Link("ring", 4.0, (1, 1, 2), parent="rod", joint=(0, 0, -0.5), hinge=(0, 0, 0.1)),
            Link("rod", 2.0, ROD, joint=(0, 0, 3.0), hinge=(0, 0, 0.5)),
            Link("right lamp", 3.0, (0.01, 0.01, 0.01), parent="ring", joint=(1, 0, 0), hinge=(0, 0, 0.2)),
        ]
    )


def test_a_tree_of_links_in_any_order():
    tree = chandelier()
    assert tree.graph.path("left lamp") == ["base", "rod", "ring", "left lamp"]
    r = positions(tree, np.tile(np.eye(3), (4, 1, 1)))
    expected = {"rod": (0, 0, 2.5), "ring": (0, 0, 1.9), "left lamp": (-1, 0, 1.6), "right lamp": (1, 0, 1.7)}
    for name, place in expected.items():
        np.testing.assert_allclose(r[tree.body(name)], place, atol=1e-14, err_msg=f"mass centre of {name}")


def test_the_barycentre_of_the_ring_by_hand():
    """Ring 4 kg at its centre, rod and base side: 2 kg at (0, 0, 0.1), lamps 1 kg and 3 kg at (∓1, 0, 0)."""
    ring = chandelier().augmented_body("ring")
    np.testing.assert_allclose(ring.barycentre, np.array([-1 + 3, 0, 2 * 0.1]) / 10, atol=1e-15)
    assert ring.masses == {"left lamp": 1.0, "right lamp": 3.0}
    np.testing.assert_allclose(ring.d["right lamp"], (-1, 0, 0.1), err_msg="from the lamp's hinge to the rod's")
    np.testing.assert_allclose(ring.b["base"] - ring.b["right lamp"], ring.d["right lamp"])
    assert "3 kg at the joint 'right lamp'" in repr(ring)


@given(trees(most=10))
def test_the_augmented_body_is_what_its_name_says(tree):
    """Mass of the whole tree, mass centre B, inertia about the inboard hinge: by adding up its point masses."""
    graph = tree.graph
    for i, name in enumerate(graph.bodies):
        body = tree.augmented_body(name)
        behind = float(tree.m[graph.before[i]].sum())
        inboard = tree.m_tot - behind  # hangs on the inboard hinge: everything that does not hang on i
        masses = dict(body.masses) | {graph.joints[graph.inboard[i]]: inboard}
        assert sum(masses.values()) + tree.m[i] == pytest.approx(tree.m_tot)
        moment = sum(m * body.hinges[joint] for joint, m in masses.items())
        np.testing.assert_allclose(body.barycentre, moment / tree.m_tot, atol=1e-12)
        arms = {joint: body.hinges[joint] - tree.hinge[i] for joint in masses}
        K = tree.J[i] + tree.m[i] * _steiner(tree.hinge[i])
        K = K + sum(m * _steiner(arms[joint]) for joint, m in masses.items())
        np.testing.assert_allclose(body.K, K, atol=1e-9, err_msg=f"K of body {name}")


def _steiner(a: np.ndarray) -> np.ndarray:
    return a @ a * np.eye(3) - np.outer(a, a)


@given(trees(most=10))
def test_mass_moments_about_the_barycentre_vanish(tree):
    np.testing.assert_allclose(np.einsum("j,ijc->ic", tree.m, tree.b), 0, atol=1e-12)


@given(cases(most=10))
def test_positions_close_every_hinge(case):
    r = positions(case.tree, case.A, case.base)
    np.testing.assert_allclose(gaps(case.tree, case.A, r, case.base), 0, atol=1e-12)
    graph, c = case.tree.graph, case.tree.c
    for a, place in enumerate(hinge_positions(case.tree, case.A, case.base)):
        for vertex in graph.arcs[a]:
            centre, A = (case.base.r, case.base.A) if vertex == 0 else (r[vertex - 1], case.A[vertex - 1])
            np.testing.assert_allclose(centre + A @ c[vertex, a], place, atol=1e-12, err_msg=f"hinge {a + 1}")


def test_many_instants_in_one_call():
    tree = random_tree(4, 3)
    A = Rotation.random(12, random_state=1).as_matrix().reshape(3, 4, 3, 3)
    base = BaseState(r=np.arange(9.0).reshape(3, 3), A=Rotation.random(3, random_state=2).as_matrix())
    together = positions(tree, A, base)
    for k in range(3):
        alone = positions(tree, A[k], BaseState(r=base.r[k], A=base.A[k]))
        np.testing.assert_allclose(together[k], alone, atol=1e-14)
    assert hinge_positions(tree, A, base).shape == gaps(tree, A, together, base).shape == (3, 4, 3)


E3 = np.eye(3)


@pytest.mark.parametrize(
    ("build", "sentence"),
    [
        (
            lambda: Tree.of([Link("arm", 1, E3), Link("lamp", 1, E3, "arm"), Link("lamp", 1, E3)]),
            "each body has one parent; 'lamp' hangs on 'arm' and on 'base'",
        ),
        (
            lambda: Tree.of([Link("arm", 1, E3, "lamp"), Link("lamp", 1, E3, "arm")]),
            "the joint 'lamp' closes the loop lamp - arm - lamp",
        ),
        (lambda: Tree.of([Link("lamp", -2, E3)]), "The mass of the body 'lamp' must be positive; got -2 kg"),
        (lambda: Tree.of([Link("lamp", 0, E3)]), "The mass of the body 'lamp' must be positive; got 0 kg"),
        (
            lambda: Tree.of([Link("lamp", 1, (1, 1, 3))]),
            "The inertia of the body 'lamp': No body has the principal moments 1, 1, 3",
        ),
        (
            lambda: Tree.of([Link("lamp", 1, [[1, 0.1, 0], [0, 1, 0], [0, 0, 1]])]),
            "The inertia of the body 'lamp': An inertia tensor must be symmetric",
        ),
        (
            lambda: Tree.of([Link("lamp", 1, (1, 1))]),
            "The inertia of the body 'lamp' is a 3x3 tensor, or its three",
        ),
        (
            lambda: Tree.of([Link("lamp", 1, (1, 1, 0), hinge=(0, 0, 1))]),
            "The body 'lamp' has no inertia about the line through its hinges",
        ),
        (
            lambda: Tree.of([Link("lamp", 1, E3, "arn"), Link("arm", 1, E3)]),
            "'lamp' hangs on nothing. Unknown body 'arn'",
        ),
        (
            lambda: Tree.of([Link("lamp", 1, E3, hinge=(0, 1))]),
            "hinge of 'lamp' must be a vector with three components",
        ),
        (
            lambda: Tree.of([Link("lamp", 1, E3, joint=(0, 1, np.nan))]),
            "joint of 'lamp' on 'base' must hold finite",
        ),
        (lambda: Tree.of([Link("lamp", "heavy", E3)]), "The mass of the body 'lamp' must be numbers"),
        (lambda: Tree.of([Link("lamp", (1, 2), E3)]), "The mass of the body 'lamp' must be one number"),
        (lambda: Tree.of(["lamp"]), "A tree is built from links"),
        (
            lambda: Tree(Graph([(1, 0), (2, 1)]), [1, 1, 1], [E3, E3], np.zeros((2, 3)), np.zeros((2, 3))),
            "m of a tree with 2 bodies has the shape (2,); got an array of shape (3,)",
        ),
        (
            lambda: Tree([(1, 0)], [1], [E3], [[0, 0]], [[0, 0, 1]]),
            "c_plus of a tree with 1 bodies has the shape (1, 3); got an array of shape (1, 2)",
        ),
        (lambda: Tree.of([Link("lamp", 1, E3)]).augmented_body("base"), "The base moves as prescribed"),
        (
            lambda: Tree.of([Link("lamp", 1, E3)]).augmented_body("lmp"),
            "Unknown body 'lmp'. Did you mean lamp?",
        ),
        (lambda: BaseState(r=(1, 2)), "r of a base has the shape (3,)"),
    ],
)
def test_a_badly_stated_tree_is_refused_with_a_sentence(build, sentence):
    with pytest.raises(ModelError) as error:
        build()
    assert sentence in str(error.value), f"the message is: {error.value}"


def test_the_data_of_a_tree_cannot_be_changed():
    with pytest.raises(ValueError, match="read-only"):
        chandelier().m[0] = 5.0
