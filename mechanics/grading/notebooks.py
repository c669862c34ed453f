"""Notebooks of tasks, as nbgrader marks their cells: reading, running in this process, hidden regions."""

import contextlib
import json
import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

__all__ = ["Cell", "code_cells", "folder_of", "run", "split_hidden"]

BEGIN_HIDDEN = "BEGIN HIDDEN TESTS"
END_HIDDEN = "END HIDDEN TESTS"


@dataclass(frozen=True)
class Cell:
    """A code cell.

    Attributes
    ----------
    id : of the cell, a word
    source : Python text
    kind : ``"answer"``, ``"check"`` or ``"given"``
    points : what a check is worth
    """

    id: str
    source: str
    kind: str = "given"
    points: float = 0.0


def code_cells(notebook: Path | str) -> list[Cell]:
    """Code cells of a notebook file in their order."""
    cells = json.loads(Path(notebook).read_text(encoding="utf-8"))["cells"]
    return [_cell(cell) for cell in cells if cell["cell_type"] == "code"]


def _cell(cell: dict[str, Any]) -> Cell:
    marks = cell["metadata"].get("nbgrader", {})
    kind = "answer" if marks.get("solution") else "check" if marks.get("grade") else "given"
    return Cell(cell["id"], "".join(cell["source"]), kind, float(marks.get("points", 0)))


def run(cells: Iterable[Cell], namespace: dict[str, Any]) -> dict[str, Any]:
    """Execute cells in order in `namespace`, without a kernel; what a cell raises comes through."""
    for cell in cells:
        exec(compile(cell.source, f"<cell {cell.id}>", "exec"), namespace)
    return namespace


@contextlib.contextmanager
def folder_of(notebook: Path | str) -> Iterator[None]:
    """Work in the folder of a notebook, as a kernel does: there lies its ``key.json``."""
    before = Path.cwd()
    os.chdir(Path(notebook).parent)
    try:
        yield
    finally:
        os.chdir(before)


def split_hidden(source: str) -> tuple[str, list[str]]:
    """What a student sees of a test cell, and the lines of its hidden regions."""
    visible: list[str] = []
    hidden: list[str] = []
    inside = False
    for line in source.split("\n"):
        if BEGIN_HIDDEN in line or END_HIDDEN in line:
            inside = BEGIN_HIDDEN in line
        else:
            (hidden if inside else visible).append(line)
    return "\n".join(visible), hidden
