"""The grades of a class as tables: a row for each step of a task, for each notebook, for each student."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from itertools import groupby
from pathlib import Path

from ..checks.hints import TAKEN, counted
from .gradebook import Book
from .gradebook_rows import Entry, Submission
from .grades import Grade, Mark
from .layout import Folders
from .records import Records
from .submissions import read_submission
from .table import write_rows

__all__ = ["ABSENT", "NotebookRow", "StepRow", "StudentRow", "Tables", "tables_of", "write_tables"]

SECONDS_A_DAY = 86_400
ABSENT = ("missing", "unreadable")  # there was nothing that a check could look at
WORST_FIRST = ("review", "unreadable", "other numbers", "cut short", "by hand", "missing", "graded")


@dataclass(frozen=True)
class StepRow:
    """The result of one check for one student.

    Attributes
    ----------
    student, task, step : str
        Names of the three.
    points, maximum : float
        Points that count, and maximum points.
    automatic, by_hand : float or None
        Points given by the check and by a person; None if there are none.
    status : str
        As in `Mark`; ``by hand`` if only a person can judge; ``missing`` or ``unreadable`` of a whole notebook.
    reason : str
        What the student is told.
    seconds : float
        Time that the student's cells took.
    needs_person : bool
        Whether a person has to look.
    numbers : str
        Numbers of this student, where everybody has other ones.
    hints : int
        How many hints the student took, by the file that was handed in; it may have been deleted.
    """

    student: str
    task: str
    step: str
    points: float
    maximum: float
    automatic: float | None
    by_hand: float | None
    status: str
    reason: str
    seconds: float
    needs_person: bool
    numbers: str = ""
    hints: int = 0

    @property
    def counts(self) -> bool:
        """Whether it has been judged: by a person, or by a check that had something to look at."""
        return self.by_hand is not None or (self.status not in ABSENT and self.automatic is not None)


@dataclass(frozen=True)
class NotebookRow:
    """A notebook of one student.

    Attributes
    ----------
    student, notebook : str
        Names of both.
    points, maximum, by_hand : float
        Points, maximum points, and the part that people gave.
    penalty, total : float
        Deduction for a late submission, and what is left of the points.
    status, note : str
        As in `Grade`.
    needs_person : int
        How many marks wait for a person; 1 if none does, but something else, such as a time that is unknown.
    """

    student: str
    notebook: str
    points: float
    maximum: float
    by_hand: float
    penalty: float
    total: float
    status: str
    needs_person: int
    note: str


@dataclass(frozen=True)
class StudentRow:
    """One student: sums over all notebooks; the status is that of the worst one.

    Attributes
    ----------
    student, last_name, first_name : str
        Id and name.
    handed_in : str
        Time; empty if unknown.
    late_days : float
        Days after the deadline.
    points, maximum, penalty, total : float
        Sums over the notebooks.
    status : str
        Of the worst notebook.
    needs_person : int
        How many marks wait for a person.
    """

    student: str
    last_name: str
    first_name: str
    handed_in: str
    late_days: float
    points: float
    maximum: float
    penalty: float
    total: float
    status: str
    needs_person: int


@dataclass(frozen=True)
class Tables:
    """The rows of all tables.

    Attributes
    ----------
    steps : list of StepRow
        One for each check and each answer that people mark, of each student.
    notebooks : list of NotebookRow
        Sums of these.
    students : list of StudentRow
        Sums of those.
    submissions : mapping of str to Submission
        What the gradebook knows of each student.
    """

    steps: list[StepRow]
    notebooks: list[NotebookRow]
    students: list[StudentRow]
    submissions: Mapping[str, Submission]


def tables_of(book: Book, records: Records, folders: Folders) -> Tables:
    """Read the rows of all tables.

    Everything that tells points or counts marks uses these, so that nothing disagrees.

    Parameters
    ----------
    book : Book
        The gradebook's part about an assignment.
    records : Records
        Reasons and times, which the gradebook does not store.
    folders : Folders
        Of the assignment: what was handed in tells which hints were taken.

    Returns
    -------
    Tables
        Of the class.
    """
    submissions = book.submissions()
    steps: list[StepRow] = []
    notebooks: list[NotebookRow] = []
    for (student, task), pairs in groupby(_with_grades(book.entries(), records), _of_notebook):
        entries, (grade, *_) = zip(*pairs, strict=True)
        hints = counted(read_submission(folders.submitted(student) / TAKEN) or b"")
        marks = {mark.check: mark for mark in grade.marks} if grade else {}
        steps += (_step(entry, grade, marks.get(entry.check), hints) for entry in entries)
        penalty = (submissions[student].penalties or {}).get(task, 0.0)
        notebooks.append(_notebook(entries, grade, penalty))
    return Tables(steps, notebooks, list(_students(notebooks, submissions, book.maximum)), submissions)


def write_tables(folder: Path, assignment: str, tables: Tables) -> Path:
    """Write ``analysis-``, ``grades-`` and ``students-ASSIGNMENT.csv``.

    Parameters
    ----------
    folder : Path
        Where they are written.
    assignment : str
        Its name.
    tables : Tables
        Their rows.

    Returns
    -------
    Path
        The table of students.
    """
    _write(folder / f"analysis-{assignment}.csv", StepRow, tables.steps)
    _write(folder / f"grades-{assignment}.csv", NotebookRow, tables.notebooks)
    _write(folder / f"students-{assignment}.csv", StudentRow, tables.students)
    return folder / f"students-{assignment}.csv"


def _write(path: Path, kind: type, rows: Iterable[StepRow | NotebookRow | StudentRow]) -> None:
    write_rows(path, [field.name for field in fields(kind)], map(vars, rows))


def _with_grades(entries: Iterable[Entry], records: Records) -> Iterator[tuple[Entry, Grade | None]]:
    """Marks sorted by students, each with its recorded grade; those of one student at a time are in memory."""
    for student, marks in groupby(entries, lambda entry: entry.student):
        known = records.of(student)
        for entry in marks:
            yield entry, known[entry.task].grade if entry.task in known else None


def _of_notebook(pair: tuple[Entry, Grade | None]) -> tuple[str, str]:
    return pair[0].student, pair[0].task


def _step(entry: Entry, grade: Grade | None, mark: Mark | None, hints: Mapping[str, int]) -> StepRow:
    mark = mark or Mark(entry.check, 0.0, entry.maximum, "by hand" if grade else "")
    name = entry.check.removesuffix("-check")
    return StepRow(
        entry.student,
        entry.task,
        name,
        entry.points,
        entry.maximum,
        entry.automatic,
        entry.by_hand,
        grade.status if grade and grade.status in ABSENT else mark.status,
        mark.reason,
        mark.seconds,
        entry.needs_person,
        grade.numbers if grade else "",
        hints.get(f"{entry.task}/{name}", 0),
    )


def _notebook(marks: Sequence[Entry], grade: Grade | None, penalty: float) -> NotebookRow:
    points = sum(mark.points for mark in marks)
    return NotebookRow(
        marks[0].student,
        marks[0].task,
        points,
        sum(mark.maximum for mark in marks),
        sum(mark.by_hand for mark in marks if mark.by_hand is not None),
        penalty,
        max(0.0, points - penalty),
        grade.status if grade else "by hand" if any(mark.by_hand is not None for mark in marks) else "",
        max(sum(mark.needs_person for mark in marks), int(bool(grade and grade.needs_person))),
        grade.note if grade else "",
    )


def _students(
    notebooks: Iterable[NotebookRow], submissions: Mapping[str, Submission], maximum: float
) -> Iterator[StudentRow]:
    of: dict[str, list[NotebookRow]] = defaultdict(list)
    for row in notebooks:
        of[row.student].append(row)
    for student, submission in submissions.items():
        rows = of[student]
        yield StudentRow(
            student,
            submission.last_name,
            submission.first_name,
            submission.handed_in.isoformat(" ", "seconds") if submission.handed_in else "",
            round(submission.seconds_late / SECONDS_A_DAY, 2),
            sum(row.points for row in rows),
            maximum,
            sum(row.penalty for row in rows),
            sum(row.total for row in rows),
            _worst([row.status for row in rows]) if rows else "nothing handed in",
            sum(row.needs_person for row in rows),
        )


def _worst(statuses: Sequence[str]) -> str:
    known = [status for status in WORST_FIRST if status in statuses]
    return known[0] if known else statuses[0]
