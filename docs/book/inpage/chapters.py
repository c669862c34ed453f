"""The cells of chapters that can be changed and run in the page: those that need nothing but sympy.

Which these are is found out as for tasks, see `works`.
"""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ..files import write
from .works import known, tried

__all__ = ["asked_of_chapters", "with_cells_to_run"]


def with_cells_to_run(files: Mapping[str, str], library: Path, static: Path) -> dict[str, str]:
    """The same notebooks, in which the cells of chapters that run in the page are marked for ``_static/answers.js``.

    Parameters
    ----------
    files : texts of notebooks by file name
    library : folder that `docs.book.inpage.bundle.library` has made
    static : folder of static files, into which the texts of these cells are written
    """
    chapters = {name: json.loads(text) for name, text in files.items() if name.startswith("course/")}
    asked = asked_of_chapters(files)
    found = tried(asked, library, known())
    for name, notebook in chapters.items():
        shows = found[name[:-6]]
        _mark(notebook, shows)
        if any(shows.values()):
            cells = [cell for cell in asked[name[:-6]]["cells"] if cell["id"] in shows]
            _write(static / "tasks" / f"{name[:-6]}.js", cells)
    return {**files, **{name: json.dumps(n, ensure_ascii=False, indent=1) for name, n in chapters.items()}}


def asked_of_chapters(files: Mapping[str, str]) -> dict[str, dict[str, Any]]:
    """What is asked about the chapters among these notebooks."""
    chapters = {name: text for name, text in files.items() if name.startswith("course/")}
    return {name[:-6]: {"cells": _code_of(json.loads(text))} for name, text in chapters.items()}


def _code_of(notebook: dict[str, Any]) -> list[dict[str, Any]]:
    """The code cells of a notebook, without outputs."""
    code = (cell for cell in notebook["cells"] if cell["cell_type"] == "code")
    return [{"id": c["id"], "cell_type": "code", "source": "".join(c["source"]), "metadata": {}} for c in code]


def _mark(notebook: dict[str, Any], shows: Mapping[str, bool]) -> None:
    """Mark the cells that show something."""
    for cell in notebook["cells"]:
        if shows.get(cell["id"]):
            cell["metadata"]["tags"] = [*cell["metadata"].get("tags", []), f"answer--{cell['id']}"]


def _write(script: Path, cells: list[dict[str, Any]]) -> None:
    """A script with the cells, as those of tasks are."""
    content = {"notebook": {"cells": cells}, "keys": "{}", "checks": [], "boards": {}}
    write(script, f"mechanicsTask({json.dumps(content, ensure_ascii=False)});\n")
