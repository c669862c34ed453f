"""The course to which a task belongs, and the settings of that course."""

from pathlib import Path

from ..errors import GradingError
from ..settings import Settings

__all__ = ["CONFIGS", "course_of", "settings_at"]

CONFIGS = ("nbgrader_config.py", "nbgrader_config.json")


def settings_at(root: Path) -> Settings:
    """The settings of a course.

    Parameters
    ----------
    root : Path
        Its folder.

    Returns
    -------
    Settings
        With the folders of its assignments.

    Raises
    ------
    GradingError
        If the folder is no course.
    """
    try:
        return Settings(root)
    except FileNotFoundError as error:
        raise GradingError(str(error)) from None


def course_of(notebook: Path) -> Settings:
    """The settings of the course in whose source folder a task is.

    Parameters
    ----------
    notebook : Path
        The task.

    Returns
    -------
    Settings
        Of the nearest folder above that is a course.

    Raises
    ------
    GradingError
        If there is none, or the task is not among its sources.
    """
    folder = notebook.resolve().parent
    for above in folder.parents:
        if not any((above / name).is_file() for name in CONFIGS) and not (above / "source").is_dir():
            continue
        settings = settings_at(above)
        source = settings.layout.of(folder.name).source
        if source.resolve() == folder:
            return settings
        raise GradingError(
            f"Expected a task with its solution, as {source}/NOTEBOOK.ipynb, got {notebook}. The course is {above}."
        )
    raise GradingError(
        f"Expected a task inside a course, but no folder above {notebook} has a file {CONFIGS[0]}. Move it to "
        "the source folder of a course, or make one: mechanics new-course FOLDER"
    )
