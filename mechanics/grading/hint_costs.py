"""What hints cost, where ``semester.toml`` says so: a part of a step's points for each hint taken there."""

from collections.abc import Mapping
from dataclasses import replace

from .grades import FOLLOWED, Grade, Mark

__all__ = ["less_hints"]


def less_hints(grade: Grade, taken: Mapping[str, int], cost: float) -> Grade:
    """Take off what the hints of a notebook cost.

    Parameters
    ----------
    grade : Grade
        Of the notebook.
    taken : mapping of str to int
        Hints taken, by ``task/check``.
    cost : float
        Part of a step's points that each of them costs, 0 to 1.

    Returns
    -------
    Grade
        With fewer points where something was right with a hint; a step without points costs nothing.
    """
    marks = (_less(mark, taken.get(f"{grade.task}/{mark.check}", 0), cost) for mark in grade.marks)
    return replace(grade, marks=tuple(marks))


def _less(mark: Mark, hints: int, cost: float) -> Mark:
    if not (hints and cost and mark.points):
        return mark
    points = mark.points * max(0.0, 1.0 - cost * hints)
    how = mark.reason if mark.status in (FOLLOWED, "partial") else "Right."
    counted = "1 hint" if hints == 1 else f"{hints} hints"
    reason = f"{how} {counted} taken: {points:g} of {mark.maximum:g} points."
    return replace(mark, points=points, status="partial", reason=reason)
