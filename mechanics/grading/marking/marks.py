"""Marks by hand in nbgrader's gradebook: written as its formgrader does, and only where nobody else has been faster."""

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from nbgrader import api
from nbgrader.api import Gradebook, StatementError

from ..gradebook_session import one_transaction
from .questions import Question

__all__ = ["Busy", "Change", "Changed", "Marks", "State"]


class State(NamedTuple):
    """What the gradebook holds of one mark.

    Attributes
    ----------
    score : float or None
        Points that a person gave.
    comment : str or None
        What a person wrote.
    waiting : bool
        Whether a person has to mark.
    """

    score: float | None
    comment: str | None
    waiting: bool

    @property
    def token(self) -> str:
        """The state as text: what a grader has seen, and what an undo goes back to."""
        return json.dumps(self)

    @classmethod
    def of(cls, token: str) -> "State":
        """Read a token.

        Parameters
        ----------
        token : str
            As `token` writes it.

        Returns
        -------
        State
            The state.

        Raises
        ------
        ValueError
            If it is none.
        """
        try:
            score, comment, waiting = json.loads(token)
            return cls(
                None if score is None else float(score), None if comment is None else str(comment), bool(waiting)
            )
        except (TypeError, ValueError):
            raise ValueError(f"Expected a state of a mark, got {token!r}. Reload the page.") from None


class Change(NamedTuple):
    """A mark that shall be written.

    Attributes
    ----------
    student : str
        Id of the student.
    seen, new : State
        What the grader saw, and what it shall become. Where nothing was given, whether it waits is left to the
        gradebook: it does, if no check has judged it.
    """

    student: str
    seen: State
    new: State


class Busy(Exception):
    """Another process was writing into the gradebook for too long; nothing was written."""


class Changed(Exception):
    """Someone else has marked in the meantime; nothing was written.

    Attributes
    ----------
    students : list of str
        Those whose marks are others than those seen.
    """

    def __init__(self, students: list[str]):
        super().__init__(f"Someone else has marked in the meantime: {', '.join(students)}")
        self.students = students


@dataclass(frozen=True)
class _Row:
    """Where a mark and its comment are kept."""

    grade: str
    comment: str
    automatic: float | None
    state: State


class Marks:
    """The marks of an assignment.

    Parameters
    ----------
    gradebook : nbgrader.api.Gradebook
        An open gradebook.
    assignment : str
        Name of the assignment.
    punish : callable
        Works out again what a student's late submission costs.
    """

    def __init__(self, gradebook: Gradebook, assignment: str, punish: Callable[[str], None]):
        self._db, self._book, self._assignment, self._punish = gradebook.db, gradebook, assignment, punish

    def of(self, question: Question) -> dict[str, State]:
        """Read all marks of a question.

        Parameters
        ----------
        question : Question
            The question.

        Returns
        -------
        dict of str to State
            By student.
        """
        return {student: row.state for student, row in self._rows(question).items()}

    def names(self) -> dict[str, str]:
        """Names of the students, by their ids."""
        students = self._db.query(api.Student.id, api.Student.first_name, api.Student.last_name)
        return {student: " ".join(filter(None, (first, last))) or student for student, first, last in students}

    def released(self, question: Question) -> str:
        """What stood in the answer cell when the task was released.

        Parameters
        ----------
        question : Question
            The question.

        Returns
        -------
        str
            Empty if the gradebook does not know it.
        """
        try:
            cell = self._book.find_source_cell(question.cell, question.task, self._assignment)
        except api.MissingEntry:
            return ""
        return str(cell.source or "")

    def write(self, question: Question, changes: Iterable[Change]) -> dict[str, State]:
        """Write marks: all of them, or none.

        Parameters
        ----------
        question : Question
            The question.
        changes : iterable of Change
            What shall become of which mark.

        Returns
        -------
        dict of str to State
            What they are now.

        Raises
        ------
        Changed
            If one of them is no longer what the grader saw.
        Busy
            If another process has been writing for too long.
        """
        try:
            return self._write(question, changes)
        except StatementError as error:
            if "locked" in str(error):
                raise Busy from None
            raise

    def _write(self, question: Question, changes: Iterable[Change]) -> dict[str, State]:
        rows = self._rows(question)
        done: dict[str, State] = {}
        late: list[str] = []
        with one_transaction(self._book):
            for change in changes:
                row = rows.get(change.student)
                if row is None or row.state != change.seen:
                    late.append(change.student)
                    continue
                new = change.new
                if new.score is None:
                    new = new._replace(waiting=new.waiting or row.automatic is None)
                if self._written(row, new):
                    done[change.student] = new
                else:
                    late.append(change.student)
            if late:
                raise Changed(late)
            self._db.expire_all()
            for student in done:
                self._punish(student)
        return done

    def _written(self, row: _Row, new: State) -> bool:
        """Write one mark, if it still is what was read; the database decides that, because there are other graders."""
        grades, comments = api.Grade.__table__, api.Comment.__table__
        score, waiting = row.state.score, row.state.waiting
        same_score = grades.c.manual_score.is_(None) if score is None else grades.c.manual_score == score
        statement = (
            grades.update()
            .where(grades.c.id == row.grade, same_score, grades.c.needs_manual_grade == waiting)
            .values(manual_score=new.score, needs_manual_grade=new.waiting)
        )
        if self._db.execute(statement).rowcount != 1:
            return False
        if not row.comment:
            raise ValueError("The gradebook has no place for a comment on this answer. Grade the assignment again.")
        text = row.state.comment
        same_text = comments.c.manual_comment.is_(None) if text is None else comments.c.manual_comment == text
        statement = comments.update().where(comments.c.id == row.comment, same_text).values(manual_comment=new.comment)
        return bool(self._db.execute(statement).rowcount == 1)

    def _rows(self, question: Question) -> Mapping[str, _Row]:
        of, pages, grade = api.SubmittedAssignment, api.SubmittedNotebook, api.Grade
        found = (
            self._of(
                question,
                grade,
                of.student_id,
                grade.id,
                grade.notebook_id,
                grade.auto_score,
                grade.manual_score,
                grade.needs_manual_grade,
            )
            .join(of, of.id == pages.assignment_id)
            .order_by(of.student_id)
        )
        comments = self._comments(question)
        rows = {}
        for student, one, page, automatic, score, waiting in found:
            comment, text = comments.get(page, ("", None))
            rows[student] = _Row(one, comment, automatic, State(score, text, bool(waiting)))
        return rows

    def _comments(self, question: Question) -> dict[str, tuple[str, str | None]]:
        """Ids and texts of comments by submitted notebook; nbgrader keeps them with the answer, not with its mark."""
        comment = api.Comment
        found = self._of(question, comment, comment.notebook_id, comment.id, comment.manual_comment)
        return {page: (one, text) for page, one, text in found}

    def _of(self, question: Question, kind: Any, *columns: Any) -> Any:
        """Columns of all marks, or comments, of a question."""
        pages = api.SubmittedNotebook
        return (
            self._db.query(*columns)
            .select_from(kind)
            .join(pages, pages.id == kind.notebook_id)
            .join(api.Notebook, api.Notebook.id == pages.notebook_id)
            .join(api.Assignment, api.Assignment.id == api.Notebook.assignment_id)
            .join(api.BaseCell, api.BaseCell.id == kind.cell_id)
            .filter(
                api.Assignment.name == self._assignment,
                api.Notebook.name == question.task,
                api.BaseCell.name == question.cell,
            )
        )
