"""The session of a student: which cells ran, how they ended, and what a check says because of that.

Jupyter is used through the shell of the kernel, where there is one: nothing of it is imported, because answers are also
judged in processes that have none.
"""

import ast
import re
import sys
import time
from dataclasses import dataclass
from itertools import count
from typing import Any

from mechanics.checks.call import Call
from mechanics.checks.display import bundle, hint_bundle
from mechanics.checks.own_file import OwnFile, assigned
from mechanics.checks.slips import after_error, in_value
from mechanics.checks.verdict import Verdict, not_run

__all__ = ["Missing", "Session", "load_ipython_extension", "session"]

ABOVE = "menu *Run → Run All Above Selected Cell*"
_LONGEST = 160
_UNDEFINED = re.compile(r"NameError: name '(\w+)' is not defined")

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


def session() -> "Session | None":
    """The session, if a person runs the current cell; None where a program does, as nbgrader does."""
    ipython = sys.modules.get("IPython")
    shell = ipython.get_ipython() if ipython and hasattr(ipython, "get_ipython") else None
    if shell is None or not hasattr(shell, "get_parent"):
        return None
    load_ipython_extension(shell)
    return _session if _session and _session.is_of_a_person() else None


class Missing:
    """Stands for an answer without a value while its check runs."""


@dataclass(frozen=True)
class Ran:
    """A cell that ran.

    Attributes
    ----------
    id, source : str
        Of the cell.
    names : frozenset of str
        What it assigns, or would have assigned.
    error : str
        What stopped it; empty if it came to its end.
    hint : str
        What to do about that, where it is known.
    at : float
        When it began, s.
    """

    id: str
    source: str
    names: frozenset[str]
    error: str
    hint: str
    at: float


@dataclass(frozen=True)
class Shown:
    """A state that is displayed below a check, until the answer is computed again."""

    display: str
    title: str
    name: str


class Session:
    """Watches the cells of one kernel.

    Parameters
    ----------
    shell : IPython.core.interactiveshell.InteractiveShell
        Of the kernel.
    """

    def __init__(self, shell: Any):
        self.shell = shell
        self._file = OwnFile(shell.user_ns)
        self._ran: dict[str, Ran] = {}  # by their ids
        self._home: dict[str, str] = {}  # names, and the cell that assigned them last
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

    def show(self, call: Call) -> None:
        """Display in which state a step is.

        Parameters
        ----------
        call : Call
            Of the check in the cell that runs now.
        """
        name = self._asked.get(call.name, "")
        verdict = self._not_run(name, call.answer) or self._with_givens(call.verdict())
        ran = self._ran.get(self._home.get(name, ""))
        hint = call.hint if verdict.state == "wrong" else ""
        if ran and verdict.state in ("wrong", "noted", "unanswered"):
            slip = in_value(ran.source, name, self.shell.user_ns)
            hint = f"{slip} {hint}".strip() if slip not in verdict.reason else hint
        display = f"mechanics-step-{next(_numbers)}"
        self._shown[call.name] = Shown(display, call.title, name)
        self._publish(bundle(call.title, verdict, hint), display)

    def _publish(self, data: dict[str, str], display: str = "", *, update: bool = False) -> None:
        transient = {"display_id": display} if display else {}
        self.shell.display_pub.publish(data=data, metadata={}, transient=transient, update=update)

    def _not_run(self, name: str, answer: object) -> Verdict | None:
        """Why the answer that stands in the notebook was not computed; None if it was, as far as this kernel knows."""
        ran = self._ran.get(self._home.get(name, ""))
        if ran and ran.error:
            return not_run(_ended(name, ran))
        if ran and name not in ran.names and not isinstance(answer, Missing):
            return not_run(
                f"The cell of `{name}` has run again and no longer assigns it: `{name} = …` is missing there."
            )
        if ran and self._file.is_newer(ran.id, ran.source, ran.at):
            return not_run(f"The cell of `{name}` was changed after it ran: run it, then this check.")
        if not isinstance(answer, Missing):
            return None
        if hint := in_value("", name, self.shell.user_ns):
            return not_run(hint)
        return not_run(f"`{name}` has no value. {self._where(name, 'run it, then this check')}")

    def _with_givens(self, verdict: Verdict) -> Verdict:
        """The verdict, unless a function of the student needs a given quantity whose cell has not run."""
        missing = _UNDEFINED.search(verdict.reason)
        cell = self._file.cell_of(missing[1]) if missing and missing[1] not in self.shell.user_ns else None
        if not missing or cell is None or cell.is_answer:
            return verdict
        return not_run(f"`{missing[1]}` has no value. {self._where(missing[1], 'run it, then this check')}")

    def _where(self, name: str, what: str) -> str:
        """Which cell gives a name its value."""
        cell = self._file.cell_of(name)
        if cell is None:
            return f"Run the cells above this one first ({ABOVE})."
        if cell.id in self._ran and not self._ran[cell.id].error:
            return f"Does {cell} still assign `{name}`? Then {what}."
        kind = "It is an answer of yours, in" if cell.is_answer else "It is given in"
        return f"{kind} {cell}: {what}."

    def _before(self, info: Any) -> None:
        self._begin = time.time()
        self._asked = _answers_of(info.raw_cell)
        if self.is_of_a_person():
            for name in self._asked.values():
                self.shell.user_ns.setdefault(name, Missing())

    def _after(self, result: Any) -> None:
        for name in self._asked.values():
            if isinstance(self.shell.user_ns.get(name), Missing):
                del self.shell.user_ns[name]
        info = getattr(result, "info", None)
        if info is None or not self.is_of_a_person():
            return
        ran = self._record(info, result.error_before_exec or result.error_in_exec)
        if ran.hint:
            self._publish(hint_bundle(ran.hint))
        for shown in list(self._shown.values()):
            if self._home.get(shown.name) == ran.id:
                reason = f"The cell of `{shown.name}` ran again after this check: run the check, too."
                verdict = not_run(_ended(shown.name, ran) if ran.error else reason)
                self._publish(bundle(shown.title, verdict), shown.display, update=True)

    def _record(self, info: Any, error: BaseException | None) -> Ran:
        source = _python(self.shell, info.raw_cell)
        identity = str(getattr(info, "cell_id", None) or hash(info.raw_cell))
        said = hint = ""
        if error is not None:
            said, hint = _said(error), after_error(source, error, self.shell.user_ns)
            missing = getattr(error, "name", None) if isinstance(error, NameError) else None
            if missing and not hint and (self._file.cell_of(missing) or missing == "check"):
                hint = f"`{missing}` has no value yet. {self._where(missing, 'run it first')}"
        ran = self._ran[identity] = Ran(identity, info.raw_cell, assigned(source), said, hint, self._begin)
        self._home |= dict.fromkeys(ran.names, identity)
        return ran


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


def _ended(name: str, ran: Ran) -> str:
    return f"Your last edit of `{name}` ended with an error: {ran.error} {ran.hint}".rstrip()


def _said(error: BaseException) -> str:
    if isinstance(error, KeyboardInterrupt):
        return "it was interrupted."
    text = str(error.msg if isinstance(error, SyntaxError) else error)
    text = " ".join(text.split())
    text = text if len(text) <= _LONGEST else text[:_LONGEST].rstrip() + "…"
    return f"{type(error).__name__}{': ' if text else ''}{text}."
