"""A task run in this process, cell by cell, so that hundreds of variants of its answers can be graded in seconds."""

import contextlib
import io
import math
import random
import time
import warnings
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple
from unittest import mock

import sympy as sp

from mechanics import systems
from mechanics.checks import CheckFailed, calls

from ..notebooks import Cell, code_cells, folder_of, run
from .diagrams import diagram_words
from .equivalence import same
from .limited import limited
from .mutation import Mutant, groups_of, mutants
from .steps import Step, loaded, step_of, stored

__all__ = ["Outcome", "Solved"]

SECONDS, TIMES = 6.0, 4.0  # of computing, not of waiting: six seconds, and four times what the solution takes


class Outcome(NamedTuple):
    """What became of a variant.

    Attributes
    ----------
    visible, hidden : dict of str
        Id of the first test cell that failed and its sentence, in the part students see, or in the other where the
        first had accepted it.
    same : bool
        Whether all values asked for mean the same as those of the solution, as far as the variant was run.
    believed: bool
        Whether only plain tests looked at it, so that nobody can tell whether it means the same.
    """

    visible: dict[str, str]
    hidden: dict[str, str]
    same: bool
    believed: bool = False


class Solved:
    """The cells of a solution with the namespace before each of them.

    Parameters
    ----------
    notebook : Path
        The task with its solution.

    Attributes
    ----------
    cells : list of Cell
        Code cells in their order.
    failed : dict of str
        Id of each test cell that refuses the solution, with its sentence; empty if all is well.
    noise : str
        What the solution wrote to stderr, warnings included.
    checks : dict of Step
        Test cells by id.

    Raises
    ------
    SyntaxError, Exception
        What a cell raises that is no test cell.
    """

    def __init__(self, notebook: Path):
        self.notebook, self.name = notebook, notebook.stem
        self.cells = code_cells(notebook)
        self.before: list[dict[str, Any]] = []
        self.limits: dict[str, float] = {}
        self.failed: dict[str, str] = {}
        self.namespace: dict[str, Any] = {"__name__": "__main__"}
        with self.quiet() as warned, contextlib.redirect_stderr(io.StringIO()) as loud:
            warnings.simplefilter("always")
            for cell in self.cells:
                self._first_run(cell)
        self.noise = loud.getvalue() + "".join(f"{x.category.__name__}: {x.message}\n" for x in warned)
        self.checks = {cell.id: step_of(cell) for cell in self.cells if cell.kind == "check"}

    def _first_run(self, cell: Cell) -> None:
        self.before.append(dict(self.namespace))
        start = time.process_time()
        try:
            run([cell], self.namespace)
        except (CheckFailed, AssertionError) as error:
            if cell.kind != "check":
                raise
            self.failed[cell.id] = str(error) or repr(error)
        self.limits[cell.id] = SECONDS + TIMES * (time.process_time() - start)

    @contextlib.contextmanager
    def quiet(self) -> Iterator[list[warnings.WarningMessage]]:
        """In the folder of the notebook, without output and without the checks' own limit of time.

        Yields
        ------
        list of warnings.WarningMessage
            Warnings of the block.
        """
        with (
            folder_of(self.notebook),
            contextlib.redirect_stdout(io.StringIO()),
            warnings.catch_warnings(record=True) as warned,
            mock.patch.object(calls, "TIME_LIMIT", math.inf),  # it would replace ours: both use the same timer
        ):
            warnings.simplefilter("ignore")
            yield warned

    @cached_property
    def constants(self) -> dict[Any, Any]:
        """Abbreviations of the systems that the checks are about, ``{symbol: expression}``."""
        found: dict[Any, Any] = {}
        for name in self.checks:
            domain = self.options(name).get("domain")
            for part in domain if isinstance(domain, list | tuple) else [domain]:
                if part is not None and not isinstance(part, Mapping):
                    found |= getattr(systems.load(part) if isinstance(part, str) else part, "abbreviations", {})
        return found

    @cached_property
    def mutants(self) -> list[tuple[Cell, Mutant]]:
        """All mutants of all answer cells."""
        groups = [group for cell in self.cells if cell.kind == "given" for group in groups_of(cell.source)]
        words = [word for check in self.checks.values() for word in check.options]
        for name in (name for name, check in self.checks.items() if check.kind == "free_body"):
            words += diagram_words(self.options(name))
        return [
            (cell, mutant)
            for cell in self.cells
            if cell.kind == "answer"
            for mutant in mutants(cell.source, groups, words)
        ]

    def judge(self, cell: Cell, source: str, last: str = "") -> Outcome:
        """Run the task with another text in one answer cell, as far as the first test cell that fails.

        Cells that do not depend on the changed one are not run again, nor those after the one called `last`.

        Parameters
        ----------
        cell : Cell
            The answer cell.
        source : str
            Its other text.
        last : str
            Id of a cell; all are run if empty.

        Returns
        -------
        Outcome
            What became of it.
        """
        start = self.cells.index(cell)
        namespace = dict(self.before[start])
        changed = stored(cell.source) | stored(source)
        visible: dict[str, str] = {}
        hidden: dict[str, str] = {}
        alike, kinds = True, set()
        with self.quiet():
            self._answer(Cell(cell.id, source, "answer"), namespace)
            for place, later in enumerate(self.cells[start + 1 :], start):
                if visible or hidden or (last and self.cells[place].id == last):
                    break
                if not loaded(later.source) & changed:
                    self._take_over(later, namespace)
                elif later.kind == "check":
                    check = self.checks[later.id]
                    visible.update(self._said(check, check.visible, namespace))
                    if not visible:  # in one cell: what has failed does not come to its hidden part
                        hidden.update(self._said(check, check.hidden, namespace))
                    kinds.add(bool(check.value))  # without a call nothing says what is asked for: it is believed
                    alike = alike and (self._same(check, namespace) if check.value else not (visible or hidden))
                else:
                    changed |= stored(later.source)
                    self._answer(later, namespace)
        return Outcome(visible, hidden, alike, believed=kinds == {False})

    def _take_over(self, cell: Cell, namespace: dict[str, Any]) -> None:
        """What a cell has set that need not run again; not the names inside a comprehension."""
        if cell.kind != "check":
            namespace |= {name: self.namespace[name] for name in stored(cell.source) & self.namespace.keys()}

    def failures(self, name: str, value: Any) -> dict[str, str]:
        """What the visible and the hidden part of a test cell say against a value.

        Parameters
        ----------
        name : str
            Id of the test cell.
        value : object
            In place of the student's.

        Returns
        -------
        dict of str
            Sentences by ``"visible"`` and ``"hidden"``; empty if both accept it.
        """
        check = self.checks[name]
        namespace = {**self.namespace, check.value: value}
        with self.quiet():
            said = {part: self._said(check, getattr(check, part), namespace) for part in ("visible", "hidden")}
        return {part: text for part, found in said.items() for text in found.values()}

    def value(self, check: str) -> Any:
        """What the solution gives to the test cell of this id."""
        return eval(self.checks[check].value, dict(self.namespace))

    def mistakes(self, check: str) -> dict[str, Any]:
        """The typical mistakes that a hidden test names.

        Parameters
        ----------
        check : str
            Id of the test cell.

        Returns
        -------
        dict
            Sentence to wrong answer.
        """
        return dict(self.options(check).get("mistakes") or {})

    def options(self, check: str) -> dict[str, Any]:
        """What a hidden test hands to `verify`: its domain, its kind, its mistakes.

        Parameters
        ----------
        check : str
            Id of the test cell.

        Returns
        -------
        dict
            By parameter.
        """
        with self.quiet():
            return self.checks[check].asked(self.namespace)

    def _answer(self, cell: Cell, namespace: dict[str, Any]) -> None:
        """Run a cell as nbgrader does: what it raises is passed over."""
        with contextlib.suppress(Exception), limited(self.limits[cell.id]):
            run([cell], namespace)

    def _said(self, check: Step, part: Cell, namespace: dict[str, Any]) -> dict[str, str]:
        """The sentence of a part of a test cell that fails, by the cell's id."""
        try:
            with limited(self.limits[check.cell.id]):
                run([part], dict(namespace))
        except Exception as error:
            return {check.cell.id: str(error) if isinstance(error, CheckFailed) else repr(error)}
        return {}

    def _same(self, check: Step, namespace: dict[str, Any]) -> bool:
        reference = eval(check.value, dict(self.namespace))
        try:
            with limited(self.limits[check.cell.id]):
                value = eval(check.value, dict(namespace))
                return same(check.kind, value, reference, self._arguments(check), self.constants)
        except Exception:
            return False

    def _arguments(self, check: Step) -> Sequence[Any]:
        """What `same` needs to know of a function: the names of its arguments, of a simulation values for them."""
        if check.kind != "simulation":
            return [self.options(check.cell.id)] if check.kind == "free_body" else check.arguments
        domain = self.options(check.cell.id)["domain"]
        draw = random.Random(check.cell.id).uniform
        draws = [{name: draw(0.5, 2.5) for name in domain} for _ in range(2)]
        formulas = [sp.sympify(domain[name].removeprefix("=")) for name in check.arguments]
        return [[float(formula.subs(values)) for formula in formulas] for values in draws]
