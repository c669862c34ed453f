"""Where nbgrader keeps what belongs to one submission."""

from functools import lru_cache
from pathlib import Path
from typing import Any

from nbgrader.converters import NbGraderException

from .assignment import files_in
from .class_run import HandedIn
from .errors import GradingError
from .grades import Grade
from .layout import Layout
from .records import Records
from .semester import Semester, read_semester
from .submissions import read_notebook
from .tasks import Task, tasks_of
from .triage_files import Strays
from .triage_notices import Notices
from .variants import Released, Variants

__all__ = ["SubmissionFolders"]


class SubmissionFolders:
    """Folders and files of one submission, where nbgrader has them.

    Parameters
    ----------
    course : nbgrader.coursedir.CourseDirectory
        Layout of the course.
    names : mapping of str to str
        Names of ``student``, ``assignment`` and, if there is one, ``notebook``.

    Attributes
    ----------
    notebook, assignment, student : str
        The same names.
    layout : Layout
        Of the course.
    of_assignment : Folders
        Of the assignment.
    submitted, autograded, source : Path
        Folders of what was handed in, of the pages, and of the assignment.
    """

    def __init__(self, course: Any, names: Any) -> None:
        self.notebook, self.assignment, self.student = names.get("notebook", ""), names["assignment"], names["student"]
        self.layout = Layout(course)
        self.of_assignment = self.layout.of(self.assignment)
        self.submitted = self.of_assignment.submitted(self.student)
        self.autograded = self.of_assignment.autograded(self.student)
        self.source = self.of_assignment.source

    def task(self) -> Task:
        """The task of this notebook."""
        for task in self.tasks():
            if task.name == self.notebook:
                return task
        raise NbGraderException(f"There is no notebook {self.notebook!r} in {self.source}.")

    def tasks(self) -> tuple[Task, ...]:
        """The tasks of the assignment, read again when a file of it has changed."""
        ignored = self.layout.ignored
        stamps = tuple((name, path.stat().st_mtime_ns) for name, path in files_in(self.source, ignored).items())
        return _tasks(self.source, tuple(ignored), tuple(self.layout.delimiters.items()), stamps)

    def content(self) -> bytes | None:
        """The notebook as it was handed in; None if there is none."""
        return read_notebook(self.submitted / f"{self.notebook}.ipynb")

    def numbers(self, config: Any) -> str:
        """Numbers of this student, where everybody has other ones, as one line; `config` says where that is so."""
        folder = self.layout.grading / "variants"
        try:
            return Released(Variants(config=config), folder, self.assignment).line(self.student, self.task())
        except GradingError as error:
            raise NbGraderException(str(error)) from None

    def records(self) -> Records:
        """What was entered before, by ``nbgrader autograde`` or ``mechanics grade``."""
        return Records(self.of_assignment.records)

    def noticed(self, content: bytes | None, grade: Grade) -> Grade:
        """The grade with what else has to be known of the submission; see `Notices.added`."""
        strays = Strays(self.tasks(), self.of_assignment)
        notices = Notices(lambda student: list(strays.of(student)), self.of_assignment, self.semester().hint_cost)
        return notices.added(HandedIn(self.student, grade.task, content), grade)

    def semester(self) -> Semester:
        """Weights and deadlines, which are beside the gradebook."""
        return read_semester(self.layout.grading)


@lru_cache(maxsize=8)
def _tasks(
    source: Path,
    ignored: tuple[str, ...],
    delimiters: tuple[tuple[str, str], ...],
    stamps: tuple[tuple[str, int], ...],
) -> tuple[Task, ...]:
    return tuple(tasks_of(source, list(ignored), dict(delimiters)))
