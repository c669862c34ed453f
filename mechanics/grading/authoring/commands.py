"""What authors of tasks type: ``mechanics new-task``, ``keys``, ``lint-task`` and ``try-task``."""

import argparse
from collections.abc import Callable
from pathlib import Path
from typing import Any

from mechanics.workspace import WorkspaceError

from ..errors import GradingError
from ..needed import nbgrader_or_error
from ..refusals import in_one_sentence

__all__ = ["add"]

_NEW = """Write a task that runs as it stands - a sketch, given symbols, answers with their solutions, visible and
hidden checks, a question that people mark, the key, and other right answers - into the source folder of a course.
Change it into your own. Nothing is overwritten."""

_KEYS = """Run the solutions of assignments and write what their visible checks know into key.json beside them: values
at sample points, those of typical mistakes, nothing secret. Run it after each change of a check or a solution. Exit
code: 0 written; 1 a solution does not pass its own checks; 2 not possible."""

_LINT = """List everything that is wrong with a task, one sentence each, with the way to fix it: names, points,
locks, keys, hidden tests, mistakes, wrong variants of the solution that keep their points, right forms that are
refused, solutions that would be released. Takes less than a minute for a task. Exit code: 0 nothing is wrong; 1
something is; 2 not possible."""

_TRY = """Release a task into a course of its own in a temporary folder, answer it correctly, with its typical mistakes,
with a wrong variant of the solution and not at all, grade these in the sandbox, and show marks and reasons; the
feedback pages are written to a folder that is printed. Your course is not changed. Exit code: 0 the marks are as
they should be; 1 they are not; 2 not possible."""

_WITHOUT = """where the kernel does not allow isolation, run the answers, which are yours, with limits only"""

Commands = Any  # argparse gives its type a private name


def add(commands: Commands) -> None:
    """Add the commands to those of ``mechanics``.

    Parameters
    ----------
    commands : argparse subparsers
        Of the command line.
    """
    new = commands.add_parser("new-task", help="write a task that runs, to be changed", description=_NEW)
    new.add_argument("name", help="name of the notebook, for example block-on-incline")
    new.add_argument("--assignment", required=True, help="the assignment, for example 01-statics; created if needed")
    new.set_defaults(run=_run(_new))
    keys = commands.add_parser("keys", help="compute what visible checks know", description=_KEYS)
    keys.add_argument("assignments", nargs="*", metavar="ASSIGNMENT", help="default: all of the course")
    keys.set_defaults(run=_run(_keys))
    for command in (new, keys):
        command.add_argument("--course", type=Path, default=Path(), help="folder of nbgrader_config.py (default: here)")
    lint = commands.add_parser("lint-task", help="list what is wrong with a task", description=_LINT)
    lint.add_argument("named", type=Path, metavar="NOTEBOOK", help="with its solution; or the folder of an assignment")
    lint.set_defaults(run=_run(_lint))
    rehearse = commands.add_parser("try-task", help="release, answer and grade a task", description=_TRY)
    rehearse.add_argument("notebook", type=Path, metavar="NOTEBOOK", help="with its solution")
    rehearse.add_argument("--open", action="store_true", help="open the feedback pages in a browser")
    rehearse.add_argument("--without-boundary", action="store_true", help=_WITHOUT)
    rehearse.set_defaults(run=_run(_try))


def _run(action: Callable[[argparse.Namespace], int]) -> Callable[[argparse.Namespace, list[str]], int]:
    """The action with errors as sentences."""

    def run(chosen: argparse.Namespace, _: list[str]) -> int:
        try:
            with in_one_sentence():
                return action(chosen)
        except GradingError as error:
            raise WorkspaceError(str(error)) from None

    return run


def _new(chosen: argparse.Namespace) -> int:
    with nbgrader_or_error():
        from .new_task import new_task

    written = new_task(chosen.name, chosen.assignment, chosen.course.expanduser().resolve())
    print("\n".join(map(str, written)))
    print(f"Open the notebook in JupyterLab and change it. What is wrong with it: mechanics lint-task {written[0]}")
    return 0


def _keys(chosen: argparse.Namespace) -> int:
    with nbgrader_or_error():
        from .make_keys import make_keys

    return make_keys(chosen.assignments, chosen.course.expanduser().resolve())


def _lint(chosen: argparse.Namespace) -> int:
    with nbgrader_or_error():
        from .lint_task import lint

    return lint(chosen.named.expanduser())


def _try(chosen: argparse.Namespace) -> int:
    with nbgrader_or_error():
        from .try_task import try_task

    return try_task(chosen.notebook.expanduser(), show=chosen.open, without_boundary=chosen.without_boundary)
