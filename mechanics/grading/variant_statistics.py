"""Whether marks are comparable where every student has other numbers, or a step is easier with some of them.

For each step and each drawn number, the numbers of those who reached the same points are compared by the test of
Kruskal and Wallis; what it finds by chance among many comparisons is accounted for by Benjamini and Hochberg's rule.
"""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import astuple, dataclass

import numpy as np
from scipy.stats import false_discovery_control, kruskal

from .class_table import StepRow
from .declarations import values
from .table import Table

__all__ = ["LEVEL", "Comparison", "comparable", "comparisons"]

LEVEL = 0.05
SEEN = 2.8  # differences of 2.8/sqrt(n) between halves of a class are found in four of five cases (two-sided, 5 %)
FEWEST = 5  # students that a comparison needs


@dataclass(frozen=True)
class Comparison:
    """One step and one drawn number.

    Attributes
    ----------
    task, step, number : str
        Names of the three.
    students : int
        Those with a mark.
    small, large : float
        Mean share of the points among those with the smaller, and with the larger numbers.
    p, corrected : float
        Probability of such differences by chance, alone and among all comparisons.
    """

    task: str
    step: str
    number: str
    students: int
    small: float
    large: float
    p: float
    corrected: float = 1.0


def comparisons(rows: Sequence[StepRow]) -> Table:
    """Compare all steps of tasks with variants; those for which all have the same points are left out.

    Parameters
    ----------
    rows : sequence of StepRow
        Of the class.

    Returns
    -------
    Table
        One row for each step and each drawn number, the most conspicuous first.
    """
    columns = ("task", "step", "number", "students", "small numbers", "large numbers", "p", "p among all")
    return Table(columns, map(astuple, _comparisons(rows)))


def _comparisons(rows: Sequence[StepRow]) -> list[Comparison]:
    found = [one for task, step, name, pairs in _numbers(rows) for one in _compared(task, step, name, pairs)]
    if not found:
        return []
    corrected = false_discovery_control([one.p for one in found])
    together = zip(found, corrected, strict=True)
    result = [Comparison(**{**vars(one), "corrected": float(value)}) for one, value in together]
    return sorted(result, key=lambda one: one.p)


def comparable(rows: Sequence[StepRow]) -> str:
    """Say in a sentence or two whether the marks are comparable.

    Parameters
    ----------
    rows : sequence of StepRow
        Of the class.
    """
    with_numbers = {row.student for row in rows if row.numbers}
    found = _comparisons(rows)
    if not with_numbers:
        return "All students had the same numbers."
    if not found:
        return "Too few students, or all with the same marks: nothing can be said about the variants."
    seen = (
        f"With {len(with_numbers)} students, differences below about {min(1.0, SEEN / len(with_numbers) ** 0.5):.0%} "
        "of the points cannot be told from chance."
    )
    bad = [one for one in found if one.corrected < LEVEL]
    if bad:
        return " ".join([*map(_conspicuous, bad), "Look at the ranges of these numbers.", seen])
    return (
        f"The marks are comparable: in {len(found)} comparisons of a step with a drawn number, none differs by more "
        f"than chance explains (smallest p {found[0].p:.2g}, {found[0].corrected:.2g} among all of them). {seen}"
    )


def _conspicuous(one: Comparison) -> str:
    return (
        f"{one.task}/{one.step} depends on {one.number}: {one.small:.0%} of the points with small numbers, "
        f"{one.large:.0%} with large ones (p {one.corrected:.2g})."
    )


def _numbers(rows: Sequence[StepRow]) -> list[tuple[str, str, str, list[tuple[float, float]]]]:
    """For each task, step and name the drawn numbers, each with the share of the points."""
    found: dict[tuple[str, str, str], list[tuple[float, float]]] = defaultdict(list)
    for row in (row for row in rows if row.counts):
        for name, text in values(row.numbers).items():
            found[row.task, row.step, name].append((float(text), row.points / row.maximum if row.maximum else 0.0))
    return [(*names, pairs) for names, pairs in found.items()]


def _compared(task: str, step: str, name: str, pairs: Sequence[tuple[float, float]]) -> list[Comparison]:
    drawn, shares = np.array(pairs).T
    groups = [drawn[shares == share] for share in np.unique(shares)]
    if len(pairs) < FEWEST or len(groups) < 2 or np.ptp(drawn) == 0:
        return []
    is_small = drawn <= np.median(drawn)
    if is_small.all():
        is_small = drawn < np.median(drawn)
    small, large = (float(shares[which].mean()) for which in (is_small, ~is_small))
    return [Comparison(task, step, name, len(pairs), small, large, float(kruskal(*groups).pvalue))]
