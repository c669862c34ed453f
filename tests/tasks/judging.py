"""A task run in this process, cell by cell, so that thousands of variants can be graded in minutes."""

import ast
import contextlib
import io
import random
import signal
import time
import warnings
from collections.abc import Iterator, Sequence
from functools import cache, cached_property
from typing import Any, NamedTuple

import pytest
import sympy as sp

from mechanics import systems
from mechanics.checks import CheckFailed
from mechanics.grading.notebooks import Cell, code_cells, folder_of, run, split_hidden
from tests.tasks.course import solution
from tests.tasks.equivalence import same
from tests.tasks.mutation import Mutant, groups_of, mutants

# Of computing, not of waiting, so that a busy machine changes no verdict: six seconds, and four times what the
# solution takes. A variant that computes for ever is stopped there.
SECONDS, TIMES = 6.0, 4.0
PATIENCE = 600.0  # of the checks' own limit, which counts the waiting, too


def system_of(task: str) -> Any:
    """The system of the library that a task is about; None where there is none of its name."""
    name = task.replace("-", "_")
    return systems.load(name) if name in systems.names() else None


class Outcome(NamedTuple):
    """What became of a variant.

    Attributes
    ----------
    visible, hidden : id of the first test cell that failed and its sentence, in the part students see, or in the other
        where the first had accepted it
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
    options = {name: ast.literal_eval(words[name]) for name in ("kind", "arguments", "options") if name in words}
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
    """The cells of a solution with the namespace before each of them.

    Attributes
    ----------
    failed : id of each test cell that refuses the solution, with its sentence; empty if all is well
    noise : what the solution wrote to stderr, warnings included
    """

    def __init__(self, name: str):
        self.name = name
        self.cells = code_cells(solution(name))
        self.before: list[dict[str, Any]] = []
        self.limits: dict[str, float] = {}
        self.failed: dict[str, str] = {}
        self.namespace: dict[str, Any] = {"__name__": "__main__"}
        with self._quiet() as warned, contextlib.redirect_stderr(io.StringIO()) as loud:
            warnings.simplefilter("always")
            for cell in self.cells:
                self._first_run(cell)
        self.noise = loud.getvalue() + "".join(f"{x.category.__name__}: {x.message}\n" for x in warned)
        self.checks = {cell.id: taken_apart(cell) for cell in self.cells if cell.kind == "check"}
        self.constants = getattr(system_of(name), "abbreviations", {})

    def _first_run(self, cell: Cell) -> None:
        self.before.append(dict(self.namespace))
        start = time.process_time()
        try:
            run([cell], self.namespace)
        except CheckFailed as error:
            self.failed[cell.id] = str(error)
        self.limits[cell.id] = SECONDS + TIMES * (time.process_time() - start)

    @contextlib.contextmanager
    def _quiet(self) -> Iterator[list[warnings.WarningMessage]]:
        with (
            folder_of(solution(self.name)),
            contextlib.redirect_stdout(io.StringIO()),
            warnings.catch_warnings(record=True) as warned,
            pytest.MonkeyPatch.context() as patch,
        ):
            warnings.simplefilter("ignore")
            patch.setattr("mechanics.checks.calls.TIME_LIMIT", PATIENCE)
            yield warned

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

    def judge(self, cell: Cell, source: str, last: str = "") -> Outcome:
        """Run the task with another text in one answer cell, as far as the first test cell that fails.

        Cells that do not depend on the changed one are not run again, nor those after the one called `last`.
        """
        start = self.cells.index(cell)
        namespace = dict(self.before[start])
        changed = _stored(cell.source) | _stored(source)
        failed = _Failed({}, {})
        alike = True
        with self._quiet():
            self._answer(Cell(cell.id, source, "answer"), namespace)
            for later in self.cells[start + 1 :]:
                if failed.any() or (last and self.cells[self.cells.index(later) - 1].id == last):
                    break
                if later.kind == "check":
                    if _loaded(later.source) & changed:
                        check = self.checks[later.id]
                        failed.visible.update(self._said(check, check.visible, namespace))
                        if not failed.visible:  # in one cell: what has failed does not come to its hidden part
                            failed.hidden.update(self._said(check, check.hidden, namespace))
                        alike = alike and self._same(check, namespace)
                elif _loaded(later.source) & changed:
                    changed |= _stored(later.source)
                    self._answer(later, namespace)
                else:
                    kept = _stored(later.source) & self.namespace.keys()  # not the names inside a comprehension
                    namespace |= {name: self.namespace[name] for name in kept}
        return Outcome(failed.visible, failed.hidden, alike)

    def failures(self, name: str, value: Any) -> dict[str, str]:
        """What the visible and the hidden part of a test cell say against a value; empty if both accept it."""
        check = self.checks[name]
        namespace = {**self.namespace, check.value: value}
        with self._quiet():
            said = {part: self._said(check, getattr(check, part), namespace) for part in ("visible", "hidden")}
        return {part: text for part, found in said.items() for text in found.values()}

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

    def _answer(self, cell: Cell, namespace: dict[str, Any]) -> None:
        """Run a cell as nbgrader does: what it raises is passed over."""
        with contextlib.suppress(Exception), _limited(self.limits[cell.id]):
            run([cell], namespace)

    def _said(self, check: Check, part: Cell, namespace: dict[str, Any]) -> dict[str, str]:
        """The sentence of a part of a test cell that fails, by the cell's id."""
        try:
            with _limited(self.limits[check.cell.id]):
                run([part], dict(namespace))
        except Exception as error:
            return {check.cell.id: str(error) if isinstance(error, CheckFailed) else repr(error)}
        return {}

    def _same(self, check: Check, namespace: dict[str, Any]) -> bool:
        reference = eval(check.value, dict(self.namespace))
        try:
            with _limited(self.limits[check.cell.id]):
                value = eval(check.value, dict(namespace))
                return same(check.kind, value, reference, self._arguments(check), self.constants)
        except Exception:
            return False

    def _arguments(self, check: Check) -> Sequence[Any]:
        """What `same` needs to know of a function: the names of its arguments, of a simulation values for them."""
        if check.kind != "simulation":
            return check.arguments
        domain = self.options(check.cell.id)["domain"]
        draw = random.Random(check.cell.id).uniform
        draws = [{name: draw(0.5, 2.5) for name in domain} for _ in range(2)]
        formulas = [sp.sympify(domain[name].removeprefix("=")) for name in check.arguments]
        return [[float(formula.subs(values)) for formula in formulas] for values in draws]


@cache
def task_of(name: str) -> Task:
    """A task that is only read."""
    return Task(name)


@contextlib.contextmanager
def _limited(seconds: float) -> Iterator[None]:
    """Raise `TimeoutError` inside after some seconds of computing, and again where that is swallowed."""

    def stop(*_: object) -> None:
        raise TimeoutError

    before = signal.signal(signal.SIGPROF, stop)
    signal.setitimer(signal.ITIMER_PROF, seconds, 0.5)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0.0)
        signal.signal(signal.SIGPROF, before)


@cache
def _names(source: str, context: type) -> frozenset[str]:
    found = [x for x in ast.walk(ast.parse(source)) if isinstance(x, ast.Name) and isinstance(x.ctx, context)]
    return frozenset(x.id for x in found)


def _loaded(source: str) -> frozenset[str]:
    return _names(source, ast.Load)


@cache
def _stored(source: str) -> frozenset[str]:
    """Names that a cell sets: its functions, and what it assigns outside of them."""
    found: set[str] = set()
    for statement in ast.parse(source).body:
        if isinstance(statement, ast.FunctionDef):
            found.add(statement.name)
        else:
            found |= {x.id for x in ast.walk(statement) if isinstance(x, ast.Name) and isinstance(x.ctx, ast.Store)}
    return frozenset(found)
