"""Grading one notebook: the student's cells run in a sandbox, the instructor's checks here."""

import contextlib
import io
import json
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any

from ..checks.notebook import CheckFailed
from .notebooks import Cell
from .plain_marks import PlainMarks
from .sandbox.messages import Broken
from .student import Budget, Sandboxes, Student
from .submissions import Unreadable, cells_of, name_of, source_of
from .tasks import Check, Task

__all__ = ["Grade", "Mark", "grade", "missing"]


@dataclass(frozen=True)
class Mark:
    """The result of one check.

    Attributes
    ----------
    check : str
        Name of the check.
    points, maximum : float
        Points that it gives, and the most that it can give.
    status : str
        ``right``, ``partial`` (a plain test gives a part of its points), ``wrong``, ``cut short`` or ``review`` (the
        check itself failed).
    reason : str
        A sentence for the student, where it is not right.
    seconds : float
        Time that the student's cells took since the check before.
    """

    check: str
    points: float
    maximum: float
    status: str
    reason: str = ""
    seconds: float = field(default=0.0, compare=False)


@dataclass(frozen=True)
class Grade:
    """The result of one notebook.

    Attributes
    ----------
    task : str
        Name of the task.
    marks : tuple of Mark
        One for each check, in their order.
    status : str
        ``graded``, ``cut short`` where something had to be ended, ``unreadable``, ``missing`` or ``review``.
    note : str
        A sentence for the student where the status is not ``graded``.
    """

    task: str
    marks: tuple[Mark, ...]
    status: str = "graded"
    note: str = ""

    @property
    def points(self) -> float:
        """Sum of all marks."""
        return sum(mark.points for mark in self.marks)

    @property
    def maximum(self) -> float:
        """Maximum points."""
        return sum(mark.maximum for mark in self.marks)

    def as_json(self) -> str:
        """The grade as JSON; `mechanics.grading.class_run.from_json` reads it."""
        return json.dumps(self.as_data(), sort_keys=True)

    def as_data(self) -> dict[str, Any]:
        """The grade as dictionaries and lists; `dataclasses.asdict` would take ten times as long to copy each value."""
        return vars(self) | {"marks": [vars(mark) for mark in self.marks]}


def grade(task: Task, submission: bytes | None, sandboxes: Sandboxes, budget: Budget | None = None) -> Grade:
    """Grade a notebook as it was handed in, whatever state it is in.

    Parameters
    ----------
    task : Task
        What is asked.
    submission : bytes or None
        Content of the notebook; None if there is none.
    sandboxes : Sandboxes
        Where the student's code runs.
    budget : Budget, optional
        Time limits; the default ones unless given.

    Returns
    -------
    Grade
        Always one: whatever is wrong with the notebook is in its status.
    """
    if submission is None:
        return missing(task)
    try:
        sources = _sources(submission, task)
    except Unreadable as error:
        return Grade(task.name, _nothing(task), "unreadable", str(error))
    student = Student(sandboxes, task.files, budget or Budget(), task.rehearsal)
    tests = PlainMarks(student)
    try:
        marks = tuple(map(tests.finished, list(_marks(task, sources, student, tests))))
    finally:
        student.close()
    if any(mark.status == "review" for mark in marks):
        return Grade(task.name, marks, "review", "A check of this task is broken; your teachers will look at it.")
    if student.cut_short:
        return Grade(task.name, marks, "cut short", student.cut_short[0])
    return Grade(task.name, marks)


def missing(task: Task) -> Grade:
    """The grade where no notebook was handed in.

    Parameters
    ----------
    task : Task
        What is asked.

    Returns
    -------
    Grade
        No points, and the status ``missing``.
    """
    return Grade(task.name, _nothing(task), "missing", "No notebook of this name was handed in.")


def _nothing(task: Task) -> tuple[Mark, ...]:
    return tuple(Mark(check.id, 0.0, check.points, "wrong", "No answer.") for check in task.checks.values())


def _sources(submission: bytes, task: Task) -> list[Cell]:
    """Cells in the order of the task: locked ones as they were written, answers and own cells as handed in.

    A cell that the student added follows the marked cell after which it was added; of copies the first counts. A cell
    whose type was changed is treated as what it was.
    """
    known = {cell.id: cell for cell in task.cells}
    answers: dict[str, str] = {}
    following: dict[str, list[Cell]] = {}
    last = ""
    for handed in cells_of(submission):
        name, source = name_of(handed, known), source_of(handed)
        if name in known and name not in answers:
            answers[name], last = source, name
        elif handed["cell_type"] == "code":
            following.setdefault(last, []).append(Cell("own", source, "own"))
    ordered = following.get("", [])
    for cell in task.cells:
        is_students = cell.kind in ("answer", "own")
        ordered.append(Cell(cell.id, answers.get(cell.id, ""), cell.kind) if is_students else cell)
        ordered += following.get(cell.id, [])
    return ordered


def _marks(task: Task, cells: list[Cell], student: Student, tests: PlainMarks) -> Iterator[Mark]:
    before = 0.0
    for cell in cells:
        if cell.kind == "check":
            tests.begin(cell.id, task.checks[cell.id].plain)
            mark = _judged(task, task.checks[cell.id], student)
            yield replace(mark, seconds=round(student.spent - before, 2))
            before = student.spent
        elif cell.source.strip():
            student.run(cell.source)


def _judged(task: Task, check: Check, student: Student) -> Mark:
    """Judge all that a test cell asks for; it gives its points only if everything is right."""

    def data(token: Any, inputs: Any) -> dict[str, Any]:
        return student.value(token.expression, inputs)

    before = len(student.cut_short)
    try:
        with contextlib.redirect_stdout(io.StringIO()):
            for call in task.calls(check):
                call.judge(data)
    except CheckFailed as failed:
        if not failed.judged:
            return Mark(check.id, 0.0, check.points, "review", str(failed))
        status = "cut short" if len(student.cut_short) > before else "wrong"
        return Mark(check.id, 0.0, check.points, status, str(failed))
    except (Broken, OSError):  # the process that opens sandboxes has ended, which says nothing about the answer
        raise
    except Exception as error:
        return Mark(check.id, 0.0, check.points, "review", f"The check stopped with {type(error).__name__}.")
    return Mark(check.id, check.points, check.points, "right")
