"""Cells are known by nbgrader's ``grade_id``: JupyterLab draws ids of its own, and nbformat 4.4 has none."""

import json
import uuid
from pathlib import Path
from typing import Any

import pytest

from mechanics.grading.grades import grade
from mechanics.grading.tasks import Task, tasks_of

from .conftest import cells, notebook


def drawn(task: list[dict[str, Any]]) -> bytes:
    """As JupyterLab saves it."""
    return notebook([cell | {"id": uuid.uuid4().hex[:8]} for cell in task])


def without(task: list[dict[str, Any]]) -> bytes:
    """In the format 4.4."""
    bare = json.loads(notebook([{key: cell[key] for key in cell if key != "id"} for cell in task]))
    return json.dumps(bare | {"nbformat_minor": 4}).encode()


def task_from(content: bytes, folder: Path) -> Task:
    (folder / "box.ipynb").write_bytes(content)
    (folder / "key.json").write_text("{}")
    return tasks_of(folder)[0]


@pytest.mark.parametrize("written", [drawn, without])
@pytest.mark.parametrize("handed", [drawn, without, notebook])
def test_a_task_is_graded_whatever_ids_its_cells_have(written, handed, tmp_path, fork_server):
    task = task_from(written(cells()), tmp_path)
    assert set(task.checks) == {"mass-check", "square-check", "force-check"}
    assert grade(task, handed(cells()), fork_server).points == 7
    assert grade(task, handed(cells(force_answer="force = 0")), fork_server).points == 3
