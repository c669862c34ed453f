"""The tasks of this course, each run once for all tests about it."""

from functools import cache
from typing import Any

from mechanics import systems
from mechanics.grading.authoring.solved import Solved
from tests.tasks.course import solution


def system_of(task: str) -> Any:
    """The system of the library that a task is about; None where there is none of its name."""
    name = task.replace("-", "_")
    return systems.load(name) if name in systems.names() else None


@cache
def task_of(name: str) -> Solved:
    """A task that is only read."""
    return Solved(solution(name))
