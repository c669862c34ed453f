"""Trees in the comparison: every route must solve the same task, or the run stops."""

import numpy as np
import pytest

from benchmarks import trees
from benchmarks.agreement import agree


@pytest.mark.parametrize("is_chain", [False, True])
def test_all_routes_give_the_same_accelerations(is_chain):
    seconds = trees._accelerations(trees.random_tree(4), is_chain)  # which stops where one of them differs
    assert trees.DENSE in seconds and trees.STACKED in seconds
    assert all(time > 0 for time in seconds.values())


def test_a_route_with_other_numbers_stops_the_run():
    with pytest.raises(SystemExit, match="second differs from first by 1.0e-03"):
        agree({"first": np.array([2.0, 1.0]), "second": np.array([2.0, 1.002])}, 1e-6, "example")


def test_targets_are_for_trees_that_are_measured():
    names = [f"tree {n}" for n in trees.SIZES] + [f"chain {n}" for n in trees.CHAINS]
    measured = {
        "tree_accelerations": {name: {trees.OURS: 1e-6, trees.PINOCCHIO: 5e-6, trees.DENSE: 2e-4} for name in names},
        "tree_motions": {"tree 10": {trees.COMPILED: 0.02}},
    }
    assert all(target.is_met for target in trees.targets(measured))
