"""Vertices and arcs as they are written down, and what makes a tree of them; the messages name the bodies."""

from collections.abc import Sequence
from typing import TypeGuard

import numpy as np

from ...model import ModelError, unknown_name

__all__ = ["BASE", "Arc", "Vertex", "check_tree", "is_number", "numbered_arcs", "search", "vertex_number"]

BASE = "base"
Vertex = int | str
Arc = tuple[Vertex, Vertex]
Pairs = Sequence[tuple[int, int]]


def numbered_arcs(
    arcs: Sequence[Arc], bodies: Sequence[str], joints: Sequence[str]
) -> tuple[tuple[tuple[int, int], ...], tuple[str, ...], tuple[str, ...]]:
    """Arcs as pairs of numbers, and the names of bodies and joints, "1", "2", ... where none are given.

    Parameters
    ----------
    arcs : sequence of pair of int or str
        Pairs (i+, i-) of numbers or names.
    bodies : sequence of str
        Names of the bodies.
    joints : sequence of str
        Names of the arcs.

    Raises
    ------
    ModelError
        For arcs and names that do not fit together.
    """
    pairs = [_pair(arc) for arc in arcs]
    bodies = tuple(bodies) or _numbered(_largest(pairs))
    joints = tuple(joints) or _numbered(len(pairs))
    _check_names(bodies, "body")
    _check_names(joints, "joint")
    _check_count(len(pairs), joints)
    return tuple((vertex_number(i, bodies), vertex_number(j, bodies)) for i, j in pairs), bodies, joints


def search(n: int, arcs: Pairs) -> tuple[list[int], dict[int, tuple[int, int]]]:
    """Breadth-first search from the base.

    Parameters
    ----------
    n : int
        Number of bodies.
    arcs : pairs of int
        Numbers of the vertices (i+, i-) of each arc, 0 is the base.

    Returns
    -------
    found : list of int
        Vertices in the order in which they are met.
    reached : dict
        (parent, arc) of each vertex; (-1, -1) for the base.
    """
    around: dict[int, list[tuple[int, int]]] = {v: [] for v in range(n + 1)}
    for a, (i, j) in enumerate(arcs):
        around[i].append((j, a))
        around[j].append((i, a))
    found, reached = [0], {0: (-1, -1)}
    for here in found:  # grows while it is read
        for there, a in around[here]:
            if there not in reached:
                reached[there] = (here, a)
                found.append(there)
    return found, reached


def check_tree(arcs: Pairs, bodies: Sequence[str], joints: Sequence[str]) -> None:
    """Refuse a graph that is not a tree.

    Parameters
    ----------
    arcs : pairs of int
        Numbers of the vertices (i+, i-) of each arc, 0 is the base.
    bodies : sequence of str
        Names of the bodies.
    joints : sequence of str
        Names of the arcs.

    Raises
    ------
    ModelError
        Naming the loop, or the bodies that hang on nothing.
    """
    names = (BASE, *bodies)
    for a, (i, j) in enumerate(arcs):
        if i == j:
            raise ModelError(
                f"The joint {joints[a]!r} leads from {names[i]!r} to itself; a joint is between two bodies."
            )
    found = search(len(bodies), arcs)[0]
    if len(found) == len(names) == len(arcs) + 1:
        return
    if closed := _loop(len(bodies), arcs):
        arc, ring = closed
        raise ModelError(
            f"In a tree one path leads from the base to each body; the joint {joints[arc]!r} closes the loop "
            f"{' - '.join(names[v] for v in ring)}. Remove one of its joints."
        )
    lost = [name for v, name in enumerate(names) if v not in found]
    raise ModelError(
        f"Every body of a tree must be connected to the base by joints; {' and '.join(map(repr, lost))} "
        f"{'is' if len(lost) == 1 else 'are'} not. Add the missing joint."
    )


def _numbered(count: int) -> tuple[str, ...]:
    return tuple(str(k) for k in range(1, count + 1))


def is_number(vertex: object) -> TypeGuard[int]:
    """Whether a vertex or an arc is given by its number.

    Parameters
    ----------
    vertex : object
        What was given.
    """
    return isinstance(vertex, int | np.integer) and not isinstance(vertex, bool)


def _pair(arc: Arc) -> tuple[Vertex, Vertex]:
    if isinstance(arc, str) or not isinstance(arc, Sequence | np.ndarray) or len(arc) != 2:
        raise ModelError(f"An arc is a pair (i+, i-) of the two bodies that it joins; got {arc!r}.")
    return arc[0], arc[1]


def _largest(pairs: list[tuple[Vertex, Vertex]]) -> int:
    vertices = [v for pair in pairs for v in pair if is_number(v)]
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


def vertex_number(vertex: Vertex, bodies: Sequence[str]) -> int:
    """Number of a vertex, 0 for the base.

    Parameters
    ----------
    vertex : int or str
        Name or number.
    bodies : sequence of str
        Names of the bodies.

    Raises
    ------
    ModelError
        For an unknown body.
    """
    if isinstance(vertex, str):
        if vertex in bodies:
            return list(bodies).index(vertex) + 1
        if vertex == BASE:
            return 0
    elif is_number(vertex) and 0 <= int(vertex) <= len(bodies):
        return int(vertex)
    raise ModelError(unknown_name(str(vertex), [BASE, *bodies], "body"))


def _loop(n: int, arcs: Pairs) -> tuple[int, list[int]] | None:
    """The first arc that joins what is joined already, and the ring of vertices that it closes."""
    ways: dict[int, list[int]] = {v: [] for v in range(n + 1)}
    for a, (i, j) in enumerate(arcs):
        if way := _way(ways, i, j):
            return a, [*way, i]
        ways[i].append(j)
        ways[j].append(i)
    return None


def _way(ways: dict[int, list[int]], start: int, goal: int) -> list[int]:
    """Vertices from start to goal, empty where there is no way."""
    reached = {start: start}
    for here in (queue := [start]):
        queue += [v for v in ways[here] if v not in reached and reached.setdefault(v, here) == here]
    if goal not in reached:
        return []
    way = [goal]
    while way[-1] != start:
        way.append(reached[way[-1]])
    return way[::-1]
