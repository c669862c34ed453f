"""The cells of chapters that can be changed and run in the page: those that need nothing but sympy.

When the book is built, the cells of each chapter are tried with what is available in the page.
"""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ..files import write
from .works import tried

__all__ = ["with_cells_to_run"]


def with_cells_to_run(files: Mapping[str, str], library: Path, static: Path) -> dict[str, str]:
    """The same notebooks, in which the cells of chapters that run in the page are marked for ``_static/answers.js``.

    Parameters
    ----------
    files : texts of notebooks by file name
    library : folder that `docs.book.inpage.bundle.library` has made
    static : folder of static files, into which the texts of these cells are written
    """
    chapters = {name: json.loads(text) for name, text in files.items() if name.startswith("course/")}
    cells = {name: _code_of(notebook) for name, notebook in chapters.items()}
    found = tried({name: {"cells": code} for name, code in cells.items()}, library)
    for name, notebook in chapters.items():
        _mark(notebook, found[name])
        if any(found[name].values()):
            _write(static / "tasks" / f"{name[:-6]}.js", [cell for cell in cells[name] if cell["id"] in found[name]])
    return {**files, **{name: json.dumps(n, ensure_ascii=False, indent=1) for name, n in chapters.items()}}


def _code_of(notebook: dict[str, Any]) -> list[dict[str, Any]]:
    """The code cells of a notebook, without outputs."""
    kept = ("id", "cell_type", "source")
    code = (cell for cell in notebook["cells"] if cell["cell_type"] == "code")
    return [{key: cell[key] for key in kept} | {"metadata": {}} for cell in code]


def _mark(notebook: dict[str, Any], shows: Mapping[str, bool]) -> None:
    """Mark the cells that show something."""
    for cell in notebook["cells"]:
        if shows.get(cell["id"]):
            cell["metadata"]["tags"] = [*cell["metadata"].get("tags", []), f"answer--{cell['id']}"]


def _write(script: Path, cells: list[dict[str, Any]]) -> None:
    """A script with the cells, as those of tasks are."""
    content = {"notebook": {"cells": cells}, "keys": "{}", "checks": [], "boards": {}}
    write(script, f"mechanicsTask({json.dumps(content, ensure_ascii=False)});\n")
