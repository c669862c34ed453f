"""A thousand submissions by two workers of a Dask cluster, and by two processes of the pool, in turns."""

import json
import os
import shutil
import tempfile
import time
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from mechanics.grading.class_run import ClassRun, Engine
from mechanics.grading.cluster import Cluster
from mechanics.grading.layout import Folders, Layout
from mechanics.grading.local import Local
from mechanics.grading.sandbox import boundary

from .report import Target

__all__ = ["TABLES", "targets"]

Seconds = dict[str, float]
POOL, DASK = "two processes of this machine", "two workers of a Dask cluster, on this machine"
ALL, BLOCK, FIRST = 1000, 250, 8  # submissions; how many until it is the other's turn; how many do not count
CASE = f"{ALL} notebooks"
TOOLS = """import sympy as sp
from mechanics.checks import verify
rho, l, b, h, g = sp.symbols("rho l b h g", positive=True)
"""
VERIFY = 'verify("box/{0}", {0}, "{1}", domain={{name: "positive" for name in ("rho", "l", "b", "h", "g")}})'
ANSWERS = {"mass": "rho*l*b*h", "force": "rho*l*b*h*g"}


def cluster() -> dict[str, Seconds]:
    """Seconds a notebook, once the grading processes have started."""
    if not boundary().holds:
        return {f"not measured: {boundary().reason}": {}}
    if not find_spec("distributed"):
        return {"not measured: distributed is not installed": {}}
    from distributed import LocalCluster

    folder = Path(tempfile.mkdtemp(prefix="mechanics-bench-"))
    try:
        source = prepare(folder)
        with LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=":0") as dask:
            return {CASE: _in_turns(source, dask.scheduler_address)}
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _in_turns(source: Path, address: str) -> Seconds:
    first = ClassRun(folders(source, 0), results=source / "none")
    spent = {POOL: 0.0, DASK: 0.0}
    with Local(first.assignment, 2) as pool, Cluster(address, first.assignment) as dask:
        pair: list[tuple[str, Engine]] = [(POOL, pool), (DASK, dask)]
        for name, engine in pair:
            _seconds(engine, source, ALL // BLOCK, source.parent / name)
        for block in range(ALL // BLOCK):
            for name, engine in pair if block % 2 else reversed(pair):
                spent[name] += _seconds(engine, source, block, source.parent / name)
    return {name: seconds / ALL for name, seconds in spent.items()}


def _seconds(engine: Engine, source: Path, block: int, results: Path) -> float:
    """Grade one block."""
    begin = time.perf_counter()
    for handed, grade, _ in ClassRun(folders(source, block), results=results).grades(engine):
        if grade.points != 2 - int(handed.student) % 2:
            raise AssertionError(f"{handed.student}: {grade}")
    return time.perf_counter() - begin


def folders(source: Path, block: int) -> Folders:
    """Folders of the assignment, with the submissions of a block."""
    place = source.parent
    return Layout.at(place, source_directory=".", submitted_directory=f"submitted{block}").of(source.name)


def submitted(source: Path, block: int) -> Path:
    """Where the submissions of a block lie."""
    return source.parent / f"submitted{block}"


def prepare(folder: Path) -> Path:
    """Write the assignment, and what is handed in: every second notebook has a mistake; a few more come first."""
    source = folder / "boxes"
    source.mkdir()
    (source / "box.ipynb").write_text(json.dumps(notebook(ANSWERS)), encoding="utf-8")
    for student in range(ALL + FIRST):
        answers = ANSWERS | {"force": "mass"} if student % 2 else ANSWERS
        target = submitted(source, student // BLOCK) / f"{student:04}" / source.name / "box.ipynb"
        target.parent.mkdir(parents=True)
        target.write_text(json.dumps(notebook(answers, f"# student {student}")), encoding="utf-8")
    return source


def notebook(answers: dict[str, str], first: str = "") -> dict[str, Any]:
    """A notebook with an answer and a check for each quantity."""
    cells = [_cell("tools", f"{TOOLS}{first}")]
    for name, answer in answers.items():
        cells.append(_cell(f"{name}-answer", f"{name} = {answer}", solution=True))
        cells.append(_cell(f"{name}-check", VERIFY.format(name, ANSWERS[name]), grade=True, points=1))
    return {"cells": cells, "metadata": {}, "nbformat": 4, "nbformat_minor": 5}


def _cell(name: str, source: str, **marks: Any) -> dict[str, Any]:
    known = {"grade_id": name, "schema_version": 3, "solution": False, "grade": False, "locked": True} | marks
    return {"cell_type": "code", "id": name, "metadata": {"nbgrader": known}, "source": source, "outputs": []}


TABLES = {"cluster": ("Grading on a Dask cluster, the same machine", "ms a notebook", 1e3, cluster)}


def targets(measured: dict) -> list[Target]:
    """A cluster costs little."""
    times = measured["cluster"].get(CASE)
    ratio = times[POOL] / times[DASK] if times and os.cpu_count() == 2 else None
    return [Target("two Dask workers, rate against two processes of the pool", ratio, 0.85)]
