"""Gathers the sources of the book in one folder: pages of `docs`, chapters that have run, tasks, indexes."""

import fnmatch
import json
import shutil
from collections.abc import Sequence
from pathlib import Path

import nbformat
from nbformat import NotebookNode

from . import pages, tasks
from .execute import executed
from .players import Players, write

__all__ = ["gather"]

ROOT = Path(__file__).parents[2]
COURSE, EXERCISES, DOCS = ROOT / "course", ROOT / "exercises", ROOT / "docs"


def gather(build: Path, only: Sequence[str] = ()) -> Path:
    """Bring the sources of the book up to date.

    Parameters
    ----------
    build : folder for everything that is made
    only : patterns of the names of chapters and assignments, such as ``"05*"``; all by default

    Returns
    -------
    Path : the folder that Sphinx reads
    """
    source, static = build / "source", build / "static"
    players = Players(static)
    chapters = chosen(sorted(COURSE.glob("*.ipynb")), only)
    assignments = chosen(sorted(path for path in EXERCISES.iterdir() if path.is_dir()), only)
    files = {path.name: path.read_text(encoding="utf-8") for path in DOCS.glob("*.md")}
    for path, notebook in executed(chapters, build / "outputs").items():
        players.settle(notebook, path.stem)
        files[f"course/{path.name}"] = notebook_text(notebook)
    for folder in assignments:
        for path in sorted(folder.glob("*.ipynb")):
            files[f"exercises/{folder.name}/{path.name}"] = notebook_text(tasks.statement(path))
    files |= pages.listings(files)
    lay_out(source, files)
    players.sweep()
    return source


def chosen(paths: Sequence[Path], only: Sequence[str]) -> list[Path]:
    """The paths whose stems match one of the patterns."""
    return [path for path in paths if not only or any(fnmatch.fnmatch(path.stem, p) for p in only)]


def notebook_text(notebook: NotebookNode) -> str:
    """A notebook as a file, the same bytes for the same content."""
    notebook.metadata = nbformat.from_dict({"language_info": {"name": "python", "pygments_lexer": "python3"}})
    return json.dumps(notebook, ensure_ascii=False, indent=1, sort_keys=True) + "\n"


def lay_out(folder: Path, files: dict[str, str]) -> None:
    """Make the folder hold exactly these files, and touch only those that change."""
    for name, text in files.items():
        write(folder / name, text)
    for path in folder.rglob("*"):
        if path.is_file() and path.relative_to(folder).as_posix() not in files:
            path.unlink()
    for path in sorted(folder.rglob("*"), reverse=True):
        if path.is_dir() and not any(path.iterdir()):
            shutil.rmtree(path)
