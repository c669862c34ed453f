"""Which steps of a task work in the page: its solution runs there, and every check must say what it says elsewhere."""

import json
import os
import subprocess
import sys
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import nbformat

from ..files import digest, write

__all__ = ["steps_of"]

SOLUTIONS = Path(__file__).parents[3] / "solutions"
HERE = Path(__file__).parent
SECONDS = 200


def steps_of(tasks: Iterable[Path], library: Path) -> dict[Path, dict[str, str]]:
    """For each task the ids of its checks, with what keeps them from working in the page; empty for those that work.

    Parameters
    ----------
    tasks : notebooks below ``exercises/``
    library : folder that `library` has made
    """
    key = b"".join((library / name / ".key").read_bytes() for name in ("packages", "ours"))
    with ThreadPoolExecutor(os.cpu_count() or 1) as pool:
        found = list(pool.map(lambda path: _steps(path, library, key), tasks := list(tasks)))
    return dict(zip(tasks, found, strict=True))


def _steps(task: Path, library: Path, key: bytes) -> dict[str, str]:
    solution = SOLUTIONS / task.parent.name / task.name
    keys = task.with_name("key.json")
    kept = library / "works" / f"{digest(key, *(p.read_bytes() for p in (task, solution, keys)))}.json"
    if not kept.exists():
        write(kept, json.dumps(_tried(task, solution, keys, library)))
    return dict(json.loads(kept.read_text(encoding="utf-8")))


def _tried(task: Path, solution: Path, keys: Path, library: Path) -> dict[str, str]:
    cells = nbformat.read(solution, as_version=4).cells
    answers = {cell.id: cell.source for cell in cells if cell.metadata.get("nbgrader", {}).get("solution")}
    asked = {"notebook": json.loads(task.read_text(encoding="utf-8")), "keys": keys.read_text(encoding="utf-8")}
    line = [sys.executable, "-I", "-S", str(HERE / "try_task.py"), str(library)]
    run = subprocess.run(
        line, input=json.dumps({**asked, "answers": answers}), capture_output=True, text=True, timeout=SECONDS
    )
    if run.returncode:
        raise RuntimeError(f"{task.name} does not run as in the page: {run.stderr[-800:]}")
    return dict(json.loads(run.stdout))
