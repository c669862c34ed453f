"""What is wrong with nbgrader's metadata of a task: names, points, locks, versions."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from nbformat import NotebookNode
from nbgrader.nbgraderformat import MetadataValidator
from nbgrader.nbgraderformat.common import SchemaTooNewError, SchemaTooOldError, ValidationError

from ..notebooks import BEGIN_HIDDEN, BEGIN_SOLUTION, END_HIDDEN, END_SOLUTION
from .findings import Finding, place_of

__all__ = ["marks_findings"]

SIDE_BAR = "the side bar *Create Assignment* of JupyterLab (the menu of nbgrader, `nbgrader extension list`)"
WORDS = re.compile(r"[a-z][a-z0-9]*([-_][a-z0-9]+)*")
ALLOWED = re.compile(r"[A-Za-z0-9_-]+")  # by nbgrader's side bar
DRAWN = re.compile(r"cell-[0-9a-f]{8,}")  # the names that JupyterLab draws
SCHEMA = 3
Cell = Mapping[str, Any]


def marks_findings(notebook: NotebookNode) -> list[Finding]:
    """Look through the metadata of all cells.

    Parameters
    ----------
    notebook : nbformat.NotebookNode
        The task with its solution.

    Returns
    -------
    list of Finding
        Empty if all is well.
    """
    cells = list(enumerate(notebook.cells, 1))
    found = [Finding(place_of(cell, n), text, advice) for n, cell in cells for text, advice in _of_cell(cell)]
    found += _doubled([cell for _, cell in cells])
    if not any(_marks(cell).get("grade") or _marks(cell).get("task") for _, cell in cells):
        found.append(Finding("points", f"No cell of this notebook gives points. Mark test cells in {SIDE_BAR}."))
    return found or _of_nbgrader(notebook)


def _marks(cell: Cell) -> dict[str, Any]:
    return dict(cell["metadata"].get("nbgrader") or {})


def _of_cell(cell: Cell) -> Iterator[tuple[str, bool]]:
    marks = _marks(cell)
    if marks.get("grade") or marks.get("solution") or marks.get("locked"):
        yield from _name(marks.get("grade_id"))
        yield from _schema(marks.get("schema_version"))
    if marks.get("grade") or marks.get("task"):
        yield from _points(marks.get("points"))
    yield from _lock(cell, marks)
    yield from _regions(cell, marks)


def _name(name: Any) -> Iterator[tuple[str, bool]]:
    if name is None or name == "":
        yield f"It has no grade_id, by which the gradebook knows it. Give it a name in {SIDE_BAR}.", False
    elif not isinstance(name, str) or not ALLOWED.fullmatch(name):
        yield (
            f"Its grade_id is {name!r}; expected a text of letters, digits, - and _. Rename it in {SIDE_BAR}.",
            False,
        )
    elif DRAWN.fullmatch(name):
        yield (
            "Its grade_id was drawn by JupyterLab. Tables and statistics show this name: rename it to words, such "
            "as rod-mass-check.",
            True,
        )
    elif not WORDS.fullmatch(name):
        yield (
            f"Its grade_id {name!r} does not consist of words in small letters. Tables and statistics show this name: "
            "rename it, for example to rod-mass-check.",
            True,
        )


def _schema(version: Any) -> Iterator[tuple[str, bool]]:
    if version != SCHEMA:
        yield (
            f"Its metadata has the schema version {version!r}; nbgrader expects {SCHEMA}. Type: nbgrader update "
            "NOTEBOOK",
            False,
        )


def _points(points: Any) -> Iterator[tuple[str, bool]]:
    if points is None:
        yield f"It is graded, but has no points. Enter them in {SIDE_BAR}.", False
    elif isinstance(points, bool) or not isinstance(points, int | float) or not 0 <= points < float("inf"):
        yield f"Its points are {points!r}; expected a number that is not negative.", False
    elif points == 0:
        yield "It gives zero points, so that it counts for nothing. Enter its points, or remove its mark.", False


def _lock(cell: Cell, marks: Mapping[str, Any]) -> Iterator[tuple[str, bool]]:
    locked, code = bool(marks.get("locked")), cell["cell_type"] == "code"
    if marks.get("solution"):
        if locked:
            yield "It is an answer cell, and locked: students cannot enter anything. Mark it again as answer.", False
    elif not locked and marks.get("grade"):
        yield f"It is a test cell and not locked, so that students can change it. Mark it again in {SIDE_BAR}.", False
    elif not locked and code and cell["source"].strip():
        yield (
            "It is code that is given, and not locked: students can change or delete what later cells rely on. Mark it "
            f"*Read-only* in {SIDE_BAR}.",
            True,
        )


def _regions(cell: Cell, marks: Mapping[str, Any]) -> Iterator[tuple[str, bool]]:
    """Whether the regions that nbgrader takes out are closed, and in cells of which it takes them out."""
    for begin, end in ((BEGIN_SOLUTION, END_SOLUTION), (BEGIN_HIDDEN, END_HIDDEN)):
        order = [begin in line for line in cell["source"].split("\n") if begin in line or end in line]
        if order != [True, False] * (len(order) // 2):
            yield f"'{begin}' and '{end}' do not come in pairs. Each begin needs its own end below it.", False
    if BEGIN_SOLUTION in cell["source"] and not marks.get("solution"):
        yield (
            f"It contains a solution, but is no answer cell. Mark it as answer in {SIDE_BAR}; nbgrader refuses to "
            "release it.",
            False,
        )
    if BEGIN_HIDDEN in cell["source"] and not marks.get("grade"):
        yield f"It contains a hidden test, but is no test cell. Mark it as *Autograder tests* in {SIDE_BAR}.", False


def _doubled(cells: Sequence[Cell]) -> Iterator[Finding]:
    names = Counter(str(_marks(cell)["grade_id"]) for cell in cells if _marks(cell).get("grade_id"))
    for name, count in names.items():
        if count > 1:
            yield Finding(
                name,
                f"{count} cells have this grade_id, for example after copying a cell. Each needs one of its own: "
                f"rename them in {SIDE_BAR}.",
            )


def _of_nbgrader(notebook: NotebookNode) -> list[Finding]:
    """What nbgrader itself has against the metadata."""
    try:
        MetadataValidator().validate_nb(notebook)
    except (ValidationError, SchemaTooOldError, SchemaTooNewError, KeyError) as error:
        return [Finding("metadata", f"nbgrader refuses this notebook: {error}. Mark the cell again in {SIDE_BAR}.")]
    return []
