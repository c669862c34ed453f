"""What ``nbgrader_config.py`` says about a course: which gradebook, and what a late submission costs."""

from functools import cached_property
from pathlib import Path
from typing import Any

from nbgrader.coursedir import CourseDirectory
from nbgrader.preprocessors import AssignLatePenalties
from traitlets.config import Config, PyFileConfigLoader

from .variants import Released, Variants

__all__ = ["Settings"]


class Settings:
    """Settings of the course in a folder.

    Parameters
    ----------
    root : Path
        Folder with ``nbgrader_config.py``.

    Attributes
    ----------
    config : Config
        What the file says.
    grading : Path
        Folder of what belongs to the class: submissions, gradebook, pages, tables.

    Raises
    ------
    FileNotFoundError
        If there is no such file.
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

    @property
    def gradebook(self) -> tuple[str, str]:
        """Address of the database, and id of the course in there."""
        return self._directory.db_url, self._directory.course_id

    def numbers(self, assignment: str) -> Released:
        """Numbers of the students in an assignment, where everybody has other ones.

        Parameters
        ----------
        assignment : str
            Its name.
        """
        return Released(Variants(config=self.config), self.grading / "variants", assignment)

    def penalty(self, student: str, notebook: Any, seconds_late: float) -> float | None:
        """What nbgrader's plugin for late submissions takes off.

        Parameters
        ----------
        student : str
            Id of the student.
        notebook : nbgrader.api.SubmittedNotebook
            The entry in the gradebook, with its score.
        seconds_late : float
            Time after the deadline.

        Returns
        -------
        float or None
            Points; None for no penalty.
        """
        taken = self._late.plugin_inst.late_submission_penalty(student, notebook.score, seconds_late)
        return None if taken is None else float(self._late._check_late_penalty(notebook, taken))

    @cached_property
    def _late(self) -> Any:
        late = AssignLatePenalties(config=self.config)
        late.init_plugin()
        return late
