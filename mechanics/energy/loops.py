"""Work along several paths between two points: a numerical test of path independence; (3.61), (3.64)."""

import random
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from math import dist, hypot

from ..model import ModelError
from .field import Field

__all__ = ["Circulation", "circulation"]

STRAYS = 4
REACH = 1.5  # of the detours, in multiples of the distance between the two points, or from the origin
EQUAL = 1e-7  # difference of two works that counts as zero, relative to their sizes

Path = list[list[float]]


@dataclass(frozen=True)
class Circulation:
    """Work along several paths from one point to another.

    Attributes
    ----------
    works : tuple of float
        Work along each path, J: parallel to the axes in the order of (3.65), in the reverse order, straight, detours.
    paths : tuple of Path
        Corners of these paths, m.
    """

    works: tuple[float, ...]
    paths: tuple[Path, ...]

    @property
    def are_equal(self) -> bool:
        """Whether the work is the same along all paths, as in a conservative field."""
        size = max(1.0, *map(abs, self.works))
        return max(self.works) - min(self.works) <= EQUAL * size

    @property
    def work(self) -> float:
        """Work along the first path, J."""
        return self.works[0]


def circulation(field: Field, start: Sequence[float], end: Sequence[float]) -> Circulation:
    """Work of a field from `start` to `end` along many paths that lie inside its domain.

    Two paths form a closed loop. The conditions (3.62) forbid a circulation around small loops only; the detours also
    go around holes of the domain near the two points, and near the origin, where most fields have theirs.

    Parameters
    ----------
    field : Field
        Force as a function of the position.
    start, end : sequence of float
        Coordinates of the points, m.

    Returns
    -------
    Circulation

    Raises
    ------
    ModelError
        If the field is not defined in one of the points, or no two paths are free of singular points.
    """
    field.at(start), field.at(end)  # raises where the field is not defined
    works, kept = [], []
    for path in _ways([float(x) for x in start], [float(x) for x in end]):
        try:
            works.append(field.work_along(path))
        except ModelError:
            continue  # this path leaves the domain
        kept.append(path)
    if len(works) < 2:
        raise ModelError(
            f"No two paths from {[*map(float, start)]} to {[*map(float, end)]} stay where the field is defined; "
            "take points in one connected part of its domain."
        )
    return Circulation(tuple(works), tuple(kept))


def _ways(a: list[float], b: list[float]) -> list[Path]:
    n = len(a)
    forwards = [b[:k] + a[k:] for k in range(n + 1)]
    backwards = [a[: n - k] + b[n - k :] for k in range(n + 1)]
    near = REACH * (dist(a, b) or 1.0)
    # slightly off the middle, where symmetric fields have their singular points
    middle = [(x + y) / 2 + near * 0.1 / (2 + k) for k, (x, y) in enumerate(zip(a, b, strict=True))]
    reaches = sorted({near, max(near, REACH * hypot(*middle))})
    return [forwards, backwards, [a, b], *(way for reach in reaches for way in _detours(a, b, middle, reach))]


def _detours(a: list[float], b: list[float], middle: list[float], reach: float) -> list[Path]:
    """Once around the middle in the plane of each pair of axes, and via random points, the same every time."""
    source = random.Random(365)

    def shifted(axis: int, distance: float) -> list[float]:
        return [m + distance * (k == axis) for k, m in enumerate(middle)]

    rounds = [
        [shifted(i, reach), shifted(k, reach), shifted(i, -reach), shifted(k, -reach), shifted(i, reach)]
        for i, k in combinations(range(len(a)), 2)
    ]
    strays = [[[m + reach * source.uniform(-1, 1) for m in middle] for _ in range(2)] for _ in range(STRAYS)]
    return [[a, *corners, b] for corners in (*rounds, *strays)]
