"""nbgrader's gradebook: one writer, one transaction for each submission, marks given by hand are kept."""

import datetime
from collections import defaultdict
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from typing import Any

from nbgrader import api
from nbgrader.api import Gradebook, MissingEntry
from sqlalchemy import insert, select

from .extensions import grant
from .gradebook_marks import set_mark
from .gradebook_rows import Entry, Submission, read_entries, read_submissions
from .gradebook_session import one_transaction
from .grades import Grade
from .tasks import Task

__all__ = ["Book"]

NO_RESPONSE = "No response."  # nbgrader's words
Penalty = Callable[[str, Any, float], float | None]


class Book:
    """One assignment in a gradebook.

    Parameters
    ----------
    gradebook : nbgrader.api.Gradebook
        An open gradebook.
    assignment : str
        Name of the assignment.
    penalty : callable, optional
        Points to deduct for a late notebook, from student, entry and seconds; none unless given.
    deadlines : mapping of str to datetime, optional
        Deadlines of single students in UTC, instead of the general one.

    Attributes
    ----------
    tasks : list of str
        Names of the notebooks.
    maximum : float
        Maximum points.
    has_deadline : bool
        Whether it is known when the assignment is due.

    Raises
    ------
    ValueError
        If the gradebook does not know the assignment: it has to be released first.
    """

    def __init__(
        self,
        gradebook: Gradebook,
        assignment: str,
        penalty: Penalty | None = None,
        deadlines: Mapping[str, datetime.datetime] | None = None,
    ):
        self._gradebook, self._assignment, self._penalty = gradebook, assignment, penalty
        self._deadlines = deadlines or {}
        try:
            found = gradebook.find_assignment(assignment)
        except MissingEntry:
            raise ValueError(
                f"The gradebook does not know the assignment {assignment!r}. Release it first: "
                f"nbgrader generate_assignment {assignment}"
            ) from None
        self._id, notebooks = found.id, found.notebooks
        # plain data, because after each commit the gradebook reads its own objects again
        self._released = {n.name: {c.name: c.source for c in n.source_cells} for n in notebooks}
        self.tasks = sorted(notebook.name for notebook in notebooks)
        self.maximum = float(sum(n.max_score for n in notebooks))
        self._points = {n.name: {c.name: float(c.max_score) for c in n.grade_cells} for n in notebooks}
        self._cells = {
            c.id: (n.name, c.name) for n in notebooks for c in (*n.grade_cells, *n.solution_cells, *n.task_cells)
        }
        self._whole_tasks = {(n.name, c.name) for n in notebooks for c in n.task_cells}
        self.has_deadline = found.duedate is not None
        self._notebooks = [n.id for n in notebooks]
        self._outline = {n.id: _outline(n) for n in notebooks}
        self._by_hand = {
            (n.name, c.name) for n in notebooks for c in n.solution_cells if c.name in self._points[n.name]
        }

    def refuse_changed(self, tasks: Iterable[Task]) -> None:
        """Complain about tasks whose checks or points differ from those in the gradebook.

        Parameters
        ----------
        tasks : iterable of Task
            As they are now.

        Raises
        ------
        ValueError
            With what to do.
        """
        for task in tasks:
            now = {check.id: check.points for check in task.checks.values()} | dict(task.by_hand)
            if self._points.get(task.name) != now:
                raise ValueError(
                    f"The task {task.name!r} was changed after its release: its checks or points differ from those in "
                    f"the gradebook. Release it again: nbgrader generate_assignment {self._assignment} --force"
                )

    def marks(self, student: str) -> dict[tuple[str, str], tuple[float | None, float | None]]:
        """Marks of a student.

        Parameters
        ----------
        student : str
            Id of the student.

        Returns
        -------
        dict of (str, str) to (float or None, float or None)
            By task and check, the automatic mark and the one given by a person.
        """
        found = self._of(student, api.Grade, api.Grade.auto_score, api.Grade.manual_score)
        return {self._cells[cell]: (automatic, by_hand) for cell, automatic, by_hand in found}

    def entries(self) -> Iterator[Entry]:
        """All marks of the assignment, see `mechanics.grading.gradebook_rows.read_entries`."""
        return read_entries(self._gradebook, self._assignment)

    def submissions(self) -> dict[str, Submission]:
        """Every student of the course, see `mechanics.grading.gradebook_rows.read_submissions`."""
        return read_submissions(self._gradebook, self._assignment)

    def _of(self, student: str, kind: Any, *columns: Any) -> Any:
        """Ids of cells, and these columns, of a student's marks, or comments.

        Both ids are named, because the database finds an entry by cell and notebook together; by one of them alone it
        would look through the entries of all students.
        """
        pages, of = api.SubmittedNotebook, api.SubmittedAssignment
        whole = select(of.id).where(of.assignment_id == self._id, of.student_id == student)
        handed = select(pages.id).where(
            pages.notebook_id.in_(self._notebooks), pages.assignment_id == whole.scalar_subquery()
        )
        return self._gradebook.db.query(kind.cell_id, *columns).filter(
            kind.cell_id.in_(self._cells), kind.notebook_id.in_(handed)
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
        """Enter the marks of one submission; what people have marked or written is kept.

        Parameters
        ----------
        student : str
            Id of the student.
        grades : sequence of Grade
            Of the notebooks.
        answers : mapping, optional
            Texts of the answers, by task and name; they tell which of them a person has to mark.
        changed : container of str
            Notebooks that differ from those entered before: a mark given by a person then needs a second look.
        handed_in : datetime, optional
            Time, if known.

        Raises
        ------
        ValueError
            If the gradebook does not know one of the checks.
        """
        with one_transaction(self._gradebook):
            submission = self._submission(student)
            if handed_in:
                submission.timestamp = handed_in
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
            grant(self._gradebook, self._assignment, student, self._deadlines)
            self._punish(student, submission)

    def _submission(self, student: str) -> Any:
        """The entry of a student's submission, made with all its empty marks and comments if there is none yet.

        The same rows as by nbgrader's ``add_submission``, a statement for each table instead of one for each row.
        """
        session, of = self._gradebook.db, api.SubmittedAssignment
        known = session.query(of).filter(of.assignment_id == self._id, of.student_id == student)
        if (found := known.one_or_none()) is not None:
            return found
        self._gradebook.update_or_create_student(student)
        whole = api.new_uuid()
        pages = {notebook: api.new_uuid() for notebook in self._outline}
        session.execute(insert(of), [{"id": whole, "assignment_id": self._id, "student_id": student}])
        session.execute(
            insert(api.SubmittedNotebook),
            [{"id": page, "assignment_id": whole, "notebook_id": notebook} for notebook, page in pages.items()],
        )
        for place, kind in enumerate((api.Grade, api.Comment)):
            cells = [(cell, pages[n]) for n, outline in self._outline.items() for cell in outline[place]]
            if cells:
                session.execute(insert(kind), [{"cell_id": cell, "notebook_id": page} for cell, page in cells])
        return known.one()

    def grant_deadlines(self) -> None:
        """Enter the deadlines of single students, and what follows for their penalties, where there is a submission."""
        for student in self._deadlines:
            with one_transaction(self._gradebook):
                submission = grant(self._gradebook, self._assignment, student, self._deadlines)
                if submission is not None:
                    self._punish(student, submission)

    def _enter(self, entries: Mapping[str, Any], grade: Grade, answers: Mapping[str, str], again: bool) -> None:
        """Enter the marks of one notebook; `again` if it differs from the one entered before."""
        for mark in grade.marks:
            if mark.check not in entries:
                raise self._unknown(grade.task, f"the check {mark.check!r}")
            set_mark(entries[mark.check], mark.points, mark.needs_person, again)
        for name, entry in entries.items():
            if (
                grade.task,
                name,
            ) in self._whole_tasks:  # nobody can tell from the cell itself whether anything was done
                is_missing = grade.status == "missing"
                set_mark(entry, 0.0 if is_missing else None, not is_missing, again)
            elif (grade.task, name) in self._by_hand:
                is_empty = self._is_empty(grade.task, name, answers)
                set_mark(entry, 0.0 if is_empty else None, not is_empty, again)

    def written(self, task: str, answers: Mapping[str, str]) -> dict[str, str]:
        """What a student wrote.

        Parameters
        ----------
        task : str
            Name of the notebook.
        answers : mapping of str to str
            Texts of the answers in there.

        Returns
        -------
        dict of str to str
            Without answers that are empty, or as they had been released.
        """
        return {name: text for name, text in answers.items() if not self._is_empty(task, name, answers)}

    def _is_empty(self, task: str, name: str, answers: Mapping[str, str]) -> bool:
        text = answers.get(name, "").strip()
        return not text or text == self._released[task].get(name, "").strip()

    def _unknown(self, task: str, what: str) -> ValueError:
        return ValueError(
            f"The gradebook does not know {what} of {task!r}. The task was changed after its release. Release "
            f"it again: nbgrader generate_assignment {self._assignment} --force"
        )

    def punish(self, student: str) -> None:
        """Work out again what a late submission costs, after a person has changed a mark.

        Parameters
        ----------
        student : str
            Id of the student.
        """
        self._punish(student, self._gradebook.find_submission(self._assignment, student))

    def _punish(self, student: str, submission: Any) -> None:
        """Deduct from late notebooks what nbgrader's plugin says."""
        late = submission.total_seconds_late
        if not self._penalty or (late <= 0 and not submission.late_submission_penalty):
            return
        self._gradebook.db.flush()
        for notebook in submission.notebooks:
            self._gradebook.db.refresh(notebook)  # its score is computed by the database
            notebook.late_submission_penalty = self._penalty(student, notebook, late) if late > 0 else None


def _outline(notebook: Any) -> tuple[list[str], list[str]]:
    """Ids of the cells that get a mark, and of those that get a comment."""
    marked = (*notebook.grade_cells, *notebook.task_cells)
    commented = (*notebook.solution_cells, *notebook.task_cells)
    return [cell.id for cell in marked], [cell.id for cell in commented]
