"""The sketches of a task, drawn from its source: a page shows them whatever was handed in."""

import ast
import contextlib
import io
from collections.abc import Iterator, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

from .notebooks import Cell, code_cells, folder_of
from .pictures import Picture, safe_picture

__all__ = ["sketches_of"]


def sketches_of(source: Path) -> Mapping[str, Picture]:
    """Draw what the locked cells of a task draw with ``sketch(...)``.

    Parameters
    ----------
    source : Path
        The notebook in the source folder of the course, which is trusted.

    Returns
    -------
    mapping of str to Picture
        By the name of the cell; empty if there is no such file, or it draws nothing.
    """
    try:
        return _drawn(source, source.stat().st_mtime_ns)
    except OSError:
        return {}


@lru_cache(maxsize=32)
def _drawn(source: Path, changed: int) -> Mapping[str, Picture]:
    given = [cell for cell in code_cells(source) if cell.kind == "given"]
    if not any(_drawing(cell) for cell in given):
        return {}
    with folder_of(source), contextlib.redirect_stdout(io.StringIO()):
        return dict(_pictures(given))


def _pictures(cells: list[Cell]) -> Iterator[tuple[str, Picture]]:
    names: dict[str, Any] = {"__name__": "__main__"}
    for cell in cells:
        drawing = _drawing(cell)
        with contextlib.suppress(Exception):  # a cell that needs an answer, or a picture that cannot be drawn
            if not drawing:
                exec(compile(cell.source, f"<{cell.id}>", "exec"), names)
                continue
            before, last = drawing
            exec(compile(before, f"<{cell.id}>", "exec"), names)
            drawn = eval(compile(last, f"<{cell.id}>", "eval"), names)
            picture = safe_picture(drawn.png(), drawn.description)
            if picture:
                yield cell.id, picture


def _drawing(cell: Cell) -> tuple[ast.Module, ast.Expression] | None:
    """The statements of a cell and its last expression, if that calls ``sketch``."""
    if "sketch(" not in cell.source:
        return None
    try:
        statements = ast.parse(cell.source).body
    except SyntaxError:
        return None
    last = statements[-1] if statements else None
    is_sketch = (
        isinstance(last, ast.Expr)
        and isinstance(last.value, ast.Call)
        and isinstance(last.value.func, ast.Name)
        and last.value.func.id == "sketch"
    )
    if not is_sketch:
        return None
    return ast.Module(statements[:-1], []), ast.Expression(last.value)  # type: ignore[union-attr]
