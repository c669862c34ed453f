"""Marks of a task run in this process: full, none, and each step for itself."""

import math
import shutil

import pytest

from mechanics.checks import make_key, read_keys, write_keys
from mechanics.grading.authoring.solved import Solved
from mechanics.grading.notebooks import code_cells, folder_of, run
from tests.tasks.course import SOURCE, TASKS, checks_of, grade, release, right_answers, solution
from tests.tasks.judging import task_of


@pytest.fixture(scope="module", params=TASKS)
def task(request):
    return task_of(request.param)


@pytest.fixture
def undrawn(monkeypatch):
    """No sketch: the solution has drawn it when it was run."""
    monkeypatch.setattr("mechanics.drawing.sketch.sketch", lambda *_, **__: None)


def test_the_solution_earns_full_marks(task):
    assert not task.failed, f"the solution fails its own checks: {task.failed}"
    assert not task.noise, f"something on stderr costs a student the points of the cell: {task.noise}"


def test_a_missing_last_step_costs_only_its_own_points(task):
    answer = [cell for cell in task.cells if cell.kind == "answer"][-1]
    last = checks_of(task.name)[-1].id
    assert task.judge(answer, "pass").visible.keys() == {last}
    assert task.cells[-1].id == last, "a test cell or an answer comes after the last step"


@pytest.mark.parametrize("name", TASKS)
def test_the_untouched_release_earns_nothing_and_says_so(name, undrawn):
    untouched = {cell.id: cell.source for cell in code_cells(release(name)) if cell.kind == "answer"}
    earned, failed = grade(name, untouched, hidden=False)
    assert earned == 0, "an untouched release must earn nothing"
    for check, text in failed.items():
        nothing = "Nothing entered yet." in text or "returns nothing" in text
        assert text.startswith("CheckFailed") and nothing, f"{check}: {text}"
    for cell in checks_of(name):
        assert cell.source.startswith("check("), f"{cell.id}: what the student sees fails first, then the hidden part"


@pytest.mark.parametrize("name", TASKS)
def test_answers_that_raise_earn_nothing(name, undrawn):
    earned, failed = grade(name, dict.fromkeys(right_answers(name), "raise RuntimeError"))
    assert earned == 0
    assert all("NameError" in text for text in failed.values())


def function_of(arguments, text):
    """The wrong function that a formula in the names of its arguments stands for; a list of names is an array."""
    names = [f"array_{k}" if isinstance(name, list) else name for k, name in enumerate(arguments)]
    unpacked = [f"{', '.join(name)}, = array_{k}" for k, name in enumerate(arguments) if isinstance(name, list)]
    source = "\n    ".join([f"def wrong({', '.join(names)}):", *unpacked, f"return {text}"])
    namespace = dict(vars(math))
    exec(source, namespace)
    return namespace["wrong"]


def test_every_typical_mistake_is_explained_and_loses_marks(task):
    for check, cell in task.checks.items():
        for sentence, wrong in task.mistakes(check).items():
            if cell.kind == "function" and isinstance(wrong, str):
                wrong = function_of(cell.arguments, wrong)
            if cell.kind == "free_body":  # on a body that is not free yet, no arrow is looked at
                right = task.value(check)
                wrong = [*(one for one in right if "cut" in one), *(wrong if isinstance(wrong, list) else [wrong])]
            said = task.failures(check, wrong)
            assert sentence in said.get("visible", ""), f"{check}: instead of {sentence!r} it says {said}"
            assert "hidden" in said, f"{check}: {sentence!r} earns marks"


def test_a_forged_key_earns_nothing(tmp_path):
    """The visible check believes a forged file; the hidden one does not read it."""
    task = Solved(solution("cart-pendulum"))
    check = task.checks["kinetic-energy-check"]
    wrong = task.namespace["T"] / 2
    notebook = shutil.copy(SOURCE / "cart-pendulum.ipynb", tmp_path)
    forged = {**read_keys(SOURCE / "key.json")}
    forged["cart-pendulum/kinetic-energy"] = make_key("expression", wrong, "cart_pendulum")
    write_keys(tmp_path / "key.json", forged)
    namespace = {**task.namespace, "T": wrong}
    with folder_of(notebook):
        run([check.visible], namespace)
        with pytest.raises(AssertionError, match="Kinetic energy: "):
            run([check.hidden], namespace)
