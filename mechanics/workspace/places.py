"""Where things are: the material of the course, the student's folder, and what may not be one."""

from pathlib import Path

__all__ = [
    "COURSE_FOLDERS",
    "WorkspaceError",
    "is_checkout",
    "material",
    "refuse_course_folder",
    "settings_folder",
    "workspace_around",
]

COURSE_FOLDERS = ("course", "exercises")
"""The folders that a student gets. ``solutions/`` is not among them, whatever the checkout holds."""

_SETTINGS = ".mechanics"


class WorkspaceError(Exception):
    """The workspace cannot be made; the message says what was expected, what was found and how to fix it."""


def is_checkout(folder: Path) -> bool:
    """Tell whether a folder is a checkout of this project.

    Parameters
    ----------
    folder : Path
        Any folder.

    Returns
    -------
    bool
        Whether it holds the project file and the library.
    """
    return (folder / "pyproject.toml").is_file() and (folder / "mechanics" / "workspace").is_dir()


def material() -> Path:
    """Find the folder that holds ``course/`` and ``exercises/``: the checkout, or an installed wheel's data.

    Returns
    -------
    Path
        That folder.

    Raises
    ------
    WorkspaceError
        If there is none, as after an incomplete installation.
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
    """Name the folder of a workspace that belongs to the program, not to the student.

    Parameters
    ----------
    workspace : Path
        The student's folder.

    Returns
    -------
    Path
        ``.mechanics`` in there; it need not exist.
    """
    return workspace / _SETTINGS


def workspace_around(folder: Path) -> Path | None:
    """Find the workspace that a notebook is in.

    Parameters
    ----------
    folder : Path
        Of the notebook.

    Returns
    -------
    Path or None
        The folder itself or one of the three around it; None in a checkout or anywhere else.
    """
    return next((path for path in (folder, *folder.parents)[:4] if settings_folder(path).is_dir()), None)


def refuse_course_folder(source: Path, workspace: Path) -> None:
    """Refuse to copy the course into itself.

    Parameters
    ----------
    source, workspace : Path
        Where the material is, and where it should go; both resolved.

    Raises
    ------
    WorkspaceError
        If the second belongs to the course.
    """
    inside = any(workspace.is_relative_to(source / folder) for folder in (*COURSE_FOLDERS, "solutions", "mechanics"))
    if workspace == source or inside or is_checkout(workspace):
        raise WorkspaceError(
            f"Expected a folder for your own work, got {workspace}, which belongs to the course itself. "
            "Name another one, for example: mechanics lab workspace"
        )
