"""Grading one notebook: the student's cells run in a sandbox, the instructor's checks here."""

import contextlib
import io
import json
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any

from ..checks.notebook import CheckFailed
from .declarations import as_text, numbers_in, values
from .follow_through import Judged, follow_through
from .notebooks import Cell
from .plain_marks import PlainMarks
from .sandbox.messages import Broken
from .student import UNDEFINED, Budget, Sandboxes, Student
from .submissions import Unreadable, cells_of, name_of, source_of
from .tasks import Check, Task

__all__ = ["FOLLOWED", "PASSED", "UNDECIDED", "Grade", "Mark", "grade", "missing"]

UNDECIDED = ("review", "cut short")
"""Statuses of marks that wait for a person."""
FOLLOWED = "follow-through"
PASSED = ("right", FOLLOWED)
"""Statuses of marks that have all their points."""
OTHER = (
    "The numbers in this notebook are not yours ({}). It was judged with yours: {}. Your teachers will check whether "
    "you were given the wrong notebook."
)


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
        ``right``, ``follow-through`` (right with the student's own earlier result), ``partial`` (a plain test gives a
        part of its points), ``wrong``, ``cut short`` (a limit has ended something since the check before, so that a
        person has to look) or ``review`` (the check itself failed).
    reason : str
        A sentence for the student, where it is not simply right.
    seconds : float
        Processor time of the student's cells since the check before.
    """

    check: str
    points: float
    maximum: float
    status: str
    reason: str = ""
    seconds: float = field(default=0.0, compare=False)

    @property
    def needs_person(self) -> bool:
        """Whether nobody can tell yet what the answer is worth."""
        return self.status in UNDECIDED


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
        ``graded``, ``cut short`` where something had to be ended, ``other numbers`` where the numbers handed in are not
        those of the student, ``unreadable``, ``missing`` or ``review``.
    note : str
        Sentences for the student where the status is not ``graded``, or a person has to look at something else.
    needs_person : bool
        Whether a person has to look at something besides the marks.
    numbers : str
        Numbers of this student, where everybody has other ones.
    """

    task: str
    marks: tuple[Mark, ...]
    status: str = "graded"
    note: str = ""
    needs_person: bool = False
    numbers: str = ""

    @property
    def needs_a_look(self) -> bool:
        """Whether something is not as it should be; answers that people mark anyway do not count."""
        return self.needs_person or self.status in ("unreadable", "other numbers", *UNDECIDED)

    @property
    def points(self) -> float:
        """Sum of all marks of checks; those of people are in the gradebook, see `mechanics.grading.class_table`."""
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
    return replace(_graded(task, submission, sandboxes, budget or Budget()), numbers=task.numbers)


def _graded(task: Task, submission: bytes | None, sandboxes: Sandboxes, budget: Budget) -> Grade:
    if submission is None:
        return missing(task)
    try:
        sources = _sources(submission, task)
    except Unreadable as error:
        return Grade(task.name, _nothing(task), "unreadable", str(error))
    student = Student(sandboxes, task.files, budget, task.rehearsal)
    tests = PlainMarks(student)
    try:
        marks = tuple(map(tests.finished, list(_marks(task, sources, student, sandboxes, tests))))
    finally:
        student.close()
    if any(mark.status == "review" for mark in marks):
        return Grade(task.name, marks, "review", "A check of this task is broken; your teachers will look at it.")
    if student.cut_short:
        return Grade(task.name, marks, "cut short", student.cut_short[0])
    if foreign := _foreign(submission, task):
        return Grade(task.name, marks, "other numbers", OTHER.format(foreign, task.numbers))
    return Grade(task.name, marks)


def _foreign(submission: bytes, task: Task) -> str:
    """Numbers in the locked cells that are not those of the student; empty if there are none."""
    own = values(task.numbers)
    given = {cell.id for cell in task.cells if cell.kind == "given"} if own else set()
    cells = [cell for cell in cells_of(submission) if name_of(cell, given)] if given else []
    found = {name: text for cell in cells for name, text in numbers_in(source_of(cell), own).items()}
    return as_text({name: text for name, text in found.items() if text != own[name]})


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
    return Grade(task.name, _nothing(task), "missing", "No notebook with this name was handed in.")


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


def _marks(task: Task, cells: list[Cell], student: Student, sandboxes: Sandboxes, tests: PlainMarks) -> Iterator[Mark]:
    spent, ended = 0.0, 0
    judged: dict[str, Judged] = {}
    for cell in cells:
        if cell.kind == "check":
            tests.begin(cell.id, task.checks[cell.id].plain, len(student.cut_short) > ended)
            mark = _judged(task, task.checks[cell.id], student, judged, sandboxes)
            # in the cells before it, over its values, or earlier, so that a name is missing here
            is_cut = len(student.cut_short) > ended or (student.cut_short and UNDEFINED in mark.reason)
            if mark.status == "wrong" and is_cut:
                mark = replace(mark, status="cut short")
            yield replace(mark, seconds=round(student.spent - spent, 2))
            spent, ended = student.spent, len(student.cut_short)
        elif cell.source.strip():
            student.run(cell.source)


def _judged(task: Task, check: Check, student: Student, judged: dict[str, Judged], sandboxes: Sandboxes) -> Mark:
    """Judge a test cell, and a wrong answer once more with the student's own earlier results."""
    values: dict[str, dict[str, Any]] = {}
    mark = _by_itself(task, check, student, values)
    judged |= {name: Judged(data, mark.status == "right") for name, data in values.items()}
    if mark.status != "wrong" or not values:
        return mark
    try:
        right, sentence = follow_through(task, check, judged, sandboxes)
    except (Broken, OSError):
        raise
    except Exception as error:
        why = f"It could not be judged with your own earlier result ({type(error).__name__})."
        return replace(mark, status="review", reason=f"{mark.reason} {why}")
    if right:
        return Mark(check.id, check.points, check.points, FOLLOWED, sentence)
    return replace(mark, reason=f"{mark.reason} {sentence}".rstrip())


def _by_itself(task: Task, check: Check, student: Student, values: dict[str, dict[str, Any]]) -> Mark:
    """Judge all that a test cell asks for; it gives its points only if everything is right.

    Visible and hidden check of a cell ask for the same value, which is taken once.
    """
    asked: Any = object()

    def data(token: Any, inputs: Any) -> dict[str, Any]:
        nonlocal asked
        if isinstance(inputs, dict):  # symbols, by which only a reason is found: what is kept is the answer to numbers
            return student.value(token.expression, inputs)
        if (token.expression, inputs) != asked:
            values[token.expression] = student.value(token.expression, inputs)
            asked = token.expression, inputs
        return values[token.expression]

    try:
        with contextlib.redirect_stdout(io.StringIO()):
            for call in task.calls(check):
                call.judge(data)
    except CheckFailed as failed:
        status, reason = "wrong" if failed.judged else "review", str(failed)
        if student.trouble not in reason:  # what was judged is older than the last edit of the answer
            reason = f"{reason} {student.trouble}"
        return Mark(check.id, 0.0, check.points, status, reason)
    except (Broken, OSError):  # the process that opens sandboxes has ended, which says nothing about the answer
        raise
    except Exception as error:
        return Mark(check.id, 0.0, check.points, "review", f"The check stopped with {type(error).__name__}.")
    return Mark(check.id, check.points, check.points, "right")
