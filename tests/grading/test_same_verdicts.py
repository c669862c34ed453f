"""What a student is told before he hands in, by *Validate* or by ``mechanics check``, the grading says, too.

Compared are the sentences of the visible checks: with the student's own objects in the process of his notebook, and
judged outside from what leaves a sandbox.
"""

import json
from functools import cache
from pathlib import Path

import pytest

from mechanics.grading.grades import grade
from mechanics.grading.notebooks import code_cells
from mechanics.grading.student import Budget
from mechanics.grading.tasks import Task, tasks_of
from mechanics.grading.visible import outcome_of
from tests.tasks import course
from tests.tasks.judging import task_of

KINDS = ("solution", "untouched", "mutant")
EVERY = 20  # in each run every twentieth task, another one for each kind; all by `make test-all`
PAIRS = [
    pytest.param(name, kind, marks=() if (k + 7 * j) % EVERY == 0 else pytest.mark.slow)
    for k, name in enumerate(course.TASKS)
    for j, kind in enumerate(KINDS)
]


@cache
def as_released(name: str) -> Task:
    """The task with the visible parts of its checks only."""
    [found] = [t for t in tasks_of(course.RELEASES / course.assignment_of(name)) if t.name == name]
    return found


def answers(name: str, kind: str) -> dict[str, str]:
    if kind == "untouched":
        return {cell.id: cell.source for cell in code_cells(course.release(name)) if cell.kind == "answer"}
    right = course.right_answers(name)
    if kind == "solution":
        return right
    mutants = task_of(name).mutants
    cell, mutant = mutants[len(mutants) // 2]
    return {**right, cell.id: mutant.source}


def words(sentence: str) -> str:
    """Without the kind of error, and with one space between words: a kernel breaks long lines."""
    return " ".join(sentence.removeprefix("CheckFailed:").split())


def is_of_a_check(sentence: str) -> bool:
    """Whether a check said it; of a cell that stopped before, a traceback and the grading speak in their own ways."""
    return "NameError" not in sentence and "is not defined" not in sentence and "stopped with" not in sentence


def without_error(reason: str) -> str:
    return reason.split(" The cell before this check stopped with ")[0]


def by_grading(name: str, kind: str, fork_server) -> list[str]:
    notebook = json.dumps(course.filled(name, answers(name, kind))).encode()
    result = grade(as_released(name), notebook, fork_server, Budget(60, 60, 600))
    assert result.status in ("graded", "cut short"), result
    return [mark.reason if mark.status != "right" else "" for mark in result.marks]


@pytest.mark.parametrize(("name", "kind"), PAIRS)
def test_the_grading_says_what_the_visible_checks_say(name, kind, fork_server):
    _, said = course.grade(name, answers(name, kind), hidden=False)
    inside = [words(said.get(check.id, "")) for check in course.checks_of(name)]
    outside = [words(reason) for reason in by_grading(name, kind, fork_server)]
    assert [bool(sentence) for sentence in inside] == [bool(sentence) for sentence in outside], (
        inside,
        outside,
    )
    if kind == "solution":
        assert not any(inside), "the solution does not pass its own visible checks"
    if kind == "untouched":
        assert all(inside), "a check that nobody has answered passes"
    told = [(a, b) for a, b in zip(inside, outside, strict=True) if is_of_a_check(a) and is_of_a_check(b)]
    assert [a for a, _ in told] == [b for _, b in told]


@pytest.mark.parametrize("kind", ["solution", pytest.param("untouched", marks=pytest.mark.slow), "mutant"])
def test_validate_says_the_same_in_a_kernel(kind, fork_server, tmp_path: Path):
    name = "rotational-two-mass"
    path = tmp_path / f"{name}.ipynb"
    path.write_text(json.dumps(course.filled(name, answers(name, kind))), encoding="utf-8")
    (tmp_path / "key.json").write_bytes((course.release(name).parent / "key.json").read_bytes())
    sentences = [words(sentence) for sentence in outcome_of(path).sentences]
    outside = [words(reason) for reason in by_grading(name, kind, fork_server) if reason]
    # the error of the cell before stands below that cell in the notebook, and in the reason of the grading
    assert [*map(without_error, outside)] == sentences


def test_the_wrong_place_of_a_function_is_named_in_the_grading_too(fork_server):
    name = "spherical-acceleration"
    source = course.right_answers(name)["numbers-answer"]
    wrong = source.replace("a_theta = 2 * r_d * theta_d", "a_theta = -2 * r_d * theta_d")
    assert wrong != source
    notebook = json.dumps(course.filled(name, {**course.right_answers(name), "numbers-answer": wrong})).encode()
    result = grade(as_released(name), notebook, fork_server, Budget(60, 60, 600))
    [reason] = [mark.reason for mark in result.marks if mark.status != "right"]
    assert "The sign of `-2*r_d*theta_d` is wrong" in reason, reason
