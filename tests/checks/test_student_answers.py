"""What is said to students: a hundred wrong answers, each read by a person, and tested for its truth."""

import functools

import pytest

from tests.tasks.judging import task_of
from tests.tasks.reasons import definition

from .student_answers import FILE, answers, judgement, keys, written

ANSWERS = answers()


def test_the_file_says_what_is_said_today():
    assert FILE.read_text(encoding="utf-8") == written(ANSWERS), (
        "A reason has changed. Run `python -m tests.checks.student_answers`, and read what has become of them in "
        "`git diff`: is each sentence true, and does it help?"
    )


def test_there_are_a_hundred_and_each_is_wrong():
    assert len({(item["check"], item["answer"]) for item in ANSWERS}) == 100
    assert all(item["said"] for item in ANSWERS), "a wrong answer is accepted"


@functools.cache
def known() -> dict:
    return keys()


@pytest.mark.slow
def test_what_is_said_to_them_is_true_and_of_use():
    found = []
    for item in ANSWERS:
        task = task_of(item["check"].split("/")[0])
        name = next(x for x, step in task.checks.items() if item["check"] in step.names["verify"])
        about = {**definition(task, name), "kind": task.checks[name].kind}
        found.append((*judgement(item, known()[item["check"]], about), item["check"], item["said"]))
    assert not [x for x in found if x[0] == "false"]
    assert sum(x[0] == "useful" for x in found) >= 95, [x for x in found if x[0] != "useful"]
