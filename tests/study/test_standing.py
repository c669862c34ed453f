"""How far a student has come, from a workspace that a student could have: real tasks, edited answers, odd files."""

import json
import shutil
import time
from pathlib import Path

import nbformat
import pytest

from mechanics.study import progress
from mechanics.study.records import CellRan, Judged, keep, kept
from mechanics.study.standing import standing
from mechanics.study.watching import fingerprint
from mechanics.workspace import settings_folder

TASK = "exercises/05-euler-lagrange/cart-pendulum.ipynb"


@pytest.fixture
def workspace(tmp_path, checkout):
    """Two chapters and one assignment, as `mechanics lab` lays them out."""
    (tmp_path / "course").mkdir()
    for name in ("00-start-here", "01-systems-and-models", "02-point-kinematics"):
        shutil.copy(checkout / "course" / f"{name}.ipynb", tmp_path / "course")
    shutil.copytree(checkout / "exercises/05-euler-lagrange", tmp_path / "exercises/05-euler-lagrange")
    settings_folder(tmp_path).mkdir()
    return tmp_path


def answer_of(workspace, step):
    """Text of the answer cell of a step, found as a reader would: above its check."""
    cells = nbformat.read(workspace / TASK, 4).cells
    check = next(k for k, cell in enumerate(cells) if f"/{step}" in cell.source and "check(" in cell.source)
    return next(cell for cell in reversed(cells[:check]) if cell.metadata.get("nbgrader", {}).get("solution")), cells


def steps_of(workspace):
    (task,) = [task for task in standing(workspace).tasks if task.file == TASK]
    return {step.name.split("/")[1]: step for step in task.steps}


def say(workspace, step, state, reason="", source="", at=None):
    name = f"cart-pendulum/{step}"
    keep(workspace, Judged(TASK, name, state, reason, fingerprint(source) if source else "", at or time.time()))


def test_a_new_workspace_has_all_points_still_to_come(workspace):
    found = standing(workspace)
    assert [chapter.file for chapter in found.chapters] == [
        "course/01-systems-and-models.ipynb", "course/02-point-kinematics.ipynb",
    ]  # fmt: skip
    assert all(chapter.ran == 0 and chapter.cells > 5 for chapter in found.chapters)
    files = sorted(path.name for path in (workspace / "exercises/05-euler-lagrange").glob("*.ipynb"))
    assert [Path(task.file).name for task in found.tasks] == files
    assert all(task.earned == 0 < task.points for task in found.tasks)
    assert found.next == ("course/01-systems-and-models.ipynb", "1 Systems and models")
    assert found.often == ()


def test_points_are_those_that_nbgrader_has_in_the_file(workspace):
    cells = nbformat.read(workspace / TASK, 4).cells
    graded = [cell.metadata.nbgrader for cell in cells if cell.metadata.get("nbgrader", {}).get("grade")]
    (task,) = [task for task in standing(workspace).tasks if task.file == TASK]
    assert task.points == sum(entry.points for entry in graded)


def test_a_step_is_done_until_its_answer_changes(workspace):
    step = next(iter(steps_of(workspace)))
    cell, _ = answer_of(workspace, step)
    say(workspace, step, "wrong", "The sign is wrong.", "something else")
    say(workspace, step, "right", source=cell.source)
    assert steps_of(workspace)[step].is_done and steps_of(workspace)[step].tries == 1
    notebook = nbformat.read(workspace / TASK, 4)
    edited = next(c for c in notebook.cells if c.id == cell.id)
    edited.source = edited.source.replace("...", "1") + "\n# edited"
    nbformat.write(notebook, workspace / TASK)
    assert steps_of(workspace)[step].state == "changed" and not steps_of(workspace)[step].is_done


def test_points_of_an_answer_that_is_only_noted_are_not_earned(workspace):
    first, second, *_ = steps_of(workspace)
    worth = {name: step.points for name, step in steps_of(workspace).items()}
    say(workspace, first, "right")
    say(workspace, second, "noted")
    (task,) = [task for task in standing(workspace).tasks if task.file == TASK]
    assert (task.earned, task.noted) == (worth[first], worth[second])
    assert f"2 of {len(task.steps)} steps, {worth[first]:g} of {task.points:g} points and {worth[second]:g} noted" in (
        progress(workspace / "course")._repr_html_()
    )
    assert repr(progress(workspace / "course")).endswith(f"points and {worth[second]:g} noted.")


def test_what_was_often_not_right_comes_first_with_what_was_said_last(workspace):
    one, two, *_ = steps_of(workspace)
    for reason in ("first", "The factor ½ is missing."):
        say(workspace, one, "wrong", reason)
    for _ in range(3):
        say(workspace, two, "wrong", "No.")
    often = standing(workspace).often
    assert [(entry.times, entry.reason) for entry in often] == [(3, "No."), (2, "The factor ½ is missing.")]


def test_next_is_what_was_begun_last_and_is_not_finished(workspace):
    say(workspace, next(iter(steps_of(workspace))), "wrong", "No.")
    assert standing(workspace).next[0] == TASK


def test_a_chapter_is_read_when_nearly_all_of_its_cells_have_run(workspace):
    file = "course/01-systems-and-models.ipynb"
    code = [cell.id for cell in nbformat.read(workspace / file, 4).cells if cell.cell_type == "code"]
    for name in [*code, code[0], "a-cell-of-ones-own"]:
        keep(workspace, CellRan(file, name, time.time()))
    first = standing(workspace).chapters[0]
    assert first.is_read and first.ran == first.cells
    assert "1 of 2 chapters read" in repr(progress(workspace / "course"))


def test_a_damaged_diary_and_odd_notebooks_cost_nothing_but_their_lines(workspace):
    say(workspace, next(iter(steps_of(workspace))), "right")
    diary = settings_folder(workspace) / "study.jsonl"
    with diary.open("ab") as file:
        file.write(b'{"step": 3}\nnot json\n[]\n\xff\xfe\n{"notebook": "x", "step": "y"}\n')
        file.write(json.dumps({"notebook": "a", "cell": "b", "at": 9e99}).encode() + b"\n")
    assert len(list(kept(workspace))) == 1
    before = len(standing(workspace).tasks)
    (workspace / "exercises/05-euler-lagrange/empty.ipynb").write_text("{}")
    (workspace / "exercises/05-euler-lagrange/own.ipynb").write_text("no notebook")
    assert len(standing(workspace).tasks) == before


def test_the_page_links_what_is_next_and_escapes_what_was_said(workspace):
    first = next(iter(steps_of(workspace)))
    for _ in range(2):
        say(workspace, first, "wrong", "<b>x</b> & y")
    page = progress(workspace / "course")._repr_html_()
    assert f'href="../{TASK}"' in page and "&lt;b&gt;x&lt;/b&gt; &amp; y" in page and "<b>x</b>" not in page


def test_outside_of_a_workspace_it_says_why_nothing_is_known(tmp_path):
    found = progress(tmp_path)
    assert "mechanics lab" in repr(found) and "mechanics lab" in found._repr_html_()


def test_a_folder_that_cannot_be_written_stops_nobody(workspace):
    keep(workspace / "nowhere", CellRan("a", "b", 0.0))
