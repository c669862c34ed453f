"""Where things are: the course's material, the student's folder, and what may not be one."""

from pathlib import Path

__all__ = ["ROOMS", "WorkspaceError", "is_checkout", "material", "refuse_course_folder", "settings_folder"]

ROOMS = ("course", "exercises")
"""The folders that a student gets. ``solutions/`` is not among them, whatever the checkout holds."""

_SETTINGS = ".mechanics"


class WorkspaceError(Exception):
    """The workspace cannot be laid; the message says what was expected, what is there and how to mend it."""


def is_checkout(folder: Path) -> bool:
    """Tell whether `folder` is a checkout of this project."""
    return (folder / "pyproject.toml").is_file() and (folder / "mechanics" / "workspace").is_dir()


def material() -> Path:
    """Find the folder that holds ``course/`` and ``exercises/``: the checkout, or an installed wheel's data.

    Raises
    ------
    WorkspaceError
        if neither is there, as after an incomplete installation.
    """
    package = Path(__file__).resolve().parents[1]
    for folder in (package.parent, package / "_course"):
        if (folder is not package.parent or is_checkout(folder)) and (folder / "course").is_dir():
            return folder
    raise WorkspaceError(
        f"Expected the chapters in {package.parent / 'course'} or {package / '_course'}, found neither: the "
        "installation is incomplete. Install mechanics-course again."
    )


def settings_folder(workspace: Path) -> Path:
    """Name the folder of a workspace that belongs to the program, not to the student."""
    return workspace / _SETTINGS


def refuse_course_folder(source: Path, workspace: Path) -> None:
    """Refuse to lay the course into itself."""
    inside = any(workspace.is_relative_to(source / room) for room in (*ROOMS, "solutions", "mechanics"))
    if workspace == source or inside or is_checkout(workspace):
        raise WorkspaceError(
            f"Expected a folder for your own work, got {workspace}, which belongs to the course itself. "
            "Name another one, for example: mechanics lab workspace"
        )
