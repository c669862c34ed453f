"""Graphs of trees: S, T, the order relation; what is no tree is refused with a sentence."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mechanics.model import ModelError
from mechanics.multibody.trees import Graph

from .random_trees import random_arcs

graphs = st.builds(
    lambda n, seed: Graph(random_arcs(n, np.random.default_rng(seed))),
    st.integers(1, 12),
    st.integers(0, 2**30),
)


def test_the_worked_graph_of_the_document():
    graph = Graph([(1, 0), (2, 1), (3, 1), (4, 3)])
    assert graph.S.tolist() == [[1, -1, -1, 0], [0, 1, 0, 0], [0, 0, 1, -1], [0, 0, 0, 1]]
    assert graph.T.tolist() == [[1, 1, 1, 1], [0, 1, 0, 0], [0, 0, 1, 1], [0, 0, 0, 1]]
    assert graph.S_0.tolist() == [-1, 0, 0, 0]
    assert graph.path(4) == ["base", "1", "3", "4"]
    assert graph.joints[graph.arc_towards(0, 3)] == "3", "the arc on body 1 that leads to body 4"


@given(graphs)
def test_the_path_matrix_is_the_inverse_of_the_incidence_matrix(graph):
    assert np.array_equal(graph.S @ graph.T, np.eye(graph.n)), "S T = E"
    assert np.array_equal(graph.S_0 @ graph.T, -np.ones(graph.n)), "S_0 T = -1"
    assert set(np.unique(graph.T)) <= {-1, 0, 1}


@given(graphs)
def test_bodies_come_after_their_parents_and_the_order_relation_is_that_of_the_paths(graph):
    met = {-1}
    for i in graph.order:
        assert graph.parents[i] in met, "a body comes after the one on which it hangs"
        met.add(int(i))
    for j in range(graph.n):
        on_path = [graph.bodies[i] in graph.path(j + 1) for i in range(graph.n)]
        assert graph.before[:, j].tolist() == on_path, f"s_i <= s_{j + 1}: body i on {graph.path(j + 1)}"
    assert not np.diag(graph.strictly_before).any()


@given(graphs)
def test_the_inboard_arc_joins_a_body_with_its_parent(graph):
    for i in range(graph.n):
        ends = graph.arcs[graph.inboard[i]]
        assert set(ends) == {i + 1, graph.parents[i] + 1}
        assert graph.signs[i] == (1 if ends[0] == i + 1 else -1)
    assert sorted(graph.inboard) == list(range(graph.n)), "every arc is the inboard arc of one body"


def test_bodies_and_joints_by_name():
    graph = Graph([("lamp", "arm"), ("base", "arm")], ["arm", "lamp"], ["elbow", "root"])
    assert graph.path("lamp") == ["base", "arm", "lamp"]
    assert (graph.body("lamp"), graph.body("base"), graph.joint("root"), graph.joint(1)) == (1, -1, 1, 0)


@pytest.mark.parametrize(
    ("arcs", "bodies", "sentence"),
    [
        (
            [(1, 0), (2, 1), (3, 1), (3, 2)],
            (),
            "the joint '4' closes the loop 3 - 1 - 2 - 3. Remove one of its joints",
        ),
        ([(1, 0), (2, 0), (1, 2)], (), "closes the loop 1 - base - 2 - 1"),
        ([(1, 0), (2, 3), (3, 2)], (), "the joint '3' closes the loop 3 - 2 - 3"),
        ([(1, 0), (2, 3)], (), "connected to the base by joints; '2' and '3' are not"),
        ([("a", "base")], ["a", "b"], "connected to the base by joints; 'b' is not"),
        ([(1, 0), (2, 2)], (), "joint '2' leads from '2' to itself"),
        ([("arm", "bse")], ["arm"], "Unknown body 'bse'. Did you mean base?"),
        (
            [("arm", "base")],
            ["arm", "arm"],
            "needs a name of its own; 'arm' cannot be used, there are two of them",
        ),
        ([("base", 0)], ["base"], "'base' cannot be used, that is the base's"),
        ([], (), "A tree has at least one body"),
        ([(1, 0, 2)], (), "An arc is a pair"),
        ([(1, -1)], (), "Unknown body '-1'"),
        ([("arm", "base")], (), "names need the list of these names"),
    ],
)
def test_what_is_no_tree_is_refused_with_a_sentence(arcs, bodies, sentence):
    with pytest.raises(ModelError) as error:
        Graph(arcs, bodies)
    assert sentence in str(error.value), f"the message is: {error.value}"


def test_an_arc_towards_a_body_that_does_not_hang_there():
    graph = Graph([(1, 0), (2, 1), (3, 1)])
    with pytest.raises(ModelError, match="that path is base - 1 - 3"):
        graph.arc_towards(1, 2)
    with pytest.raises(ModelError, match="Unknown joint 'x'"):
        graph.joint("x")
    with pytest.raises(ModelError, match="One name for each of 1 arcs"):
        Graph([(1, 0)], ["a"], ["x", "y"])


@settings(max_examples=20)
@given(graphs, st.randoms())
def test_turning_an_arc_round_changes_the_sign_of_its_column_and_row(graph, random):
    a = random.randrange(graph.n)
    arcs = [arc[::-1] if k == a else arc for k, arc in enumerate(graph.arcs)]
    turned, flip = Graph(arcs), np.where(np.arange(graph.n) == a, -1, 1)
    assert np.array_equal(turned.S, graph.S * flip) and np.array_equal(turned.T, graph.T * flip[:, None])
    assert np.array_equal(turned.parents, graph.parents), "who hangs on whom does not depend on directions"
