"""A task in the page: its cells run in order, and its checks say what they say in JupyterLab.

The checks find a person in front of a notebook by the shell of the kernel, see `mechanics.checks.session`; here the
page's own `Shell` stands in its place.
"""

import ast
import builtins
import contextlib
import io
import json
import os
import sys
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

from mechanics.language import TASK_TEXTS, languages

from . import absent
from .errors import shown

Output = dict[str, Any]
Emit = Callable[[str, list[Output]], None]


class Shell:
    """As much of IPython's shell as a session of checks asks for."""

    def __init__(self) -> None:
        self.user_ns: dict[str, Any] = {"__name__": "__main__", "__builtins__": builtins, "display": self.show}
        self.events = SimpleNamespace(register=self._register)
        self.display_pub = SimpleNamespace(publish=self._publish)
        self.outputs: list[Output] = []
        self._actions: dict[str, list[Callable[[Any], None]]] = {}

    def get_parent(self) -> dict[str, Any]:
        """A person has asked for this."""
        return {"content": {"allow_stdin": True}}

    def transform_cell(self, source: str) -> str:
        """The page has no commands of IPython's own."""
        return source

    def show(self, *values: Any) -> None:
        """What a cell displays."""
        from mechanics.worked import Told  # after what is absent can be imported

        for value in values:
            latex = getattr(type(value), "_repr_latex_", None)
            formula = None
            with contextlib.suppress(Exception):
                formula = latex(value) if latex else None
            told = value._repr_html_() if isinstance(value, Told) else ""
            self.outputs.append(
                {"text": repr(value), **({"latex": formula} if formula else {"html": told} if told else {})}
            )

    def tell(self, event: str, what: Any) -> None:
        """Call who has registered for an event."""
        for action in self._actions.get(event, ()):
            action(what)

    def _register(self, event: str, action: Callable[[Any], None]) -> None:
        self._actions.setdefault(event, []).append(action)

    def _publish(self, data: Mapping[str, str], update: bool = False, **_: Any) -> None:
        if not update:  # earlier states of other checks: the page runs all of them in order
            self.outputs.append({"html": data["text/html"], "text": data["text/plain"]})


@dataclass
class Cell:
    """A code cell of the task."""

    id: str
    source: str
    is_check: bool = False
    ran: str | None = field(default=None, compare=False)  # the text that ran last
    needs: str = field(default="", compare=False)  # what that run asked for and did not find


class Page:
    """A task with its cells, in the current folder.

    Parameters
    ----------
    notebook : dict
        As it was released.
    keys : str
        Content of ``key.json``.
    """

    def __init__(self, notebook: dict[str, Any], keys: str):
        self.notebook = notebook
        self.shell = Shell()
        code = [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]
        self.cells = [Cell(c["id"], "".join(c["source"]), bool(_about(c).get("grade"))) for c in code]
        self._file = Path("task.ipynb").absolute()
        Path("key.json").write_text(keys, encoding="utf-8")
        os.environ["JPY_SESSION_NAME"] = str(self._file)
        stand_in = ModuleType("IPython")
        stand_in.get_ipython = lambda: self.shell  # type: ignore[attr-defined]
        sys.modules["IPython"] = stand_in
        has_arrays = not absent.is_absent("numpy")
        absent.install()
        from mechanics.checks import calls, session

        if not has_arrays:
            calls.array_of = absent.Row
        session.load_ipython_extension(self.shell)

    def run(self, answers: Mapping[str, str], target: str, emit: Emit) -> None:
        """Run what has changed, and everything after it, down to a cell; other checks are left out.

        Parameters
        ----------
        answers : mapping
            Text by the ids of answer cells.
        target : str
            Id of the cell.
        emit : callable
            Called with the id and the outputs of each cell that has run.
        """
        for cell in self.cells:
            cell.source = answers.get(cell.id, cell.source)
        self._save()
        names = [cell.id for cell in self.cells]
        above = self.cells[: names.index(target) + 1]
        cells = [cell for cell in above if not cell.is_check or cell.id == target]
        first = next((k for k, cell in enumerate(cells) if cell.ran != cell.source or cell.id == target), len(cells))
        for cell in cells[first:]:
            emit(cell.id, self._run(cell))
        for cell in self.cells[len(above) :]:
            if not cell.is_check and first < len(cells) - 1:
                cell.ran = None  # it may depend on what has run again

    def _run(self, cell: Cell) -> list[Output]:
        self.shell.outputs = outputs = []
        absent.asked.clear()
        info = SimpleNamespace(raw_cell=cell.source, cell_id=cell.id)
        result = SimpleNamespace(info=info, error_before_exec=None, error_in_exec=None)
        self.shell.tell("pre_run_cell", info)
        stream = io.StringIO()
        with contextlib.redirect_stdout(stream), contextlib.redirect_stderr(stream):
            try:
                self._execute(cell)
            except BaseException as error:  # also exit(): the page goes on
                result.error_in_exec = error
        printed = stream.getvalue()
        if printed:
            outputs.append({"text": printed.rstrip("\n")})
        if result.error_in_exec is not None:
            more = isinstance(result.error_in_exec, absent.NeedsMore)
            outputs.append({"error": shown(result.error_in_exec, cell.source), "more": more})
        cell.ran = cell.source
        self.shell.tell("post_run_cell", result)
        cell.needs = absent.asked[0] if absent.asked else ""
        if cell.is_check and (needs := self._missing(cell, outputs)):
            outputs[:] = [{"absent": absent.SENTENCE.format(f"`{needs}`", _root(needs))}]
        return outputs

    def _missing(self, check: Cell, outputs: list[Output]) -> str:
        """What keeps a check from judging: what it asked for itself, or an answer that could not run because of it."""
        above = [cell.needs for cell in self.cells[: self.cells.index(check)] if cell.needs]
        not_run = any(output.get("text", "").startswith("↻") for output in outputs)
        return check.needs or (above[-1] if above and not_run else "")

    def _execute(self, cell: Cell) -> None:
        *statements, last = ast.parse(cell.source, "<cell>").body or [ast.Pass()]
        if isinstance(last, ast.Expr) and not _is_sketch(last):
            exec(compile(ast.Module(statements, []), "<cell>", "exec"), self.shell.user_ns)
            value = eval(compile(ast.Expression(last.value), "<cell>", "eval"), self.shell.user_ns)
            if value is not None:
                self.shell.show(value)
        else:
            rest = [] if isinstance(last, ast.Expr) else [last]
            exec(compile(ast.Module([*statements, *rest], []), "<cell>", "exec"), self.shell.user_ns)

    def _save(self) -> None:
        """The file by which the checks know the cells; older than any run, because all that has changed runs now."""
        texts = {cell.id: cell.source for cell in self.cells}
        for cell in self.notebook["cells"]:
            cell["source"] = texts.get(cell["id"], cell["source"])
        self._file.write_text(json.dumps(self.notebook), encoding="utf-8")
        os.utime(self._file, (time.time() - 1e6,) * 2)


def _about(cell: dict[str, Any]) -> dict[str, Any]:
    return cell.get("metadata", {}).get("nbgrader", {})


def _root(name: str) -> str:
    root = name.partition(".")[0]
    return "more of the library" if root == "mechanics" else root


def _is_sketch(last: ast.Expr) -> bool:
    """Whether this shows the sketch, which stands in the page already."""
    call = last.value
    return isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id == "sketch"


def opened(task: str) -> Page:
    """The task that a page of the book has, from its JSON text."""
    content = json.loads(task)
    language = content.get("language", "en")
    os.environ["MECHANICS_LANGUAGE"] = language if language in languages() else "en"
    if content.get("texts"):
        Path(TASK_TEXTS.format(language)).write_text(content["texts"], encoding="utf-8")
    return Page(content["notebook"], content["keys"])


def run(page: Page, answers: str, target: str, emit: Callable[[str, str], None]) -> None:
    """`Page.run` with texts, which is what JavaScript and Python exchange."""
    page.run(json.loads(answers), target, lambda cell, outputs: emit(cell, json.dumps(outputs)))
