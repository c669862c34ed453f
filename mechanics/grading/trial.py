"""Can the checks of an assignment judge? It is tried before a class is graded, not found out by its marks."""

import contextlib
import io
from collections.abc import Iterable

from .errors import GradingError
from .tasks import Check, Task

__all__ = ["refuse_broken_checks"]


def refuse_broken_checks(tasks: Iterable[Task]) -> None:
    """Run every test cell up to the point at which it needs an answer; what that finds out is kept for all submissions.

    Parameters
    ----------
    tasks : iterable of Task
        Of an assignment.

    Raises
    ------
    GradingError
        If a test cell stops with an error, or has nothing to judge by: a missing key, a reference that is no formula.
    """
    for task in tasks:
        for check in task.checks.values():
            try:
                _try(task, check)
            except Exception as error:
                raise GradingError(
                    f"The test cell {check.id!r} of the task {task.name!r} cannot judge any answer "
                    f"({type(error).__name__.lstrip('_')}: {error}). Correct it in the source of the task, and compute "
                    "its keys again: mechanics keys ASSIGNMENT"
                ) from None


def _try(task: Task, check: Check) -> None:
    with contextlib.redirect_stdout(io.StringIO()):
        for call in task.calls(check):
            call.key()
