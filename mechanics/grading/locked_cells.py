"""What the locked cells of a task define, in the process that knows the checks."""

import ast
import contextlib
import io
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from .notebooks import Cell, folder_of
from .plain_tests import parsed

__all__ = ["names_of"]

PICTURES = {"sketch", "simulate"}


def names_of(cells: Iterable[Cell], folder: Path) -> dict[str, Any]:
    """Run the cells that students cannot change; those that need an answer stop with an error and are skipped.

    Parameters
    ----------
    cells : iterable of Cell
        Of the task, in their order.
    folder : Path
        Of the task, in which they are run.

    Returns
    -------
    dict
        Values by name.
    """
    names: dict[str, Any] = {"__name__": "__main__", "get_ipython": _NoShell}
    locked = [(cell, parsed(cell.source)) for cell in cells if cell.kind in ("given", "own")]
    pictures = _pictures(tree for _, tree in locked if tree)
    with folder_of(folder / "any"), contextlib.redirect_stdout(io.StringIO()):
        for cell, tree in locked:
            with contextlib.suppress(Exception):
                exec(compile(_undrawn(tree, pictures) if tree else cell.source, f"<{cell.id}>", "exec"), names)
    return names


def _pictures(trees: Iterable[ast.Module]) -> set[str]:
    """Names by which the cells import sketches and players of this library."""
    found = (node for tree in trees for node in tree.body if isinstance(node, ast.ImportFrom))
    ours = (name for node in found if (node.module or "").startswith("mechanics") for name in node.names)
    return {name.asname or name.name for name in ours if name.name in PICTURES}


def _undrawn(tree: ast.Module, pictures: set[str]) -> ast.Module:
    """The cell without lines that only draw: they define nothing, and take longer than all the rest."""

    def draws(step: ast.stmt) -> bool:
        call = step.value if isinstance(step, ast.Expr) else None
        return isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id in pictures

    return ast.Module([step for step in tree.body if not draws(step)], tree.type_ignores)


class _NoShell:
    """Stands for IPython's shell, whose commands are not needed to judge an answer."""

    def __getattr__(self, name: str) -> Any:
        return lambda *_, **__: None
