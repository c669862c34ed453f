"""What the gradebook knows about one notebook, beyond the points that nbgrader puts into its cells."""

import datetime
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from nbgrader.api import Gradebook

__all__ = ["Standing", "standing_of"]


@dataclass(frozen=True)
class Standing:
    """Where a notebook stands.

    Attributes
    ----------
    score, maximum : float
        Points with the penalty taken off, and the most there is.
    penalty : float
        Points taken off because it was late.
    seconds_late : float
        Time after the deadline.
    handed_in, due : datetime or None
        Times, as far as they are known (UTC).
    waiting : frozenset of str
        Cells that a person has to mark.
    by_person : mapping of str to float
        Points that people gave, by cell.
    extra : mapping of str to float
        Extra credit, by cell.
    """

    score: float
    maximum: float
    penalty: float = 0.0
    seconds_late: float = 0.0
    handed_in: datetime.datetime | None = None
    due: datetime.datetime | None = None
    waiting: frozenset[str] = frozenset()
    by_person: Mapping[str, float] = field(default_factory=dict)
    extra: Mapping[str, float] = field(default_factory=dict)

    @property
    def late(self) -> str:
        """The delay in words; empty if there is none."""
        minutes = int(self.seconds_late // 60)
        if self.seconds_late <= 0:
            return ""
        if minutes < 120:
            return f"{max(minutes, 1)} min"
        return f"{minutes // 60} h" if minutes < 48 * 60 else f"{minutes / 1440:.1f} days"


def standing_of(names: Mapping[str, Any]) -> Standing | None:
    """Read where a notebook stands.

    Parameters
    ----------
    names : mapping
        nbgrader's resources: ``db_url``, ``notebook``, ``assignment``, ``student``.

    Returns
    -------
    Standing or None
        None if there is no gradebook to be asked.
    """
    if "db_url" not in names:
        return None
    with Gradebook(names["db_url"]) as book:
        notebook = book.find_submission_notebook(names["notebook"], names["assignment"], names["student"])
        submission, penalty = notebook.assignment, notebook.late_submission_penalty or 0.0
        return Standing(
            notebook.score - penalty,
            notebook.max_score,
            penalty,
            submission.total_seconds_late,
            submission.timestamp,
            submission.duedate,
            frozenset(grade.name for grade in notebook.grades if grade.needs_manual_grade),
            {g.name: g.manual_score for g in notebook.grades if g.manual_score is not None},
            {g.name: g.extra_credit for g in notebook.grades if g.extra_credit},
        )
