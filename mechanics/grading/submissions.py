"""A notebook as it was handed in, whatever state it is in: no link is followed, and nothing is taken for granted."""

import contextlib
import json
import os
import stat
from collections.abc import Container, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

__all__ = ["LARGEST", "LOCKED", "Unreadable", "cells_of", "name_of", "read_notebook", "read_submission", "source_of"]

LARGEST = 32 * 2**20
"""Bytes of a notebook; a longer one would take the memory of the grader, not that of the submission."""
LOCKED = b"\0a file that may not be read"
"""Stands for the content of a notebook that the grader may not read."""
_HOW = sum(getattr(os, name, 0) for name in ("O_NONBLOCK", "O_NOFOLLOW", "O_BINARY"))


class Unreadable(ValueError):
    """The file is not a notebook; the message tells the student what to do."""


def read_submission(path: Path) -> bytes | None:
    """Read a file that was handed in.

    A link does not count as a file: it could lead to a solution, or to the work of somebody else.

    Parameters
    ----------
    path : Path
        The file.

    Returns
    -------
    bytes or None
        At most one byte more than `LARGEST`; None if there is no such file.
    """
    with contextlib.suppress(OSError):
        number = os.open(path, os.O_RDONLY | _HOW)
        with open(number, "rb") as file:
            if stat.S_ISREG(os.fstat(number).st_mode):
                return file.read(LARGEST + 1)
    return None


def read_notebook(path: Path) -> bytes | None:
    """Read a notebook that was handed in; one that may not be read is no missing one.

    Parameters
    ----------
    path : Path
        The file.

    Returns
    -------
    bytes or None
        As `read_submission`; `LOCKED` where the file is there, but this user may not read it.
    """
    content = read_submission(path)
    if content is None:
        with contextlib.suppress(OSError):
            if stat.S_ISREG(os.lstat(path).st_mode):
                return LOCKED
    return content


def cells_of(submission: bytes) -> list[dict[str, Any]]:
    """The cells of a notebook.

    Parameters
    ----------
    submission : bytes
        Content of the file.

    Returns
    -------
    list of dict
        Whatever is a cell in there; not to be changed.

    Raises
    ------
    Unreadable
        If the file is not a notebook, or too large.
    """
    if submission == LOCKED:
        raise Unreadable(
            "The file is there, but the grader may not read it; your teachers will look at its permissions."
        )
    if len(submission) > LARGEST:
        raise Unreadable(
            f"The file is larger than {LARGEST // 2**20} MB. Clear its outputs in JupyterLab, save, and hand it "
            "in again."
        )
    try:
        return list(_cells(submission))
    except (ValueError, KeyError, TypeError, RecursionError):
        raise Unreadable(
            "The file is not a notebook that can be read; save it in JupyterLab and hand it in again."
        ) from None


@lru_cache(maxsize=1)  # who enters a notebook asks several times
def _cells(submission: bytes) -> tuple[dict[str, Any], ...]:
    cells = json.loads(submission.decode("utf-8-sig", "replace"))["cells"]
    return tuple(cell for cell in list(cells) if _is_cell(cell))


def name_of(cell: Mapping[str, Any], known: Container[str]) -> str:
    """The name by which a task knows a cell: the one in nbgrader's metadata, or its id where that is lost.

    Parameters
    ----------
    cell : mapping
        A cell of a submission.
    known : container of str
        Names of the task's cells.

    Returns
    -------
    str
        Empty if the cell is none of these.
    """
    metadata = cell.get("metadata")
    marks = metadata.get("nbgrader") if isinstance(metadata, dict) else None
    for name in (marks.get("grade_id") if isinstance(marks, dict) else None, cell.get("id")):
        if isinstance(name, str) and name in known:
            return name
    return ""


def source_of(cell: Mapping[str, Any]) -> str:
    """Text of a cell.

    Parameters
    ----------
    cell : mapping
        A cell of a submission.

    Returns
    -------
    str
        Empty if it has none.
    """
    source = cell.get("source", "")
    return "".join(map(str, source)) if isinstance(source, list) else str(source)


def _is_cell(cell: Any) -> bool:
    return isinstance(cell, dict) and isinstance(cell.get("cell_type"), str)
