"""The command ``mechanics release-variants``."""

import argparse
import os
import sys
from pathlib import Path

from ..launch import install_command
from ..workspace import WorkspaceError

__all__ = ["add"]

_TEXT = """Write a folder for each student, workspace/grading/variants/STUDENT/ASSIGNMENT/, with other numbers in the
tasks that declare some and are switched on (c.Variants.tasks in nbgrader_config.py). Numbers are drawn from the id of
the student and the name of the assignment; students who already have numbers keep them. A submission is judged by
the numbers of the student whose folder it is in."""


def add(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add the command to those of ``mechanics``.

    Parameters
    ----------
    commands : argparse subparsers
        Where to add it.
    """
    command = commands.add_parser(
        "release-variants", help="write a release with individual numbers for each student", description=_TEXT
    )
    command.add_argument("assignment", help="its folder in solutions/, for example 07-spherical-joint-trees")
    command.add_argument("--students", nargs="+", default=[], metavar="ID", help="default: all of the gradebook")
    command.add_argument("--course", type=Path, default=Path(), help="folder of nbgrader_config.py (default: here)")
    command.set_defaults(run=_run)


def _run(chosen: argparse.Namespace, _: list[str]) -> int:
    # nbgrader starts alembic by its name; it is in the folder of this Python
    os.environ["PATH"] = os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", os.defpath)])
    try:
        from .errors import GradingError
        from .release_variants import release_variants
    except ImportError as error:
        raise WorkspaceError(f"nbgrader is not installed. Install it: {install_command('course')}") from error
    try:
        print(release_variants(chosen.assignment, chosen.course.expanduser().resolve(), chosen.students))
    except GradingError as error:
        raise WorkspaceError(str(error)) from None
    return 0
