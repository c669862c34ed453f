"""Notebooks run with a kernel: two at a time, and only those whose code or whose library has changed.

The key of a run is the code of the notebook and all of the library, so that a page never shows what an older library
gave; text may change without a new run.
"""

import asyncio
import hashlib
import os
import sys
from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import nbformat
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError
from nbformat import NotebookNode

from mechanics import __file__ as library

__all__ = ["ChapterError", "executed"]

LIBRARY = Path(library).parent
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
    _forget_others(cache, keep={_key(nb, base) for nb in found.values()})
    return found


def fingerprint(folder: Path) -> str:
    """Hash of all sources in a folder, and of the Python and the language that run them."""
    files = sorted(path for suffix in ("py", "js", "css", "json") for path in folder.rglob(f"*.{suffix}"))
    setting = f"{sys.version_info[:2]} {os.environ.get('MECHANICS_LANGUAGE', '')}"
    return _hash(setting.encode(), *(path.read_bytes() for path in files))


def _hash(*parts: bytes) -> str:
    total = hashlib.sha256()
    for part in parts:
        total.update(hashlib.sha256(part).digest())
    return total.hexdigest()[:32]


def _code(notebook: NotebookNode) -> list[NotebookNode]:
    return [cell for cell in notebook.cells if cell.cell_type == "code"]


def _key(notebook: NotebookNode, base: str) -> str:
    return _hash(base.encode(), *(cell.source.encode() for cell in _code(notebook)))


def _one(path: Path, base: str, cache: Path) -> NotebookNode:
    notebook = nbformat.read(path, as_version=4)
    kept = cache / f"{_key(notebook, base)}.ipynb"
    if not kept.exists():
        _keep(_run(notebook, path), kept)
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


def _keep(notebook: NotebookNode, place: Path) -> None:
    """Written beside and then moved, so that an interrupted build leaves no half of a file."""
    beside = place.with_suffix(".part")
    nbformat.write(notebook, beside)
    beside.replace(place)


def _with_outputs(notebook: NotebookNode, run: NotebookNode) -> NotebookNode:
    for cell, ran in zip(_code(notebook), _code(run), strict=True):
        cell.outputs, cell.execution_count = ran.outputs, ran.execution_count
    widgets: Mapping = run.metadata.get("widgets", {})
    notebook.metadata["widgets"] = widgets
    return notebook


def _forget_others(cache: Path, keep: Iterable[str]) -> None:
    """Outputs that belong to no present notebook go, the newest of each build stay."""
    wanted = set(keep)
    outdated = sorted(
        (path for path in cache.glob("*.ipynb") if path.stem not in wanted), key=lambda p: p.stat().st_mtime
    )
    for path in outdated[:-100]:  # of other languages and of a build of a few chapters
        path.unlink()
