"""nbgrader's gradebook: one writer, a submission is entered whole or not at all, marks given by hand are kept."""

import datetime
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from nbgrader.api import Gradebook, MissingEntry

from .extensions import grant
from .gradebook_marks import set_mark
from .gradebook_rows import Entry, Submission, read_entries, read_submissions
from .gradebook_session import one_transaction
from .grades import Grade
from .submission_rows import Outline, Rows, submissions_of
from .tasks import Task

__all__ = ["Book", "Graded"]

NO_RESPONSE = "No response."  # nbgrader's words
Penalty = Callable[[str, Any, float], float | None]


@dataclass(frozen=True)
class Graded:
    """A submission with its grades.

    Attributes
    ----------
    student : str
        Id of the student.
    grades : sequence of Grade
        Of the notebooks.
    answers : mapping of str to mapping
        Texts of the answers, by task and name; they tell which of them a person has to mark.
    changed : container of str
        Notebooks that differ from those entered before: a mark given by a person then needs a second look.
    handed_in : datetime or None
        Time, if known.
    """

    student: str
    grades: Sequence[Grade]
    answers: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    changed: Container[str] = ()
    handed_in: datetime.datetime | None = None


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
        self._outline, notebooks = Outline(found), found.notebooks
        self._released = {n.name: {c.name: c.source for c in n.source_cells} for n in notebooks}
        self.tasks = sorted(notebook.name for notebook in notebooks)
        self.maximum = float(sum(n.max_score for n in notebooks))
        self._points = {n.name: {c.name: float(c.max_score) for c in n.grade_cells} for n in notebooks}
        self._whole_tasks = {(n.name, c.name) for n in notebooks for c in n.task_cells}
        self.has_deadline = found.duedate is not None
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

    def marks(self, *students: str) -> dict[str, dict[tuple[str, str], tuple[float | None, float | None]]]:
        """Marks of students.

        Parameters
        ----------
        *students : str
            Their ids.

        Returns
        -------
        dict of str to dict of (str, str) to (float or None, float or None)
            By student, and there by task and check: the automatic mark and the one given by a person.
        """
        found = Rows.of(self._gradebook, self._outline, students)
        return {
            student: {place: (mark.auto_score, mark.manual_score) for place, mark in rows.marks.items()}
            for student, rows in found.items()
        }

    def entries(self) -> Iterator[Entry]:
        """All marks of the assignment, see `mechanics.grading.gradebook_rows.read_entries`."""
        return read_entries(self._gradebook, self._assignment)

    def submissions(self) -> dict[str, Submission]:
        """Every student of the course, see `mechanics.grading.gradebook_rows.read_submissions`."""
        return read_submissions(self._gradebook, self._assignment)

    def enter(self, *submissions: Graded) -> None:
        """Enter the marks of submissions in one transaction; what people have marked or written is kept.

        Parameters
        ----------
        *submissions : Graded
            One for each student.

        Raises
        ------
        ValueError
            If the gradebook does not know one of the checks. Then nothing is entered.
        """
        students = [one.student for one in submissions]
        with one_transaction(self._gradebook):
            there = Rows.of(self._gradebook, self._outline, students)
            new = {student: Rows.new(self._outline, student) for student in students if student not in there}
            for one in submissions:
                self._enter((there | new)[one.student], one)
            Rows.insert(self._gradebook, new)
            self._gradebook.db.flush()
            for submission in submissions_of(self._gradebook, self._outline, students):
                grant(self._gradebook, self._assignment, submission.student_id, self._deadlines)
                self._punish(submission.student_id, submission)

    def grant_deadlines(self) -> None:
        """Enter the deadlines of single students, and what follows for their penalties, where there is a submission."""
        for student in self._deadlines:
            with one_transaction(self._gradebook):
                submission = grant(self._gradebook, self._assignment, student, self._deadlines)
                if submission is not None:
                    self._punish(student, submission)

    def _enter(self, rows: Rows, one: Graded) -> None:
        """Set the marks and comments of one submission."""
        if one.handed_in:
            rows.submission.timestamp = one.handed_in
        for grade in one.grades:
            marks = {name: mark for (task, name), mark in rows.marks.items() if task == grade.task}
            self._mark(marks, grade, one.answers.get(grade.task, {}), grade.task in one.changed)
        graded = {grade.task for grade in one.grades}
        for (task, name), comment in rows.comments.items():
            if task in graded:
                empty = self._is_empty(task, name, one.answers.get(task, {}))
                comment.auto_comment = NO_RESPONSE if empty else None

    def _mark(self, entries: Mapping[str, Any], grade: Grade, answers: Mapping[str, str], again: bool) -> None:
        """Enter the marks of one notebook; `again` if it differs from the one entered before."""
        for mark in grade.marks:
            if mark.check not in entries:
                raise self._unknown(grade.task, f"the check {mark.check!r}")
            set_mark(entries[mark.check], mark.points, mark.needs_person, again)
        for name, entry in entries.items():
            place = grade.task, name
            if place in self._whole_tasks:  # nobody can tell from the cell itself whether anything was done
                is_missing = grade.status == "missing"
                set_mark(entry, 0.0 if is_missing else None, not is_missing, again)
            elif place in self._by_hand:
                is_empty = self._is_empty(*place, answers)
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
