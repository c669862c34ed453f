"""Where nbgrader keeps what belongs to one submission."""

from functools import lru_cache
from pathlib import Path
from typing import Any

from nbgrader.converters import NbGraderException

from .records import Records
from .submissions import read_submission
from .tasks import Task, tasks_of
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
    root, submitted, autograded, source : Path
        Folder of the course; folders of what was handed in, of the pages, and of the assignment.
    """

    def __init__(self, course: Any, names: Any) -> None:
        self.notebook, self.assignment = names.get("notebook", ""), names["assignment"]
        self.root, student = Path(course.root), names["student"]
        self.student = student
        self.submitted = Path(course.format_path(course.submitted_directory, student, self.assignment))
        self.autograded = Path(course.format_path(course.autograded_directory, student, self.assignment))
        self.source = Path(course.format_path(course.source_directory, ".", self.assignment))

    def task(self) -> Task:
        """The task of this notebook."""
        for task in self.tasks():
            if task.name == self.notebook:
                return task
        raise NbGraderException(f"There is no notebook {self.notebook!r} in {self.source}.")

    def tasks(self) -> tuple[Task, ...]:
        """The tasks of the assignment, read again when a file of it has changed."""
        stamps = tuple(sorted((path.name, path.stat().st_mtime_ns) for path in self.source.iterdir()))
        return _tasks(self.source, stamps)

    def content(self) -> bytes | None:
        """The notebook as it was handed in; None if there is none."""
        return read_submission(self.submitted / f"{self.notebook}.ipynb")

    def numbers(self, config: Any) -> str:
        """Numbers of this student, where everybody has other ones, as one line; `config` says where that is so."""
        folder = self.root / "workspace" / "grading" / "variants"
        return Released(Variants(config=config), folder, self.assignment).line(self.student, self.task())

    def records(self) -> Records:
        """What was entered before, by ``nbgrader autograde`` or ``mechanics grade``."""
        return Records(self.root / "workspace" / "grading" / "records" / self.assignment)


@lru_cache(maxsize=8)
def _tasks(source: Path, stamps: tuple[tuple[str, int], ...]) -> tuple[Task, ...]:
    return tuple(tasks_of(source))
