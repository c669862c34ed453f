"""Who runs what under pytest-xdist: tests that share something dear stay together, and what takes long begins first."""

import re
from functools import cache
from typing import Any

from xdist.scheduler import LoadScopeScheduling

from tests.tasks.course import TASKS

# What takes long, longest first: a worker that begins it last lets the other wait for it.
LONG = (
    "tests/grading/",
    "tests/tasks/test_round_trip.py",
    "tests/browser/",
    "tests/book/",
    "tests/drawing/",
    "tests/project/",
    "tests/tasks/",
)
ONE_BY_ONE = ("tests/browser/test_chapters.py", "tests/tasks/test_release.py")  # each chapter, each assignment
LONGEST_NAME_FIRST = "|".join(sorted(map(re.escape, TASKS), key=len, reverse=True))
OF_TASK = re.compile(rf"tests/tasks/test_(?:marks|mutants|rewrites|release)\.py::.*\[({LONGEST_NAME_FIRST})\b")
OF_EVERY_SYSTEM = re.compile(r"tests/drawing/test_(?!browser)")  # they share what has been derived and compiled
OF_A_BOOK = re.compile(r"tests/book/test_(?:book|in_page)\.py")  # they look at the same book
PARAMETER = re.compile(r"\[(.*)\]$")


@cache
def scope_of(nodeid: str) -> str:
    """What a test is kept together with: its task, which is run once for all tests about it; its chapter; its file."""
    if task := OF_TASK.match(nodeid):
        return f"tests/tasks/ {task[1]}"
    if OF_A_BOOK.match(nodeid):
        return "tests/book/test_book.py"
    if OF_EVERY_SYSTEM.match(nodeid):
        return "tests/drawing/"
    file = nodeid.split("::", 1)[0]
    parameter = PARAMETER.search(nodeid) if file in ONE_BY_ONE else None
    return f"{file} {parameter[1]}" if parameter else file


def rank(scope: str) -> int:
    """Place of a scope in the order of beginning."""
    return next((k for k, start in enumerate(LONG) if scope.startswith(start)), len(LONG))


class Scheduling(LoadScopeScheduling):
    """``--dist loadgroup`` of this course; the order of the groups is that of the collection."""

    def __init__(self, config: Any, log: Any = None) -> None:
        super().__init__(config, log)
        config.option.loadscopereorder = False  # which would begin with the groups of most tests

    def _split_scope(self, nodeid: str) -> str:
        return scope_of(nodeid)
