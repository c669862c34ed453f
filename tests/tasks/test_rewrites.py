"""Other ways to write a right answer keep all marks: by hand, and by transformations of every answer."""

from pathlib import Path

import numpy as np
import pytest
import sympy as sp

from mechanics.grading.authoring.forms import FORMULAS, TRANSFORMATIONS, each, rewrites_in
from tests.tasks.course import TASKS
from tests.tasks.judging import task_of

REWRITES = Path(__file__).with_name("rewrites")
FEWEST = 10  # of each task


WRITTEN = [
    pytest.param(task, part.answer, part.source, id=f"{task}-{number}-{part.answer}")
    for task in TASKS
    for number, part in enumerate(rewrites_in(REWRITES / f"{task}.txt"))
]


@pytest.mark.parametrize(("task", "name", "source"), WRITTEN)
def test_another_way_to_write_it_is_right(task, name, source):
    subject = task_of(task)
    cell = next(cell for cell in subject.cells if cell.id == f"{name}-answer")
    own = f"{name}-check"
    outcome = subject.judge(cell, source, last=own)
    assert own not in outcome.visible and own not in outcome.hidden, (outcome.visible, outcome.hidden)


@pytest.mark.parametrize("task", TASKS)
def test_there_are_enough_rewrites_of_every_task(task):
    own = [x.values[1] for x in WRITTEN if x.values[0] == task]
    assert len(own) >= FEWEST, f"{task} needs at least {FEWEST} right answers written in another way"
    answers = {cell.id.removesuffix("-answer") for cell in task_of(task).cells if cell.kind == "answer"}
    assert answers == set(own), "every answer has a rewrite"


# two for each task, each for a quarter of the tasks; the rest of the pairs by `make test-all`
PAIRS = [
    pytest.param(name, how, marks=() if (i + k) % 4 == 0 else pytest.mark.slow)
    for i, name in enumerate(TASKS)
    for k, how in enumerate(TRANSFORMATIONS)
]


@pytest.mark.parametrize(("name", "how"), PAIRS)
def test_a_transformed_answer_is_right(name: str, how: str) -> None:
    task = task_of(name)
    for check in task.checks.values():
        if check.kind in FORMULAS:
            value = TRANSFORMATIONS[how](task.value(check.cell.id))
            said = task.failures(check.cell.id, value)
            assert not said, f"{check.cell.id} {how}: {value} -> {said}"


@pytest.mark.parametrize("name", TASKS)
def test_rows_columns_lists_and_arrays_are_the_same_vector(name):
    task = task_of(name)
    for check in task.checks.values():
        value = task.value(check.cell.id)
        if check.kind == "vector":
            value = sp.Matrix(list(value))
            for other in (value.T, list(value), tuple(value), np.array(value), np.array(list(value))):
                assert not task.failures(check.cell.id, other), f"{check.cell.id}: {type(other).__name__} is refused"
        if check.kind == "matrix":
            for other in (value.tolist(), np.array(value), sp.SparseMatrix(value), sp.ImmutableMatrix(value)):
                assert not task.failures(check.cell.id, other), f"{check.cell.id}: {type(other).__name__} is refused"


RESULT = sp.Symbol("the_result")
AS_EQUATIONS = (
    each(lambda x: sp.Eq(RESULT, x, evaluate=False)),
    each(lambda x: sp.Eq(x, RESULT, evaluate=False)),
    each(lambda x: sp.Eq(3 * RESULT - 3 * x, 0, evaluate=False)),
    each(lambda x: sp.Eq(x / 2, RESULT / 2, evaluate=False)),
)


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=() if i % 5 == 0 else pytest.mark.slow) for i, name in enumerate(TASKS)]
)
def test_a_formula_may_stand_in_an_equation(name):
    """On its right side, on its left side, or implicitly."""
    task = task_of(name)
    for index, check in enumerate(task.checks.values()):
        if check.kind in ("expression", "vector", "matrix"):
            value = task.value(check.cell.id)
            value = value.tolist() if isinstance(value, sp.MatrixBase) else value  # a matrix takes no equations
            answer = AS_EQUATIONS[index % len(AS_EQUATIONS)](value)
            said = task.failures(check.cell.id, answer)
            assert not said, f"{check.cell.id}: {answer} -> {said}"
