"""What was entered for whom, and for which answers: tells a mark that changes by itself from a new hand-in."""

import hashlib
import json
import os
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from .grades import Grade, Mark
from .submissions import Unreadable, cells_of, source_of

__all__ = ["Record", "Records", "fingerprint"]


@dataclass(frozen=True)
class Record:
    """The grade of a notebook, and the `fingerprint` of what was handed in."""

    handed: str
    grade: Grade


class Records:
    """One file a student; another assignment has another folder.

    Parameters
    ----------
    folder : where they lie; made when the first is kept
    """

    def __init__(self, folder: Path):
        self.folder = folder

    def students(self) -> list[str]:
        """Of whom there is a record."""
        return sorted(path.stem for path in self.folder.glob("*.json"))

    def of(self, student: str) -> dict[str, Record]:
        """Records of a student by task; none where there is no file, or one that cannot be read."""
        try:
            known = json.loads(self._path(student).read_text(encoding="utf-8"))
            return {task: Record(data["handed"], _grade(data["grade"])) for task, data in known.items()}
        except (OSError, ValueError, TypeError, KeyError, AttributeError):
            return {}

    def keep(self, student: str, records: Mapping[str, Record]) -> None:
        """Put these in place of the older ones of the same tasks; never half a file."""
        together = {task: asdict(record) for task, record in (self.of(student) | dict(records)).items()}
        self.folder.mkdir(parents=True, exist_ok=True)
        part = self.folder / f"{student}.part"  # of one that was interrupted, the next takes the place
        part.write_text(json.dumps(together, sort_keys=True), encoding="utf-8")
        os.replace(part, self._path(student))

    def _path(self, student: str) -> Path:
        return self.folder / f"{student}.json"


def fingerprint(submission: bytes | None) -> str:
    """The same for the same texts of cells, whatever outputs and counts stand below them."""
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
