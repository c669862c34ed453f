"""The summary that is printed at the end of a run: a line for each task."""

from collections import Counter
from collections.abc import Sequence

from .class_table import NotebookRow

__all__ = ["summary"]


def summary(rows: Sequence[NotebookRow]) -> str:
    """Points and statuses of each task.

    Parameters
    ----------
    rows : sequence of NotebookRow
        One for each notebook of each student; their points are those of the gradebook, by checks and by people.

    Returns
    -------
    str
        A heading, and a line for each task.
    """
    lines = [f"{'task':32} {'mean':>6} {'of':>4}  status"]
    for task in dict.fromkeys(row.notebook for row in rows):
        these = [row for row in rows if row.notebook == task]
        mean = sum(row.points for row in these) / len(these)
        told = [f"{number} {status}" for status, number in Counter(row.status for row in these).most_common() if status]
        waiting = sum(row.needs_person for row in these)
        told += [f"{waiting} {'waits' if waiting == 1 else 'wait'} for a person"] * bool(waiting)
        lines.append(f"{task:32} {mean:6.2f} {these[0].maximum:4g}  {', '.join(told)}")
    return "\n".join(lines)
