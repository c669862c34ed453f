"""The states of a step as a student sees them, in a kernel that a person uses, and as a program does."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from mechanics.checks import recording, verify, write_keys
from tests.checks.person import Person, person

DOMAIN = {"m": "positive", "v": "real", "k": "positive"}
FIRST = "from sympy import symbols, sin, Symbol\nfrom mechanics.checks import check, verify\nm, v = symbols('m v')"
TABLE = """def table(m):
    values = [force(n) for n in (m, 2*m)]
    return None if None in values else values"""
TITLE = '# Task\n## Step 1: *energy*\n\nIs it stable? Choose `"both"` or `"none"`.'
CELLS = {  # id: (source, whether the student writes it)
    "tools": (FIRST, False),
    "energy-answer": ("T = ...\n# your work here", True),
    "energy-check": ('check("task/energy", T)', False),
    "choice-answer": ("stable = ...", True),
    "choice-check": ('check("task/choice", stable)', False),
    "number-answer": ("hook = ...", True),
    "number-check": ('check("task/number", hook)', False),
    "several-answer": ("order = ...", True),
    "several-check": ('check("task/several", order)', False),
    "numbers": ("toy = 3.0", False),
    "function-answer": ("def force(m):\n    a = m\n    # your work here", True),
    "table": (TABLE, False),
    "function-check": ('check("task/function", table)', False),
}


def notebook(folder: Path) -> Path:
    """A task in a folder with its keys."""
    with recording() as keys:
        verify("task/energy", "m*v**2/2", "m*v**2/2", domain=DOMAIN)
        verify("task/choice", "none", "none", kind="choice", options=["both", "none"])
        verify("task/several", ["first"], ["first"], kind="choice", options=["first", "second"])
        verify("task/number", 7.848, 7.848, kind="number", unit="N")
        right = "[3*m, 6*m]"
        verify("task/function", lambda m: [3 * m, 6 * m], right, kind="function", domain=DOMAIN, arguments=["m"])
    write_keys(folder / "key.json", keys)
    path = folder / "task.ipynb"
    save(path, {})
    return path


def save(path: Path, changes: dict[str, str]) -> None:
    cells = [{"cell_type": "markdown", "id": "title", "metadata": {}, "source": TITLE}]
    for name, (source, is_answer) in CELLS.items():
        marks = {"nbgrader": {"solution": is_answer, "locked": not is_answer}}
        source = changes.get(name, source)
        cells.append({"cell_type": "code", "id": name, "metadata": marks, "source": source, "outputs": []})
    content = {"cells": cells, "metadata": {}, "nbformat": 4, "nbformat_minor": 5}
    path.write_text(json.dumps(content), encoding="utf-8")


@pytest.fixture(scope="module")
def task(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return notebook(tmp_path_factory.mktemp("task"))


@pytest.fixture(scope="module")
def started(task: Path) -> Iterator[Person]:
    with person(task) as somebody:
        somebody.run("tools", FIRST)
        yield somebody


@pytest.fixture
def student(started: Person, task: Path) -> Person:
    """Somebody whose notebook is untouched and saved, and was run once."""
    save(task, {})
    for name, (source, _) in CELLS.items():
        started.run(name, source)
        assert not started.failed, f"Run All stops at {name}: {started.below(name)}"
    return started


def checked(student: Person, answer: str, step: str = "energy") -> str:
    student.run(f"{step}-answer", answer)
    said = student.run(f"{step}-check", CELLS[f"{step}-check"][0])
    assert not student.failed, f"Run All stops: {said}"
    return said


def test_an_untouched_task_runs_to_its_end_and_nothing_is_answered(student):
    said = {name: student.below(name) for name in CELLS if name.endswith("-check")}
    assert said == {
        "energy-check": "○ Not yet answered: energy.",
        "choice-check": "○ Not yet answered: choice.",
        "several-check": "○ Not yet answered: several.",
        "number-check": "○ Not yet answered: number.",
        "function-check": "○ Not yet answered: function.",
    }


def test_right_is_said_of_what_was_judged(student):
    assert checked(student, "T = m*v**2/2") == "✓ Right: energy."
    assert checked(student, "T = -m*v**2/2") == "✗ Not right yet: energy. The sign of the whole expression is wrong."


@pytest.mark.parametrize(("step", "answer"), [("choice", "stable = 'both'"), ("choice", "stable = 'none'"),
                                              ("number", "hook = 0.8"), ("number", "hook = 7.848"),
                                              ("several", "order = ['first']"), ("several", "order = 'second'"),
                                              ("several", "order = ['first', 'second']")])  # fmt: skip
def test_what_is_judged_later_is_noted_whether_it_is_right_or_not(student, step, answer):
    said = checked(student, answer, step)
    assert said.startswith(f"… Noted: {step}.") and "judged when the task is graded" in said
    assert "Right" not in said


def test_an_answer_whose_form_is_wrong_is_not_noted(student):
    assert checked(student, "stable = 'perhaps'", "choice").startswith("✗ Not right yet: choice.")
    assert "sign" in checked(student, "hook = -7.848", "number")
    assert "`7.8`" in checked(student, "hook = 7,8", "number")
    assert "Choose exactly one" in checked(student, "stable = ['both', 'none']", "choice")
    assert "Choose all" in checked(student, "order = []", "several")


@pytest.mark.parametrize(("edit", "error", "hint"), [
    ("T = m*v^2/2", "TypeError", "write `**`"),
    ("T = 2m", "SyntaxError", "write `2*m`"),
    ("T = sin m", "SyntaxError", "write `sin(m)`"),
    ("T = m*w", "NameError: name 'w' is not defined", ""),
    ("T = 1/0", "ZeroDivisionError", ""),
    ("T = (m", "SyntaxError", "A `)` is missing"),
    ("T = [m, (v]", "SyntaxError", ""),
    ("T = m*v = 3", "SyntaxError", "`Eq(left, right)`"),
    ("T = mv", "NameError", "write `m*v`"),
    ("T = energy", "NameError", ""),
    ("T = [m]*v", "TypeError", "write a vector as `Matrix([…])`"),
    ("%time T = 2m", "SyntaxError", ""),
    ("T = φ", "NameError", "here `phi`"),
])  # fmt: skip
def test_the_value_before_an_error_is_not_judged(student, edit, error, hint):
    assert checked(student, "T = m*v**2/2") == "✓ Right: energy."
    student.run("energy-answer", edit)
    assert student.failed and hint in student.below("energy-answer")
    expected = "↻ Not yet run: energy. The last run of the cell of `T` ended with an error: "
    assert student.below("energy-check").startswith(expected), "what was said before stands below the check"
    said = student.run("energy-check", CELLS["energy-check"][0])
    assert said.startswith(expected + error) and hint in said
    assert checked(student, "T = m*v**2/2") == "✓ Right: energy."


def test_what_was_said_of_another_run_does_not_stay(student):
    checked(student, "T = m*v**2/2")
    student.run("energy-answer", "T = m*v")
    assert student.below("energy-check") == (
        "↻ Not yet run: energy. The cell of `T` ran again after this check: run the check, too."
    )


def test_a_value_that_its_cell_no_longer_assigns_is_not_judged(student):
    checked(student, "T = m*v**2/2")
    assert "no longer assigns it" in checked(student, "kinetic = m*v")
    assert "`T = …` is missing there. The `Т` in `Т` is a Cyrillic letter" in checked(student, "Т = m*v")
    student.run("delete", "del Т")


def test_an_option_without_its_quotes_is_told(student):
    said = checked(student, "stable = none", "choice")
    assert '`none` is a text here, not a name: write it in quotes, `"none"`.' in said


def test_a_formula_whose_names_have_no_values_is_written_in_quotes(student):
    said = student.run("own", "answer = p*q\ncheck_yourself(answer, 'p*q', {'p': 'real', 'q': 'real'})")
    assert 'Write the whole answer in quotes, `answer = "…"`' in said


def test_an_edit_that_was_saved_and_not_run_is_noticed(student, task):
    checked(student, "T = m*v**2/2")
    save(task, {"energy-answer": "T = m*v**2/2"})
    assert student.run("energy-check", CELLS["energy-check"][0]) == "✓ Right: energy.", "it is the text that ran"
    save(task, {"energy-answer": "T = m*v"})
    said = student.run("energy-check", CELLS["energy-check"][0])
    assert said == "↻ Not yet run: energy. The cell of `T` was changed after it ran: run it, then this check."
    assert checked(student, "T = m*v**2/2") == "✓ Right: energy."


def test_a_check_before_its_cells_names_them(student):
    student.run("delete", "del T, toy")
    said = student.run("energy-check", CELLS["energy-check"][0])
    assert said.startswith("↻ Not yet run: energy. `T` has no value.") and not student.failed
    assert student.run("look", "'T' in globals()") == "", "the check leaves a value behind"
    said = checked(student, "def force(m):\n    return toy*m", "function")
    assert said == (
        "↻ Not yet run: function. `toy` has no value. Does the cell `toy = 3.0` under “Step 1: energy” still assign "
        "`toy`? Then run it, then this check."
    )
    student.run("numbers", CELLS["numbers"][0])
    assert student.run("function-check", CELLS["function-check"][0]) == "✓ Right: function."


def test_the_error_in_a_function_that_a_table_calls_is_told(student):
    assert checked(student, "def force(m):\n    return 3*m", "function") == "✓ Right: function."
    said = checked(student, "def force(m):\n    return 2m", "function")
    assert said.startswith("↻ Not yet run: function. The last run of the cell of `force` ended with an error")


def test_a_function_that_forgets_its_return_is_answered(student):
    assert "is a `return` missing?" in checked(student, "def force(m):\n    a = 3*m", "function")


@pytest.mark.parametrize(("answer", "state"), [("...", "Nothing entered yet"), ("m*v", "units"), ("m*v**2/2", "")])
def test_a_program_gets_an_error_for_everything_but_a_right_answer(student, answer, state):
    student.run("energy-answer", f"T = {answer}")
    said = student.run("energy-check", CELLS["energy-check"][0], asks=False)
    assert student.failed == bool(state), "nbgrader gives the points of a cell that raises nothing"
    assert said.startswith(f"CheckFailed: Energy: {state if state != 'units' else ''}" if state else "✓ Right: energy.")


def test_a_program_is_told_why_there_is_no_value(student):
    student.run("delete", "del T")
    student.run("energy-answer", "T = m*v^2/2", asks=False)
    assert len(student.outputs["energy-answer"]) == 1, "hints in front of nobody"
    said = student.run("energy-check", CELLS["energy-check"][0], asks=False)
    assert student.failed and said.startswith(
        "CheckFailed: Energy: The last run of the cell of `T` ended with an error"
    )
    student.run("energy-answer", "kinetic = m*v**2/2", asks=False)
    said = student.run("energy-check", CELLS["energy-check"][0], asks=False)
    assert said == "CheckFailed: Energy: `T` has no value. Is `T = …` missing in its cell?"


def test_a_hidden_check_always_raises(student):
    student.run("hidden", 'verify("task/energy", m, "m*v**2/2", domain={"m": "positive", "v": "real"})')
    assert student.failed


def test_a_kernel_that_is_watched_from_its_start_names_the_cell_of_the_tools(task):
    with person(task, "--IPKernelApp.extra_extensions=mechanics.checks.session") as somebody:
        said = somebody.run("energy-check", CELLS["energy-check"][0])
        assert "the cell `from sympy import symbols, sin, Symbol` under “Step 1: energy”: run it first" in said
        said = somebody.run("energy-answer", "T = toy*3")
        assert "`toy` has no value yet. It is given in the cell `toy = 3.0`" in said
        somebody.run("tools", FIRST)
        said = somebody.run("energy-check", CELLS["energy-check"][0])
        assert "`toy` has no value yet" in said and not somebody.failed
