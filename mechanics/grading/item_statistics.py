"""Statistics of one step of an assignment: how hard it was, and how well it tells strong from weak students."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

__all__ = ["Step", "discrimination"]

FEWEST = 3  # students that a correlation needs


@dataclass(frozen=True)
class Step:
    """Statistics of one step, over those who handed its notebook in.

    Attributes
    ----------
    task, step : str
        Names of both.
    students : int
        Number of students who handed it in and have their marks.
    maximum, mean : float
        Maximum points, and the mean of those reached.
    difficulty : float
        Mean divided by maximum: 1 if everybody solved it, 0 if nobody did.
    discrimination : float or None
        Correlation with the points of all other steps (item-rest correlation); None where it is not defined.
    statuses : Counter of str
        How many were right, wrong and so on.
    seconds : float
        Median of the time that the students' cells took.
    hints : float
        Mean number of hints that they took.
    """

    task: str
    step: str
    students: int
    maximum: float
    mean: float
    difficulty: float
    discrimination: float | None
    statuses: Counter[str]
    seconds: float
    hints: float


def discrimination(points: Sequence[float], rest: Sequence[float]) -> float | None:
    """Item-rest correlation: of the points of an item with those of all others.

    Parameters
    ----------
    points, rest : sequence of float
        One entry for each student.

    Returns
    -------
    float or None
        None for fewer than three students, or where one of the two is the same for all.
    """
    if len(points) < FEWEST or np.ptp(points) == 0 or np.ptp(rest) == 0:
        return None
    return float(np.corrcoef(points, rest)[0, 1])
