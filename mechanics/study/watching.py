"""What is kept of a student's session: loaded by `mechanics.checks` through the entry points ``mechanics.session``."""

import hashlib
import time
from pathlib import Path
from typing import Any

from mechanics.checks import Verdict
from mechanics.workspace import workspace_around

from ..checks.hints import HintsError
from .hint_box import hint_box
from .records import CellRan, Judged, keep

__all__ = ["attach", "fingerprint"]

HELPED = ("wrong", "unanswered", "not run")


def attach(session: Any) -> None:
    """Keep a diary of a session, and offer hints below its checks.

    Parameters
    ----------
    session : mechanics.checks.session.Session
        Of a kernel.
    """
    watch = _Watch(session)
    session.listeners.append(watch.judged)
    session.shell.events.register("post_run_cell", watch.ran)


def fingerprint(source: str) -> str:
    """A short text that changes when the text of a cell does, spaces at the ends of lines aside.

    Parameters
    ----------
    source : str
        Text of a cell.
    """
    lines = "\n".join(line.rstrip() for line in source.strip().splitlines())
    return hashlib.sha256(lines.encode()).hexdigest()[:16]


class _Watch:
    def __init__(self, session: Any):
        self._session = session

    def judged(self, name: str, verdict: Verdict, source: str) -> None:
        place = self._place()
        if place:
            workspace, notebook = place
            answer = fingerprint(source) if source else ""
            keep(workspace, Judged(notebook, name, verdict.state, verdict.reason, answer, time.time()))
        if verdict.state in HELPED:
            self._offer(name)

    def ran(self, result: Any) -> None:
        info = getattr(result, "info", None)
        identity, place = getattr(info, "cell_id", None), self._place()
        if identity and place and result.success and self._session.is_of_a_person():
            keep(place[0], CellRan(place[1], str(identity), time.time()))

    def _place(self) -> tuple[Path, str] | None:
        """The workspace, and the path of the notebook in it."""
        path = self._session.notebook()
        workspace = workspace_around(path.parent) if path else None
        if path is None or workspace is None:
            return None
        return workspace, path.relative_to(workspace).as_posix()

    def _offer(self, name: str) -> None:
        try:
            box = hint_box(Path.cwd(), name)
        except HintsError as problem:
            print(problem)
            return
        if box is not None:
            from IPython.display import display  # only a kernel gets here

            display(box)
