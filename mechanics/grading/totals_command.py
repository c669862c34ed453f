"""``mechanics totals``: the total of the course for each student, on the screen and as a table."""

import argparse
from pathlib import Path

from mechanics.launch import install_command
from mechanics.workspace import WorkspaceError

__all__ = ["add"]

_TOTALS = """Compute the total of each student from all assignments in the gradebook, print them, and write
workspace/grading/totals.csv. Weights, deadlines of individual students, who is excused and bonus points are given in
semester.toml beside the gradebook; without it every point counts the same."""


def add(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add the command.

    Parameters
    ----------
    commands : argparse action
        Of the parser of ``mechanics``.
    """
    totals = commands.add_parser("totals", help="the total of each student over all assignments", description=_TOTALS)
    totals.add_argument("--course", type=Path, default=Path(), help="folder of nbgrader_config.py (default: here)")
    totals.set_defaults(run=_run)


def _run(chosen: argparse.Namespace, _: list[str]) -> int:
    try:  # nbgrader may be missing, and takes seconds to import
        from .course_totals import table_of_totals
    except ImportError as error:
        raise WorkspaceError(f"nbgrader is not installed. Install it: {install_command('course')}") from error
    try:
        print(table_of_totals(chosen.course.expanduser().resolve()))
    except ValueError as error:
        raise WorkspaceError(str(error)) from None
    return 0
