"""Cells are known by nbgrader's ``grade_id``: JupyterLab draws ids of its own, and nbformat 4.4 has none."""

import json
import uuid
from typing import Any

import nbformat
import pytest

from .box_course import BOX, Course, released_box
from .conftest import cells, notebook, own

pytestmark = pytest.mark.usefixtures("isolation")


def drawn(task: list[dict[str, Any]]) -> bytes:
    """As JupyterLab saves it."""
    return notebook([cell | {"id": uuid.uuid4().hex[:8]} for cell in task])


def without(task: list[dict[str, Any]]) -> bytes:
    """In the format 4.4."""
    bare = [{key: value for key, value in cell.items() if key != "id"} for cell in task]
    return json.dumps({"cells": bare, "metadata": {}, "nbformat": 4, "nbformat_minor": 4}).encode()


@pytest.fixture(scope="module", params=[drawn, without])
def box(request, tmp_path_factory) -> Course:
    """A task written in one way, and submissions in both."""
    course = Course(released_box(tmp_path_factory.mktemp("box") / "course", request.param(cells())))
    for handed in (drawn, without):
        course.submit(f"right {handed.__name__}", handed([*cells(), own("print('mine')")]))
        course.submit(f"wrong {handed.__name__}", handed(cells(force_answer="force = 0")))
    return course


@pytest.mark.parametrize("command", ["mechanics", "nbgrader"])
def test_a_task_is_graded_whatever_ids_its_cells_have(box, command):
    run = box.type_in(command, {})
    assert run.returncode == 0, run.stdout + run.stderr
    right, wrong = (7, False), (3, False)
    assert box.scores() == {"right drawn": right, "right without": right, "wrong drawn": wrong, "wrong without": wrong}
    for student in box.scores():
        nbformat.validate(json.loads(box.page(student).read_text()))
    assert box.api.generate_feedback(BOX, force=True)["success"]
    pages = box.grading / "feedback"
    assert "mine" in (pages / "right drawn" / BOX / f"{BOX}.html").read_text()
    assert "verify(" not in (pages / "wrong without" / BOX / f"{BOX}.html").read_text()
