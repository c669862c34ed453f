"""Which steps of a task work in the page: its solution runs there, and every check must say what it says elsewhere.

To find out takes a minute, so the answers are committed: ``python -m docs.book.inpage.works`` writes them again. A
notebook that is not among them, or has changed since, is tried when the book is built.
"""

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import nbformat

from ..files import digest, write
from .bundle import library

__all__ = ["KNOWN", "Steps", "asked_of_tasks", "known", "renew", "steps_of", "tried"]

Steps = dict[Path, dict[str, str]]
"""Of each task the ids of its checks, with what keeps them from working in the page; empty for those that work."""

ROOT = Path(__file__).parents[3]
SOLUTIONS, KNOWN = ROOT / "solutions", Path(__file__).with_name("works.json")
SCRIPT = Path(__file__).with_name("try_in_page.py")
SECONDS = 900


Asked = Mapping[str, dict[str, Any]]
"""Arguments of the functions of `try_in_page` by the name of a notebook, such as ``"course/02-point-kinematics"``."""


def steps_of(tasks: Iterable[Path], library: Path, known: Mapping[str, Any]) -> Steps:
    """Which checks of the tasks work in the page.

    Parameters
    ----------
    tasks : notebooks below ``exercises/``
    library : folder that `docs.book.inpage.bundle.library` has made
    known : as in `tried`
    """
    paths = list(tasks)
    found = tried(asked_of_tasks(paths), library, known)
    return dict(zip(paths, found.values(), strict=True))


def asked_of_tasks(tasks: Iterable[Path]) -> dict[str, dict[str, Any]]:
    """What is asked about tasks."""
    return {path.relative_to(path.parents[2]).with_suffix("").as_posix(): _asked(path) for path in tasks}


def _asked(task: Path) -> dict[str, Any]:
    cells = nbformat.read(SOLUTIONS / task.parent.name / task.name, as_version=4).cells
    answers = {cell.id: cell.source for cell in cells if cell.metadata.get("nbgrader", {}).get("solution")}
    keys = task.with_name("key.json").read_text(encoding="utf-8")
    return {"notebook": json.loads(task.read_text(encoding="utf-8")), "keys": keys, "answers": answers}


def known() -> dict[str, Any]:
    """The committed answers: by the name of a notebook the digest of what was asked, and the answer."""
    return dict(json.loads(KNOWN.read_text(encoding="utf-8")))


def tried(asked: Asked, library: Path, known: Mapping[str, Any]) -> dict[str, dict[str, Any]]:
    """What `try_in_page` answers, with nothing but what is available in the page; what is known is not tried.

    Parameters
    ----------
    asked : arguments by the name of a notebook
    library : folder that `docs.book.inpage.bundle.library` has made, by whose state answers are kept
    known : answers as `known` gives them; those to other questions do not count
    """
    keys = b"".join((library / part / ".key").read_bytes() for part in ("packages", "ours")) + SCRIPT.read_bytes()
    lines = {name: json.dumps(arguments) for name, arguments in asked.items()}
    kept = {name: library / "works" / f"{digest(keys, line.encode())}.json" for name, line in lines.items()}
    answers = {n: known[n]["answer"] for n in lines if known.get(n, {}).get("asked") == digest(lines[n].encode())}
    missing = [name for name in asked if name not in answers and not kept[name].exists()]
    parts = min(os.cpu_count() or 1, len(missing)) if hasattr(os, "fork") else len(missing)
    with ThreadPoolExecutor(os.cpu_count() or 1) as pool:
        runs = pool.map(lambda k: _run({name: lines[name] for name in missing[k::parts]}, library), range(parts))
    for name, answer in (item for run in runs for item in run.items()):
        write(kept[name], answer)
    return {n: dict(answers[n] if n in answers else json.loads(kept[n].read_text(encoding="utf-8"))) for n in asked}


def _run(lines: Mapping[str, str], library: Path) -> dict[str, str]:
    """The answers to some lines, from one process."""
    line = [sys.executable, "-I", "-S", str(SCRIPT), str(library)]
    run = subprocess.run(line, input="\n".join(lines.values()), capture_output=True, text=True, timeout=SECONDS)
    answers = run.stdout.splitlines()
    if len(answers) < len(lines):
        raise RuntimeError(f"{list(lines)[len(answers)]} does not run as in the page: {run.stderr[-800:]}")
    return dict(zip(lines, answers, strict=True))


def renew() -> None:
    """Try all tasks and chapters, and write down what was found."""
    from .chapters import asked_of_chapters

    tasks = sorted((ROOT / "exercises").glob("*/*.ipynb"))
    texts = {f"course/{path.name}": path.read_text(encoding="utf-8") for path in (ROOT / "course").glob("*.ipynb")}
    asked = asked_of_tasks(tasks) | asked_of_chapters(texts)
    with tempfile.TemporaryDirectory() as folder:
        found = tried(asked, library(Path(folder), tasks), {})
    rows = {n: {"asked": digest(json.dumps(asked[n]).encode()), "answer": found[n]} for n in sorted(asked)}
    write(KNOWN, json.dumps(rows, indent=1) + "\n")


if __name__ == "__main__":
    renew()
