"""``mechanics check``: the visible checks of one task, or of a whole assignment, as the button *Validate* runs them."""

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from nbgrader.validator import Validator
from traitlets.config import Config

from .kernels import in_own_folder
from .submissions import Unreadable, cells_of, read_submission

__all__ = ["failures", "tasks_in"]


def tasks_in(folder: Path) -> dict[Path, int]:
    """Find notebooks of tasks.

    Parameters
    ----------
    folder : Path
        Folder of an assignment.

    Returns
    -------
    dict of Path to int
        Number of checks of each; a notebook that cannot be read counts as a task.
    """
    found = {path: _checks(path) for path in sorted(folder.glob("*.ipynb"))}
    return {path: number for path, number in found.items() if number}


def failures(notebook: Path) -> list[str]:
    """Run the visible checks of a notebook, whose file is not changed.

    Parameters
    ----------
    notebook : Path
        The file.

    Returns
    -------
    list of str
        What is not right yet, a sentence each; empty if all visible checks pass.
    """
    try:
        cells_of(read_submission(notebook) or b"")
        found = Validator(config=Config(in_own_folder())).validate(str(notebook))
    except Unreadable as error:
        return [str(error)]
    except Exception as error:  # a copied cell, a loop that cannot be interrupted: the others must still be checked
        return [f"This notebook could not be checked: {str(error).strip() or type(error).__name__}"]
    return [_sentence(kind, cell) for kind, cells in found.items() for cell in cells]


def _checks(notebook: Path) -> int:
    try:
        cells = cells_of(read_submission(notebook) or b"")
    except Unreadable:
        return 1
    return sum(_is_check(cell) for cell in cells)


def _is_check(cell: Mapping[str, Any]) -> bool:
    try:
        marks = cell["metadata"]["nbgrader"]
        return bool(marks["grade"] and not marks["solution"])
    except (KeyError, TypeError):
        return False


def _sentence(kind: str, cell: Mapping[str, str]) -> str:
    """Say what is wrong with one cell: the message of the check, or that a locked cell was changed."""
    if kind == "failed":
        return re.sub(r"\x1b\[[0-9;]*m", "", cell["raw_error"]).strip()
    return f"A locked cell was changed; replace it by this one from a fresh copy of the task:\n{cell['source']}"
