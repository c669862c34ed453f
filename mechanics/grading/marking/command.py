"""``mechanics mark``: opens the page for graders."""

import argparse
import webbrowser
from pathlib import Path
from typing import Any

from ...launch import install_command
from ...workspace import WorkspaceError
from ..errors import GradingError
from ..refusals import in_one_sentence

__all__ = ["add"]

_MARK = """Open a page in the browser on which people mark written answers, sketches and photos of an assignment: with a
rubric whose items have the keys 1 to 9, identical answers marked together, and every mark saved in nbgrader's gradebook
when it is given. Several graders can work at the same time. Ctrl-C ends it."""


def add(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add the command.

    Parameters
    ----------
    commands : argparse subparsers
        Those of the command line.
    """
    mark = commands.add_parser("mark", help="mark written answers and pictures in the browser", description=_MARK)
    mark.add_argument("assignment", help="its folder in solutions/, for example 05-euler-lagrange")
    mark.add_argument("--course", type=Path, default=Path(), help="folder of nbgrader_config.py (default: here)")
    mark.add_argument("--port", type=int, default=0, help="port on this machine (default: a free one)")
    mark.add_argument("--no-browser", action="store_true", help="print the address without opening a browser")
    mark.set_defaults(run=_mark)


def _mark(chosen: argparse.Namespace, _: list[str]) -> int:
    try:  # nbgrader may be missing, and takes seconds to import
        from .server import serve
        from .service import Marking
    except ImportError as error:
        raise WorkspaceError(f"{error.name} is not installed. Install it: {install_command('course')}") from error

    def ready(address: str) -> None:
        print(f"{address}\nEvery mark is saved when it is given. Press Ctrl-C to stop.", flush=True)
        if not chosen.no_browser:
            webbrowser.open(address)

    try:
        with in_one_sentence():
            marking = _opened(Marking, chosen)
    except GradingError as error:
        raise WorkspaceError(str(error)) from None
    try:
        serve(marking, chosen.port, ready)
    except OSError as error:
        raise WorkspaceError(f"Port {chosen.port} cannot be used: {error.strerror}. Choose another: --port") from None
    return 0


def _opened(kind: Any, chosen: argparse.Namespace) -> Any:
    """The assignment; a gradebook that does not know it is told of now."""
    try:
        marking = kind(chosen.course.expanduser().resolve(), chosen.assignment)
    except FileNotFoundError as error:
        raise GradingError(str(error)) from None
    marking.overview()
    return marking
