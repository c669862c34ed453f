"""What is read from the gradebook, as plain data: marks and submissions."""

import datetime
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from nbgrader import api
from sqlalchemy import func
from sqlalchemy.orm import selectinload

__all__ = ["Entry", "Submission", "read_entries", "read_submissions"]


class Entry(NamedTuple):
    """A mark as it is in the gradebook.

    Attributes
    ----------
    student, task, check : str
        Names of the three.
    automatic, by_hand, extra : float or None
        Points given by the check and by a person, and extra credit; None if there are none.
    needs_person : bool
        Whether a person has to look.
    maximum : float
        Maximum points.
    """

    student: str
    task: str
    check: str
    automatic: float | None
    by_hand: float | None
    extra: float | None
    needs_person: bool
    maximum: float

    @property
    def points(self) -> float:
        """Points that count: a mark given by a person has precedence over that of the check."""
        mark = self.automatic if self.by_hand is None else self.by_hand
        return 0.0 if mark is None else mark + (self.extra or 0.0)


@dataclass(frozen=True)
class Submission:
    """A student and what was handed in.

    Attributes
    ----------
    last_name, first_name : str
        Name of the student.
    handed_in : datetime or None
        Time; None if unknown.
    seconds_late : float
        Time after the deadline.
    penalties : mapping of str to float, or None
        Points deducted, by notebook; None if nothing was handed in.
    """

    last_name: str
    first_name: str
    handed_in: datetime.datetime | None = None
    seconds_late: float = 0.0
    penalties: Mapping[str, float] | None = None


def read_entries(gradebook: api.Gradebook, assignment: str) -> Iterator[Entry]:
    """Read all marks of an assignment: of checks, of answers and of whole tasks that people mark.

    Parameters
    ----------
    gradebook : nbgrader.api.Gradebook
        An open gradebook.
    assignment : str
        Name of the assignment.

    Yields
    ------
    Entry
        Those of a student, and in there those of a notebook, follow each other.
    """
    cells, tasks, of = api.GradeCell.__table__, api.TaskCell.__table__, api.SubmittedAssignment
    found = (
        gradebook.db.query(
            of.student_id,
            api.Notebook.name,
            api.BaseCell.name,
            api.Grade.auto_score,
            api.Grade.manual_score,
            api.Grade.extra_credit,
            api.Grade.needs_manual_grade,
            func.coalesce(cells.c.max_score, tasks.c.max_score, 0.0),
        )
        .select_from(api.Grade)
        .join(api.SubmittedNotebook, api.SubmittedNotebook.id == api.Grade.notebook_id)
        .join(api.Notebook, api.Notebook.id == api.SubmittedNotebook.notebook_id)
        .join(api.BaseCell, api.BaseCell.id == api.Grade.cell_id)
        .join(of, of.id == api.SubmittedNotebook.assignment_id)
        .join(api.Assignment, api.Assignment.id == of.assignment_id)
        .outerjoin(cells, cells.c.id == api.Grade.cell_id)
        .outerjoin(tasks, tasks.c.id == api.Grade.cell_id)
        .filter(api.Assignment.name == assignment)
        .order_by(of.student_id, api.Notebook.name)
    )
    return (Entry(*row) for row in found.yield_per(1000))


def read_submissions(gradebook: api.Gradebook, assignment: str) -> dict[str, Submission]:
    """Read what is known of every student of the course.

    Parameters
    ----------
    gradebook : nbgrader.api.Gradebook
        An open gradebook.
    assignment : str
        Name of the assignment.

    Returns
    -------
    dict of str to Submission
        By the id of the student, in the order of names; those who handed in nothing are included.
    """
    names = [(s.last_name or "", s.first_name or "", s.id) for s in gradebook.students]
    found = {student: Submission(last, first) for last, first, student in sorted(names)}
    for one in _handed_in(gradebook, assignment):
        penalties = {n.name: n.late_submission_penalty or 0.0 for n in one.notebooks}
        found[one.student_id] = replace(
            found[one.student_id], penalties=penalties, handed_in=one.timestamp, seconds_late=one.total_seconds_late
        )
    return found


def _handed_in(gradebook: api.Gradebook, assignment: str) -> Iterator[Any]:
    """As `Gradebook.assignment_submissions`, but the notebooks of many are read together."""
    of = api.SubmittedAssignment
    found = gradebook.db.query(of).join(api.Assignment, api.Assignment.id == of.assignment_id)
    return iter(found.filter(api.Assignment.name == assignment).options(selectinload(of.notebooks)))
