"""Grading a class: ``mechanics grade``, sandbox on, beside nbgrader as it comes: same submissions, same run."""

import os
from pathlib import Path

from mechanics.grading.sandbox import boundary
from mechanics.grading.sandbox.folders import own_folder

from . import grading_parts
from .grading_class import ASSIGNMENT, Course, seconds_of
from .report import Target

__all__ = ["TABLES", "targets"]

Seconds = dict[str, float]
OURS = "mechanics grade, in the sandbox"
PEER = "nbgrader autograde, as it comes"
FLOOR = "the students' cells alone, forks of a fork server"
CORES = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
ONE, ALL = "one core", f"{CORES} cores"
FEW, SOME, MANY = 3, 30, 200  # students: of the peer, of ours on one core, on all cores


def grading() -> dict[str, Seconds]:
    """Seconds a submission of three notebooks; the peer's start is left out, ours is counted."""
    if not boundary().holds:
        return {f"not measured: {boundary().reason}": {}}
    folder, cores = own_folder("mechanics-bench-"), os.sched_getaffinity(0)
    core = min(cores)
    one, alone = _both(folder / "one", SOME, 1, core)
    many, parallel = _both(folder / "all", MANY, CORES, None)
    return {
        ONE: {OURS: one, PEER: alone, FLOOR: grading_parts.floor([core])},
        ALL: {OURS: many, PEER: parallel, FLOOR: grading_parts.floor(cores)},
    }


def _both(folder: Path, students: int, jobs: int, core: int | None) -> tuple[float, float]:
    """Ours and the peer's, one directly after the other; they must give the same points."""
    ours, stock = Course.ours(folder / "ours"), Course.stock(folder / "stock")
    ours.prepare(students)
    stock.prepare(FEW)
    seconds = ours.command("mechanics", "grade", ASSIGNMENT, "--jobs", str(jobs), core=core) / students
    peer = seconds_of(stock, FEW, core)
    given = ours.scores()
    for (student, task), points in stock.scores().items():
        if given[student, task] != points:
            raise AssertionError(f"{student}, {task}: {given[student, task]} points, by nbgrader {points}")
    return seconds, peer


TABLES = {
    "grading": ("Grading a class, three notebooks a submission", "s a submission", 1.0, grading),
    "grading_parts": ("Where the time of a submission goes, one process", "ms", 1e3, grading_parts.parts),
    "grading_memory": ("Memory of the process that hands out the work and enters grades, after so many submissions",
                       "MB", 1e-6, grading_parts.memory),
}  # fmt: skip


def targets(measured: dict) -> list[Target]:
    """What grading has to reach."""
    table, memory = measured["grading"], measured["grading_memory"]

    def ratio(cores: str) -> float | None:
        times = table.get(cores, {})
        return times[PEER] / times[OURS] if times else None

    grown = [sizes[grading_parts.RESIDENT] for sizes in memory.values()]
    two = CORES == 2
    whole = MANY * table[ALL][OURS] if two and ALL in table else None
    beyond = table[ALL][OURS] / table[ALL][FLOOR] if two and ALL in table else None
    return [
        Target("grading on one core, against nbgrader", ratio(ONE), 10),
        Target("grading on two cores, against nbgrader", ratio(ALL) if two else None, 18),
        Target(f"{MANY} submissions of three notebooks, two cores", whole, 30, "s", at_least=False),
        Target("grading on two cores, against the students' cells alone", beyond, 2, at_least=False),
        Target(
            "memory of the coordinator, 2 000 submissions against 200",
            grown[-1] / grown[0],
            1.1,
            at_least=False,
        ),
    ]
