"""Hostile and broken submissions: each gets the grade that its right answers earn, and nothing else happens.

The task gives 1 point for a mass, 2 for a function, 4 for a force that is computed from the mass.
"""

import json
from pathlib import Path

import pytest

from mechanics.grading.grades import grade
from mechanics.grading.tasks import tasks_of

from .conftest import ANSWERS, FORMULA, cells, notebook
from .hostile_answers import ANSWERS_TRIED, ENDING, FORGED, LEFT, ODD_ANSWERS, USUAL
from .hostile_functions import FUNCTIONS
from .hostile_notebooks import NOTEBOOKS
from .hostile_reach import REACHING

# tried in every run, because each goes its own way through the engine; the others by `make test-all`, and by the
# test that sends all of them through nbgrader
SOONER = {
    *USUAL, "a signal to the group of processes", "a message that trickles in", "points claimed",
    "an endlessly nested message", "a tower of powers", "a symbol with the name of the formula", "timed", "awaited",
    "files in /dev/shm and /tmp", "a thousand open files",
} - {"a loop that swallows everything", "memory piece by piece", "an endless loop"}  # fmt: skip
LATER = pytest.mark.slow


def params(table, sooner):
    return [pytest.param(what, marks=() if what in sooner else LATER) for what in table]


@pytest.mark.parametrize("what", params(ANSWERS_TRIED, SOONER))
def test_one_answer_costs_its_own_points_and_those_that_depend_on_it(what, graded):
    source, points = ANSWERS_TRIED[what]
    grade = graded(cells(mass_answer=source))
    assert grade.maximum == 7
    if points is None:  # whoever breaks his own Python may lose everything, but gains nothing
        assert grade.points <= 2
    else:
        assert grade.points == points, [mark for mark in grade.marks if mark.reason]
    assert all(mark.reason for mark in grade.marks if mark.points < mark.maximum), "a lost point without a reason"
    assert grade.status != "review", "whoever sends nonsense is wrong; a person need not look"


@pytest.mark.parametrize("what", params(FUNCTIONS, FUNCTIONS.keys() - {"stops at the time limit and goes on"}))
def test_functions_are_called_inside_with_inputs_that_nobody_can_foresee(what, graded):
    source, points = FUNCTIONS[what]
    grade = graded(cells(square_answer=source))
    marks = {mark.check: mark.points for mark in grade.marks}
    assert marks == {"mass-check": 1, "square-check": points, "force-check": 4}, grade.marks


@pytest.mark.parametrize("what", NOTEBOOKS)
def test_a_broken_notebook_gets_its_true_grade(what, graded):
    submission, points, status = NOTEBOOKS[what]
    grade = graded(submission)
    assert (grade.points, grade.status) == (points, status), grade.marks
    assert bool(grade.note) == (status != "graded"), "whoever is graded otherwise is told why"


def test_the_tables_are_long_enough():
    assert all(len(table) > 5 for table in (USUAL, ENDING, ODD_ANSWERS, FORGED, LEFT))
    assert len(ANSWERS_TRIED) + len(FUNCTIONS) + len(NOTEBOOKS) + len(REACHING) > 200


def test_the_time_of_a_notebook_is_limited(graded):
    slow = "import time; time.sleep(2)\n"
    grade = graded(cells(mass_answer=slow + ANSWERS["mass-answer"], force_answer=slow), notebook=1.0)
    assert grade.points <= 1
    assert "time" in " ".join(mark.reason for mark in grade.marks)


def test_a_check_that_has_no_key_asks_for_a_person(fork_server, tmp_path):
    """The reference uses a name that the domain does not have: that is nobody's wrong answer."""
    source = FORMULA.format("mass", "rho*l*b*height")
    task = [cell | {"source": source} if cell["id"] == "mass-check" else cell for cell in cells()]
    (tmp_path / "box.ipynb").write_bytes(notebook(task))
    found = grade(tasks_of(tmp_path)[0], notebook(cells()), fork_server)
    assert [mark.status for mark in found.marks] == ["review", "right", "right"], found.marks
    assert found.status == "review" and "not your fault" in found.marks[0].reason


def test_reasons_quote_nothing_of_the_hidden_test(graded):
    grade = graded(cells(mass_answer="mass = 1", square_answer="square = 1", force_answer="force = 1"))
    text = grade.as_json()
    for secret in ("rho*l*b*h", "x**2", "verify", str(Path.home())):
        assert secret not in text
    assert json.loads(text)["status"] == "graded"
