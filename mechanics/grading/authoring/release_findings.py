"""What is wrong with a task as students get it: it is not released, tells a solution, or gives points for nothing."""

import ast
import contextlib
import io
import re
import warnings
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from mechanics.checks.hints import FILE

from ..notebooks import code_cells, folder_of, run, solution_lines, split_hidden
from .findings import Finding
from .rehearsal import Rehearsal

__all__ = ["release_findings", "told_in"]

SHORTEST = 16  # characters without spaces; shorter lines stand anywhere
TEXTS = {".ipynb", ".json", ".md", ".txt", ".py", ".csv", ".html", ".tex", ".yml", ".yaml"}


def release_findings(rehearsal: Rehearsal) -> list[Finding]:
    """Release the task in its rehearsal, and look at what students would get.

    Parameters
    ----------
    rehearsal : Rehearsal
        With current keys.

    Returns
    -------
    list of Finding
        Empty if all is well.
    """
    trouble = rehearsal.release()
    if trouble:
        return [Finding("release", f"nbgrader cannot release this task: {trouble}")]
    return [
        *told_in(rehearsal.source, rehearsal.released.parent.rglob("*")),
        *_stubs(rehearsal.released),
        *_for_nothing(rehearsal.released),
    ]


def told_in(source: Path, files: Iterable[Path]) -> Iterator[Finding]:
    """Lines of solutions and hidden tests that are in a file of the release.

    Parameters
    ----------
    source : Path
        The notebook with its solution.
    files : iterable of Path
        Of what students get.

    Yields
    ------
    Finding
        One for each line and file.
    """
    secrets = _secrets(source)
    for path in sorted(files):
        if not path.is_file() or path.suffix not in TEXTS:
            continue
        text = _squeezed(path.read_text(encoding="utf-8", errors="replace").replace('\\"', '"'))
        for line, cell in secrets.items():
            if _squeezed(line) in text:
                yield Finding(
                    cell,
                    f"Its line {line!r}, which students are meant to find themselves, is in the release, in "
                    f"{path.name}. Remove it there, or add the file to c.CourseDirectory.ignore in nbgrader_config.py.",
                )


def _secrets(solution: Path) -> dict[str, str]:
    """Lines that are withheld, and their cells.

    What a given cell, the visible part of a cell or a hint says, is no secret: hints are also in the file of
    translations.
    """
    cells = code_cells(solution)
    hints = solution.with_name(FILE)
    said = hints.read_text(encoding="utf-8") if hints.is_file() else ""
    given = _squeezed("\n".join([*(_shown(cell.source) for cell in cells), said.replace('\\"', '"')]))
    found = {}
    for cell in cells:
        answers = [line for line in solution_lines(cell.source) if not re.match(r"\s*(from|import)\s", line)]
        for line in (*answers, *_calls("\n".join(split_hidden(cell.source)[1]))):
            if len(_squeezed(line)) >= SHORTEST and _squeezed(line) not in given:
                found[line.strip()] = cell.id
    return found


def _shown(source: str) -> str:
    """A cell without what is taken out of it."""
    withheld = set(solution_lines(source)) | set(split_hidden(source)[1])
    return "\n".join(line for line in source.split("\n") if line not in withheld)


def _calls(hidden: str) -> Iterator[str]:
    """Of a hidden test each call, and the expected answer where it is written out."""
    for node in ast.walk(ast.parse(hidden)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "verify":
            yield ast.unparse(node)
            if len(node.args) > 2 and isinstance(node.args[2], ast.Constant) and isinstance(node.args[2].value, str):
                yield node.args[2].value


def _squeezed(text: str) -> str:
    return re.sub(r"\s+|\\n", "", text)


def _stubs(released: Path) -> Iterator[Finding]:
    """Answer cells that do not say what they are for."""
    for cell in code_cells(released):
        if cell.kind == "answer" and not re.search(r"^\s*(\w+(, *\w+)*\s*=|(async )?def |class )", cell.source, re.M):
            yield Finding(
                cell.id,
                "It is released without the name of the answer, which students then have to guess. Write it above ### "
                "BEGIN SOLUTION, as in: T = ...",
                advice=True,
            )


def _for_nothing(released: Path) -> Iterator[Finding]:
    """Test cells that accept the untouched release."""
    namespace: dict[str, Any] = {"__name__": "__main__"}
    with folder_of(released), contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
        for cell in code_cells(released):
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                try:
                    run([cell], namespace)
                except Exception:
                    continue
            if cell.kind == "check":
                yield Finding(
                    cell.id,
                    f"The untouched release earns its {cell.points:g} points. Start the answer cell with a value "
                    "that is refused, such as T = ...",
                )
