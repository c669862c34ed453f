"""Entering grades into nbgrader's gradebook: one writer, one transaction a submission, manual marks kept."""

import contextlib
import datetime
import warnings
from collections import defaultdict
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from nbgrader import api
from nbgrader.api import Gradebook, MissingEntry

from .grades import Grade
from .tasks import Task

__all__ = ["Book", "Entry", "Submission", "ask_for_a_person", "open_gradebook"]

NO_RESPONSE = "No response."  # nbgrader's words
Penalty = Callable[[str, Any, float], float | None]


@contextlib.contextmanager
def open_gradebook(address: str, course: str) -> Iterator[Gradebook]:
    """The gradebook at a database address such as ``sqlite:///gradebook.db``."""
    with Gradebook(address, course) as gradebook:
        yield gradebook


class Entry(NamedTuple):
    """A mark as it stands in the gradebook."""

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
        """What counts: a person's mark before that of the check."""
        mark = self.automatic if self.by_hand is None else self.by_hand
        return 0.0 if mark is None else mark + (self.extra or 0.0)


@dataclass(frozen=True)
class Submission:
    """A student and what was handed in: when, how late, and what that costs by notebook (None: nothing came)."""

    last_name: str
    first_name: str
    handed_in: datetime.datetime | None = None
    seconds_late: float = 0.0
    penalties: Mapping[str, float] | None = None


class Book:
    """The pages of one assignment in a gradebook.

    Parameters
    ----------
    gradebook : nbgrader's
    assignment : its name
    penalty : for a late notebook, from student, entry and seconds; none unless given

    Raises
    ------
    ValueError
        if the gradebook does not know the assignment: release it first.
    """

    def __init__(self, gradebook: Gradebook, assignment: str, penalty: Penalty | None = None):
        self._gradebook, self._assignment, self._penalty = gradebook, assignment, penalty
        try:
            found = gradebook.find_assignment(assignment)
        except MissingEntry:
            raise ValueError(
                f"The gradebook does not know the assignment {assignment!r}. Release it first: "
                f"nbgrader generate_assignment {assignment}"
            ) from None
        self._id, notebooks = found.id, found.notebooks
        # plain data, because each commit makes the gradebook read its own objects anew
        self._released = {n.name: {c.name: c.source for c in n.source_cells} for n in notebooks}
        self.tasks = sorted(notebook.name for notebook in notebooks)
        """Names of the notebooks."""
        self.maximum = float(sum(n.max_score for n in notebooks))
        """Points that could be had."""
        self._points = {n.name: {c.name: float(c.max_score) for c in n.grade_cells} for n in notebooks}
        self._cells = {
            c.id: (n.name, c.name) for n in notebooks for c in (*n.grade_cells, *n.solution_cells, *n.task_cells)
        }
        self._notebooks = [n.id for n in notebooks]
        self._by_hand = {
            (n.name, c.name) for n in notebooks for c in n.solution_cells if c.name in self._points[n.name]
        }

    def refuse_changed(self, tasks: Iterable[Task]) -> None:
        """Complain about tasks whose checks, or points, are others than those in the gradebook.

        Raises
        ------
        ValueError
            with what to do.
        """
        for task in tasks:
            now = {check.id: check.points for check in task.checks.values()} | dict(task.by_hand)
            if self._points.get(task.name) != now:
                raise ValueError(
                    f"The task {task.name!r} was changed after its release, its checks or points are others than those "
                    f"in the gradebook: nbgrader generate_assignment {self._assignment} --force"
                )

    def marks(self, student: str) -> dict[tuple[str, str], tuple[float | None, float | None]]:
        """What stands there by task and check: the automatic mark and that of a person."""
        found = self._of(student, api.Grade, api.Grade.auto_score, api.Grade.manual_score)
        return {self._cells[cell]: (automatic, by_hand) for cell, automatic, by_hand in found}

    def entries(self) -> Iterator[Entry]:
        """All marks of the assignment, those of a notebook and of a student together."""
        cells, of = api.GradeCell.__table__, api.SubmittedAssignment
        found = (
            self._gradebook.db.query(
                of.student_id,
                api.Notebook.name,
                api.BaseCell.name,
                api.Grade.auto_score,
                api.Grade.manual_score,
                api.Grade.extra_credit,
                api.Grade.needs_manual_grade,
                cells.c.max_score,
            )
            .select_from(api.Grade)
            .join(api.SubmittedNotebook, api.SubmittedNotebook.id == api.Grade.notebook_id)
            .join(api.Notebook, api.Notebook.id == api.SubmittedNotebook.notebook_id)
            .join(api.BaseCell, api.BaseCell.id == api.Grade.cell_id)
            .join(of, of.id == api.SubmittedNotebook.assignment_id)
            .join(api.Assignment, api.Assignment.id == of.assignment_id)
            .join(cells, cells.c.id == api.Grade.cell_id)
            .filter(api.Assignment.name == self._assignment)
            .order_by(of.student_id, api.Notebook.name)
        )
        return (Entry(*row) for row in found.yield_per(1000))

    def submissions(self) -> dict[str, Submission]:
        """What is known of every student of the course; those who handed in nothing are in there, too."""
        found = {s.id: Submission(s.last_name or "", s.first_name or "") for s in self._gradebook.students}
        for one in self._gradebook.assignment_submissions(self._assignment):
            penalties = {n.name: n.late_submission_penalty or 0.0 for n in one.notebooks}
            known = found[one.student_id]
            found[one.student_id] = replace(
                known, penalties=penalties, handed_in=one.timestamp, seconds_late=one.total_seconds_late
            )
        return found

    def _of(self, student: str, kind: Any, *columns: Any) -> Any:
        """Ids of cells, and these columns, of a student's marks, or comments.

        Both ids are named, because the database finds an entry by cell and notebook together; by one of them alone it
        would look through the entries of all students.
        """
        query, pages, of = self._gradebook.db.query, api.SubmittedNotebook, api.SubmittedAssignment
        submission = query(of.id).filter(of.assignment_id == self._id, of.student_id == student).scalar()
        handed = query(pages.id).filter(pages.assignment_id == submission, pages.notebook_id.in_(self._notebooks))
        return query(kind.cell_id, *columns).filter(
            kind.cell_id.in_(self._cells), kind.notebook_id.in_([page for (page,) in handed])
        )

    def enter(
        self,
        student: str,
        grades: Sequence[Grade],
        answers: Mapping[str, Mapping[str, str]] | None = None,
        *,
        changed: Container[str] = (),
        handed_in: datetime.datetime | None = None,
    ) -> None:
        """Enter the marks of one submission; what people have marked or written stays.

        Parameters
        ----------
        grades : of its notebooks
        answers : texts of the answers, by task and name; tells which of them a person has to mark
        changed : notebooks that are others than when they were entered before: a person's mark asks for a second look
        handed_in : time, if known

        Raises
        ------
        ValueError
            if the gradebook does not know one of the checks.
        """
        with _one_transaction(self._gradebook):
            self._gradebook.update_or_create_student(student)
            when = {"timestamp": handed_in} if handed_in else {}
            submission = self._gradebook.update_or_create_submission(self._assignment, student, **when)
            marks: dict[str, dict[str, Any]] = defaultdict(dict)
            for cell, entry in self._of(student, api.Grade, api.Grade):
                task, name = self._cells[cell]
                marks[task][name] = entry
            for grade in grades:
                self._enter(marks[grade.task], grade, (answers or {}).get(grade.task, {}), grade.task in changed)
            for cell, comment in self._of(student, api.Comment, api.Comment):
                task, name = self._cells[cell]
                if task in {grade.task for grade in grades}:
                    empty = self._is_empty(task, name, (answers or {}).get(task, {}))
                    comment.auto_comment = NO_RESPONSE if empty else None
            self._punish(student, submission)

    def _enter(self, entries: Mapping[str, Any], grade: Grade, answers: Mapping[str, str], again: bool) -> None:
        """Marks of one notebook; `again` if it is another one than before."""
        for mark in grade.marks:
            if mark.check not in entries:
                raise self._unknown(grade.task, f"the check {mark.check!r}")
            _set(entries[mark.check], mark.points, mark.status == "review", again)
        for name, entry in entries.items():
            if (grade.task, name) in self._by_hand:
                is_empty = self._is_empty(grade.task, name, answers)
                _set(entry, 0.0 if is_empty else None, not is_empty, again)

    def _is_empty(self, task: str, name: str, answers: Mapping[str, str]) -> bool:
        text = answers.get(name, "").strip()
        return not text or text == self._released[task].get(name, "").strip()

    def _unknown(self, task: str, what: str) -> ValueError:
        return ValueError(
            f"The gradebook does not know {what} of {task!r}. The task was changed after its release: "
            f"nbgrader generate_assignment {self._assignment} --force"
        )

    def _punish(self, student: str, submission: Any) -> None:
        """What is late costs what nbgrader's plugin says."""
        late = submission.total_seconds_late
        if not self._penalty or (late <= 0 and not submission.late_submission_penalty):
            return
        self._gradebook.db.flush()
        for notebook in submission.notebooks:
            self._gradebook.db.refresh(notebook)  # its score is computed by the database
            notebook.late_submission_penalty = self._penalty(student, notebook, late) if late > 0 else None


def ask_for_a_person(entry: Any, needed: bool, again: bool, asked_for: bool) -> None:
    """Say whether a mark in the gradebook waits for a person.

    Parameters
    ----------
    entry : the mark
    needed : whether it takes one to judge this
    again : whether the notebook is another one than when it was entered before
    asked_for : whether the mark has been waiting; one who has been there is asked again only for what came in since
    """
    if entry.manual_score is None:
        entry.needs_manual_grade = needed
    else:
        entry.needs_manual_grade = asked_for or again


def _set(entry: Any, points: float | None, needs_a_person: bool, again: bool) -> None:
    entry.auto_score = points
    ask_for_a_person(entry, needs_a_person, again, entry.needs_manual_grade)


@contextlib.contextmanager
def _one_transaction(gradebook: Gradebook) -> Iterator[None]:
    """All or nothing: what nbgrader would commit step by step is committed once, at the end."""
    session = gradebook.db
    commit = session.commit
    session.commit = session.flush
    try:
        with warnings.catch_warnings():  # nbgrader fills its models in an order that SQLAlchemy comments on
            warnings.filterwarnings("ignore", "Object of type")
            yield
    except BaseException:
        session.rollback()
        raise
    finally:
        session.commit = commit
    session.commit()
