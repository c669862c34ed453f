"""Plain asserts in the sandbox: what nbgrader gives, and nothing for code that ends, patches or forges them."""

from pathlib import Path
from typing import Any

import pytest

from mechanics.grading.grades import Grade, grade
from mechanics.grading.plain_tests import judged_inside
from mechanics.grading.student import Budget
from mechanics.grading.tasks import Task, tasks_of

from .other_courses import answer, exam, filled, given, notebook, written

CELLS = [
    given("tools", "import numpy as np\nfrom numpy.testing import assert_allclose"),
    answer("root", "def root(x):\n    return x ** 0.5"),
    exam("visible", 1, "assert_allclose(root(4), 2)\nassert abs(root(9) - 3) < 1e-9"),
    exam("hidden", 2, "assert root(4) == 2\n### BEGIN HIDDEN TESTS\nassert abs(root(49) - 7) < 1e-9\n"
         "### END HIDDEN TESTS"),
    exam("part", 4, "sum([root(1) == 1, root(16) == 4])"),
    written("why", 1, "Because."),
    answer("last", "name = 'last'"),
    exam("end", 8, "### BEGIN HIDDEN TESTS\nassert name == 'last', 'the name is another one'\n### END HIDDEN TESTS"),
]  # fmt: skip
RIGHT = "def root(x):\n    return x ** 0.5\n"
WRONG = "def root(x):\n    {}\n    return 0\n"
SEND = """import json, os
def send(answer):
    data = json.dumps(answer).encode()
    for number in range(3, 60):
        try:
            os.write(number, len(data).to_bytes(4, 'little') + data)
        except OSError:
            pass
"""
EARN_NOTHING = {
    "exits": WRONG.format("raise SystemExit(0)"),
    "ends the process": WRONG.format("import os; os._exit(0)"),
    "kills it": WRONG.format("import os; os.kill(os.getpid(), 9)"),
    "ends all": WRONG.format("import os; os.kill(-1, 9)"),
    "asks for an exit code": "import atexit, os\natexit.register(os._exit, 0)\n" + WRONG.format("exit()"),
    "own error": "class E(BaseException):\n    def __str__(self): raise self\n" + WRONG.format("raise E"),
    "generator exit": WRONG.format("raise GeneratorExit"),
    "patched abs": "import builtins\nbuiltins.abs = lambda x: 0\n" + WRONG.format("pass"),
    "own abs": "abs = lambda x: 0\n" + WRONG.format("pass"),
    "own builtins": "__builtins__ = {**vars(__builtins__), 'abs': lambda x: 0}\n" + WRONG.format("pass"),
    "patched assertion": "import builtins\nbuiltins.AssertionError = type('A', (Exception,), {})\n"
                         + WRONG.format("pass"),
    "patched numpy.testing": "np.testing.assert_allclose = lambda *a, **k: None\n"
                             "assert_allclose = lambda *a, **k: None\n" + WRONG.format("pass"),
    "patched below": "import numpy.testing._private.utils as u\n"
                     "u.assert_array_compare = lambda *a, **k: None\n" + WRONG.format("pass"),
    "patched code": "assert_allclose.__code__ = (lambda *a, **k: None).__code__\n" + WRONG.format("pass"),
    "patched while it runs": WRONG.format("import builtins; builtins.abs = lambda x: 0; return 2 if x == 4 else 0"),
    "traced": "import sys\nsys.settrace(lambda f, *_: f.f_locals.update(x=1))\n" + WRONG.format("pass"),
    "forged mark": f"{SEND}send({{'value': None}})\n" + WRONG.format("pass"),
    "forged while it runs": SEND + WRONG.format("send({'value': None}), send({'mark': 'x' * 32})"),
    "threads": "import threading, os\nthreading.Timer(0.05, lambda: os._exit(0)).start()\n" + WRONG.format(
        "import time; time.sleep(0.2)"),
    "endless": WRONG.format("while True: pass"),
}  # fmt: skip


@pytest.fixture(scope="module")
def plain(tmp_path_factory: pytest.TempPathFactory) -> Task:
    folder: Path = tmp_path_factory.mktemp("plain")
    (folder / "roots.ipynb").write_text(notebook(*CELLS))
    return tasks_of(folder)[0]


def graded(task: Task, fork_server: Any, answers: dict[str, str]) -> Grade:
    content = filled((task.folder / f"{task.name}.ipynb").read_text(), answers)
    return grade(task, content.encode(), fork_server, Budget(cell=3.0, question=3.0, notebook=40.0))


def marks(found: Grade) -> dict[str, float]:
    return {mark.check: mark.points for mark in found.marks}


def test_a_right_answer_has_all_points_of_whole_tests_and_the_number_of_the_others(plain, fork_server):
    found = graded(plain, fork_server, {"root": RIGHT})
    assert marks(found) == {"visible": 1, "hidden": 2, "part": 2, "end": 8}
    assert [m.status for m in found.marks] == ["right", "right", "partial", "right"] and found.status == "graded"
    assert plain.by_hand == {"why": 1}


@pytest.mark.parametrize("what", EARN_NOTHING)
def test_no_point_is_earned_without_the_answer(plain, fork_server, what):
    found = marks(graded(plain, fork_server, {"root": EARN_NOTHING[what]}))
    assert found["visible"] == found["hidden"] == 0 and found["part"] <= 1, found


def test_a_hidden_test_is_not_in_the_process_before_all_answers_have_run(plain, fork_server):
    """The last answer looks for its text in all that the process holds; the name is right if it found nothing."""
    spy = (
        "import gc, sys\ndef held():\n    for thing in gc.get_objects():\n        if isinstance(thing, dict):\n"
        "            yield from (v for v in list(thing.values()) if isinstance(v, str))\n"
        "name = 'found' if any(')94(toor'[::-1] in text for text in held()) else 'last'"
    )
    assert marks(graded(plain, fork_server, {"root": RIGHT, "last": spy}))["end"] == 8


def test_sentences_quote_what_students_see_and_nothing_hidden(plain, fork_server):
    found = graded(plain, fork_server, {"root": WRONG.format("if x < 10: return x ** 0.5"), "last": "name = 1"})
    told = {mark.check: mark.reason for mark in found.marks}
    assert told["hidden"] == "A test that is not shown fails." and told["end"] == "the name is another one"
    wrong = graded(plain, fork_server, {"root": "def root(x):\n    return 2"})
    assert "This does not hold: abs(root(9) - 3) < 1e-09." in {mark.reason for mark in wrong.marks}
    missing = graded(plain, fork_server, {"root": "1/0"})
    assert "ZeroDivisionError" in next(mark.reason for mark in missing.marks if mark.check == "visible")


@pytest.mark.parametrize(
    ("value", "points"), [(None, 4), ("2.5", 2.5), ("0", 0), ("'text'", 4), ("True", 4), ("[1]", 4)]
)
def test_partial_credit_is_that_of_nbgrader(value, points):
    assert judged_inside(4, value) == points


def test_more_points_than_there_are_wait_for_a_person(tmp_path, fork_server):
    (tmp_path / "much.ipynb").write_text(notebook(exam("much", 1, "2 + 3")))
    [mark] = graded(tasks_of(tmp_path)[0], fork_server, {}).marks
    assert (mark.points, mark.status) == (0, "review")


def test_what_a_limit_has_ended_waits_for_a_person(plain, fork_server):
    """The test after it would pass or fail by what was not done: nobody knows what the answer is worth."""
    found = graded(plain, fork_server, {"root": "while True: pass"})
    assert found.status == "cut short" and found.points == 8
    assert {mark.check: mark.status for mark in found.marks} == {
        "visible": "cut short",
        "hidden": "cut short",
        "part": "cut short",
        "end": "right",
    }
    assert found.marks[0].needs_person and "in time" in found.marks[0].reason


MIXED = """from mechanics.checks import verify
values = [square(n) for n in range(3)]
assert len(values) == 3
verify("a/square", square, "x**2", kind="function", domain={"x": "real"})
### BEGIN HIDDEN TESTS
assert values[2] == limit
### END HIDDEN TESTS
"""


@pytest.mark.parametrize(
    ("square", "points"),
    [
        ("def square(x):\n    return x**2", 3),
        ("def square(x):\n    return x*abs(x)", 0),
        ("limit = 5\ndef square(x):\n    return x**2", 0),
        ("square = None", 0),
    ],
)
def test_a_cell_may_have_both_kinds_of_tests(tmp_path, fork_server, square, points):
    cells = [
        given("limit", "limit = 4"),
        answer("square", "def square(x):\n    return x**2"),
        exam("both", 3, MIXED),
    ]
    (tmp_path / "key.json").write_text("{}")
    (tmp_path / "squares.ipynb").write_text(notebook(*cells))
    assert graded(tasks_of(tmp_path)[0], fork_server, {"square": square}).points == points


def test_tests_that_nbgrader_writes_are_refused_with_a_sentence(tmp_path):
    (tmp_path / "auto.ipynb").write_text(notebook(exam("auto", 1, "### AUTOTEST squares(1)")))
    with pytest.raises(ValueError, match="source_with_tests"):
        tasks_of(tmp_path)
