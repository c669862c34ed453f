"""Which steps of a task work in the page: its solution runs there, and every check must say what it says elsewhere."""

import json
import os
import subprocess
import sys
from collections.abc import Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import nbformat

from ..files import digest, write

__all__ = ["Steps", "steps_of", "tried"]

Steps = dict[Path, dict[str, str]]
"""Of each task the ids of its checks, with what keeps them from working in the page; empty for those that work."""

SOLUTIONS = Path(__file__).parents[3] / "solutions"
SCRIPT = Path(__file__).with_name("try_in_page.py")
SECONDS = 900


def steps_of(tasks: Iterable[Path], library: Path) -> Steps:
    """Which checks of the tasks work in the page.

    Parameters
    ----------
    tasks : notebooks below ``exercises/``
    library : folder that `library` has made
    """
    paths = {path.as_posix(): path for path in tasks}
    found = tried({name: _asked(path) for name, path in paths.items()}, library)
    return {paths[name]: steps for name, steps in found.items()}


def _asked(task: Path) -> dict[str, Any]:
    cells = nbformat.read(SOLUTIONS / task.parent.name / task.name, as_version=4).cells
    answers = {cell.id: cell.source for cell in cells if cell.metadata.get("nbgrader", {}).get("solution")}
    keys = task.with_name("key.json").read_text(encoding="utf-8")
    return {"notebook": json.loads(task.read_text(encoding="utf-8")), "keys": keys, "answers": answers}


def tried(asked: Mapping[str, dict[str, Any]], library: Path) -> dict[str, dict[str, Any]]:
    """What `try_in_page` answers, with nothing but what is available in the page; what is known is kept.

    Parameters
    ----------
    asked : arguments by the name of a notebook
    library : folder that `docs.book.inpage.bundle.library` has made, by whose state answers are kept
    """
    keys = b"".join((library / part / ".key").read_bytes() for part in ("packages", "ours")) + SCRIPT.read_bytes()
    lines = {name: json.dumps(arguments) for name, arguments in asked.items()}
    kept = {name: library / "works" / f"{digest(keys, line.encode())}.json" for name, line in lines.items()}
    missing = [name for name in asked if not kept[name].exists()]
    parts = min(os.cpu_count() or 1, len(missing)) if hasattr(os, "fork") else len(missing)
    with ThreadPoolExecutor(os.cpu_count() or 1) as pool:
        runs = pool.map(lambda k: _run({name: lines[name] for name in missing[k::parts]}, library), range(parts))
    for name, answer in (item for run in runs for item in run.items()):
        write(kept[name], answer)
    return {name: dict(json.loads(path.read_text(encoding="utf-8"))) for name, path in kept.items()}


def _run(lines: Mapping[str, str], library: Path) -> dict[str, str]:
    """The answers to some lines, from one process."""
    line = [sys.executable, "-I", "-S", str(SCRIPT), str(library)]
    run = subprocess.run(line, input="\n".join(lines.values()), capture_output=True, text=True, timeout=SECONDS)
    answers = run.stdout.splitlines()
    if len(answers) < len(lines):
        raise RuntimeError(f"{list(lines)[len(answers)]} does not run as in the page: {run.stderr[-800:]}")
    return dict(zip(lines, answers, strict=True))
