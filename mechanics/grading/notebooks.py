"""Notebooks of tasks with nbgrader's metadata: reading, running in this process, hidden regions."""

import contextlib
import json
import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

__all__ = ["Cell", "cells_in", "code_cells", "folder_of", "run", "solution_lines", "split_hidden"]

BEGIN_HIDDEN = "BEGIN HIDDEN TESTS"
END_HIDDEN = "END HIDDEN TESTS"
BEGIN_SOLUTION = "BEGIN SOLUTION"
END_SOLUTION = "END SOLUTION"


@dataclass(frozen=True)
class Cell:
    """A code cell.

    Attributes
    ----------
    id : str
        Its name: the ``grade_id`` of nbgrader's metadata, by which nbgrader and the gradebook know a cell. Without one
        the id that JupyterLab gave it, or its number.
    source : str
        Python text.
    kind : str
        ``"answer"``, ``"check"``, ``"given"`` if it is locked, or ``"own"`` if students may change or delete it.
    points : float
        Points of a check.
    """

    id: str
    source: str
    kind: str = "given"
    points: float = 0.0


def code_cells(notebook: Path | str) -> list[Cell]:
    """Read the code cells of a notebook file.

    Parameters
    ----------
    notebook : Path or str
        The file.

    Returns
    -------
    list of Cell
        In their order.

    Raises
    ------
    ValueError
        If it is no notebook.
    """
    return cells_in(Path(notebook).read_bytes(), notebook)


def cells_in(content: bytes, notebook: Path | str) -> list[Cell]:
    """The code cells in the content of a notebook file.

    Parameters
    ----------
    content : bytes
        Of the file.
    notebook : Path or str
        The file, to be named if it is no notebook.

    Returns
    -------
    list of Cell
        In their order.

    Raises
    ------
    ValueError
        If it is no notebook.
    """
    try:
        cells = json.loads(content)["cells"]
        return [_cell(cell, number) for number, cell in enumerate(cells, 1) if cell["cell_type"] == "code"]
    except (ValueError, TypeError, KeyError, AttributeError) as error:
        raise ValueError(
            f"Expected a notebook with nbgrader's marks, got {notebook}, which cannot be read ({type(error).__name__}: "
            f"{error}). Save it in JupyterLab again, or restore an earlier version."
        ) from None


def _cell(cell: dict[str, Any], number: int) -> Cell:
    marks = cell["metadata"].get("nbgrader", {})
    kinds = {"solution": "answer", "grade": "check", "locked": "given"}
    kind = next((kind for mark, kind in kinds.items() if marks.get(mark)), "own")
    name = str(marks.get("grade_id") or cell.get("id") or f"cell {number}")  # format 4.4 knows no ids
    return Cell(name, "".join(cell["source"]), kind, float(marks.get("points", 0)))


def run(cells: Iterable[Cell], namespace: dict[str, Any]) -> dict[str, Any]:
    """Execute cells in their order, without a kernel; an exception of a cell is not caught.

    Parameters
    ----------
    cells : iterable of Cell
        What to run.
    namespace : dict
        Names that they use and define.

    Returns
    -------
    dict
        The namespace.
    """
    for cell in cells:
        exec(compile(cell.source, f"<cell {cell.id}>", "exec"), namespace)
    return namespace


@contextlib.contextmanager
def folder_of(notebook: Path | str) -> Iterator[None]:
    """Change into the folder of a notebook, as a kernel does: its ``key.json`` is there.

    Parameters
    ----------
    notebook : Path or str
        The file.
    """
    before = Path.cwd()
    os.chdir(Path(notebook).parent)
    try:
        yield
    finally:
        os.chdir(before)


def split_hidden(source: str) -> tuple[str, list[str]]:
    """Split a test cell.

    Parameters
    ----------
    source : str
        Text of the cell.

    Returns
    -------
    str
        What a student sees of it.
    list of str
        The lines of its hidden regions.
    """
    visible, hidden = _split(source, BEGIN_HIDDEN, END_HIDDEN)
    return "\n".join(visible), hidden


def solution_lines(source: str) -> list[str]:
    """The solution in an answer cell.

    Parameters
    ----------
    source : str
        Text of the cell.

    Returns
    -------
    list of str
        The lines between the marks ``BEGIN SOLUTION`` and ``END SOLUTION``; empty if there are none.
    """
    return _split(source, BEGIN_SOLUTION, END_SOLUTION)[1]


def _split(source: str, begin: str, end: str) -> tuple[list[str], list[str]]:
    """Lines outside and inside of the regions between two marks."""
    outside: list[str] = []
    within: list[str] = []
    inside = False
    for line in source.split("\n"):
        if begin in line or end in line:
            inside = begin in line
        else:
            (within if inside else outside).append(line)
    return outside, within
