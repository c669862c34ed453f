"""Answers written by hand on the wire: what is no answer is not judged, and what is judged takes no time."""

import json
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mechanics.checks import capture, inputs_of, judge, make_key
from mechanics.grading.answer_format import is_well_formed
from tests.tasks.course import TASKS
from tests.tasks.judging import task_of

DOMAIN = dict.fromkeys(("rho", "l", "b", "h"), "positive")
FORMULA = make_key("expression", "rho*l*b*h", DOMAIN, seed=1)
SQUARE = make_key("function", "x**2", {"x": "real"}, seed=1)


def scalar(tree):
    return {"type": "scalar", "tree": tree}


DEEP = ["sin", 1]
for _ in range(600):
    DEEP = ["sin", DEEP]
NO_ANSWERS = {
    "a million terms": scalar(["+", *[1] * 10**6]),
    "many functions": scalar(["+", *[["sin", "rho"]] * 10**5]),
    "nested without end": scalar(DEEP),
    "a number of a million digits": scalar(["num", "9" * 10**6]),
    "a number of extreme size": scalar(["num", "1e99999999999"]),
    "a large integer": scalar(int("9" * 4000)),
    "a large fraction": scalar(["rat", int("9" * 4000), 3]),
    "a division by nothing": scalar(["rat", 1, 0]),
    "infinity": scalar(float("inf")),
    "not a number": scalar(float("nan")),
    "another function": scalar(["__import__", "os"]),
    "too many arguments": scalar(["sin", 1, 2]),
    "too few": scalar(["sin"]),
    "nothing at all": scalar([]),
    "a function that is a list": scalar([["sin"], 1]),
    "a truth": scalar(True),
    "no tree": {"type": "scalar"},
    "another type": {"type": "right"},
    "a type that is a list": {"type": ["scalar"], "tree": 1},
    "a long name": scalar("x" * 10**6),
    "a long text": {"type": "text", "text": "(" * 10**6},
    "a long description": {"type": "unreadable", "what": "x" * 10**6},
    "very many lists": {"type": "list", "items": [{"type": "list", "items": []}] * 500_000},
    "a list that is none": {"type": "list", "items": 3},
    "a dictionary that is none": {"type": "dict", "items": [[1]]},
    "calls that are none": {"type": "function", "calls": [3]},
    "no object": [1, 2],
}


@pytest.mark.parametrize("what", NO_ANSWERS)
def test_what_is_no_answer_is_not_judged(what):
    begin = time.process_time()
    assert not is_well_formed(NO_ANSWERS[what])
    assert time.process_time() - begin < 2, "to find that out took longer than to judge an answer"


@pytest.mark.parametrize(
    "tree",
    [["^", 9, ["^", 9, ["^", 9, 9]]], ["exp", ["exp", ["exp", 9]]], ["sin", ["num", "1e5000"]], ["^", "rho", 19999],
     ["+", *[["exp", "rho"]] * 9000], ["error", "<script>"], "nobody", ["atan2", 0, 0], ["log", 0]],
    ids=lambda tree: str(tree)[:30],
)  # fmt: skip
def test_what_is_odd_is_judged_soon(tree):
    data, begin = scalar(tree), time.process_time()
    assert is_well_formed(data)
    verdict = judge(data, FORMULA)
    assert not verdict.ok and verdict.reason
    assert time.process_time() - begin < 10


@pytest.mark.parametrize("name", [pytest.param(name, marks=() if k % 15 == 3 else pytest.mark.slow)
                                  for k, name in enumerate(TASKS)])  # fmt: skip
def test_every_answer_of_a_solution_is_one(name):
    task = task_of(name)
    for cell in task.checks:
        data = json.loads(json.dumps(capture(task.value(cell), inputs_of(SQUARE))))
        assert is_well_formed(data), f"{cell}: {str(data)[:300]}"


@pytest.mark.parametrize("answer", [
    None, ..., True, 0, -3, 0.1, 1e-200, 10**39, 10**50, float("nan"), float("inf"), 1j, "", "rho*l", "\ud800",
    "x" * 10**5, [1, [2]], (1, 2), {1: 2}, {"phi": 0}, set(), range(3), object(), lambda x: x, [[[[[[[[1]]]]]]]],
])  # fmt: skip
def test_every_odd_object_is_captured_as_one(answer):
    assert is_well_formed(json.loads(json.dumps(capture(answer, [[1.0], [2.0]]))))


HEADS = st.sampled_from(["+", "*", "^", "sin", "exp", "rat", "num", "error", "atan2", "log", "sqrt", "?", 3])
LEAVES = st.one_of(
    st.integers(),
    st.floats(),
    st.sampled_from(["rho", "l", "pi", "x", ""]),
    st.none(),
    st.booleans(),
    st.text(),
)
TREES = st.recursive(LEAVES, lambda inner: st.tuples(HEADS, inner, inner).map(list) | st.lists(inner, max_size=3))
FIELDS = ("tree", "text", "items", "left", "right", "value", "calls", "what")
TYPES = st.sampled_from(
    ["scalar", "text", "list", "dict", "equation", "boolean", "function", "nothing", "unreadable", "?"]
)
DATA = st.recursive(
    TREES,
    lambda inner: st.fixed_dictionaries(
        {"type": TYPES}, optional=dict.fromkeys(FIELDS, inner | st.lists(inner, max_size=3))
    ),
    max_leaves=12,
)


@given(data=DATA)
def test_nonsense_is_never_right_and_never_stops_the_judge(data):
    if is_well_formed(data):
        for key in (FORMULA, SQUARE):
            assert not judge(data, key).ok
