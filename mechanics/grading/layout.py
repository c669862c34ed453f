"""Where a course keeps what: nbgrader's folders, as its configuration names them, and ours beside them."""

import glob
import re
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from nbgrader.coursedir import CourseDirectory

from .delimiters import own_delimiters

__all__ = ["Folders", "Layout"]


class Layout:
    """The folders of a course.

    Parameters
    ----------
    course : nbgrader.coursedir.CourseDirectory
        As configured: every name of a folder, their structure, and what is ignored.

    Attributes
    ----------
    course : nbgrader.coursedir.CourseDirectory
        The same.
    root : Path
        Folder of the course.
    """

    def __init__(self, course: CourseDirectory):
        self.course, self.root = course, Path(course.root)

    @classmethod
    def at(cls, root: Path, **settings: Any) -> "Layout":
        """The layout of a course folder with these settings of ``c.CourseDirectory``, else nbgrader's own."""
        return cls(CourseDirectory(root=str(root), **settings))

    @property
    def grading(self) -> Path:
        """Folder of results, records and tables: this library's own data about a class.

        Where gradebook and submissions have a folder of their own, as in ``workspace/grading``, it is that one; where
        they are in the folder of the course itself, it is ``grading`` in there.
        """
        address = str(self.course.db_url)
        submitted = self.root / self.course.submitted_directory
        is_file = address.startswith("sqlite:///")  # else a server, and the place of the submissions decides
        beside = Path(address.removeprefix("sqlite:///")).parent if is_file else submitted.parent
        shared = beside != self.root and beside.is_relative_to(self.root) and submitted.is_relative_to(beside)
        return beside if shared else self.root / "grading"

    @property
    def gradebook(self) -> tuple[str, str]:
        """Address of the database, and id of the course in there."""
        return self.course.db_url, self.course.course_id

    @property
    def ignored(self) -> list[str]:
        """Patterns of files that are not part of an assignment, by nbgrader's rules."""
        return list(self.course.ignore)

    @property
    def delimiters(self) -> dict[str, str]:
        """Delimiters of hidden tests and solutions that the course calls otherwise than nbgrader does."""
        return own_delimiters(self.course.config)

    def of(self, assignment: str) -> "Folders":
        """The folders of an assignment, which need not exist."""
        return Folders(self, assignment)

    def assignments(self) -> list[str]:
        """Names of the assignments that have a folder among the sources, sorted."""
        return _matching(self.course, self.course.source_directory, ".", "*")


@dataclass(frozen=True)
class Folders:
    """The folders of an assignment.

    Attributes
    ----------
    layout : Layout
        Of the course.
    assignment : str
        Name of the assignment.
    """

    layout: Layout
    assignment: str

    @cached_property
    def source(self) -> Path:
        """What the instructor wrote."""
        return self._path(self.layout.course.source_directory, ".")

    @property
    def release(self) -> Path:
        """What students get."""
        return self._path(self.layout.course.release_directory, ".")

    @property
    def results(self) -> Path:
        """Finished grades, a file each."""
        return self.layout.grading / "results" / self.assignment

    @property
    def records(self) -> Path:
        """What was entered into the gradebook, a file for each student."""
        return self.layout.grading / "records" / self.assignment

    def submitted(self, student: str) -> Path:
        """What a student has handed in."""
        return self._path(self.layout.course.submitted_directory, student)

    def autograded(self, student: str) -> Path:
        """The pages that formgrader and feedback show."""
        return self._path(self.layout.course.autograded_directory, student)

    def feedback(self, student: str) -> Path:
        """What a student gets back."""
        return self._path(self.layout.course.feedback_directory, student)

    def students(self) -> list[str]:
        """Names of those who have handed in a folder, sorted."""
        return _matching(self.layout.course, self.layout.course.submitted_directory, "*", self.assignment)

    def _path(self, step: str, student: str) -> Path:
        return Path(self.layout.course.format_path(step, student, self.assignment))


def _matching(course: CourseDirectory, step: str, student: str, assignment: str) -> list[str]:
    """What stands for the * in paths of folders."""
    escaped = (re.escape(name) if name != "*" else "([^/]+)" for name in (student, assignment))
    pattern = re.compile(re.sub(r"/(\\\.)(?=/|$)", "", course.format_path(step, *escaped, escape=True)))
    folders = (Path(path) for path in glob.glob(course.format_path(step, student, assignment)))
    matches = (pattern.fullmatch(str(folder)) for folder in folders if folder.is_dir())
    return sorted(match[1] for match in matches if match and not match[1].startswith("."))
