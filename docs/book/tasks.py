"""Statements of the tasks: what a student is asked, without checks, and without what the end of a task tells."""

import base64
from functools import cache
from pathlib import Path

import nbformat
from nbformat import NotebookNode
from nbformat.v4 import new_markdown_cell, new_output

from mechanics.drawing.sketch import sketch

__all__ = ["statement"]

NOTE = """```{{admonition}} Solve it
This page is the statement. To answer it, with a check after every step, open the notebook
`exercises/{folder}/{name}` in your workspace: [how to get the course](../../use.md#get-the-course).
```"""


def statement(path: Path) -> NotebookNode:
    """The released task as a page: text, sketch and the cells for answers; no check, no summary of what was found.

    Parameters
    ----------
    path : notebook below ``exercises/``, as students get it
    """
    notebook = nbformat.read(path, as_version=4)
    kept = [cell for cell in notebook.cells if is_statement(cell)]
    for cell in kept:
        if cell.cell_type == "code":
            _static(cell)
        cell.metadata = nbformat.from_dict({"tags": cell.metadata.get("tags", [])})
    note = NOTE.format(folder=path.parent.name, name=path.name)
    notebook.cells = [kept[0], new_markdown_cell(note, id="solve-it"), *kept[1:]]
    return notebook


def is_statement(cell: NotebookNode) -> bool:
    """Whether a cell belongs to the question: it is text before the end, a sketch, or a place for an answer."""
    about = cell.metadata.get("nbgrader", {})
    if cell.cell_type == "markdown":
        return about.get("grade_id") != "end"
    return bool(about.get("solution")) or sketched(cell.source) is not None


def sketched(source: str) -> str | None:
    """The id of the system that a cell shows a sketch of."""
    start = source.find('sketch("')
    return None if start < 0 else source[start + 8 : source.index('"', start + 8)]


def _static(cell: NotebookNode) -> None:
    """Give a cell with a sketch its picture and hide its code; a cell for an answer stays as it is."""
    name = sketched(cell.source)
    cell.outputs, cell.execution_count = [], None
    if name is not None:
        cell.outputs = [picture(name)]
        cell.metadata["tags"] = ["remove-input"]


@cache
def picture(name: str) -> NotebookNode:
    """The sketch of a system as an output."""
    data, _ = sketch(name)._repr_mimebundle_()
    data["image/png"] = base64.b64encode(data["image/png"]).decode()
    return new_output("display_data", data)
