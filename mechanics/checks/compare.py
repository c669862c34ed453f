"""When two numbers count as equal, and what their difference tells."""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any

from mechanics.checks.at_points import real_values
from mechanics.checks.evaluate import number
from mechanics.checks.points import numbers
from mechanics.formulas.tree import Tree

__all__ = ["EXACT", "ROUNDED", "Column", "agree", "columns", "constant_ratio", "expected", "scales"]

#: largest difference relative to the size of the values: of exact formulas, and of those that contain floats
EXACT = number("1e-20")
ROUNDED = number("1e-9")

Column = list[Any]
"""Values of one formula at all points; None where it has no real, finite value."""


def agree(value: Any, reference: Any, scale: Any, tolerance: Any = ROUNDED) -> bool:
    """Whether two values are equal up to `tolerance` times `scale`."""
    return bool(abs(value - reference) <= tolerance * scale)


def columns(trees: Iterable[Tree], points: Sequence[dict[str, str]]) -> list[Column]:
    """Values of each formula at all points, None where it is undefined."""
    ready = [numbers(point) for point in points]
    return [real_values(tree, ready) for tree in trees]


def scales(references: Sequence[Column]) -> list[Column]:
    """For each reference value the size that a difference is measured by.

    A value that happens to be small, or an entry that is zero, is measured by a thousandth of the largest
    value, because rounded terms cancel to something of the size of the terms.
    """
    largest = max((abs(value) for column in references for value in column), default=number(0))
    floor = largest / 1000 or number(1)
    return [[max(abs(value), floor) for value in column] for column in references]


@lru_cache(maxsize=512)
def expected(rows: tuple[tuple[str, ...], ...]) -> tuple[list[Column], list[Column]]:
    """Columns of the values that a key has in rows, one for each point, and their `scales`; nobody may change them.

    A class is judged by the same few keys, and to scale them takes longer than to compare an answer.
    """
    references = [list(map(number, column)) for column in zip(*rows, strict=True)]
    return references, scales(references)


def constant_ratio(values: Column, references: Column) -> Any:
    """The number that all values are of their references, None if there is none."""
    pairs = [(a, b) for a, b in zip(values, references, strict=True) if a is not None and b != 0]
    if len(pairs) < 3:
        return None
    ratio = pairs[0][0] / pairs[0][1]
    return ratio if all(agree(a, ratio * b, abs(b) * max(abs(ratio), 1)) for a, b in pairs) else None
