"""Plain test cells, as any course for nbgrader has them: ``assert`` statements, which run in the sandbox.

A cell that calls ``check`` or ``verify`` is judged outside of the sandbox. One that does not, and the asserts of a cell
that does both, run inside, with what nbgrader makes of it: all points if the cell comes to its end, none if it raises,
part of them if its last expression is a number. The hidden part of a cell gets there when all answers have run.
"""

import ast
import builtins
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from .notebooks import Cell, split_hidden

__all__ = [
    "PlainTest",
    "calls_checks",
    "imports",
    "imports_checks",
    "judged_inside",
    "judged_outside",
    "parsed",
    "plain_test",
]

CHECKS = {"check", "verify"}
HIDDEN = "A test that is not shown fails."
ENDED = {
    "Gone": "",
    "Changed": "This code replaces functions that the tests rely on, so that its result says nothing.",
    "Unmarked": "The test did not finish.",
    "SystemExit": "The test did not finish: there is a call of exit() in this code.",
    "TimeIsUp": "This did not finish in time: is there an endless loop?",
}


@dataclass(frozen=True)
class PlainTest:
    """What of a test cell runs in the sandbox.

    Attributes
    ----------
    source : str
        Text of the cell, without the calls that are judged outside.
    visible : str
        The part that students see.
    is_hidden : bool
        Whether there is another part.
    before : tuple of str
        Hidden parts of earlier cells that define names which this one needs.
    protected : tuple of str
        Builtins that the test means, which the notebook does not define itself.
    sentences : mapping of int to str
        By line, what an ``assert`` there says if it fails: its message, or itself where students see it.
    """

    source: str
    visible: str
    is_hidden: bool
    before: tuple[str, ...]
    protected: tuple[str, ...]
    sentences: dict[int, str]

    @property
    def request(self) -> dict[str, Any]:
        """What the inside of a sandbox is asked for."""
        return {"test": self.source, "before": list(self.before), "protected": list(self.protected)}

    def reason(self, answer: dict[str, Any]) -> str:
        """Why the test fails, for the student; nothing of a hidden part is quoted.

        Parameters
        ----------
        answer : dict
            Of the inside.
        """
        if answer["error"] in ENDED:
            return ENDED[answer["error"]] or str(answer.get("text", ""))
        known = self.sentences.get(line, "") if isinstance(line := answer.get("line"), int) else ""
        if self.is_hidden:
            return known or HIDDEN
        told = "" if known and answer["error"] == "AssertionError" else _told(answer)
        return " ".join(part for part in (known, told) if part) or HIDDEN


def plain_test(cell: Cell, cells: Iterable[Cell], checks: bool) -> PlainTest | None:
    """The part of a test cell that runs in the sandbox; None if there is none.

    Parameters
    ----------
    cell : Cell
        The test cell.
    cells : iterable of Cell
        All of the notebook.
    checks : bool
        Whether ``check`` and ``verify`` in there are those of this library.

    Raises
    ------
    ValueError
        If the cell is no Python, or nbgrader has to write the test first.
    """
    if "### AUTOTEST" in cell.source or "### HASHED AUTOTEST" in cell.source:
        raise ValueError(
            "has tests that nbgrader writes (AUTOTEST), which cannot be graded here: replace them by the ones in "
            "nbgrader's folder source_with_tests."
        )
    tree = parsed(cell.source)
    if tree is None:
        raise ValueError(f"is not valid Python: {_fault(cell.source)}.")
    if checks and calls_checks(tree):
        if not any(map(_is_assertion, ast.walk(tree))):
            return None
        source, visible = (_without_checks(text) for text in (cell.source, split_hidden(cell.source)[0]))
    else:
        source, visible = cell.source, split_hidden(cell.source)[0]
    needed = _loaded(parsed(source))
    before = tuple(_hidden_before(cell, list(cells), needed))
    return PlainTest(
        source, visible, source != visible, before, tuple(_protected(needed, cells)), _sentences(source, visible)
    )


def parsed(source: str) -> ast.Module | None:
    """The syntax of a cell, whose lines for IPython are made Python; None if it has none."""
    try:
        return ast.parse(source)
    except SyntaxError:
        from IPython.core.inputtransformer2 import TransformerManager  # takes time to import, and is rarely needed

        try:
            return ast.parse(TransformerManager().transform_cell(source))
        except SyntaxError:
            return None


def imports(cells: Iterable[Cell]) -> list[str]:
    """The imports of test cells, one by one."""
    nodes = (node for cell in cells if cell.kind == "check" for node in ast.walk(parsed(cell.source) or ast.Pass()))
    found = (node for node in nodes if isinstance(node, ast.Import | ast.ImportFrom))
    return list(dict.fromkeys(map(ast.unparse, found)))


def imports_checks(cells: Iterable[Cell]) -> bool:
    """Whether ``check`` and ``verify`` in there are those of this library, and not of a course that has its own."""
    nodes = (node for cell in cells if (tree := parsed(cell.source)) for node in ast.walk(tree))
    found = (node for node in nodes if isinstance(node, ast.ImportFrom) and str(node.module).startswith("mechanics"))
    return any(alias.name in {*CHECKS, "*"} for node in found for alias in node.names)


def _fault(source: str) -> str:
    try:
        ast.parse(source)
    except SyntaxError as error:
        return f"{error.msg}, in line {error.lineno} of the cell"
    return "it does not compile"


def calls_checks(tree: ast.AST) -> bool:
    """Whether there is a call of ``check`` or ``verify`` with an answer."""
    return any(_is_check(node) for node in ast.walk(tree))


def judged_outside(tree: ast.Module) -> ast.Module:
    """The part of a cell with both kinds of tests that is judged outside: calls of checks, and what these need."""
    if not any(map(_is_assertion, ast.walk(tree))):
        return tree
    needed: set[str] = set()
    kept: list[ast.stmt] = []
    for statement in reversed(tree.body):
        own = _WithoutAssertions().visit(statement) if calls_checks(statement) else statement
        if calls_checks(statement) or isinstance(statement, ast.Import | ast.ImportFrom) or _bound(statement) & needed:
            needed |= _loaded(_Answerless().visit(ast.parse(ast.unparse(own))))
            kept.append(own)
    return ast.fix_missing_locations(ast.Module(kept[::-1], []))


def judged_inside(points: float, value: str | None) -> float:
    """Points of a test that has come to its end, as nbgrader determines them.

    Parameters
    ----------
    points : float
        Maximum points.
    value : str or None
        How its last expression is shown.

    Raises
    ------
    ValueError
        If these are more than the maximum points.
    """
    if value is None:
        return points
    from nbgrader.utils import get_partial_grade  # takes time to import, and is rarely needed

    return float(get_partial_grade({"data": {"text/plain": value}}, points))


def _is_check(node: ast.AST) -> bool:
    return (
        isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in CHECKS and len(node.args) > 1
    )


def _is_assertion(node: ast.AST) -> bool:
    """Whether it is what a plain test is made of: ``assert``, ``raise``, or a call such as ``assert_allclose``."""
    if isinstance(node, ast.Call):
        name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        return name.lower().startswith("assert")
    return isinstance(node, ast.Assert | ast.Raise)


class _WithoutAssertions(ast.NodeTransformer):
    """Leaves plain tests out of a statement with calls of checks."""

    def generic_visit(self, node: ast.AST) -> Any:
        """Put ``pass`` in the place of a test."""
        tested = node.value if isinstance(node, ast.Expr) else node
        if isinstance(node, ast.stmt) and _is_assertion(tested):
            return ast.copy_location(ast.Pass(), node)
        return super().generic_visit(node)


class _Answerless(ast.NodeTransformer):
    """Leaves the answers out of calls of checks."""

    def visit_Call(self, node: ast.Call) -> Any:
        """Leave one out."""
        self.generic_visit(node)
        if _is_check(node):
            node.args[1] = ast.Constant(None)
        return node


class _Silent(ast.NodeTransformer):
    """Puts ``pass`` in the place of calls of checks."""

    def visit_Expr(self, node: ast.Expr) -> Any:
        """Replace one."""
        return ast.copy_location(ast.Pass(), node) if _is_check(node.value) else self.generic_visit(node)


def _without_checks(source: str) -> str:
    tree = parsed(source)
    return ast.unparse(_Silent().visit(tree)) if tree else source


def _bound(tree: ast.AST | None) -> set[str]:
    """Names that are defined anywhere in there."""
    return set(_defined(tree)) if tree else set()


def _defined(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            yield node.name
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield node.id
        elif isinstance(node, ast.alias):
            yield (node.asname or node.name).partition(".")[0]


def _loaded(tree: ast.AST | None) -> set[str]:
    names = (node for node in ast.walk(tree or ast.Module([], [])) if isinstance(node, ast.Name))
    return {name.id for name in names if isinstance(name.ctx, ast.Load)}


def _protected(needed: set[str], cells: Iterable[Cell]) -> Iterator[str]:
    """Builtins that a test uses and no cell of the author defines."""
    own = set[str]().union(*(_bound(parsed(cell.source)) for cell in cells))
    yield from sorted(name for name in needed - own if hasattr(builtins, name))


def _hidden_before(cell: Cell, cells: list[Cell], needed: set[str]) -> Iterator[str]:
    """Hidden parts of earlier test cells that define what this one needs."""
    for earlier in cells[: cells.index(cell)]:
        hidden = "\n".join(split_hidden(earlier.source)[1]) if earlier.kind == "check" else ""
        tree = parsed(hidden) if hidden else None
        if tree and _bound(tree) & needed:
            yield _without_checks(hidden)


def _sentences(source: str, visible: str) -> dict[int, str]:
    """What each ``assert`` says: its message if that is a text, else itself, if it is not hidden."""
    tree, shown_lines = parsed(source), set(visible.split("\n"))
    found: dict[int, str] = {}
    for node in ast.walk(tree) if tree else ():
        if isinstance(node, ast.Assert):
            lines = source.split("\n")[node.lineno - 1 : node.end_lineno]
            message = node.msg.value if isinstance(node.msg, ast.Constant) and isinstance(node.msg.value, str) else ""
            shown = f"This does not hold: {ast.unparse(node.test)}." if shown_lines.issuperset(lines) else ""
            found |= dict.fromkeys(range(node.lineno, (node.end_lineno or node.lineno) + 1), message or shown)
    return found


def _told(answer: dict[str, Any]) -> str:
    name, text = str(answer["error"])[:60], str(answer.get("text", ""))[:300]
    return f"The test stopped with {name}{': ' if text else ''}{text}"
