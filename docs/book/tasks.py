"""Statements of the tasks: the questions, without the checks and the summary at the end."""

import ast
import base64
import gc
import re
from collections.abc import Iterable
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_all_start_methods, get_context
from multiprocessing.context import BaseContext
from pathlib import Path

import nbformat
from nbformat import NotebookNode
from nbformat.v4 import new_markdown_cell, new_output

from mechanics.drawing.free_body import draw
from mechanics.drawing.sketch import Sketch

from .execute import LIBRARY, fingerprint, notebook_text
from .files import digest, write
from .folds import unfolded

__all__ = ["BOARD", "statement", "statements"]

FEW = 4  # tasks, for which a process of its own would cost more than it saves

BOARD = re.compile(r'^draw\("(\w+)", \w+\)$', re.MULTILINE)
NOTE = """```{{admonition}} Solve it
Write in the answer cells below and press *Check*: Python runs in this page and says at once what is right, what is
wrong, and often why. Your answers are kept in this browser; the notebook with your answers can be downloaded and handed
in. [Which steps work here](../../in-the-page.md). Or open `exercises/{folder}/{name}` in your workspace:
[how to get the course](../../use.md#get-the-course).

:::{{container}} answer-place
Answers can be written here only with JavaScript; without it this page is the statement.
:::
```"""


def statement(path: Path) -> NotebookNode:
    """The released task as a page: text, sketch and the cells for answers; no check, no summary of what was found.

    Parameters
    ----------
    path : notebook below ``exercises/``, as students get it
    """
    notebook = nbformat.read(path, as_version=4)
    kept, given = [], ""
    for cell in notebook.cells:
        about = cell.metadata.get("nbgrader", {})
        hidden = cell.cell_type == "code" and has_sketch(cell.source)
        if hidden:
            cell.outputs = [picture(given + cell.source)]
        if cell.cell_type == "code" and about.get("locked") and not about.get("grade"):
            given += cell.source + "\n"
        if is_statement(cell):
            tags = ["remove-input"] if hidden else [f"answer--{cell.id}"] if about.get("solution") else []
            cell.metadata = nbformat.from_dict({"tags": tags})
            if about.get("solution") and (board := BOARD.search(cell.source)):
                cell.outputs = [board_picture(board[1])]
            kept.append(cell)
    note = NOTE.format(folder=path.parent.name, name=path.name)
    notebook.cells = [kept[0], new_markdown_cell(note, id="solve-it"), *kept[1:]]
    return unfolded(notebook)


def statements(paths: Iterable[Path], cache: Path) -> dict[Path, str]:
    """The statement of each task as text; sketches are drawn again only where the task or the library has changed.

    Parameters
    ----------
    paths : notebooks below ``exercises/``
    cache : folder that keeps the statements of earlier builds
    """
    base = digest(fingerprint(LIBRARY).encode(), Path(__file__).read_bytes()).encode()
    kept = {path: cache / f"{digest(base, path.read_bytes())}.task" for path in paths}
    stale = [path for path, text in kept.items() if not text.exists()]
    if len(stale) > FEW:
        with ProcessPoolExecutor(mp_context=_processes(), initializer=gc.freeze) as pool:
            texts = list(pool.map(_text, stale, chunksize=4))
    else:
        texts = [_text(path) for path in stale]
    for path, text in zip(stale, texts, strict=True):
        write(kept[path], text)
    for text in kept.values():
        text.touch()
    return {path: text.read_text(encoding="utf-8") for path, text in kept.items()}


def _processes() -> BaseContext:
    """Copies of one process that has imported the library, where the system can fork; this one has threads."""
    if "forkserver" not in get_all_start_methods():
        return get_context("spawn")
    context = get_context("forkserver")
    context.set_forkserver_preload(
        [__name__, "mechanics.drawing.artist", "mechanics.drawing.playable", "mechanics.notebook"]
    )
    return context


def _text(path: Path) -> str:
    return notebook_text(statement(path))


def is_statement(cell: NotebookNode) -> bool:
    """Whether a cell belongs to the question: text before the end, a sketch, or an answer cell."""
    about = cell.metadata.get("nbgrader", {})
    if cell.cell_type == "markdown":
        return about.get("grade_id") != "end"
    return bool(about.get("solution")) or has_sketch(cell.source)


def has_sketch(source: str) -> bool:
    """Whether the last line of a cell shows a sketch."""
    return source.rstrip().splitlines()[-1].startswith("sketch(") if source.strip() else False


def picture(source: str) -> NotebookNode:
    """What code shows whose last expression is a sketch, run in this process."""
    *lines, last = ast.parse(source).body
    if not isinstance(last, ast.Expr):
        raise ValueError(f"Expected an expression that shows a sketch in the last line; got {ast.unparse(last)!r}.")
    names: dict[str, object] = {}
    exec(compile(ast.Module(lines, []), "task", "exec"), names)
    return shown(eval(compile(ast.Expression(last.value), "task", "eval"), names))


def board_picture(name: str) -> NotebookNode:
    """The body of this name with its points: what stands in a page where a notebook has a board to draw on."""
    return shown(draw(name).picture())


def shown(sketch: Sketch) -> NotebookNode:
    """A sketch as the output of a cell."""
    data, _ = sketch._repr_mimebundle_()
    data["image/png"] = base64.b64encode(data["image/png"]).decode()
    return new_output("display_data", data)
