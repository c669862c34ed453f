"""Settings of a course that are not nbgrader's own: delimiters, whose hidden tests stay hidden, and time for a cell."""

import shutil
from pathlib import Path
from typing import Any

import nbformat
import pytest
from traitlets.config import Config

from mechanics.grading.assignment import USUAL, Seconds, read_assignment
from mechanics.grading.authoring.rehearsal import Rehearsal
from mechanics.grading.autograde import SafeExecute
from mechanics.grading.delimiters import as_usual
from mechanics.grading.feedback import clean
from mechanics.grading.grades import grade
from mechanics.grading.pages import autograded
from mechanics.grading.settings import Settings
from mechanics.grading.student import Budget
from mechanics.grading.tasks import Task, tasks_of

from .other_courses import answer, exam, filled, notebook

SECRET = "assert half(7) == 3.5"
CONFIG = """c = get_config()
c.ClearHiddenTests.begin_test_delimeter = "VERSTECKT >"
c.ClearHiddenTests.end_test_delimeter = "VERSTECKT <"
c.ClearSolutions.begin_solution_delimeter = "LÖSUNG >"
c.ClearSolutions.end_solution_delimeter = "LÖSUNG <"
"""
CELLS = [
    answer("half", "def half(x):\n    ### LÖSUNG >\n    return x / 2\n    ### LÖSUNG <"),
    exam("half-test", 3, f"assert half(4) == 2\n### VERSTECKT >\n{SECRET}\n### VERSTECKT <"),
]


@pytest.fixture
def course(tmp_path: Path) -> Path:
    source = tmp_path / "source" / "halves"
    source.mkdir(parents=True)
    (tmp_path / "nbgrader_config.py").write_text(CONFIG, encoding="utf-8")
    (source / "halves.ipynb").write_text(notebook(*CELLS), encoding="utf-8")
    return tmp_path


@pytest.fixture
def task(course: Path) -> Task:
    layout = Settings(course).layout
    return tasks_of(layout.of("halves").source, layout.ignored, layout.delimiters)[0]


def test_a_task_has_the_usual_delimiters(task: Task) -> None:
    lines = task.cells[1].source.split("\n")
    assert lines[1:] == ["### BEGIN HIDDEN TESTS", SECRET, "### END HIDDEN TESTS"]


def test_a_hidden_test_is_not_quoted(task: Task, fork_server: Any) -> None:
    plain = task.checks["half-test"].plain
    assert plain is not None and plain.is_hidden and SECRET not in plain.visible
    handed = filled((task.folder / "halves.ipynb").read_text(), {"half": "def half(x):\n    return x // 2"}).encode()
    found = grade(task, handed, fork_server, Budget(cell=3.0, question=3.0, notebook=40.0))
    assert [(mark.points, mark.reason) for mark in found.marks] == [(0, "A test that is not shown fails.")]
    page = clean(nbformat.reads(autograded(task, handed, found), as_version=4))
    assert SECRET not in nbformat.writes(page), "the feedback page shows a hidden test"


def test_workers_get_the_same_task(course: Path, task: Task, tmp_path: Path) -> None:
    layout = Settings(course).layout
    sent = read_assignment(task.folder, ignored=layout.ignored, delimiters=layout.delimiters)
    place = tmp_path / "worker"
    place.mkdir()
    sent.write(place)
    assert tasks_of(place)[0].cells == task.cells


def test_a_rehearsal_releases_neither_solutions_nor_hidden_tests(course: Path, tmp_path: Path) -> None:
    rehearsal = Rehearsal(course / "source" / "halves" / "halves.ipynb", tmp_path / "rehearsal")
    assert not rehearsal.release()
    released = rehearsal.released.read_text(encoding="utf-8")
    assert SECRET not in released and "x / 2" not in released
    shutil.rmtree(tmp_path / "rehearsal")


def test_what_is_no_notebook_stays_as_it_is() -> None:
    for content in (b"", b"{", b"[]", b'{"cells": [1]}', b'{"cells": [{"source": 7}]}'):
        assert as_usual(content, {"VERSTECKT >": "BEGIN HIDDEN TESTS"}) == content


SECONDS = {
    "nothing": ({}, USUAL),
    "less than usual": ({"Execute": {"timeout": 5}}, USUAL),
    "more, as nbconvert calls it": ({"ExecutePreprocessor": {"timeout": 100}}, Seconds(cell=100)),
    "more than a notebook has": ({"Execute": {"timeout": 600}}, Seconds(cell=600, notebook=1200)),
    "no limit": ({"Execute": {"timeout": -1}}, Seconds(cell=240, notebook=480)),
    "ours": ({"Execute": {"timeout": 600}, "SafeExecute": {"seconds_for_cell": 7}}, Seconds(cell=7)),
}


@pytest.mark.parametrize("what", SECONDS)
def test_a_cell_has_the_time_that_the_course_gives_it(what: str) -> None:
    said, expected = SECONDS[what]
    assert SafeExecute(config=Config(said)).seconds == expected
