"""A tree of the document in its true motion, with nothing of the document's theory in it.

One body hangs on the base at its origin, c_0a = 0. Accelerations and joint forces come from the laws for free bodies;
derivatives of vectors from differences of their values along the motion; the bodies are clouds of points. All vectors
are in the inertial basis.
"""

from collections.abc import Callable
from functools import cached_property

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

from mechanics.multibody.trees import Graph, Tree
from tests.multibody import newton_euler
from tests.multibody.random_trees import Case, random_case

# weights of central differences of eighth order for the steps 0, 1, 2, 3, 4
FIRST = (0.0, 4 / 5, -1 / 5, 4 / 105, -1 / 280)
SECOND = (-205 / 72, 8 / 5, -1 / 5, 8 / 315, -1 / 560)
STEP = 0.02
TOLERANCE = 1e-8  # of what is compared with differences


class MovingTree:
    """Bodies 0..n-1, arcs 0..n-1; names are the document's."""

    def __init__(self, case: Case):
        self.case, self.tree, self.n = case, case.tree, case.tree.n
        graph = case.tree.graph
        self.S, self.S_0, self.T = graph.S, graph.S_0, graph.T
        self.m, self.m_tot, self.arcs = case.tree.m, case.tree.m.sum(), graph.arcs
        self.F, self.M, self.Y, self.r_dd_0 = case.F, case.M, case.Y, case.base.r_dd
        self.r_dd, w_d, self.X = newton_euler.solve(case)
        self.w_d_body = w_d
        self.w, self.w_d = (np.einsum("iab,ib->ia", case.A, x) for x in (case.w, w_d))

    def A(self, t: float) -> np.ndarray:
        """Orientations along a motion with the right ω and ω' at t = 0."""
        return self.case.A @ Rotation.from_rotvec(self.case.w * t + self.w_d_body * t**2 / 2).as_matrix()

    def c(self, t: float = 0.0) -> np.ndarray:
        """(n, n, 3) hinge vectors c_ia."""
        return np.einsum("ixy,iay->iax", self.A(t), self.tree.c[1:])

    def C(self, t: float = 0.0) -> np.ndarray:
        """(n, n, 3) C_ia = S_ia c_ia."""
        return self.S[:, :, None] * self.c(t)

    def d(self, t: float = 0.0) -> np.ndarray:
        """(n, n, 3) elements of C T, by rows times columns."""
        return np.einsum("iax,aj->ijx", self.C(t), self.T)

    def points(self, i: int, t: float = 0.0) -> tuple[np.ndarray, float]:
        """(6, 3) points that have the body's inertia, from its mass centre, and the mass of each."""
        J, m = self.tree.J[i], self.m[i]
        moments, axes = np.linalg.eigh(np.trace(J) / 2 * np.eye(3) - J)
        arms = np.sqrt(3 * np.clip(moments, 0, None) / m) * axes
        return np.vstack([arms.T, -arms.T]) @ self.A(t)[i].T, m / 6

    @cached_property
    def L_d(self) -> np.ndarray:
        """(n, 3) L'_i = Σ ρ × ρ'' dm over the points of body i."""
        clouds = [
            (self.points(i)[0], second(lambda t, i=i: self.points(i, t)[0]), self.points(i)[1]) for i in range(self.n)
        ]
        return np.array([mass * np.cross(rho, rho_dd).sum(axis=0) for rho, rho_dd, mass in clouds])

    @cached_property
    def d_dd(self) -> np.ndarray:
        """(n, n, 3) d''_ij."""
        return second(self.d)

    @cached_property
    def masses_on(self) -> list[list[tuple[np.ndarray, float]]]:
        """For each body its point masses in the augmented body: places from the mass centre, and masses."""
        found = []
        for i in range(self.n):
            own = [(np.zeros(3), self.m[i])]
            for a in np.flatnonzero(self.S[i]):
                own.append((self.c()[i, a], self._mass_beyond(i, a)))
            found.append(own)
        return found

    def _mass_beyond(self, i: int, a: int) -> float:
        """Mass of all bodies that one reaches from body i over arc a, by walking; the base has none."""
        there = sum(self.arcs[a]) - (i + 1)
        seen, waiting = {i + 1, there}, [there]
        for v in waiting:
            for plus, minus in self.arcs:
                if v in (plus, minus) and v != 0 and (w := plus + minus - v) not in seen:
                    seen.add(w)
                    waiting.append(w)
        return float(sum(self.m[v - 1] for v in waiting if v != 0))

    def barycentre(self, i: int) -> np.ndarray:
        """From the mass centre of body i to the mass centre of its augmented body."""
        return sum(m * c for c, m in self.masses_on[i]) / sum(m for _, m in self.masses_on[i])

    def before(self, i: int, j: int) -> bool:
        """Whether s_i < s_j, by walking from j towards the base."""
        return i != j and (i + 1) in self._path(j)

    def comparable(self, i: int, j: int) -> bool:
        """Whether s_i <= s_j or s_j < s_i."""
        return i == j or self.before(i, j) or self.before(j, i)

    def _path(self, j: int) -> list[int]:
        return [self.tree.graph.body(name) + 1 for name in self.tree.graph.path(j + 1)]

    def inboard(self, i: int) -> int:
        """The arc on body i that leads to the base: the last one of the path."""
        path = self._path(i)
        return next(a for a, arc in enumerate(self.arcs) if set(arc) == set(path[-2:]))

    def towards(self, i: int, j: int) -> int:
        """The arc on body i that leads to body j, s_i < s_j."""
        path = self._path(j)
        k = path.index(i + 1)
        return next(a for a, arc in enumerate(self.arcs) if set(arc) == set(path[k : k + 2]))


def second(f: Callable[[float], np.ndarray]) -> np.ndarray:
    """d²f/dt² at t = 0."""
    steps = sum(w * (f(k * STEP) + f(-k * STEP)) for k, w in enumerate(SECOND[1:], 1))
    return (SECOND[0] * f(0.0) + steps) / STEP**2


def first(f: Callable[[float], np.ndarray]) -> np.ndarray:
    """df/dt at t = 0."""
    return sum(w * (f(k * STEP) - f(-k * STEP)) for k, w in enumerate(FIRST)) / STEP


def moving_tree(n: int, seed: int) -> MovingTree:
    """A random tree with one body on the base, at its origin; the base accelerates and does not turn."""
    rng = np.random.default_rng(seed)
    case = random_case(n, seed, turning_base=False)
    label = np.r_[0, 1 + rng.permutation(n)].tolist()
    arcs = [(label[1], 0)] + [(label[k], label[rng.integers(1, k)]) for k in range(2, n + 1)]
    arcs = [arc if rng.random() < 0.5 else arc[::-1] for arc in arcs]
    c_plus, c_minus = case.tree.c_plus.copy(), case.tree.c_minus.copy()
    for a, (plus, minus) in enumerate(arcs):
        c_plus[a] *= plus > 0
        c_minus[a] *= minus > 0
    tree = Tree(Graph(arcs), case.tree.m, case.tree.J, c_plus, c_minus)
    return MovingTree(case.with_(tree=tree, w=0.5 * case.w, F=0.2 * case.F, M=0.2 * case.M, Y=0.2 * case.Y))


TREES = [moving_tree(1, 2), moving_tree(3, 5), moving_tree(7, 11)]
BRANCHED = TREES[-1]
every_tree = pytest.mark.parametrize("x", TREES, ids=lambda x: f"{x.n} bodies")


def pairs(x: MovingTree) -> list[tuple[int, int]]:
    return [(i, j) for i in range(x.n) for j in range(x.n)]


def off(a: np.ndarray, b: np.ndarray) -> float:
    """Difference, relative to the larger of both."""
    return float(np.abs(np.asarray(a) - b).max() / max(np.abs(a).max(), np.abs(b).max(), 1e-300))
