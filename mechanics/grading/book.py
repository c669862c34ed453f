"""Entering grades into nbgrader's gradebook: one writer, one transaction a submission, manual marks kept."""

import contextlib
from collections.abc import Iterator, Sequence
from typing import Any

from nbgrader.api import Gradebook, MissingEntry

from .grades import Grade

__all__ = ["enter", "gradebook_of"]


@contextlib.contextmanager
def gradebook_of(address: str, course: str) -> Iterator[Gradebook]:
    """The gradebook at a database address such as ``sqlite:///gradebook.db``."""
    with Gradebook(address, course) as gradebook:
        yield gradebook


def enter(
    gradebook: Gradebook, assignment: str, student: str, grades: Sequence[Grade], late: Any = None
) -> None:
    """Enter the marks of one submission; what people have marked or written stays.

    Parameters
    ----------
    grades : of all notebooks
    late : time of the submission, if known

    Raises
    ------
    ValueError
        if the gradebook does not know the assignment, or one of its cells: release it first.
    """
    with _one_transaction(gradebook):
        try:
            gradebook.update_or_create_student(student)
            submission = gradebook.update_or_create_submission(assignment, student, timestamp=late)
        except MissingEntry:
            raise ValueError(
                f"The gradebook does not know the assignment {assignment!r}. Release it first: "
                f"nbgrader generate_assignment {assignment}"
            ) from None
        entries = {
            (notebook.name, grade.name): grade
            for notebook in submission.notebooks
            for grade in notebook.grades
        }
        for grade in grades:
            for mark in grade.marks:
                _set(entries, assignment, grade.task, mark)


def _set(entries: dict[tuple[str, str], Any], assignment: str, task: str, mark: Any) -> None:
    if (task, mark.check) not in entries:
        raise ValueError(
            f"The gradebook does not know the check {mark.check!r} of {task!r}. The task was changed after "
            f"its release: nbgrader generate_assignment {assignment} --force"
        )
    entry = entries[task, mark.check]
    entry.auto_score = mark.points
    # a check that could not judge needs a person, unless one has been there already
    entry.needs_manual_grade = mark.status == "review" and entry.manual_score is None


@contextlib.contextmanager
def _one_transaction(gradebook: Gradebook) -> Iterator[None]:
    """All or nothing: what nbgrader would commit step by step is committed once, at the end."""
    session = gradebook.db
    commit = session.commit
    session.commit = session.flush
    try:
        yield
    except BaseException:
        session.rollback()
        raise
    finally:
        session.commit = commit
    session.commit()
