"""Notebooks run with a kernel: two at a time, and only those whose code or whose library has changed.

The key of a run is the code of the notebook and all of the library, so that a page never shows what an older library
gave; text may change without a new run.
"""

import asyncio
import hashlib
import json
import os
import sys
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import nbformat
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError
from nbformat import NotebookNode

from mechanics import __file__ as library

__all__ = ["ChapterError", "digest", "executed", "fingerprint", "forget", "keep", "notebook_text"]

LIBRARY = Path(library).parent
KEPT = 400  # files in the cache: an edition has about 100
TIMEOUT = 300  # s for one cell; whole chapters take less than one minute
WIDGETS = "application/vnd.jupyter.widget-state+json"


class ChapterError(Exception):
    """A chapter that does not run cleanly."""


def executed(paths: Sequence[Path], cache: Path) -> dict[Path, NotebookNode]:
    """Each notebook with its outputs and the state of its widgets.

    Parameters
    ----------
    paths : notebooks of record, without outputs
    cache : folder that keeps the outputs of earlier runs

    Raises
    ------
    ChapterError
        for a cell that raises, or that writes to the error stream
    """
    cache.mkdir(parents=True, exist_ok=True)
    base = fingerprint(LIBRARY)
    with ThreadPoolExecutor(os.cpu_count() or 1) as pool:
        results = pool.map(lambda path: _one(path, base, cache), paths)
        found = dict(zip(paths, results, strict=True))
    return found


def fingerprint(folder: Path) -> str:
    """Hash of all sources in a folder, and of the Python and the language that run them."""
    files = sorted(path for suffix in ("py", "js", "css", "json") for path in folder.rglob(f"*.{suffix}"))
    setting = f"{sys.version_info[:2]} {os.environ.get('MECHANICS_LANGUAGE', '')}"
    return digest(setting.encode(), *(path.read_bytes() for path in files))


def digest(*parts: bytes) -> str:
    """Name for what these parts determine."""
    total = hashlib.sha256()
    for part in parts:
        total.update(hashlib.sha256(part).digest())
    return total.hexdigest()[:32]


def _code(notebook: NotebookNode) -> list[NotebookNode]:
    return [cell for cell in notebook.cells if cell.cell_type == "code"]


def _key(notebook: NotebookNode, base: str) -> str:
    return digest(base.encode(), *(cell.source.encode() for cell in _code(notebook)))


def _one(path: Path, base: str, cache: Path) -> NotebookNode:
    notebook = nbformat.read(path, as_version=4)
    kept = cache / f"{_key(notebook, base)}.ipynb"
    if not kept.exists():
        keep(nbformat.writes(_run(notebook, path)), kept)
    kept.touch()
    return _with_outputs(notebook, nbformat.read(kept, as_version=4))


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


def keep(text: str, place: Path) -> None:
    """Written beside and then moved, so that an interrupted build leaves no half of a file."""
    beside = place.with_suffix(".part")
    beside.write_text(text, encoding="utf-8")
    beside.replace(place)


def _with_outputs(notebook: NotebookNode, run: NotebookNode) -> NotebookNode:
    for cell, ran in zip(_code(notebook), _code(run), strict=True):
        cell.outputs, cell.execution_count = ran.outputs, ran.execution_count
    widgets: Mapping = run.metadata.get("widgets", {})
    notebook.metadata["widgets"] = widgets
    return notebook


def forget(cache: Path) -> None:
    """Remove what no build has used for long; other editions and parts of the book keep their outputs."""
    used = sorted(cache.iterdir(), key=lambda path: path.stat().st_mtime)
    for path in used[:-KEPT]:
        path.unlink()
