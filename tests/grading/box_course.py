"""A course with the task "box", whose submissions go through either entry point."""

import hashlib
import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from tests.tasks import course

from .conftest import cells, notebook

BOX = "box"
SHORT = "\nc.SafeExecute.seconds_for_cell = c.SafeExecute.seconds_for_question = 3\n"
GRADE = "import sys; from mechanics.cli import main; sys.exit(main())"


class Course:
    """The course in a folder."""

    def __init__(self, root: Path):
        self.root = root
        self.solution = root / "solutions" / BOX / f"{BOX}.ipynb"
        self.grading = root / "workspace" / "grading"
        self.api = course.nbgrader_of(root)

    def folder_of(self, student: str) -> Path:
        """Where he hands in."""
        folder = self.grading / "submitted" / student / BOX
        folder.mkdir(parents=True, exist_ok=True)
        return folder

    def submit(self, student: str, content: bytes, name: str = BOX) -> Path:
        folder = self.folder_of(student)
        (folder / f"{name}.ipynb").write_bytes(content)
        return folder

    def autograde(self, student: str, **settings: Any) -> dict[str, Any]:
        """As the formgrader's button does."""
        api = course.nbgrader_of(self.root)
        for name, value in settings.items():
            api.config.SafeExecute[name] = value
        result: dict[str, Any] = api.autograde(BOX, student)
        return result

    def type_in(self, command: str, variables: Mapping[str, str]) -> subprocess.CompletedProcess[str]:
        """As somebody does who types the command, ``nbgrader`` or ``mechanics``."""
        nbgrader = ["-m", "nbgrader", "autograde", BOX, "--force"]
        line = nbgrader if command == "nbgrader" else ["-c", GRADE, "grade", BOX, "--jobs", "2"]
        return subprocess.run([sys.executable, *line], cwd=self.root, env=os.environ | variables,
                              capture_output=True, text=True, timeout=1500)  # fmt: skip

    def of(self, student: str) -> tuple[float, bool]:
        """Points, and whether a person has to look."""
        with self.api.gradebook as book:
            submission = book.find_submission(BOX, student)
            return submission.score, submission.needs_manual_grade

    def scores(self) -> dict[str, tuple[float, bool]]:
        """Of everybody."""
        with self.api.gradebook as book:
            return {s.student.id: (s.score, s.needs_manual_grade) for s in book.assignment_submissions(BOX)}

    def marks(self, student: str) -> dict[str, float]:
        with self.api.gradebook as book:
            return {g.name: g.score for n in book.find_submission(BOX, student).notebooks for g in n.grades}

    def page(self, student: str) -> Path:
        return self.grading / "autograded" / student / BOX / f"{BOX}.ipynb"


def digest(folder: Path) -> dict[str, str]:
    """What lies in a folder."""
    files = (path for path in sorted(folder.rglob("*")) if path.is_file() and not path.is_symlink())
    return {str(path.relative_to(folder)): hashlib.sha256(path.read_bytes()).hexdigest() for path in files}


def released_box(root: Path, content: bytes | None = None) -> Path:
    """A course whose task has been released; `content` is its notebook, unless it is the usual one."""
    (root / "solutions" / BOX).mkdir(parents=True)
    config = (course.CHECKOUT / "nbgrader_config.py").read_text(encoding="utf-8")
    (root / "nbgrader_config.py").write_text(config + SHORT, encoding="utf-8")
    (root / "solutions" / BOX / f"{BOX}.ipynb").write_bytes(content or notebook(cells()))
    (root / "solutions" / BOX / "key.json").write_text("{}")
    result = course.nbgrader_of(root).generate_assignment(BOX)
    assert result["success"], result.get("log")
    return root
