"""Which task of an assignment a notebook belongs to, whatever its file is called: its cells tell, or else its name."""

import json
import re
from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from pathlib import Path

from .submissions import Unreadable, cells_of
from .tasks import Task

__all__ = ["Matching", "ids_of", "is_notebook"]

SIMILAR = 0.6  # difflib: 1 for equal names
_ENDINGS = re.compile(r"(\.(ipynb|txt|json|html?|py|zip|tar|t?gz|bz2|xz|7z|rar|pdf|docx|odt|md|tex))+$")
_COPY = re.compile(r"[\W_]*(\(\d+\)|copy\d*|kopie|copie|final|neu|new|v?\d+)?[\W_]*$")


class Matching:
    """The tasks of an assignment, and what they are known by.

    Parameters
    ----------
    tasks : iterable of Task
        Of the assignment.
    others : mapping of str to Path
        Folders of the sources of other assignments, by their names.
    """

    def __init__(self, tasks: Iterable[Task], others: Mapping[str, Path]):
        self._ids = {task.name: ids_of((task.folder / f"{task.name}.ipynb").read_bytes()) for task in tasks}
        self._others = others
        self._ids_of_others: dict[str, frozenset[str]] | None = None

    def task(self, ids: frozenset[str], name: str, missing: list[str]) -> tuple[str, str]:
        """Find the task of a notebook.

        Parameters
        ----------
        ids : frozenset of str
            Names of its marked cells.
        name : str
            Of its file.
        missing : list of str
            Tasks without a notebook; they come first where only the name tells.

        Returns
        -------
        str
            The task that has most of these cells, else the one with a similar name; empty if there is none.
        str
            Which of the two told, ``cells`` or ``name``; empty if there is none.
        """
        shares = {task: len(ids & known) / max(1, len(known)) for task, known in self._ids.items()}
        most = max(shares.values(), default=0.0)
        best = [task for task, share in shares.items() if share == most and most > 0]
        if len(best) == 1:
            return best[0], "cells"
        if ids and not best:
            return "", ""  # cells of something else
        task = self.by_name(name, missing)
        return task, "name" if task else ""

    def has_cells_of(self, task: str, content: bytes) -> bool:
        """Whether a file names at least half of the marked cells of a task; it is not read as a notebook for that.

        Parameters
        ----------
        task : str
            Name of the task.
        content : bytes
            The file.
        """
        known = self._ids[task]
        return 2 * sum(json.dumps(name).encode() in content for name in known) >= len(known)

    def by_name(self, name: str, missing: list[str]) -> str:
        """Find the task with a similar name.

        Parameters
        ----------
        name : str
            Of a file.
        missing : list of str
            Tasks without a notebook, which come first.

        Returns
        -------
        str
            Its name; empty if there is none.
        """
        plain = _plain(name)
        for among in (missing, list(self._ids)):
            known = {_plain(task): task for task in among}
            inside = [task for key, task in known.items() if key and key in plain]
            close = get_close_matches(plain, known, n=1, cutoff=SIMILAR)
            if len(inside) == 1 or close:
                return inside[0] if len(inside) == 1 else known[close[0]]
        return ""

    def other(self, ids: frozenset[str]) -> str:
        """Find another assignment to which most cells of a notebook belong.

        Parameters
        ----------
        ids : frozenset of str
            Names of its marked cells.

        Returns
        -------
        str
            Its name; empty if there is none.
        """
        if self._ids_of_others is None:
            self._ids_of_others = {
                name: frozenset().union(*(ids_of(path.read_bytes()) for path in folder.glob("*.ipynb")))
                for name, folder in self._others.items()
            }
        shares = {name: len(ids & known) for name, known in self._ids_of_others.items()}
        best = max(shares, key=lambda name: shares[name], default="")
        return best if best and 2 * shares[best] > len(ids) else ""


def ids_of(content: bytes) -> frozenset[str]:
    """The names of marked cells in a notebook.

    Parameters
    ----------
    content : bytes
        The file.

    Returns
    -------
    frozenset of str
        Empty if there are none, or if it is no notebook.
    """
    try:
        metadata = (cell.get("metadata") for cell in cells_of(content))
    except Unreadable:
        return frozenset()
    marks = (data.get("nbgrader") for data in metadata if isinstance(data, dict))
    names = (mark.get("grade_id") for mark in marks if isinstance(mark, dict))
    return frozenset(name for name in names if isinstance(name, str))


def is_notebook(content: bytes) -> bool:
    """Whether a file is a notebook with cells, whatever it is called.

    Parameters
    ----------
    content : bytes
        The file.
    """
    try:
        return bool(cells_of(content))
    except Unreadable:
        return False


def _plain(name: str) -> str:
    """A name without what copies and browsers add to it."""
    return re.sub(r"[\W_]+", "-", _COPY.sub("", _ENDINGS.sub("", name.lower()))).strip("-")
