"""What was entered for which answers: tells a mark that changed although the answers did not from a new hand-in."""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from .grades import Grade, Mark
from .submissions import Unreadable, cells_of, source_of
from .whole_files import whole_file

__all__ = ["Record", "Records", "fingerprint"]


@dataclass(frozen=True)
class Record:
    """What was entered for a notebook.

    Attributes
    ----------
    handed : str
        `fingerprint` of what was handed in.
    grade : Grade
        Its grade.
    """

    handed: str
    grade: Grade

    def as_data(self) -> dict[str, Any]:
        """The record as dictionaries and lists."""
        return {"handed": self.handed, "grade": self.grade.as_data()}


class Records:
    """Records of an assignment, one file for each student.

    Parameters
    ----------
    folder : Path
        Where they are; made when the first one is kept.
    """

    def __init__(self, folder: Path):
        self.folder = folder

    def students(self) -> list[str]:
        """Ids of students with a record, sorted."""
        return sorted(path.stem for path in self.folder.glob("*.json"))

    def of(self, student: str) -> dict[str, Record]:
        """Read the records of a student.

        Parameters
        ----------
        student : str
            Id of the student.

        Returns
        -------
        dict of str to Record
            By task; empty if there is no file, or one that cannot be read.
        """
        try:
            known = json.loads(self._path(student).read_text(encoding="utf-8"))
            return {task: Record(data["handed"], _grade(data["grade"])) for task, data in known.items()}
        except (OSError, ValueError, TypeError, KeyError, AttributeError):
            return {}

    def keep(self, student: str, records: Mapping[str, Record]) -> None:
        """Replace the older records of the same tasks; the file is never half written.

        Parameters
        ----------
        student : str
            Id of the student.
        records : mapping of str to Record
            By task.
        """
        together = {task: record.as_data() for task, record in (self.of(student) | dict(records)).items()}
        self.folder.mkdir(parents=True, exist_ok=True)
        with whole_file(self._path(student)) as file:
            file.write(json.dumps(together, sort_keys=True))

    def _path(self, student: str) -> Path:
        return self.folder / f"{student}.json"


def fingerprint(submission: bytes | None) -> str:
    """Hash of the texts of the cells, whatever outputs and counts they have.

    Parameters
    ----------
    submission : bytes or None
        The notebook as it was handed in; None if there is none.

    Returns
    -------
    str
        Hexadecimal digits, or ``missing``.
    """
    if submission is None:
        return "missing"
    try:
        told: Any = [[cell["cell_type"], source_of(cell)] for cell in cells_of(submission)]
        text = json.dumps(told).encode()
    except Unreadable:
        text = submission
    return hashlib.sha256(text).hexdigest()


def _grade(data: dict[str, Any]) -> Grade:
    return Grade(**{**data, "marks": tuple(Mark(**mark) for mark in data["marks"])})
