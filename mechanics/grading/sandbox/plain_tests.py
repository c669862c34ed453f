"""Inside a sandbox: a test cell with plain ``assert`` statements, run in the student's process or in a copy of it.

A copy is a fork that waits: it has the state of the process at the place of the test cell, and is given the text of the
test, with what is hidden in there, when all answers have run. Nothing counts as passed because the process ended well:
the grader asks for a mark, with a word that it has not told before, and gets it only from where a test came to its end.
"""

import ast
import asyncio
import contextlib
import inspect
import os
import secrets
import shutil
import signal
import socket
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from . import pristine
from .messages import Broken, receive, send

__all__ = ["Copies", "Tests"]

FILE = "<test>"
LARGEST = 2**20  # bytes of the working folder, up to which a copy gets one of its own


class Tests:
    """The tests that this process has run.

    Parameters
    ----------
    namespace : dict
        Of the student's cells.
    guarded : callable
        Runs a function without arguments, which the grader can interrupt: what it returns as ``value``, or its error.
    """

    def __init__(self, namespace: dict[str, Any], guarded: Callable[[Callable[[], Any]], dict[str, Any]]):
        self._namespace, self._guarded = namespace, guarded
        self._passed = False

    def run(self, request: dict[str, Any]) -> dict[str, Any]:
        """Run a test cell.

        Parameters
        ----------
        request : dict
            ``test``, its source; ``before``, what hidden parts of earlier tests define; ``protected``, names of
            builtins that it means.

        Returns
        -------
        dict
            ``value``, how IPython would show its last expression, or None; or ``error``, ``text`` and ``line``.
        """
        self._passed = False
        pristine.restore()
        lines: list[int] = []

        def test() -> str | None:
            for source in request["before"]:
                with contextlib.suppress(Exception):
                    _run(source, [], self._namespace)
            try:
                return _run(request["test"], request["protected"], self._namespace)
            except BaseException as error:
                lines.extend(_lines(error))
                raise

        answer = self._guarded(test)
        if "error" not in answer and pristine.changed():
            return {"error": "Changed", "text": "", "line": 0}
        self._passed = "error" not in answer
        return answer | {"line": lines[-1] if lines else 0}

    def mark(self, word: str) -> dict[str, Any]:
        """The word, if the last test has come to its end; only once."""
        passed, self._passed = self._passed, False
        return {"mark": word if passed else ""}


class Copies:
    """Copies of this process, by number."""

    def __init__(self) -> None:
        self._known: dict[int, tuple[int, socket.socket]] = {}

    def make(self, number: int) -> socket.socket | None:
        """Make a copy of the process.

        Parameters
        ----------
        number : int
            For `ask`.

        Returns
        -------
        socket or None
            In the copy, from where it takes its requests; None in the process itself.
        """
        ours, theirs = socket.socketpair()
        if pid := os.fork():
            theirs.close()
            self._known[number] = pid, ours
            return None
        ours.close()
        with contextlib.suppress(OSError):
            _take_own_folder()
        return theirs

    def ask(self, number: int, request: dict[str, Any]) -> dict[str, Any]:
        """Hand a request on to a copy, and its answer back."""
        if number not in self._known:
            return {"error": "Gone", "text": ""}
        pid, connection = self._known[number]
        # the grader interrupts this process, which only waits
        signal.signal(signal.SIGALRM, lambda *_: os.kill(pid, signal.SIGALRM))
        try:
            send(connection, request)
            answer = receive(connection)
            return answer if isinstance(answer, dict) else {"error": "Gone", "text": ""}
        except Broken:
            return {"error": "Gone", "text": ""}
        finally:
            signal.signal(signal.SIGALRM, signal.SIG_IGN)


def _take_own_folder() -> None:
    """Copy a small working folder: what later cells write must not change what an earlier test reads."""
    here = Path.cwd()
    if sum(path.stat().st_size for path in here.rglob("*") if path.is_file()) <= LARGEST:
        there = Path(tempfile.mkdtemp()) / here.name
        shutil.copytree(here, there, symlinks=True, ignore=shutil.ignore_patterns(there.parent.name))
        os.chdir(there)


def _run(source: str, protected: list[str], namespace: dict[str, Any]) -> str | None:
    """Run a test, with the real builtins whatever the student's names are; how its last expression is shown."""
    from IPython.lib.pretty import pretty

    tree = _parsed(source)
    prefix = f"_{secrets.token_hex(8)}_"
    meant = {name: pristine.PRISTINE[name] for name in protected if name in pristine.PRISTINE}
    _Meant(prefix, meant).visit(tree)
    namespace |= {prefix + name: value for name, value in meant.items()}
    try:
        last = tree.body.pop() if _shows_a_value(tree, source) else None
        _execute(compile(tree, FILE, "exec", ast.PyCF_ALLOW_TOP_LEVEL_AWAIT, dont_inherit=True), namespace)
        if not isinstance(last, ast.Expr):
            return None
        value = _execute(compile(ast.Expression(last.value), FILE, "eval", ast.PyCF_ALLOW_TOP_LEVEL_AWAIT), namespace)
        return None if value is None else pretty(value)[:1000]
    finally:
        for name in meant:
            namespace.pop(prefix + name, None)


def _parsed(source: str) -> ast.Module:
    try:
        return ast.parse(source)
    except SyntaxError:  # or a line that begins with % or !
        from IPython.core.inputtransformer2 import TransformerManager

        return ast.parse(TransformerManager().transform_cell(source))


def _shows_a_value(tree: ast.Module, source: str) -> bool:
    return bool(tree.body) and isinstance(tree.body[-1], ast.Expr) and not source.rstrip().endswith(";")


def _execute(code: Any, namespace: dict[str, Any]) -> Any:
    found = eval(code, namespace)
    return asyncio.run(found) if code.co_flags & inspect.CO_COROUTINE else found


class _Meant(ast.NodeTransformer):
    """Renames builtins that the test means."""

    def __init__(self, prefix: str, meant: dict[str, Any]):
        self._prefix, self._meant = prefix, meant

    def visit_Name(self, node: ast.Name) -> ast.Name:
        """Rename one."""
        if node.id in self._meant and isinstance(node.ctx, ast.Load):
            node.id = self._prefix + node.id
        return node


def _lines(error: BaseException) -> Iterator[int]:
    """Lines of the test that an error has passed."""
    step = error.__traceback__
    while step:
        if step.tb_frame.f_code.co_filename == FILE:
            yield step.tb_lineno
        step = step.tb_next
