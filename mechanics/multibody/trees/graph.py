"""The graph of a tree of bodies: incidence matrix S, path matrix T and what is nearer to the base (W(3)-W(22))."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from ...model import ModelError, unknown_name
from .vertices import BASE, Arc, Vertex, check_tree, is_number, numbered_arcs, search, vertex_number

__all__ = ["BASE", "Arc", "Graph", "Vertex"]


@dataclass(frozen=True)
class Graph:
    """Bodies as vertices, joints as directed arcs; a tree (*Baum*) whose root, vertex 0, is the base.

    Numbers of vertices are those of the document: 0 is the base, 1..n are the bodies. Arrays count from 0, as
    always in Python: body i has the row i - 1 of S, and so have `parents` and `order`. Labels of bodies, labels of
    arcs and directions of arcs are arbitrary. ``Graph([(1, 0), (2, 1), (3, 1), (4, 3)])`` is the document's example.

    Attributes
    ----------
    arcs : sequence of pair of int or str
        n pairs (i+(a), i-(a)): arc a leads from vertex i+ to vertex i-; numbers, or names of bodies and "base".
    bodies : sequence of str
        Names of the bodies, "1", "2", ... where none are given.
    joints : sequence of str
        Names of the arcs, "1", "2", ... where none are given.

    Raises
    ------
    ModelError
        For a graph that is no tree: a loop, a body that is not connected with the base, an arc from a body to itself,
        an unknown body, a name twice.
    """

    arcs: Sequence[Arc]
    bodies: Sequence[str] = ()
    joints: Sequence[str] = ()

    def __post_init__(self) -> None:
        arcs, bodies, joints = numbered_arcs(self.arcs, self.bodies, self.joints)
        check_tree(arcs, bodies, joints)
        for name, value in (("arcs", arcs), ("bodies", bodies), ("joints", joints)):
            object.__setattr__(self, name, value)

    @property
    def n(self) -> int:
        """Number of bodies, and of arcs."""
        return len(self.bodies)

    @cached_property
    def plus(self) -> np.ndarray:
        """(n,) vertices i+(a) from which the arcs lead; 0 is the base."""
        return np.array([i for i, _ in self.arcs], dtype=int)

    @cached_property
    def minus(self) -> np.ndarray:
        """(n,) vertices i-(a) to which the arcs lead; 0 is the base."""
        return np.array([j for _, j in self.arcs], dtype=int)

    @cached_property
    def incidence(self) -> np.ndarray:
        """(n + 1, n) incidence matrix with the base as row 0: the rows of S_0 and S together."""
        matrix = np.zeros((self.n + 1, self.n), dtype=int)
        columns = np.arange(self.n)
        matrix[self.plus, columns], matrix[self.minus, columns] = 1, -1
        return matrix

    @property
    def S(self) -> np.ndarray:
        """(n, n) incidence matrix: S_ia = +1 if arc a leads from body i, -1 if it leads to body i, else 0; W(3)."""
        return self.incidence[1:]

    @property
    def S_0(self) -> np.ndarray:
        """(n,) row of the base in the incidence matrix; W(16)."""
        return self.incidence[0]

    @cached_property
    def T(self) -> np.ndarray:
        """(n, n) path matrix T = S⁻¹: T_ai = +1 if arc a is on the path 0..i and leads towards 0, -1 if away; W(12)."""
        # Instead of inverting S: the path to a body is the path to its parent and one more arc. So column i is the
        # parent's column with one more entry, which keeps T exact and costs O(n²) instead of O(n³).
        paths = np.zeros((self.n, self.n), dtype=int)
        for i in self.order:
            if self.parents[i] >= 0:
                paths[:, i] = paths[:, self.parents[i]]
            paths[self.inboard[i], i] = self.signs[i]
        return paths

    @cached_property
    def _search(self) -> tuple[list[int], dict[int, tuple[int, int]]]:
        """Vertices in the order in which one meets them from the base, and (parent, arc) of each."""
        return search(self.n, list(zip(self.plus.tolist(), self.minus.tolist(), strict=True)))

    @cached_property
    def order(self) -> np.ndarray:
        """(n,) indices (from 0) of the bodies such that each one comes after its parent."""
        return np.array(self._search[0][1:], dtype=int) - 1

    @cached_property
    def parents(self) -> np.ndarray:
        """(n,) index (from 0) of the body on which each body hangs, -1 for the base."""
        return np.array([self._search[1][i][0] - 1 for i in range(1, self.n + 1)], dtype=int)

    @cached_property
    def inboard(self) -> np.ndarray:
        """(n,) index (from 0) of the inboard arc of each body, the one that leads to its parent."""
        return np.array([self._search[1][i][1] for i in range(1, self.n + 1)], dtype=int)

    @cached_property
    def signs(self) -> np.ndarray:
        """(n,) S_ib for body i and its inboard arc b: +1 where the arc leads from the body towards the base."""
        return self.S[np.arange(self.n), self.inboard]

    @cached_property
    def before(self) -> np.ndarray:
        """(n, n) whether s_i <= s_j: body i lies on the path from the base to body j, or is body j."""
        # A path reaches body i through its inboard arc and in no other way; that arc's direction gives only the sign.
        return self.T[self.inboard] != 0

    @cached_property
    def strictly_before(self) -> np.ndarray:
        """(n, n) whether s_i < s_j: body i lies on the path from the base to body j and is not body j."""
        return self.before & ~np.eye(self.n, dtype=bool)

    def path(self, body: Vertex) -> list[str]:
        """Names of the vertices from the base to a body.

        Parameters
        ----------
        body : int or str
            Name of the body or its number (from 1).
        """
        found, here = [], self.body(body)
        while here >= 0:
            found.append(self.bodies[here])
            here = int(self.parents[here])
        return [BASE, *reversed(found)]

    def body(self, vertex: Vertex) -> int:
        """Index (from 0) of a body; -1 for the base.

        Parameters
        ----------
        vertex : int or str
            Name of the body or its number (from 1).
        """
        return vertex_number(vertex, self.bodies) - 1

    def joint(self, name: Vertex) -> int:
        """Index (from 0) of an arc.

        Parameters
        ----------
        name : int or str
            Name of the arc or its number (from 1).
        """
        if isinstance(name, str) and name in self.joints:
            return list(self.joints).index(name)
        if is_number(name) and 1 <= int(name) <= len(self.joints):
            return int(name) - 1
        raise ModelError(unknown_name(str(name), self.joints, "joint"))

    def arc_towards(self, i: int, j: int) -> int:
        """Index of the arc on body i that leads to body j, s_i < s_j.

        Parameters
        ----------
        i, j : int
            Indices (from 0) of two bodies.

        Raises
        ------
        ModelError
            Where body i does not lie on the path from the base to body j.
        """
        if not self.strictly_before[i, j]:
            raise ModelError(
                f"An arc of {self.bodies[i]!r} that leads to {self.bodies[j]!r} exists where the first body lies on "
                f"the path from the base to the second one; that path is {' - '.join(self.path(j + 1))}."
            )
        while self.parents[j] != i:
            j = int(self.parents[j])
        return int(self.inboard[j])
