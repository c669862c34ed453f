"""Deadlines of single students, entered as extensions with nbgrader's own means, which its penalties respect."""

import datetime
from collections.abc import Mapping
from typing import Any

from nbgrader.api import Gradebook, MissingEntry

__all__ = ["grant"]

MINUTE = datetime.timedelta(minutes=1)


def grant(gradebook: Gradebook, assignment: str, student: str, deadlines: Mapping[str, datetime.datetime]) -> Any:
    """Give a student's submission the deadline that `deadlines` names for it.

    An extension that was granted in another way is kept if there is no such deadline.

    Parameters
    ----------
    gradebook : nbgrader.api.Gradebook
        An open gradebook.
    assignment, student : str
        Names of both.
    deadlines : mapping of str to datetime
        By student, in UTC.

    Returns
    -------
    nbgrader.api.SubmittedAssignment or None
        The submission; None if there is no deadline for this student, or no submission.
    """
    if student not in deadlines:
        return None
    due = gradebook.find_assignment(assignment).duedate
    if due is None:
        return None
    try:
        # no minutes at all take an extension back
        gradebook.grant_extension(assignment, student, minutes=(deadlines[student] - due) / MINUTE)
    except MissingEntry:
        return None
    return gradebook.find_submission(assignment, student)
