"""The graph of a tree of bodies: incidence matrix S, path matrix T and what is nearer to the base (W(3)-W(22))."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from ...model import ModelError, unknown_name

__all__ = ["BASE", "Arc", "Graph", "Vertex"]

BASE = "base"
Vertex = int | str
Arc = tuple[Vertex, Vertex]


@dataclass(frozen=True)
class Graph:
    """Bodies as vertices, joints as directed arcs; a tree (*Baum*) whose root, vertex 0, is the base.

    Numbers of vertices are those of the document: 0 is the base, 1..n are the bodies. Arrays count from 0, as
    always in Python: body i has the row i - 1 of S, and so have `parents` and `order`. Labels of bodies, labels of
    arcs and directions of arcs are arbitrary. ``Graph([(1, 0), (2, 1), (3, 1), (4, 3)])`` is the document's example.

    Attributes
    ----------
    arcs : n pairs (i+(a), i-(a)): arc a leads from vertex i+ to vertex i-; numbers, or names of bodies and "base"
    bodies : names of the bodies, "1", "2", ... where none are given
    joints : names of the arcs, "1", "2", ... where none are given

    Raises
    ------
    ModelError
        for a graph that is no tree: a loop, a body that is not connected with the base, an arc from a body to
        itself, an unknown body, a name twice.
    """

    arcs: Sequence[Arc]
    bodies: Sequence[str] = ()
    joints: Sequence[str] = ()

    def __post_init__(self) -> None:
        pairs = [_pair(arc) for arc in self.arcs]
        bodies = tuple(self.bodies) or _numbered(_largest(pairs))
        joints = tuple(self.joints) or _numbered(len(pairs))
        _check_names(bodies, "body")
        _check_names(joints, "joint")
        _check_count(len(pairs), joints)
        vertices = tuple((_vertex(i, bodies), _vertex(j, bodies)) for i, j in pairs)
        for name, value in (("arcs", vertices), ("bodies", bodies), ("joints", joints)):
            object.__setattr__(self, name, value)
        _check_tree(self)

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
        paths = np.zeros((self.n, self.n), dtype=int)
        for i in self.order:
            if self.parents[i] >= 0:
                paths[:, i] = paths[:, self.parents[i]]
            paths[self.inboard[i], i] = self.signs[i]
        return paths

    @cached_property
    def _search(self) -> tuple[list[int], dict[int, tuple[int, int]]]:
        """Vertices in the order in which one meets them from the base, and (parent, arc) of each."""
        around: dict[int, list[tuple[int, int]]] = {v: [] for v in range(self.n + 1)}
        for a, (i, j) in enumerate(zip(self.plus.tolist(), self.minus.tolist(), strict=True)):
            around[i].append((j, a))
            around[j].append((i, a))
        found, came = [0], {0: (-1, -1)}
        for here in found:  # grows while it is read
            for there, a in around[here]:
                if there not in came:
                    came[there] = (here, a)
                    found.append(there)
        return found, came

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
        return self.T[self.inboard] != 0

    @cached_property
    def strictly_before(self) -> np.ndarray:
        """(n, n) whether s_i < s_j: body i lies on the path from the base to body j and is not body j."""
        return self.before & ~np.eye(self.n, dtype=bool)

    def path(self, body: Vertex) -> list[str]:
        """Names of the vertices from the base to a body."""
        found, here = [], self.body(body)
        while here >= 0:
            found.append(self.bodies[here])
            here = int(self.parents[here])
        return [BASE, *reversed(found)]

    def body(self, vertex: Vertex) -> int:
        """Index (from 0) of a body given by its name or by its number (from 1); -1 for the base."""
        return _vertex(vertex, self.bodies) - 1

    def joint(self, name: Vertex) -> int:
        """Index (from 0) of an arc given by its name or by its number (from 1)."""
        if isinstance(name, str) and name in self.joints:
            return list(self.joints).index(name)
        if _is_number(name) and 1 <= int(name) <= len(self.joints):
            return int(name) - 1
        raise ModelError(unknown_name(str(name), self.joints, "joint"))

    def arc_towards(self, i: int, j: int) -> int:
        """Index of the arc on body i that leads to body j, both given by their indices, s_i < s_j."""
        if not self.strictly_before[i, j]:
            raise ModelError(
                f"An arc of {self.bodies[i]!r} that leads to {self.bodies[j]!r} exists where the first body lies on "
                f"the path from the base to the second one; that path is {' - '.join(self.path(j + 1))}."
            )
        while self.parents[j] != i:
            j = int(self.parents[j])
        return int(self.inboard[j])


def _numbered(count: int) -> tuple[str, ...]:
    return tuple(str(k) for k in range(1, count + 1))


def _is_number(vertex: object) -> bool:
    return isinstance(vertex, int | np.integer) and not isinstance(vertex, bool)


def _pair(arc: Arc) -> tuple[Vertex, Vertex]:
    if isinstance(arc, str) or not isinstance(arc, Sequence | np.ndarray) or len(arc) != 2:
        raise ModelError(f"An arc is a pair (i+, i-) of the two bodies that it joins; got {arc!r}.")
    return arc[0], arc[1]


def _largest(pairs: list[tuple[Vertex, Vertex]]) -> int:
    vertices = [v for pair in pairs for v in pair if _is_number(v)]
    if not pairs:
        raise ModelError("A tree has at least one body; got no arcs.")
    if len(vertices) < 2 * len(pairs):
        raise ModelError("Arcs between bodies with names need the list of these names: Graph(arcs, bodies=[...]).")
    return max(int(v) for v in vertices)


def _check_names(names: tuple[str, ...], kind: str) -> None:
    for k, name in enumerate(names):
        if not isinstance(name, str) or not name:
            raise ModelError(f"The name of a {kind} must be a text; got {name!r}.")
        if name in names[:k] or (kind == "body" and name == BASE):
            reason = "there are two of them" if name in names[:k] else "that is the base's"
            raise ModelError(f"Each {kind} needs a name of its own; {name!r} cannot be used, {reason}.")


def _check_count(arcs: int, joints: tuple[str, ...]) -> None:
    if len(joints) != arcs:
        raise ModelError(f"One name for each of {arcs} arcs is needed; got {len(joints)}: {', '.join(joints)}.")


def _vertex(vertex: Vertex, bodies: Sequence[str]) -> int:
    """Number of a vertex, 0 for the base."""
    if isinstance(vertex, str):
        if vertex in bodies:
            return list(bodies).index(vertex) + 1
        if vertex == BASE:
            return 0
    elif _is_number(vertex) and 0 <= int(vertex) <= len(bodies):
        return int(vertex)
    raise ModelError(unknown_name(str(vertex), [BASE, *bodies], "body"))


def _check_tree(graph: Graph) -> None:
    """Refuse what is no tree; the sentence names the loop, or the body that hangs on nothing."""
    names = (BASE, *graph.bodies)
    for a, (i, j) in enumerate(graph.arcs):
        if i == j:
            raise ModelError(
                f"The joint {graph.joints[a]!r} leads from {names[int(i)]!r} to itself; a joint is between two bodies."
            )
    found = graph._search[0]
    if len(found) == graph.n + 1 == len(graph.arcs) + 1:
        return
    if closed := _loop(graph):
        arc, ring = closed
        raise ModelError(
            f"In a tree one path leads from the base to each body; the joint {graph.joints[arc]!r} closes the loop "
            f"{' - '.join(names[v] for v in ring)}. Remove one of its joints."
        )
    lost = [name for v, name in enumerate(names) if v not in found]
    raise ModelError(
        f"Every body of a tree must be connected to the base by joints; {' and '.join(map(repr, lost))} "
        f"{'is' if len(lost) == 1 else 'are'} not. Add the missing joint."
    )


def _loop(graph: Graph) -> tuple[int, list[int]] | None:
    """The first arc that joins what is joined already, and the ring of vertices that it closes."""
    ways: dict[int, list[int]] = {v: [] for v in range(graph.n + 1)}
    for a, (i, j) in enumerate(zip(graph.plus.tolist(), graph.minus.tolist(), strict=True)):
        if way := _way(ways, i, j):
            return a, [*way, i]
        ways[i].append(j)
        ways[j].append(i)
    return None


def _way(ways: dict[int, list[int]], start: int, goal: int) -> list[int]:
    """Vertices from start to goal, empty where there is no way."""
    came = {start: start}
    for here in (queue := [start]):
        queue += [v for v in ways[here] if v not in came and came.setdefault(v, here) == here]
    if goal not in came:
        return []
    way = [goal]
    while way[-1] != start:
        way.append(came[way[-1]])
    return way[::-1]
