"""What ``nbgrader_config.py`` says about a course: which gradebook, and what a late submission costs."""

import datetime
from functools import cached_property
from pathlib import Path
from typing import Any

from nbgrader.coursedir import CourseDirectory
from nbgrader.preprocessors import AssignLatePenalties
from nbgrader.utils import parse_utc
from traitlets.config import Config, PyFileConfigLoader

from .assignment import Seconds
from .submissions import read_submission

__all__ = ["Settings", "time_of"]

LONGEST = 100  # characters of a time


class Settings:
    """Settings of the course in a folder.

    Parameters
    ----------
    root : folder with ``nbgrader_config.py``

    Raises
    ------
    FileNotFoundError
        if it does not lie there.
    """

    def __init__(self, root: Path):
        if not (root / "nbgrader_config.py").is_file():
            raise FileNotFoundError(
                f"Expected nbgrader_config.py in {root}, found none. Go to the folder of the course, or name it: "
                "--course FOLDER"
            )
        self.config: Config = PyFileConfigLoader("nbgrader_config.py", path=str(root)).load_config()
        self._directory = CourseDirectory(config=self.config)
        self.grading = root / "workspace" / "grading"
        """What belongs to the class: submissions, gradebook, pages, tables."""

    @property
    def gradebook(self) -> tuple[str, str]:
        """Address of the database, and id of the course in it."""
        return self._directory.db_url, self._directory.course_id

    @property
    def seconds(self) -> Seconds:
        """Time for the cells of a notebook, which ``c.SafeExecute.seconds_for_cell`` and its like may change."""
        from .autograde import SafeExecute  # pulls in what makes pages

        return SafeExecute(config=self.config).seconds

    def penalty(self, student: str, notebook: Any, seconds_late: float) -> float | None:
        """What nbgrader's plugin for late submissions takes off a notebook in the gradebook."""
        taken = self._late.plugin_inst.late_submission_penalty(student, notebook.score, seconds_late)
        return None if taken is None else float(self._late._check_late_penalty(notebook, taken))

    @cached_property
    def _late(self) -> Any:
        late = AssignLatePenalties(config=self.config)
        late.init_plugin()
        return late


def time_of(folder: Path) -> datetime.datetime | None:
    """When a submission was handed in, as nbgrader's ``timestamp.txt`` beside it says; None where none can be read."""
    told = (read_submission(folder / "timestamp.txt") or b"")[:LONGEST].decode("utf-8", "replace").strip()
    try:
        return parse_utc(told) if told else None
    except (ValueError, OverflowError):
        return None
