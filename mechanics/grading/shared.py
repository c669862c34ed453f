"""One warm process for all submissions that a process grades; a new one where it has ended."""

import atexit
import logging
import sys
from dataclasses import astuple

from .assignment import Seconds
from .grades import Grade, Mark, grade
from .sandbox import boundary
from .sandbox.boundary import refusal
from .sandbox.messages import Broken
from .sandbox.warm import Warm
from .student import Budget
from .tasks import Task

__all__ = ["NOT_JUDGED", "end_warm", "graded", "not_judged", "warm_process", "why_no_boundary"]

NOT_JUDGED = "This check could not be run; your teachers will look at it."

USUAL = Seconds()

_warm: dict[bool, Warm] = {}


def graded(task: Task, content: bytes | None, *, walls: bool = True, seconds: Seconds = USUAL) -> Grade:
    """The grade; should the warm process be gone, a new one is asked once, and then it is left to a person."""
    for _ in range(2):
        try:
            return grade(task, content, warm_process(walls=walls), Budget(*astuple(seconds)))
        except (Broken, OSError) as error:
            logging.getLogger(__name__).warning("The process that runs submissions has ended: %s", error)
            end_warm()
    return not_judged(task)


def not_judged(task: Task) -> Grade:
    """No points, and a person has to look."""
    marks = tuple(Mark(check.id, 0.0, check.points, "review", NOT_JUDGED) for check in task.checks.values())
    return Grade(task.name, marks, "review", NOT_JUDGED)


def warm_process(*, walls: bool) -> Warm:
    """The one of this process."""
    if walls not in _warm:
        _warm[walls] = Warm(walls=walls)
    return _warm[walls]


def why_no_boundary() -> str:
    """Why this machine cannot keep the code of a submission in; empty where it can.

    The warm process is asked: one that has threads, such as JupyterLab, must not fork.
    """
    if sys.platform != "linux":
        return boundary().reason
    try:
        number, connection = warm_process(walls=True).open({})
        connection.close()
        warm_process(walls=True).close_room(number)
    except (Broken, OSError) as error:
        end_warm()
        return refusal(error)
    return ""


@atexit.register
def end_warm() -> None:
    """End it, and all its rooms."""
    while _warm:
        _warm.popitem()[1].close()
