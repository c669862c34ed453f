"""When two numbers count as equal, and what their difference tells."""

from collections.abc import Iterable, Sequence
from functools import lru_cache

from mechanics.checks.at_points import real_values
from mechanics.checks.evaluate import Number, number
from mechanics.checks.points import numbers
from mechanics.formulas.tree import Tree

__all__ = [
    "EXACT",
    "ROUNDED",
    "Column",
    "agree",
    "columns",
    "constant_ratio",
    "determinant",
    "expected",
    "scales",
]

#: largest difference relative to the size of the values: of exact formulas, and of those that contain floats
EXACT = number("1e-20")
ROUNDED = number("1e-9")

Column = list[Number]
"""Values of one formula at all points; None where it has no real, finite value."""


def agree(value: Number, reference: Number, scale: Number, tolerance: Number = ROUNDED) -> bool:
    """Whether two values are equal.

    Parameters
    ----------
    value, reference : mpf
        Numbers of `mechanics.checks.evaluate`.
    scale : mpf
        Size that the difference is measured by.
    tolerance : mpf
        Largest difference relative to `scale`.
    """
    return bool(abs(value - reference) <= tolerance * scale)


def within(value: float, reference: float, tolerance: float, size: float) -> bool:
    """Whether a Python number is as near as it has to be: also exactly at its tolerance, whatever its last digits.

    Parameters
    ----------
    value, reference : float
        Numbers.
    tolerance : float
        Largest difference relative to `size`.
    size : float
        Of the numbers; 1 where the tolerance is absolute.
    """
    return abs(value - reference) <= max(tolerance * (1 + 1e-9), 1e-12) * size


def columns(trees: Iterable[Tree], points: Sequence[dict[str, str]]) -> list[Column]:
    """Values of each formula at all points.

    Parameters
    ----------
    trees : iterable of Tree
        The formulas.
    points : sequence of dict
        Decimal text by name.

    Returns
    -------
    list of Column
        A column for each formula, with None where it is undefined.
    """
    ready = [numbers(point) for point in points]
    return [real_values(tree, ready) for tree in trees]


def scales(references: Sequence[Column]) -> list[Column]:
    """For each reference value, the size that a difference is measured by.

    A value that happens to be small, or an entry that is zero, is measured by a thousandth of the largest value,
    because the rounding errors of terms that cancel have the size of the terms.

    Parameters
    ----------
    references : sequence of Column
        Right values, a column for each entry.
    """
    largest = max((abs(value) for column in references for value in column), default=number(0))
    floor = largest / 1000 or number(1)
    return [[max(abs(value), floor) for value in column] for column in references]


@lru_cache(maxsize=512)
def expected(rows: tuple[tuple[str, ...], ...]) -> tuple[list[Column], list[Column]]:
    """Columns of the right values in a key, and their `scales`; the result is shared, so nobody may change it.

    Cached, because a class is judged by the same few keys, and scaling them takes longer than comparing an answer.

    Parameters
    ----------
    rows : tuple of tuple of str
        A row for each point, as a key has them.
    """
    references = [list(map(number, column)) for column in zip(*rows, strict=True)]
    return references, scales(references)


def determinant(rows: Sequence[Sequence[Number]]) -> Number:
    """Determinant of a matrix, by elimination; that of mpmath fails where rows are multiples of each other.

    Parameters
    ----------
    rows : sequence of sequence of mpf
        A square matrix.
    """
    left, result = [list(row) for row in rows], number(1)
    while left:
        pivot = max(left, key=lambda row: abs(row[0]))
        if pivot[0] == 0:
            return number(0)
        result *= -pivot[0] if left.index(pivot) % 2 else pivot[0]
        left.remove(pivot)
        left = [[b - a / pivot[0] * c for b, c in zip(rest, pivot[1:], strict=True)] for a, *rest in left]
    return result


def constant_ratio(values: Column, references: Column) -> Number:
    """The number by which all values differ from their references.

    Parameters
    ----------
    values, references : Column
        At the same points.

    Returns
    -------
    mpf or None
        None where there is no such number, or too few points are defined.
    """
    pairs = [(a, b) for a, b in zip(values, references, strict=True) if a is not None and b != 0]
    if len(pairs) < 3:
        return None
    ratio = pairs[0][0] / pairs[0][1]
    return ratio if all(agree(a, ratio * b, abs(b) * max(abs(ratio), 1)) for a, b in pairs) else None
