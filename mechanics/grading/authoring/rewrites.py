"""Where an author keeps other right answers to a task: outside of the source, so that they are never released."""

from pathlib import Path

from traitlets import Unicode
from traitlets.config import Configurable

from .courses import settings_at

__all__ = ["Rewrites", "rewrites_file"]


class Rewrites(Configurable):
    """Settings of the rewrites in ``nbgrader_config.py``."""

    path = Unicode(
        "rewrites/{assignment}/{task}.txt",
        help="File of right answers to a task in other words, in the folder of the course.",
    ).tag(config=True)


def rewrites_file(root: Path, assignment: str, task: str) -> Path:
    """The file of other right answers to a task.

    Parameters
    ----------
    root : Path
        Folder of the course.
    assignment, task : str
        Names of both.

    Returns
    -------
    Path
        As ``c.Rewrites.path`` says; it need not exist.

    Raises
    ------
    GradingError
        If the folder is no course.
    """
    config = settings_at(root).config
    return root / Rewrites(config=config).path.format(assignment=assignment, task=task)
