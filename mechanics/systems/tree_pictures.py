"""Pictures of trees that are no examples: the graph of bodies and arcs, the vectors of a tree that hangs at rest."""

from collections.abc import Mapping, Sequence

import numpy as np

from ..problem import Given, Outputs, Problem
from ..scene import Arrow, Circle, Ground, Hinge, Line, PointMass, Rod, Scene, Shape, Text

__all__ = ["graph_picture"]

RADIUS = 0.2  # of the circle around a body's name
Place = tuple[float, float]


def picture(title: str, shapes: Sequence[Shape], description: str) -> Problem:
    """What `sketch` draws and nothing moves in."""
    return Problem(
        title=title,
        inputs=Given(),
        outputs=Outputs(),
        solution=dict,
        scene=lambda _: Scene(shapes=tuple(shapes), description=description),
    )


def graph_picture(arcs: Mapping[int, tuple[int, int]], places: Mapping[int, Place]) -> Problem:
    """A graph of bodies and arcs, drawn from the list of its arcs.

    Parameters
    ----------
    arcs : ``{a: (i_plus, i_minus)}``, the number of an arc and the bodies where it starts and ends
    places : ``{i: (x, y)}`` of the bodies on the page, that of the base 0 among them
    """
    x, y = places[0]
    bodies = [shape for i, at in places.items() if i for shape in (Circle(RADIUS, at), Text(at, f"s_{i}"))]
    words = [f"arc {a} from body {i} to body {j}" for a, (i, j) in arcs.items()]
    return picture(
        "Graph of a tree",
        [
            Ground((x - 0.5, y), (x + 0.5, y)) if y < places_mean(places) else Ground((x + 0.5, y), (x - 0.5, y)),
            Text((x + 0.62, y), "s_0", anchor="left"),
            *bodies,
            *(_arc(f"u_{a}", _edge(i, j, places), _edge(j, i, places)) for a, (i, j) in arcs.items()),
        ],
        f"Circles with the names of {len(places) - 1} bodies, the base 0, and an arrow for each arc: {', '.join(words)}.",
    )


def places_mean(places: Mapping[int, Place]) -> float:
    """Mean height of the bodies: the hatching of the base is on the other side."""
    return float(np.mean([y for _, y in places.values()]))


def _arc(name: str, start: np.ndarray, end: np.ndarray) -> Arrow:
    return Arrow(tuple(start), tuple(end), name)


def _edge(i: int, j: int, places: Mapping[int, Place]) -> np.ndarray:
    """Where the line from body i to body j leaves the circle of body i; the base has none."""
    here, there = np.array(places[i]), np.array(places[j])
    return here + (RADIUS if i else 0.0) * (there - here) / np.linalg.norm(there - here)
