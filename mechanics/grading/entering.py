"""From finished grades to gradebook, records and pages.

Marks that changed although the answers did not are held back.
"""

import math
import time
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from .class_run import HandedIn
from .gradebook import Book, Graded
from .grades import Grade, Mark
from .handed_in_time import time_of
from .layout import Folders
from .pages import answers_of, autograded
from .records import Record, Records, fingerprint
from .submissions import read_notebook, read_submission
from .tasks import Task
from .triage_same import Written
from .whole_files import whole_file

__all__ = ["Change", "Entering"]

TIME = "timestamp.txt"
SLIPS = (TIME, "submission_secret.txt")
"""What nbgrader's exchange puts beside a submission."""
LONGEST = 1000  # bytes of one of them

Marks = Mapping[tuple[str, str], tuple[float | None, float | None]]
MOST = 50  # students in a transaction, whose notebooks are in memory


@dataclass(frozen=True)
class Change:
    """A mark that would change although the answers did not.

    Attributes
    ----------
    student, task, check : str
        Names of the three.
    before, after : float
        Points.
    by_hand : float or None
        Points that a person has given instead; they are kept.
    sentence : str
        What the student is told now.
    """

    student: str
    task: str
    check: str
    before: float
    after: float
    by_hand: float | None
    sentence: str

    def __str__(self) -> str:
        kept = "" if self.by_hand is None else f" (marked by hand, stays {self.by_hand:g})"
        told = f"  {self.sentence}" if self.sentence else ""
        return f"{self.student}  {self.task}/{self.check}: {self.before:g} -> {self.after:g}{kept}{told}"


class _Read(NamedTuple):
    """A graded notebook, and all that is taken from what was handed in."""

    grade: Grade
    handed: str  # its fingerprint
    answers: Mapping[str, str]
    page: str  # for formgrader and feedback


Results = dict[str, _Read]


class _Due(NamedTuple):
    """A student's part of the next transaction, and what is written afterwards."""

    graded: Graded
    results: Results


class Entering:
    """Takes grades as they come, and enters those of a student when they are complete.

    A notebook that was entered before and has the same answers is held back if one of its marks would change: then a
    check or this library has changed, which a person has to know.

    Parameters
    ----------
    tasks : sequence of Task
        Of the assignment.
    book : Book
        The gradebook's part about it.
    records : Records
        Of what was entered before.
    folders : Folders
        Of the assignment: what was handed in, and what is shown.
    pause : float
        Seconds between two transactions of the gradebook, which has the students of this time together in each: a
        commit takes longer than all the rest. Nothing is lost if the process ends before: finished grades are stored.

    Attributes
    ----------
    changes : list of Change
        What is held back.
    written : dict of str to dict
        What students wrote, by task and student.
    """

    def __init__(self, tasks: Sequence[Task], book: Book, records: Records, folders: Folders, pause: float = 0.0):
        self._pause, self._entered = pause, -math.inf
        self._tasks = {task.name: task for task in tasks}
        self._book, self._records, self._folders = book, records, folders
        self._waiting: dict[str, Results] = defaultdict(dict)
        self._complete: dict[str, Results] = {}
        self._due: dict[str, _Due] = {}
        self._held: dict[str, dict[str, Record]] = {}  # without the notebooks themselves: it may be a whole class
        self.changes: list[Change] = []
        self.written: dict[str, dict[str, Written]] = {task.name: {} for task in tasks}

    def take(self, handed: HandedIn, grade: Grade) -> None:
        """Take a grade that is ready.

        Parameters
        ----------
        handed : HandedIn
            The notebook.
        grade : Grade
            Its grade.
        """
        wrong = {mark.check.removesuffix("-check"): mark.reason for mark in grade.marks if mark.status == "wrong"}
        together = self._waiting[handed.student]
        together[handed.task] = self._read(handed.task, handed.content, grade)
        answers = self._book.written(handed.task, together[handed.task].answers)
        self.written[handed.task][handed.student] = Written(handed.student, answers, wrong)
        if len(together) == len(self._tasks):
            self._complete[handed.student] = self._waiting.pop(handed.student)
            if len(self._complete) == MOST or time.monotonic() - self._entered >= self._pause:
                self.finish()

    def finish(self) -> None:
        """Enter those who wait for the next transaction."""
        marks = self._book.marks(*self._complete) if self._complete else {}
        for student, results in self._complete.items():
            self._decide(student, results, marks.get(student, {}))
        self._complete.clear()
        self._enter_due()

    def _enter_due(self) -> None:
        """First the gradebook, then the records: after an interruption in between the same is entered once more."""
        if self._due:
            self._book.enter(*(due.graded for due in self._due.values()))
        for student, due in self._due.items():
            for task, read in due.results.items():
                self._write_page(student, task, read.page)
            self._copy_slips(student)
            self._records.keep(student, {task: Record(read.handed, read.grade) for task, read in due.results.items()})
        self._due.clear()
        self._entered = time.monotonic()

    def apply(self) -> None:
        """Enter what is held back."""
        self.finish()
        for student in sorted(self._held):
            results = self._as_it_was(student, self._held.pop(student))
            self._due[student] = self._ready(student, results, self._records.of(student))
            if len(self._due) == MOST:
                self._enter_due()
        self._enter_due()
        self.changes.clear()

    def _as_it_was(self, student: str, held: Mapping[str, Record]) -> Results:
        """What is held back, without notebooks that were replaced meanwhile; these are left to the next run."""
        folder = self._folders.submitted(student)
        contents = {task: read_notebook(folder / f"{task}.ipynb") for task in held}
        same = (task for task, record in held.items() if fingerprint(contents[task]) == record.handed)
        return {task: self._read(task, contents[task], held[task].grade) for task in same}

    def _decide(self, student: str, results: Results, marks: Marks) -> None:
        known, held = self._records.of(student), dict[str, Record]()
        for task, (grade, handed, *_) in results.items():
            record, changes = known.get(task), list(_changes(student, grade, marks, known.get(task)))
            if changes and (record is None or record.handed == handed):
                self.changes += changes
                held[task] = Record(handed, grade)
        free = {task: result for task, result in results.items() if task not in held}
        self._due[student] = self._ready(student, free, known)
        if held:
            self._held[student] = held

    def _read(self, task: str, content: bytes | None, grade: Grade) -> _Read:
        own = self._tasks[task].with_numbers(grade.numbers)
        return _Read(grade, fingerprint(content), answers_of(own, content), autograded(own, content, grade))

    def _ready(self, student: str, results: Results, known: Mapping[str, Record]) -> _Due:
        """What is entered of a student."""
        grades = [read.grade for read in results.values()]
        answers = {task: read.answers for task, read in results.items()}
        changed = {task for task, read in results.items() if task in known and known[task].handed != read.handed}
        at = time_of(self._folders.submitted(student)).at
        return _Due(Graded(student, grades, answers, changed, at), results)

    def _write_page(self, student: str, task: str, text: str) -> None:
        """The notebook that formgrader and feedback show."""
        folder = self._folders.autograded(student)
        folder.mkdir(parents=True, exist_ok=True)
        with whole_file(folder / f"{task}.ipynb") as page:  # nbgrader makes it read-only, and it is replaced
            page.write(text)

    def _copy_slips(self, student: str) -> None:
        """Put beside the pages what `nbgrader release_feedback` looks for there, if it can be read."""
        place, pages = self._folders.submitted(student), self._folders.autograded(student)
        for name in SLIPS:
            (pages / name).unlink(missing_ok=True)
            content = read_submission(place / name)
            if content is None or len(content) > LONGEST or (name == TIME and time_of(place).at is None):
                continue
            with whole_file(pages / name, "replace") as file:
                file.write(content.decode("utf-8", "replace"))


def _changes(
    student: str,
    grade: Grade,
    marks: Marks,
    record: Record | None,
) -> Iterator[Change]:
    """Marks that differ from those in the gradebook; one that had no verdict yet does not count."""
    old = {mark.check: mark for mark in record.grade.marks} if record else {}
    for mark in grade.marks:
        before, by_hand = marks.get((grade.task, mark.check), (None, None))
        if before is None or before == mark.points or _had_no_verdict(old.get(mark.check)):
            continue
        yield Change(student, grade.task, mark.check, before, mark.points, by_hand, mark.reason)


def _had_no_verdict(mark: Mark | None) -> bool:
    return mark is not None and mark.needs_person
