"""*Run All* in JupyterLab reaches the last cell of every task, and says "right" only of what was judged."""

from collections.abc import Callable, Iterator
from contextlib import nullcontext

import pytest

from docs.book.kernels import launched_by, warm_kernels
from mechanics.checks import capture, judge, read_keys
from tests.checks.person import code_of, person
from tests.tasks.course import ASSIGNMENTS, RELEASES, TASKS, assignment_of, checks_of, release, right_answers

EVERY = 30  # in each run every thirtieth task, all by `make test-all`
SOME = [pytest.param(name, marks=() if k % EVERY == 0 else pytest.mark.slow) for k, name in enumerate(TASKS)]
JUDGED_LATER = ("choice", "number")
WATCHED = "--IPKernelApp.extra_extensions=mechanics.checks.session"  # as `mechanics lab` starts its kernels


@pytest.fixture(scope="module")
def launch() -> Iterator[Callable]:
    with warm_kernels() as start:
        yield start


def said(name: str, answers: dict[str, str], launch: Callable) -> dict[str, str]:
    """What stands below each check after *Run All*."""
    with launched_by(launch) if launch else nullcontext(), person(release(name), WATCHED) as somebody:
        for cell, source in {**code_of(release(name)), **answers}.items():
            somebody.run(cell, source)
            assert not somebody.failed, f"{name}: Run All stops at {cell}: {somebody.below(cell)}"
        return {check.id: somebody.below(check.id) for check in checks_of(name)}


@pytest.mark.parametrize("name", SOME)
def test_an_untouched_task_runs_to_its_end(name, launch):
    for check, text in said(name, {}, launch).items():
        assert text.startswith("○ Not yet answered: "), f"{name}, {check}: {text}"


@pytest.mark.parametrize("name", SOME)
def test_a_solved_task_is_right_where_it_is_judged_and_noted_elsewhere(name, launch):
    keys = read_keys(release(name).parent / "key.json")
    for check, text in said(name, right_answers(name), launch).items():
        [source] = [cell.source for cell in checks_of(name) if cell.id == check]
        kind = keys[source.split('"')[1]]["kind"]
        state = "… Noted: " if kind in JUDGED_LATER else "✓ Right: "
        assert text.startswith(state), f"{name}, {check}, a check of the kind {kind}: {text}"


@pytest.mark.parametrize("assignment", ASSIGNMENTS)
def test_no_visible_key_of_a_choice_or_number_calls_an_answer_right(assignment):
    for name, key in read_keys(RELEASES / assignment / "key.json").items():
        if key["kind"] == "choice":
            answers = [key["options"]] if key["several"] else key["options"]
        elif key["kind"] == "number":
            answers = [key["sign"] * size for size in key["plausible"]]
        else:
            continue
        for answer in answers:
            assert judge(capture(answer), key).state == "noted", f"{name}: {answer!r}"


def test_every_assignment_is_looked_at():
    assert {assignment_of(name) for name in TASKS} == set(ASSIGNMENTS)
