"""Pictures of trees beyond the examples: the graph of bodies and arcs, the vectors of a tree that hangs at rest."""

from collections.abc import Mapping, Sequence

import numpy as np
from sympy import Matrix, cos, sin

from ..problem import Given, Outputs, Problem
from ..scene import (
    AngleMark,
    Arrow,
    Circle,
    Dimension,
    Ground,
    Hinge,
    Line,
    PointMass,
    Rod,
    Scene,
    Shape,
    Text,
)

__all__ = ["beam_on_rod", "graph_picture", "two_bodies"]

RADIUS = 0.2  # of the circle around a body's name
Place = tuple[float, float]


def picture(title: str, shapes: Sequence[Shape], description: str) -> Problem:
    """A still picture, for `sketch`."""
    return Problem(
        title=title,
        parameters=Given(),
        outputs=Outputs(),
        solution=dict,
        scene=lambda _: Scene(shapes=tuple(shapes), description=description),
    )


def graph_picture(arcs: Mapping[int, tuple[int, int]], places: Mapping[int, Place]) -> Problem:
    """A graph of bodies and arcs, drawn from the list of its arcs.

    Parameters
    ----------
    arcs : mapping of int to (int, int)
        ``{a: (i_plus, i_minus)}``, the number of an arc and the bodies where it starts and ends.
    places : mapping of int to (float, float)
        ``{i: (x, y)}`` of the bodies on the page, that of the base 0 among them.
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
        f"Circles with the names of {len(places) - 1} bodies, the base 0, and arrows: {', '.join(words)}.",
    )


def places_mean(places: Mapping[int, Place]) -> float:
    """Mean height of the bodies: the hatching of the base is on the other side.

    Parameters
    ----------
    places : mapping of int to (float, float)
        (x, y) by the number of the body, m.

    Returns
    -------
    float
        m.
    """
    return float(np.mean([y for _, y in places.values()]))


def _arc(name: str, start: np.ndarray, end: np.ndarray) -> Arrow:
    return Arrow(tuple(start), tuple(end), name)


def _edge(i: int, j: int, places: Mapping[int, Place]) -> np.ndarray:
    """Where the line from body i to body j leaves the circle of body i; the base has none."""
    here, there = np.array(places[i]), np.array(places[j])
    return here + (RADIUS if i else 0.0) * (there - here) / np.linalg.norm(there - here)


def beam_on_rod() -> Problem:
    """A rod, on it a beam, on each end of the beam another rod: a tree of four bodies, all hanging straight."""
    p = Given(
        l_1=(0.8, "m", "length of the rod 1"),
        h=(0.22, "m", "from the mass centre of the beam up to its hinge"),
        a=(0.75, "m", "from the mass centre of the beam to the hinge of the rod 3"),
        b=(0.5, "m", "from the mass centre of the beam to the hinge of the rod 4"),
        l_3=(0.75, "m", "length of the rod 3"),
        l_4=(0.6, "m", "length of the rod 4"),
    )
    return Problem(title="Beam on a rod", parameters=p, outputs=Outputs(), solution=lambda **_: {}, scene=beam_scene)


def beam_scene(problem: Problem) -> Scene:
    """The four bodies with their hinges, mass centres and lengths, and the axes of the beam."""
    p = problem.parameters
    hook, left, right = (0, -p.l_1), (-p.a, -p.l_1 - p.h), (p.b, -p.l_1 - p.h)
    middle = (0, -p.l_1 - p.h)
    feet = [(x, z - length) for (x, z), length in ((left, p.l_3), (right, p.l_4))]
    centres = [
        (0, -p.l_1 / 2),
        middle,
        *((x, z - length / 2) for (x, z), length in ((left, p.l_3), (right, p.l_4))),
    ]
    return Scene(
        shapes=(
            Ground((0.35, 0), (-0.35, 0)),
            Rod((0, 0), hook, 0.07),
            Rod(left, right, 0.1),
            Rod(hook, middle, 0.1),
            Rod(left, feet[0], 0.07),
            Rod(right, feet[1], 0.07),
            *(Hinge(at) for at in ((0, 0), hook, left, right)),
            *(PointMass(at, 0.022, f"C_{i}") for i, at in enumerate(centres, 1)),
            Arrow((0.65, -0.5), (0.9, -0.5), "x", role="axis"),
            Arrow((0.65, -0.5), (0.65, -0.25), "z", role="axis"),
            Dimension((0, 0), hook, p.l_1, offset=0.3),
            Dimension(hook, middle, p.h, offset=0.3),
            Dimension((-p.a, middle[1]), (0, middle[1]), p.a, offset=0.16),
            Dimension((p.b, middle[1]), (0, middle[1]), p.b, offset=0.16),
            Dimension(left, feet[0], p.l_3, offset=0.25),
            Dimension(right, feet[1], p.l_4, offset=0.25),
        ),
        description=(
            "The rod 1 hangs from the ceiling. From its lower end hangs the beam 2, at a hinge above its mass centre. "
            "From the left end of the beam hangs the rod 3, from its right end the rod 4. The mass centres "
            "and all lengths are marked; the axis x of each body points to the right, the axis z upwards."
        ),
    )


def two_bodies() -> Problem:
    """A rod and on it a longer body, both in a vertical plane, with their angles about the axis y."""
    p = Given(
        phi_1=(0.45, "rad", "angle of the rod about y", "real", r"\varphi_1"),
        phi_2=(0.85, "rad", "angle of body 2 about y", "real", r"\varphi_2"),
        l=(0.8, "m", "length of the rod"),
        s=(0.5, "m", "from the hinge of body 2 to its mass centre"),
    )
    return Problem(title="Two bodies", parameters=p, outputs=Outputs(), solution=lambda **_: {}, scene=two_bodies_scene)


def two_bodies_scene(problem: Problem) -> Scene:
    """Both bodies with hinges, mass centres and angles; y points away from the viewer, so angles run clockwise."""
    p = problem.parameters
    middle, hinge, centre, end = _chain(p)
    down = -np.pi / 2
    return Scene(
        shapes=(
            Ground((0.35, 0), (-0.35, 0)),
            Line(((0, 0), (0, -0.72)), dashed=True, role="reference"),
            Line((hinge, (hinge[0], hinge[1] - 0.55)), dashed=True, role="reference"),
            Rod((0, 0), hinge, 0.06),
            Rod(hinge, end, 0.1),
            Hinge((0, 0)),
            Hinge(hinge),
            PointMass(middle, 0.02, "C_1"),
            PointMass(centre, 0.02, "C_2"),
            AngleMark(0.62, down - p.phi_1, start=down, label=p.phi_1),
            AngleMark(0.38, down - p.phi_2, start=down, center=hinge, label=p.phi_2),
            Dimension((0, 0), hinge, p.l, offset=-0.1),
            Dimension(hinge, centre, p.s, offset=-0.2),
            Arrow((0.45, -0.5), (0.7, -0.5), "x", role="axis"),
            Arrow((0.45, -0.5), (0.45, -0.25), "z", role="axis"),
        ),
        description=(
            "A rod hangs from the ceiling by a ball joint, and from its lower end hangs a longer body by another one. "
            "Both are turned to the left, about the axis y that points away from the viewer: their angles count from "
            "the vertical, clockwise. The length of the rod and the way to the mass centre of body 2 are marked."
        ),
    )


def _chain(p: Given) -> tuple[Matrix, ...]:
    """Middle of the rod, its lower end, mass centre and end of body 2, on the page (x, z)."""
    first, second = (-Matrix([sin(angle), cos(angle)]) for angle in (p.phi_1, p.phi_2))
    hinge = p.l * first
    return hinge / 2, hinge, hinge + p.s * second, hinge + 2 * p.s * second
