"""A task run in this process, cell by cell, so that thousands of variants can be graded in minutes."""

import ast
import contextlib
import io
import signal
import warnings
from collections.abc import Iterator
from functools import cache, cached_property
from typing import Any, NamedTuple

import pytest

from mechanics import systems
from mechanics.checks import CheckFailed
from mechanics.grading.notebooks import Cell, code_cells, folder_of, run, split_hidden
from tests.tasks.course import solution
from tests.tasks.equivalence import same
from tests.tasks.mutation import Mutant, groups_of, mutants

SECONDS = 20


def system_of(task: str) -> Any:
    """The system of the library that a task is about; None where there is none of its name."""
    name = task.replace("-", "_")
    return systems.load(name) if name in systems.names() else None


class Outcome(NamedTuple):
    """What became of a variant.

    Attributes
    ----------
    visible, hidden : id of the first test cell that failed and its sentence, in the part students see and the other
    same : whether all values asked for mean the same as those of the solution, as far as the variant was run
    """

    visible: dict[str, str]
    hidden: dict[str, str]
    same: bool


class _Failed(NamedTuple):
    visible: dict[str, str]
    hidden: dict[str, str]

    def any(self) -> bool:
        return bool(self.visible or self.hidden)


class Check(NamedTuple):
    """One test cell, taken apart: the call of `check`, the hidden lines, the value asked for, its kind."""

    cell: Cell
    visible: Cell
    hidden: Cell
    value: str
    kind: str
    arguments: tuple[Any, ...]
    options: tuple[str, ...]


def taken_apart(cell: Cell) -> Check:
    visible, hidden = split_hidden(cell.source)
    calls = {_name(x): x for x in ast.walk(ast.parse(cell.source)) if isinstance(x, ast.Call)}
    verify = calls["verify"]
    words = {x.arg: x.value for x in verify.keywords}
    options = {
        name: ast.literal_eval(words[name]) for name in ("kind", "arguments", "options") if name in words
    }
    return Check(
        cell,
        Cell(cell.id, visible, "check", cell.points),
        Cell(cell.id, "\n".join(hidden), "check", cell.points),
        ast.unparse(calls["check"].args[1]),
        options.get("kind", "expression"),
        tuple(options.get("arguments", ())),
        tuple(options.get("options", ())),
    )


def _name(call: ast.Call) -> str:
    return call.func.id if isinstance(call.func, ast.Name) else ""


class Task:
    """The cells of a solution with the namespace before each of them."""

    def __init__(self, name: str):
        self.name = name
        self.cells = code_cells(solution(name))
        self.before: list[dict[str, Any]] = []
        namespace: dict[str, Any] = {"__name__": "__main__"}
        with self._quiet():
            for cell in self.cells:
                self.before.append(dict(namespace))
                run([cell], namespace)
        self.namespace = namespace
        self.checks = {cell.id: taken_apart(cell) for cell in self.cells if cell.kind == "check"}
        self.constants = getattr(system_of(name), "abbreviations", {})

    @contextlib.contextmanager
    def _quiet(self) -> Iterator[None]:
        with (
            folder_of(solution(self.name)),
            contextlib.redirect_stdout(io.StringIO()),
            warnings.catch_warnings(),
        ):
            warnings.simplefilter("ignore")
            yield

    @cached_property
    def mutants(self) -> list[tuple[Cell, Mutant]]:
        """All mutants of all answer cells."""
        groups = [group for cell in self.cells if cell.kind == "given" for group in groups_of(cell.source)]
        words = [word for check in self.checks.values() for word in check.options]
        return [
            (cell, mutant)
            for cell in self.cells
            if cell.kind == "answer"
            for mutant in mutants(cell.source, groups, words)
        ]

    def judge(self, cell: Cell, source: str) -> Outcome:
        """Run the task with another text in one answer cell, as far as the first test cell that fails.

        Cells that do not depend on the changed one are not run again.
        """
        start = self.cells.index(cell)
        namespace = dict(self.before[start])
        changed = _stored(cell.source) | _stored(source)
        failed = _Failed({}, {})
        alike = True
        with self._quiet():
            _limited(Cell(cell.id, source, "answer"), namespace)
            for later in self.cells[start + 1 :]:
                if failed.any():
                    break
                if later.kind == "check":
                    if _loaded(later.source) & changed:
                        self._check(self.checks[later.id], namespace, failed)
                        alike = alike and self._same(self.checks[later.id], namespace)
                elif _loaded(later.source) & changed:
                    changed |= _stored(later.source)
                    _limited(later, namespace)
                else:
                    kept = (
                        _stored(later.source) & self.namespace.keys()
                    )  # not the names inside a comprehension
                    namespace |= {name: self.namespace[name] for name in kept}
        return Outcome(failed.visible, failed.hidden, alike)

    def failures(self, check: str, value: Any) -> dict[str, str]:
        """What the visible and the hidden part of a test cell say against a value; empty if both accept it."""
        failed = _Failed({}, {})
        with self._quiet():
            self._check(self.checks[check], {**self.namespace, self.checks[check].value: value}, failed)
        return {part: found[check] for part, found in failed._asdict().items() if found}

    def value(self, check: str) -> Any:
        """What the solution gives to a test cell."""
        return self.namespace[self.checks[check].value]

    def mistakes(self, check: str) -> dict[str, Any]:
        """The typical mistakes that a hidden test names: sentence -> wrong answer."""
        return self.options(check).get("mistakes", {})

    def options(self, check: str) -> dict[str, Any]:
        """What a hidden test hands to `verify`: its domain, its kind, its mistakes."""
        calls: list[dict[str, Any]] = []
        with self._quiet(), pytest.MonkeyPatch.context() as patch:
            patch.setattr("mechanics.checks.verify", lambda *_, **options: calls.append(options))
            run([self.checks[check].hidden], dict(self.namespace))
        return calls[0]

    def _check(self, check: Check, namespace: dict[str, Any], failed: "_Failed") -> None:
        for part, found in ((check.visible, failed.visible), (check.hidden, failed.hidden)):
            try:
                run([part], dict(namespace))
            except Exception as error:
                found[check.cell.id] = str(error) if isinstance(error, CheckFailed) else repr(error)

    def _same(self, check: Check, namespace: dict[str, Any]) -> bool:
        try:
            value = eval(check.value, dict(namespace))
        except Exception:
            return False
        reference = eval(check.value, dict(self.namespace))
        return same(check.kind, value, reference, check.arguments, self.constants)


@cache
def task_of(name: str) -> Task:
    """A task that is only read."""
    return Task(name)


def _limited(cell: Cell, namespace: dict[str, Any]) -> None:
    """Run a cell as nbgrader does: what it raises is passed over; one that computes for ever is stopped."""

    def stop(*_: object) -> None:
        raise TimeoutError

    before = signal.signal(signal.SIGALRM, stop)
    signal.alarm(SECONDS)
    try:
        with contextlib.suppress(Exception):
            run([cell], namespace)
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


def _names(source: str, context: type) -> set[str]:
    return {
        x.id for x in ast.walk(ast.parse(source)) if isinstance(x, ast.Name) and isinstance(x.ctx, context)
    }


def _loaded(source: str) -> set[str]:
    return _names(source, ast.Load)


def _stored(source: str) -> set[str]:
    """Names that a cell sets: its functions, and what it assigns outside of them."""
    found: set[str] = set()
    for statement in ast.parse(source).body:
        if isinstance(statement, ast.FunctionDef):
            found.add(statement.name)
        else:
            found |= {x.id for x in ast.walk(statement) if isinstance(x, ast.Name) and isinstance(x.ctx, ast.Store)}
    return found
