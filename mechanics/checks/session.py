"""The session of a student: what a check says because of the cells that ran, and where it says it.

Jupyter is used through the shell of the kernel, where there is one: nothing of it is imported, because answers are also
judged in processes that have none.
"""

import ast
import builtins
import re
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from importlib.metadata import entry_points
from itertools import count
from pathlib import Path
from typing import Any

from mechanics.checks.call import Call
from mechanics.checks.cells_run import CellsRun, Ran, needed
from mechanics.checks.display import bundle, hint_bundle
from mechanics.checks.own_file import OwnFile
from mechanics.checks.slips import after_error, in_value
from mechanics.checks.verdict import Verdict, not_run, unanswered

__all__ = ["Missing", "Session", "load_ipython_extension", "this_session"]

ABOVE = "menu *Run → Run All Above Selected Cell*"
_UNDEFINED = re.compile(r"NameError: name '(\w+)' is not defined")
_RETURNS_NOTHING = "returns nothing"

_session: "Session | None" = None
_numbers = count(1)


def load_ipython_extension(shell: Any) -> None:
    """Watch the cells of a kernel from its start; ``mechanics lab`` asks for that.

    Parameters
    ----------
    shell : IPython.core.interactiveshell.InteractiveShell
        Of the kernel.
    """
    global _session
    if _session is None or _session.shell is not shell:
        _session = Session(shell)
        for entry in entry_points(group="mechanics.session"):
            with suppress(ImportError):  # hints need ipywidgets, checks do not
                entry.load()(_session)


def this_session() -> "Session | None":
    """The session of this kernel; None in a process that is none."""
    ipython = sys.modules.get("IPython")
    shell = ipython.get_ipython() if ipython and hasattr(ipython, "get_ipython") else None
    if shell is None or not hasattr(shell, "get_parent"):
        return None
    load_ipython_extension(shell)
    return _session


class Missing:
    """Stands for an answer without a value while its check runs."""


@dataclass(frozen=True)
class Shown:
    """A state that is displayed below a check, until a cell that its answer needs runs again."""

    display: str
    title: str
    names: tuple[str, ...]


class Session:
    """Watches the cells of one kernel.

    Parameters
    ----------
    shell : IPython.core.interactiveshell.InteractiveShell
        Of the kernel.

    Attributes
    ----------
    listeners : list of callable
        Each is called with the name of a check, its verdict and the text of the answer's cell, after a person saw it.
    """

    def __init__(self, shell: Any):
        self.shell = shell
        self.listeners: list[Callable[[str, Verdict, str], None]] = []
        self._file = OwnFile(shell.user_ns)
        self._cells = CellsRun()
        self._shown: dict[str, Shown] = {}
        self._asked: dict[str, str] = {}
        self._begin = time.time()
        shell.events.register("pre_run_cell", self._before)
        shell.events.register("post_run_cell", self._after)

    def is_of_a_person(self) -> bool:
        """Whether a person could be asked: programs that run a notebook say that nobody could."""
        parent = self.shell.get_parent()
        content = parent.get("content") if isinstance(parent, dict) else None
        return isinstance(content, dict) and content.get("allow_stdin") is True

    def say(self, call: Call) -> None:
        """Say in which state a step is: to a person in a display, to a program by a printed line or an error.

        Parameters
        ----------
        call : Call
            Of the check in the cell that runs now.

        Raises
        ------
        CheckFailed
            To a program, where the answer is not right.
        """
        name = self._asked.get(call.name, "")
        if self.is_of_a_person():
            self._show(call, name)
        else:
            call.say(self._missing(name) if isinstance(call.answer, Missing) else call.verdict())

    def _show(self, call: Call, name: str) -> None:
        names = needed(name, self.shell.user_ns)
        verdict = self._not_run(names, call.answer) or self._seen_here(call.verdict(), names)
        hint = call.hint if verdict.state == "wrong" else ""
        ran = self._cells.of(name)
        if ran and verdict.state in ("wrong", "noted", "unanswered"):
            slip = in_value(ran.source, name, self.shell.user_ns)
            hint = f"{slip} {hint}".strip() if slip not in verdict.reason else hint
        display = f"mechanics-step-{next(_numbers)}"
        self._shown[call.name] = Shown(display, call.title, tuple(names))
        self._publish(bundle(call.title, verdict, hint), display)
        for listener in self.listeners:
            listener(call.name, verdict, ran.source if ran else "")

    def notebook(self) -> Path | None:
        """The file of the notebook, if it is known."""
        return self._file.path()

    def _publish(self, data: dict[str, str], display: str = "", *, update: bool = False) -> None:
        transient = {"display_id": display} if display else {}
        self.shell.display_pub.publish(data=data, metadata={}, transient=transient, update=update)

    def _not_run(self, names: list[str], answer: object) -> Verdict | None:
        """Why the answer that stands in the notebook was not computed; None if it was, as far as this kernel knows."""
        for name in names:
            ran = self._cells.of(name)
            if ran and ran.error:
                return not_run(_ended(name, ran))
            if ran and name not in ran.names and name in self.shell.user_ns:
                missing = f"The cell of `{name}` has run again and no longer assigns it: `{name} = …` is missing there."
                return not_run(f"{missing} {in_value('', name, dict.fromkeys(ran.names))}".rstrip())
            if ran and self._file.is_newer(ran.id, ran.source, ran.at):
                return not_run(f"The cell of `{name}` was changed after it ran: run it, then this check.")
        return self._missing(names[0]) if isinstance(answer, Missing) else None

    def _seen_here(self, verdict: Verdict, names: list[str]) -> Verdict:
        """The verdict, unless a given quantity is missing, or a function is as it was handed out."""
        if verdict.state != "wrong":
            return verdict
        ran = (self._cells.of(name) for name in names)
        if _RETURNS_NOTHING in verdict.reason and any(cell and cell.is_stub for cell in ran):
            return unanswered("")
        missing = _UNDEFINED.search(verdict.reason)
        cell = self._file.cell_of(missing[1]) if missing and missing[1] not in self.shell.user_ns else None
        return self._missing(missing[1]) if missing and cell and not cell.is_answer else verdict

    def _missing(self, name: str) -> Verdict:
        ran = self._cells.of(name)
        if ran and ran.error:
            return not_run(_ended(name, ran))
        hint = in_value("", name, self.shell.user_ns)
        return not_run(hint or f"`{name}` has no value. {self._where(name, 'run it, then this check')}")

    def _where(self, name: str, what: str) -> str:
        """Which cell gives a name its value."""
        if not self.is_of_a_person():  # all cells have run, and the file may be the one of another notebook
            return f"Is `{name} = …` missing in its cell?"
        cell = self._file.cell_of(name)
        if cell is None:
            return f"Run the cells above this one first ({ABOVE})."
        if self._cells.ended_well(cell.id):
            return f"Does {cell} still assign `{name}`? Then {what}."
        kind = "It is an answer of yours, in" if cell.is_answer else "It is given in"
        return f"{kind} {cell}: {what}."

    def _before(self, info: Any) -> None:
        self._begin = time.time()
        self._asked = _answers_of(info.raw_cell)
        for name in self._asked.values():
            if not hasattr(builtins, name):
                self.shell.user_ns.setdefault(name, Missing())

    def _after(self, result: Any) -> None:
        for name in self._asked.values():
            if isinstance(self.shell.user_ns.get(name), Missing):
                del self.shell.user_ns[name]
        if getattr(result, "info", None) is None:
            return
        ran = self._record(result.info, result.error_before_exec or result.error_in_exec)
        if not self.is_of_a_person():
            return
        if ran.hint:
            self._publish(hint_bundle(ran.hint))
        for shown in list(self._shown.values()):
            name = next((name for name in shown.names if self._cells.of(name) is ran), "")
            if name:
                reason = f"The cell of `{name}` ran again after this check: run the check, too."
                verdict = not_run(_ended(name, ran) if ran.error else reason)
                self._publish(bundle(shown.title, verdict), shown.display, update=True)

    def _record(self, info: Any, error: BaseException | None) -> Ran:
        source = _python(self.shell, info.raw_cell)
        hint = after_error(source, error, self.shell.user_ns) if error is not None else ""
        name = getattr(error, "name", None) if isinstance(error, NameError) else None
        if name and self.is_of_a_person():
            if self._file.cell_of(name):
                hint = f"`{name}` has no value yet. {self._where(name, 'run it first')}"
            elif self._file.quotes(name):
                hint = f'`{name}` is a text here, not a name: write it in quotes, `"{name}"`.'
            elif "check_yourself(" in source and not hint:
                hint = 'Write the whole answer in quotes, `answer = "…"`: then its names need no values.'
        identity = str(getattr(info, "cell_id", None) or "")
        return self._cells.add(identity, info.raw_cell, source, error, hint, self._begin)


def _ended(name: str, ran: Ran) -> str:
    return f"The last run of the cell of `{name}` ended with an error: {ran.error} {ran.hint}".rstrip()


def _answers_of(source: str) -> dict[str, str]:
    """Names of the answers that a cell checks, by the names of the checks."""
    if "check(" not in source:
        return {}
    try:
        calls = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call) and len(node.args) > 1]
    except (SyntaxError, ValueError, RecursionError):
        return {}
    return {
        str(call.args[0].value): call.args[1].id
        for call in calls
        if isinstance(call.func, ast.Name) and call.func.id == "check"
        if isinstance(call.args[0], ast.Constant) and isinstance(call.args[1], ast.Name)
    }


def _python(shell: Any, source: str) -> str:
    """The cell without IPython's own commands."""
    try:
        return str(shell.transform_cell(source))
    except Exception:  # a text that is not closed, for example
        return source
