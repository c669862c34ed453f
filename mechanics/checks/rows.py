"""Equations that are linear in the accelerations, as rows of numbers at points."""

from collections.abc import Sequence
from typing import Any

from mechanics.checks.answers import AnswerError
from mechanics.checks.at_points import real_values
from mechanics.checks.compare import agree
from mechanics.checks.evaluate import number, settled
from mechanics.checks.points import Point, numbers
from mechanics.formulas.tree import Tree

__all__ = ["Row", "holds", "parallel", "row_of"]

_PROBE = ("1.3", "-0.7", "2.1", "0.4", "-1.9", "0.8")  # accelerations at which linearity is tested
_TINY = number("1e-20")  # below it, a coefficient may be what rounding leaves of terms that cancel
_NOT_LINEAR = "The accelerations do not enter linearly, as they do in equations of motion."
Row = list[Any]
"""One equation at one point: the coefficients of the accelerations, then the rest b; None where undefined."""


def row_of(tree: Tree, point: Point, accelerations: Sequence[str]) -> Row | None:
    """Coefficients and rest of an equation at a point.

    Parameters
    ----------
    tree : Tree
        Left side minus right side.
    point : mapping of str
        Decimal text by name.
    accelerations : sequence of str
        Names of the accelerations.

    Returns
    -------
    list or None
        None where the equation is undefined.

    Raises
    ------
    AnswerError
        If it is not linear.
    """
    at, size = numbers(point), len(accelerations)
    unit = [[number(int(i == j)) for j in range(size)] for i in range(size)]
    probe = [number(_PROBE[i % len(_PROBE)]) for i in range(size)]
    tried = [{**at, **dict(zip(accelerations, values, strict=True))} for values in ([number(0)] * size, *unit, probe)]
    rest, *residuals, probed = real_values(tree, tried)
    if None in (rest, probed, *residuals):
        if probed is not None:  # with an acceleration in a denominator
            raise AnswerError(_NOT_LINEAR)
        return None
    coefficients = [residual - rest for residual in residuals]
    linear = rest + _dot(coefficients, probe)
    if not agree(probed, linear, abs(rest) + sum(map(abs, coefficients)), number("1e-8")) and settled(
        tree, tried[-1], probed - linear
    ):
        raise AnswerError(_NOT_LINEAR)
    return [x if abs(x) > _TINY else settled(tree, tried[0], x) for x in (*coefficients, rest)]


def _dot(a: Sequence[Any], b: Sequence[Any]) -> Any:
    return sum((x * y for x, y in zip(a, b, strict=True)), number(0))


def holds(rows: Sequence[Row | None], solutions: Sequence[Row], tolerance: Any) -> bool:
    """Whether the right accelerations satisfy an equation at all points where it is defined.

    Parameters
    ----------
    rows : sequence of Row or None
        The equation at the points.
    solutions : sequence of list
        Right accelerations there.
    tolerance : mpf
        Relative to the inertia terms.
    """
    known = [(row, solution) for row, solution in zip(rows, solutions, strict=True) if row is not None]
    if 2 * len(known) <= len(rows):
        return False
    return all(agree(_dot(row[:-1], solution), -row[-1], _size(row, solution), tolerance) for row, solution in known)


def _size(row: Row, solution: Row) -> Any:
    """Size of the inertia terms.

    That of the other terms would let an equation full of cancelling terms pass.
    """
    floor = max(map(abs, solution)) / 1000 or number(1)
    return sum(abs(a) * max(abs(x), floor) for a, x in zip(row[:-1], solution, strict=True))


def parallel(rows: Sequence[Row | None], others: Sequence[Row | None]) -> bool:
    """Whether two equations are multiples of each other at every point where both are defined.

    Parameters
    ----------
    rows, others : sequence of Row or None
        Both at the same points.
    """
    pairs = [(a, b) for a, b in zip(rows, others, strict=False) if a is not None and b is not None]
    return bool(pairs) and all(_multiple(a, b) for a, b in pairs)


def _multiple(a: Row, b: Row) -> bool:
    size = max(map(abs, a)) * max(map(abs, b))
    pivot = max(range(len(b)), key=lambda i: abs(b[i]))
    return bool(size) and all(agree(x * b[pivot], a[pivot] * y, size) for x, y in zip(a, b, strict=True))
