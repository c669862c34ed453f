"""Where an author keeps other right answers to a task: outside of the source, so that they are never released."""

from pathlib import Path

from traitlets import Unicode
from traitlets.config import Configurable

from .rehearsal import config_in, course_of

__all__ = ["Rewrites", "rewrites_file"]


class Rewrites(Configurable):
    """Settings of the rewrites in ``nbgrader_config.py``."""

    path = Unicode(
        "rewrites/{assignment}/{task}.txt",
        help="File of right answers to a task in other words, in the folder of the course.",
    ).tag(config=True)


def rewrites_file(notebook: Path) -> Path:
    """The file of other right answers to a task.

    Parameters
    ----------
    notebook : Path
        The task, in a course; it need not exist.

    Returns
    -------
    Path
        As ``c.Rewrites.path`` says; it need not exist.

    Raises
    ------
    GradingError
        If the notebook is in no course.
    """
    root = course_of(notebook)
    names = {"assignment": notebook.resolve().parent.name, "task": notebook.stem}
    return root / Rewrites(config=config_in(root)).path.format(**names)
