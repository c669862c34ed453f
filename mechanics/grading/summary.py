"""The summary that is printed at the end of a run: a line for each task."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from .class_run import HandedIn
from .grades import Grade

__all__ = ["Row", "summary"]

NEED_A_LOOK = ("review", "unreadable", "cut short", "other numbers")


@dataclass(frozen=True, slots=True)
class Row:
    """What is kept in memory of a graded notebook.

    Attributes
    ----------
    student, task : str
        Names of both.
    points, maximum : float
        Points reached, and maximum points.
    status, note : str
        As in `Grade`.
    """

    student: str
    task: str
    points: float
    maximum: float
    status: str
    note: str

    @classmethod
    def of(cls, handed: HandedIn, grade: Grade) -> "Row":
        """Make the row of a notebook.

        Parameters
        ----------
        handed : HandedIn
            The notebook.
        grade : Grade
            Its grade.

        Returns
        -------
        Row
            Without the marks.
        """
        return cls(handed.student, handed.task, grade.points, grade.maximum, grade.status, grade.note)

    @property
    def needs_a_look(self) -> bool:
        """Whether a person should look at it."""
        return self.status in NEED_A_LOOK


def summary(rows: Sequence[Row]) -> str:
    """Points and statuses of each task.

    Parameters
    ----------
    rows : sequence of Row
        One for each notebook.

    Returns
    -------
    str
        A heading, and a line for each task.
    """
    lines = [f"{'task':32} {'mean':>6} {'of':>4}  status"]
    for task in dict.fromkeys(row.task for row in rows):
        these = [row for row in rows if row.task == task]
        mean = sum(row.points for row in these) / len(these)
        count = Counter(row.status for row in these)
        told = ", ".join(f"{number} {status}" for status, number in count.most_common())
        lines.append(f"{task:32} {mean:6.2f} {these[0].maximum:4g}  {told}")
    return "\n".join(lines)
