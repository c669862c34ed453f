"""What ``nbgrader zip_collect`` makes of the archives of Moodle and Canvas: which file is whose.

A platform writes names and numbers of its own into the names of files; nbgrader's plugin takes them apart by a regular
expression, and here the student of the gradebook is found who belongs to them.
"""

import re
from functools import cached_property
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from nbgrader.api import Gradebook
from nbgrader.plugins import FileNameCollectorPlugin
from nbgrader.utils import find_all_notebooks
from traitlets import Unicode

from .exports import archive_of
from .platforms import Directory, Person, read_sheet

__all__ = ["CanvasCollector", "MoodleCollector"]

MOODLE = (
    r".*/(?P<full_name>[^/]*)_(?P<platform_id>\d+)_assignsubmission_file"  # "Ada Lovelace_12345_assignsubmission_file_"
    r"(?:_?/(?:.*/)?|_)(?P<file_id>[^/]+)$"  # a folder for each student, or everything in one folder
)
CANVAS = (
    r".*/(?P<full_name>[^/]*?)_(?:(?P<late>LATE)_)?(?P<platform_id>\d+)_\d+_"  # "lovelaceada_LATE_12345_67890_"
    r"(?P<file_id>[^/]+)$"
)


class _Collector(FileNameCollectorPlugin):
    """Finds the student of the gradebook."""

    def collect(self, submitted_file: str) -> dict[str, str] | None:
        """Say whose file this is, and which notebook.

        Parameters
        ----------
        submitted_file : str
            Path of the file.

        Returns
        -------
        dict of str to str, or None
            ``student_id`` and ``file_id``; None if the file is left out.
        """
        said = super().collect(Path(submitted_file).as_posix())
        if said is None:
            return None
        person = self._person(said)
        if person is None:
            who = f"{said['full_name']} ({said['platform_id']})"
            self.log.error("There is no student %s in the gradebook, so this is not collected: %s", who, submitted_file)
            return None
        if said.get("late"):
            self.log.warning("%s handed in late, says the platform: %s", person.student, submitted_file)
        name = self._notebook(person.student, said["file_id"])
        if (person.student, name) in self._taken:  # nbgrader would give up the whole class
            self.log.error("%s: %s is there twice, so this is not collected: %s", person.student, name, submitted_file)
            return None
        self._taken.add((person.student, name))
        return {"student_id": person.student, "file_id": name}

    def _person(self, said: dict[str, str]) -> Person | None:
        return self._directory.find([said["platform_id"]], said["full_name"])

    @cached_property
    def _directory(self) -> Directory:
        course = self.parent.coursedir
        with Gradebook(course.db_url, course.course_id) as gradebook:
            return Directory([_person(student) for student in gradebook.students])

    @cached_property
    def _released(self) -> set[str]:
        course = self.parent.coursedir
        folder = course.format_path(course.release_directory, ".", course.assignment_id)
        return set(find_all_notebooks(folder))

    @cached_property
    def _taken(self) -> set[tuple[str, str]]:
        return set()

    def _notebook(self, student: str, name: str) -> str:
        """Name as released: a platform, or a browser, adds "-1" or "(1)" to a file that is uploaded again."""
        plain = re.sub(r"[ _]?(-\d+|\(\d+\))(?=\.ipynb$)", "", name)
        again = name not in self._released and plain in self._released and (student, plain) not in self._taken
        return plain if again else name


class MoodleCollector(_Collector):
    """For *Download all submissions* of Moodle, as folders or in one folder.

    The number in the name of a file is that of the participant in this assignment. The grading worksheet says to whom
    it belongs; without it beside the archive, students are found by their names.
    """

    named_regexp = Unicode(MOODLE, help="Takes the name of a file apart.").tag(config=True)

    def _person(self, said: dict[str, str]) -> Person | None:
        ids = self._participants.get(said["platform_id"], [])
        return self._directory.find(ids, said["full_name"])

    @cached_property
    def _participants(self) -> dict[str, list[str]]:
        """Addresses by the number of the participant; the names of the columns depend on the language of the site."""
        sheets = sorted(archive_of(self.parent, self.parent.coursedir.assignment_id).glob("*.csv"))
        rows = [list(row.values()) for sheet in sheets for row in read_sheet(sheet).rows]
        numbered = [(re.search(r"(\d+)$", row[0]), row[1:]) for row in rows]
        return {number[1]: [text for text in others if "@" in text] for number, others in numbered if number}


class CanvasCollector(_Collector):
    """For *Download Submissions* of Canvas, whose numbers are ``lms_user_id`` in the gradebook."""

    named_regexp = Unicode(CANVAS, help="Takes the name of a file apart.").tag(config=True)


def _person(student: Any) -> Person:
    return SimpleNamespace(
        student=student.id,
        last_name=student.last_name or "",
        first_name=student.first_name or "",
        email=student.email or "",
        platform_id=student.lms_user_id or "",
    )
