"""Locked cells of a notebook exchanged for those with a student's own numbers."""

from collections.abc import Mapping
from typing import Any

from nbgrader import utils

from .tasks import Task

__all__ = ["given_of", "put_in_cells"]


def given_of(task: Task) -> dict[str, str]:
    """Locked cells with numbers of a student, by name; none for a task with those of its author.

    Parameters
    ----------
    task : Task
        Of one student.
    """
    return {cell.id: cell.source for cell in task.cells if cell.kind == "given" and task.numbers}


def put_in_cells(page: Any, given: Mapping[str, str]) -> None:
    """Exchange cells; their checksums tell *Validate* that nobody has changed them since.

    Parameters
    ----------
    page : nbformat.NotebookNode
        A notebook, which is changed.
    given : mapping of str
        From `given_of`.
    """
    for cell in page.cells:
        name = cell.metadata.get("nbgrader", {}).get("grade_id", "")
        if cell.cell_type == "code" and cell.source != given.get(name, cell.source):
            cell.source = given[name]
            cell.metadata.nbgrader["checksum"] = utils.compute_checksum(cell)
