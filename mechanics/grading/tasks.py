"""A task as its instructor wrote it: its cells, and its checks, ready to judge answers from a sandbox."""

import ast
import contextlib
import io
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, cached_property
from pathlib import Path
from types import CodeType
from typing import Any

from ..checks.notebook import Call, collecting
from .assignment import files_in
from .declarations import put_in, values
from .delimiters import as_usual
from .locked_cells import names_of
from .notebooks import Cell, cells_in, folder_of
from .plain_tests import PlainTest, calls_checks, imports, imports_checks, judged_outside, parsed, plain_test
from .verdicts import Verdicts

__all__ = ["Answer", "Check", "Task", "tasks_of"]

CHECKS = {"check", "verify"}
REMEMBER = "from mechanics.grading.sandbox.pristine import remember\nremember({})"


@dataclass(frozen=True)
class Answer:
    """Stands for the student's value of an expression; the value itself never enters this process.

    Attributes
    ----------
    expression : str
        Python text, to be evaluated in the student's namespace.
    """

    expression: str


@dataclass(frozen=True)
class Check:
    """A test cell with its hidden part, in which `Answer` objects stand for the student's values.

    Attributes
    ----------
    id : str
        Id of the cell.
    points : float
        Points that it gives.
    code : CodeType
        To be run in the namespace of the task.
    expressions : tuple of str
        What it asks the student's namespace for.
    plain : PlainTest or None
        What of it runs in the sandbox instead.
    """

    id: str
    points: float
    code: CodeType
    expressions: tuple[str, ...]
    plain: PlainTest | None = None


@dataclass(frozen=True)
class Task:
    """One notebook of an assignment.

    Attributes
    ----------
    name : str
        Name of the notebook.
    folder : Path
        Folder of its source; the visible checks look for their key there.
    cells : tuple of Cell
        Code cells in their order, as they were written.
    content : bytes
        The notebook, with nbgrader's delimiters of solutions and hidden tests.
    checks : mapping of str to Check
        Test cells by id.
    by_hand : mapping of str to float
        Ids and points of answers that people grade.
    files : mapping of str to bytes
        Files next to the released notebook and in folders there, path to content.
    numbers : str
        Numbers of one student in the locked cells, as `mechanics.grading.declarations.as_text` writes them; empty for
        those that the author has written.
    """

    name: str
    folder: Path
    cells: tuple[Cell, ...]
    content: bytes
    checks: Mapping[str, Check]
    by_hand: Mapping[str, float] = field(default_factory=dict)
    files: Mapping[str, bytes] = field(default_factory=dict)
    numbers: str = ""

    @cached_property
    def namespace(self) -> dict[str, Any]:
        """What the locked cells define, for the checks; cells that need an answer are skipped."""
        return names_of(self.cells, self.folder)

    def calls(self, check: Check) -> list[Call]:
        """What a test cell wants judged, and by which keys; the cell is run once for all submissions.

        Keys of formulas stay the same for all of them, which is safe, because no student's code ever sees the sample
        points.

        Parameters
        ----------
        check : Check
            The test cell.

        Returns
        -------
        list of Call
            One for each call of ``check`` or ``verify``.
        """
        found = self._calls[check.id]
        if isinstance(found, Exception):
            raise found
        return found

    @cached_property
    def _calls(self) -> dict[str, list[Call] | Exception]:
        """Calls of each test cell, or why it stopped; as in a kernel, a cell sees the names of those before it."""
        found: dict[str, list[Call] | Exception] = {}
        names = self.namespace | {Answer.__name__: Answer}
        for check in self.checks.values():
            names = dict(names)  # a function of the cell before keeps its own
            try:
                with folder_of(self.folder / "any"), contextlib.redirect_stdout(io.StringIO()), collecting() as calls:
                    exec(check.code, names)
                found[check.id] = [_with_one_key(_with_own(call, calls) if self.numbers else call) for call in calls]
            except Exception as error:
                found[check.id] = error
        return found

    def with_numbers(self, numbers: str) -> "Task":
        """The task of one student, with other numbers in its locked cells.

        Parameters
        ----------
        numbers : str
            From `mechanics.grading.declarations.as_text`; empty for the author's own.
        """
        if not numbers:
            return self
        given = {cell.id: put_in(cell.source, values(numbers)) for cell in self.cells if cell.kind == "given"}
        cells = tuple(replace(cell, source=given.get(cell.id, cell.source)) for cell in self.cells)
        return replace(self, cells=cells, numbers=numbers)

    def check_of(self, expression: str) -> str:
        """Id of the first check that asks for an expression; empty if none does."""
        return next((check.id for check in self.checks.values() if expression in check.expressions), "")

    @cached_property
    def page(self) -> dict[str, Any]:
        """The notebook as its author wrote it, with the numbers of this task; not to be changed."""
        notebook: dict[str, Any] = json.loads(self.content)
        given = {cell.id: cell.source for cell in self.cells if cell.kind == "given" and self.numbers}
        for cell in notebook["cells"]:
            name = cell["metadata"].get("nbgrader", {}).get("grade_id")
            if cell["cell_type"] == "code" and name in given:
                cell["source"] = given[name]
        return notebook

    @property
    def rehearsal(self) -> list[str]:
        """Cells that are run once for all submissions, for what they import; then plain tests remember what they need.

        The imports of tests are among them: what a student's code puts in the place of a module is then too late.
        """
        locked = [cell.source for cell in self.cells if cell.kind == "given"]
        if not any(check.plain for check in self.checks.values()):
            return locked
        needed = imports(self.cells)
        packages = sorted({line.split()[1].partition(".")[0] for line in needed} - {""})
        return [*locked, *needed, REMEMBER.format(", ".join(map(repr, packages)))]

    @property
    def maximum(self) -> float:
        """Maximum points: the sum of all checks."""
        return sum(check.points for check in self.checks.values())


def _with_own(call: Call, calls: list[Call]) -> Call:
    """A call of ``check`` whose key is made for the numbers of the task, instead of the one beside the notebook."""
    made = next((other.definition for other in calls if other.definition and other.name == call.name), None)
    return call if call.definition or made is None else replace(call, key=lambda: made.visible(call.name))


def _with_one_key(call: Call) -> Call:
    """The call with a key that is computed once, unless the student's code sees its inputs; so are its verdicts."""
    return call if call.is_new_each_time else replace(call, key=cache(call.key), judged_by=Verdicts())


def tasks_of(folder: Path, ignored: list[str] | None = None, delimiters: Mapping[str, str] | None = None) -> list[Task]:
    """Read the tasks of an assignment.

    Parameters
    ----------
    folder : Path
        Its folder.
    ignored : list of str, optional
        Patterns of file names that do not belong to it.
    delimiters : mapping of str to str, optional
        Of solutions and hidden tests, where the course has others than nbgrader.

    Returns
    -------
    list of Task
        Sorted by name.

    Raises
    ------
    ValueError
        If there is none, or a test cell cannot be graded.
    """
    found = files_in(folder, ignored)
    files = {name: path.read_bytes() for name, path in found.items() if path.suffix != ".ipynb"}
    tasks = [_task(path, files, delimiters or {}) for path in found.values() if path.suffix == ".ipynb"]
    if not tasks:
        raise ValueError(f"Expected an assignment with notebooks, found none in {folder}.")
    return tasks


def _task(path: Path, files: Mapping[str, bytes], delimiters: Mapping[str, str]) -> Task:
    content = as_usual(path.read_bytes(), delimiters)
    cells = tuple(cells_in(content, path))
    ours = imports_checks(cells)
    checks = {cell.id: _check(cell, cells, ours, path) for cell in cells if cell.kind == "check"}
    return Task(path.stem, path.parent, cells, content, checks, _by_hand(content), files)


def _by_hand(content: bytes) -> dict[str, float]:
    cells = json.loads(content)["cells"]
    marks = [(cell["metadata"].get("nbgrader", {}), cell["cell_type"]) for cell in cells]
    of_people = (m for m, kind in marks if m.get("grade") and (m.get("solution") or kind != "code"))
    return {m["grade_id"]: float(m["points"]) for m in of_people}


def _check(cell: Cell, cells: Sequence[Cell], ours: bool, path: Path) -> Check:
    try:
        plain = plain_test(cell, cells, ours)
    except ValueError as error:
        raise ValueError(f"The test cell {cell.id!r} of {path} {error}") from None
    answers, tree = _Answers(), ast.Module([], [])
    if ours and (found := parsed(cell.source)) and calls_checks(found):
        tree = ast.fix_missing_locations(answers.visit(judged_outside(found)))
    code = compile(tree, f"<{cell.id}>", "exec")
    return Check(cell.id, cell.points, code, tuple(dict.fromkeys(answers.asked)), plain)


class _Answers(ast.NodeTransformer):
    """Replaces the second argument of every call of a check by an `Answer`; `asked` are their expressions."""

    def __init__(self) -> None:
        self.asked: list[str] = []

    def visit_Call(self, node: ast.Call) -> ast.Call:
        """Replace the answer in a call of a check."""
        self.generic_visit(node)
        if isinstance(node.func, ast.Name) and node.func.id in CHECKS and len(node.args) > 1:
            self.asked.append(ast.unparse(node.args[1]))
            name = ast.Name(Answer.__name__, ast.Load())
            node.args[1] = ast.Call(name, [ast.Constant(self.asked[-1])], [])
        return node
