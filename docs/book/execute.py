"""Notebooks run with a kernel: several at a time (it waits, too), and only those whose code or library has changed.

The key of a run is a hash of the notebook's code and of the whole library, so that a page never shows results of an
older version; text may change without a new run. Only what a page needs is kept: simulations become separate files.
"""

import asyncio
import json
import os
import sys
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import nbformat
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError
from nbformat import NotebookNode

from mechanics import __file__ as library

from .files import digest, write
from .kernels import forked_kernels
from .players import Players

__all__ = ["ChapterError", "executed", "fingerprint", "forget", "notebook_text"]

LIBRARY = Path(library).parent
KEPT = 600  # files in a cache: an edition has about 100 outputs, and 190 strips
TIMEOUT = 300  # s for one cell; whole chapters take less than one minute
HERE = Path(__file__).parent


class ChapterError(Exception):
    """A chapter that does not run cleanly."""


def executed(paths: Sequence[Path], cache: Path, players: Players) -> dict[Path, NotebookNode]:
    """Each notebook with its outputs, and a placeholder for each of its simulations.

    Parameters
    ----------
    paths : notebooks of record, without outputs
    cache : folder that keeps the outputs of earlier runs
    players : where simulations go

    Raises
    ------
    ChapterError
        if a cell raises an exception, or writes to the error stream
    """
    cache.mkdir(parents=True, exist_ok=True)
    base = digest(fingerprint(LIBRARY).encode(), (HERE / "players.py").read_bytes())
    kept = {path: cache / f"{_key(path, base)}.ipynb" for path in paths}
    stale = [path for path, run in kept.items() if not run.exists() or not players.has(_read(run))]
    if stale:
        with forked_kernels(), ThreadPoolExecutor((os.cpu_count() or 1) + 1) as pool:
            list(pool.map(lambda path: _renew(path, kept[path], players), stale))
    return {path: _shown(path, run) for path, run in kept.items()}


def fingerprint(folder: Path) -> str:
    """Hash of all sources in a folder, and of the Python and the language that run them."""
    files = sorted(path for suffix in ("py", "js", "css", "json") for path in folder.rglob(f"*.{suffix}"))
    setting = f"{sys.version_info[:2]} {os.environ.get('MECHANICS_LANGUAGE', '')}"
    return digest(setting.encode(), *(path.read_bytes() for path in files))


def _code(notebook: NotebookNode) -> list[NotebookNode]:
    return [cell for cell in notebook.cells if cell.cell_type == "code"]


def _key(path: Path, base: str) -> str:
    notebook = nbformat.read(path, as_version=4)
    return digest(base.encode(), *(cell.source.encode() for cell in _code(notebook)))


def _renew(path: Path, kept: Path, players: Players) -> None:
    """Run a notebook and keep its outputs."""
    run = _run(nbformat.read(path, as_version=4), path)
    players.settle(run, path.stem)
    write(kept, notebook_text(run))


def _shown(path: Path, kept: Path) -> NotebookNode:
    """The current text of a notebook, with the stored outputs."""
    kept.touch()
    notebook = nbformat.read(path, as_version=4)
    for cell, ran in zip(_code(notebook), _code(_read(kept)), strict=True):
        cell.outputs, cell.execution_count = ran.outputs, ran.execution_count
    return notebook


def _read(path: Path) -> NotebookNode:
    """A notebook that was written by this module, which needs no validation."""
    return nbformat.from_dict(json.loads(path.read_text(encoding="utf-8")))


def _run(notebook: NotebookNode, path: Path) -> NotebookNode:
    """The notebook after a run from top to bottom, in the folder where it lies."""
    print(f"running {path.name}", flush=True)
    copy = nbformat.from_dict(notebook)
    options = {"timeout": TIMEOUT, "kernel_name": "python3", "store_widget_state": True}
    options["extra_arguments"] = ["--log-level=ERROR"]  # else every kernel prints how it is connected
    try:
        client = NotebookClient(copy, resources={"metadata": {"path": str(path.parent)}}, **options)
        asyncio.run(client.async_execute())  # a loop of its own in this thread, which is closed again
    except CellExecutionError as problem:
        raise ChapterError(f"{path.name} does not run from top to bottom: {problem}") from None
    said = [out.text for cell in _code(copy) for out in cell.outputs if out.get("name") == "stderr"]
    if said:
        raise ChapterError(f"{path.name} writes to the error stream, expected no warning: {said[0]}")
    return copy


def notebook_text(notebook: NotebookNode) -> str:
    """A notebook as a file, the same bytes for the same content."""
    notebook.metadata = nbformat.from_dict({"language_info": {"name": "python", "pygments_lexer": "python3"}})
    return json.dumps(notebook, ensure_ascii=False, indent=1, sort_keys=True) + "\n"


def forget(cache: Path) -> None:
    """Remove the files that were not used for longest; other editions and partial builds keep their outputs."""
    used = sorted(cache.iterdir(), key=lambda path: path.stat().st_mtime)
    for path in used[:-KEPT]:
        path.unlink()
