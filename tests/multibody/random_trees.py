"""Random trees in random motion, with arbitrary labels of bodies and arcs and arbitrary directions of the arcs."""

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from hypothesis import strategies as st
from scipy.spatial.transform import Rotation

from mechanics.multibody.trees import BaseState, Graph, Tree


@dataclass(frozen=True, eq=False)
class Case:
    """A tree, its motion and its loads: F, M, Y in inertial components, w in the bases of the bodies."""

    tree: Tree
    A: np.ndarray
    w: np.ndarray
    F: np.ndarray
    M: np.ndarray
    Y: np.ndarray
    base: BaseState

    def with_(self, **changes: Any) -> "Case":
        return replace(self, **changes)

    @property
    def state(self) -> tuple:
        return self.tree, self.A, self.w

    @property
    def all(self) -> tuple:
        """The arguments of `angular_accelerations`."""
        return self.tree, self.A, self.w, self.F, self.M, self.Y, self.base


def random_arcs(n: int, rng: np.random.Generator) -> list[tuple[int, int]]:
    """Arcs of a random tree: any labels, any directions, any order."""
    label = np.r_[0, 1 + rng.permutation(n)].tolist()
    arcs = [(label[k], label[rng.integers(0, k)]) for k in range(1, n + 1)]
    turned = [arc if rng.random() < 0.5 else arc[::-1] for arc in arcs]
    return [turned[k] for k in rng.permutation(n)]


def random_inertia(rng: np.random.Generator) -> np.ndarray:
    """Inertia of a few random points: one that a body has."""
    p = rng.normal(size=(5, 3)) * 0.4
    return np.einsum("ka,ka->", p, p) * np.eye(3) - p.T @ p


def random_tree(n: int, seed: int) -> Tree:
    rng = np.random.default_rng(seed)
    graph = Graph(random_arcs(n, rng))
    J = [random_inertia(rng) for _ in range(n)]
    return Tree(graph, rng.uniform(0.5, 3, n), J, rng.normal(size=(n, 3)), rng.normal(size=(n, 3)))


def random_case(n: int, seed: int, turning_base: bool = True) -> Case:
    rng = np.random.default_rng(seed + 1)
    rotations = Rotation.random(n + 1, random_state=seed % 2**31).as_matrix()
    w, F, M, Y = rng.normal(size=(4, n, 3))
    r, r_d, r_dd, w_0, w_d_0 = rng.normal(size=(5, 3))
    turning = (rotations[n], w_0, w_d_0) if turning_base else ()
    return Case(random_tree(n, seed), rotations[:n], w, F, M, Y, BaseState(r, r_d, r_dd, *turning))


def cases(least: int = 1, most: int = 8, turning_base: bool = True) -> st.SearchStrategy[Case]:
    return st.builds(random_case, st.integers(least, most), st.integers(0, 2**30), st.just(turning_base))


def trees(least: int = 1, most: int = 8) -> st.SearchStrategy[Tree]:
    return st.builds(random_tree, st.integers(least, most), st.integers(0, 2**30))


def relabelled(case: Case, bodies: list[int], arcs: list[int]) -> Case:
    """The same system with its bodies and arcs in another order: `bodies` and `arcs` are permutations."""
    old, number = case.tree, {0: 0} | {int(i) + 1: k + 1 for k, i in enumerate(bodies)}
    pairs = [(number[int(old.graph.plus[a])], number[int(old.graph.minus[a])]) for a in arcs]
    tree = Tree(Graph(pairs), old.m[bodies], old.J[bodies], old.c_plus[arcs], old.c_minus[arcs])
    return Case(tree, case.A[bodies], case.w[bodies], case.F[bodies], case.M[bodies], case.Y[arcs], case.base)


def reversed_arcs(case: Case, which: np.ndarray) -> Case:
    """The same system with some arcs the other way round; their joint moments act on the other body, so change sign."""
    old = case.tree
    pairs = [(j, i) if turn else (i, j) for (i, j), turn in zip(old.graph.arcs, which, strict=True)]
    turn = which[:, None]
    c_plus, c_minus = np.where(turn, old.c_minus, old.c_plus), np.where(turn, old.c_plus, old.c_minus)
    return case.with_(tree=Tree(Graph(pairs), old.m, old.J, c_plus, c_minus), Y=np.where(turn, -case.Y, case.Y))
