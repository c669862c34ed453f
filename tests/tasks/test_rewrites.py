"""Other ways to write a right answer keep all marks: by hand, and by transformations of every answer."""

from pathlib import Path

import numpy as np
import pytest
import sympy as sp

from mechanics.symbols import plain_name
from tests.tasks.algebra import each
from tests.tasks.course import TASKS
from tests.tasks.judging import task_of

REWRITES = Path(__file__).with_name("rewrites")
FEWEST = 10  # of each task


def parts(task: str) -> list[str]:
    """The rewritings of a task, each with the name of the answer in its first line."""
    file = REWRITES / f"{task}.txt"
    return file.read_text(encoding="utf-8").split("\n--- ")[1:] if file.exists() else []


WRITTEN = [
    pytest.param(task, *part.split("\n", maxsplit=1), id=f"{task}-{number}-{part.splitlines()[0]}")
    for task in TASKS
    for number, part in enumerate(parts(task))
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


def plain(expression):
    """Ordinary symbols without assumptions, ``phi_d`` for the rate."""
    atoms = expression.atoms(sp.Derivative, sp.core.function.AppliedUndef, sp.Symbol)
    order = sorted(atoms, key=lambda x: -x.derivative_count if isinstance(x, sp.Derivative) else 0)
    return expression.subs([(x, sp.Symbol(plain_name(x))) for x in order if x != sp.Symbol("t")])


def trigonometric(expression):
    """sin x as cos(x − π/2), and a one that is sin² + cos² of something."""
    one = sp.UnevaluatedExpr(sp.sin(sp.Integer(3)) ** 2 + sp.cos(sp.Integer(3)) ** 2)
    return expression.replace(sp.sin, lambda x: sp.UnevaluatedExpr(sp.cos(x - sp.pi / 2, evaluate=False))) * one


TRANSFORMATIONS = {
    "expanded": each(sp.expand),
    "factored": each(sp.factor),
    "over one denominator": each(sp.together),
    "apart in exponentials": each(lambda x: sp.powsimp(sp.expand_trig(x))),
    "with other symbols": each(plain),
    "trigonometry": each(trigonometric),
    "as text": str,
    "as text with ^-free powers of floats": each(lambda x: sp.N(x, 30)),
}
FORMULAS = ("expression", "vector", "matrix", "equations", "equilibria")
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
