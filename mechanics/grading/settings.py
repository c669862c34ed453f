"""What ``nbgrader_config.py`` says about a course: its folders, its gradebook, and what a late submission costs."""

from functools import cached_property
from pathlib import Path
from typing import Any

from jupyter_core.paths import jupyter_config_path
from nbgrader.coursedir import CourseDirectory
from nbgrader.preprocessors import AssignLatePenalties
from traitlets.config import Application, Config

from .layout import Layout
from .variants import Released, Variants

__all__ = ["Settings"]

FILE = "nbgrader_config"


class Settings:
    """Settings of the course in a folder, read from where nbgrader reads them.

    That is ``nbgrader_config.py`` in the folder, else those in Jupyter's folders of settings; a course with nbgrader's
    own names of folders needs none.

    Parameters
    ----------
    root : Path
        Folder of the course.

    Attributes
    ----------
    config : Config
        What the files say.
    layout : Layout
        Where the course keeps what.

    Raises
    ------
    FileNotFoundError
        If the folder is no course.
    """

    def __init__(self, root: Path):
        self.config = _config(root)
        self.layout = Layout(CourseDirectory(config=self.config))
        if not _is_configured(root) and not (self.layout.root / self.layout.course.source_directory).is_dir():
            raise FileNotFoundError(
                f"Expected nbgrader_config.py in {root}, found none. Go to the folder of the course, or name it: "
                "--course FOLDER"
            )

    @property
    def grading(self) -> Path:
        """Folder of what this library writes about the class: results, records, tables."""
        return self.layout.grading

    @property
    def gradebook(self) -> tuple[str, str]:
        """Address of the database, and id of the course in there."""
        return self.layout.gradebook

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

    def load_plugin(self) -> None:
        """Load the plugin for late submissions: an error in it belongs before a run, not into the middle."""
        _ = self._late

    @cached_property
    def _late(self) -> Any:
        late = AssignLatePenalties(config=self.config)
        late.init_plugin()
        return late


def _is_configured(root: Path) -> bool:
    return any((root / f"{FILE}{kind}").is_file() for kind in (".py", ".json"))


def _config(root: Path) -> Config:
    """All files that nbgrader would read in this folder; addresses in there are relative to the folder."""
    reader = Application(raise_config_file_errors=True)
    reader.load_config_file(FILE, path=[str(root), *jupyter_config_path()])
    places = reader.config.CourseDirectory
    places.root = str((root / places.get("root", ".")).resolve())
    if Path(places.root) != root and _is_configured(Path(places.root)):
        kept = places.root
        reader.load_config_file(FILE, path=kept)
        reader.config.CourseDirectory.root = kept
    address = str(places.get("db_url", ""))
    if address.startswith("sqlite:///") and not Path(address.removeprefix("sqlite:///")).is_absolute():
        places.db_url = f"sqlite:///{Path(places.root) / address.removeprefix('sqlite:///')}"
    return reader.config
