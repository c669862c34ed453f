"""Where the time of a submission goes, what its cells cost by themselves, and what the coordinator needs of memory.

Each is measured in a process of its own: ``python -m benchmarks.grading_parts floor 0``.
"""

import contextlib
import gc
import json
import os
import subprocess
import sys
import tempfile
import time
import warnings
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from concurrent.futures import Future
from pathlib import Path
from subprocess import PIPE
from typing import Any

from mechanics.grading import command
from mechanics.grading.class_run import ClassRun
from mechanics.grading.entering import Entering
from mechanics.grading.gradebook import Book
from mechanics.grading.gradebook_session import open_gradebook
from mechanics.grading.grades import Grade, Mark, grade
from mechanics.grading.notebooks import Cell, code_cells
from mechanics.grading.records import Records
from mechanics.grading.sandbox.fork_server import ForkServer
from mechanics.grading.sandbox.inside import preload, rehearse
from mechanics.grading.settings import Settings
from mechanics.grading.student import Budget
from mechanics.grading.tasks import tasks_of

from .grading_class import ASSIGNMENT, CHECKOUT, KINDS, TASKS, Course, answers_of

__all__ = ["RESIDENT", "floor", "memory", "parts"]

RESIDENT = "resident memory"
WHOLE, SANDBOXES, CELLS, JUDGING, ENTERING = (
    "all of it", "sandboxes: opened and closed", "the student's cells and values", "judging",
    "gradebook, records, pages",
)  # fmt: skip
SUBMISSIONS = 12
SIZES = (200, 500, 1000, 2000)


def floor(cores: Collection[int]) -> float:
    """Seconds that the cells of a submission take and nothing else, in forks of a fork server, one on each core.

    As in grading, a process has run the locked cells before it forks.
    """
    processes = [subprocess.Popen(_line("floor", str(core)), stdout=PIPE, cwd=CHECKOUT) for core in cores]
    seconds = [json.loads(process.communicate()[0]) for process in processes]
    return float(sum(seconds) / len(seconds) / len(cores))


def parts() -> dict[str, dict[str, float]]:
    """Seconds of a submission of three notebooks by what they are spent on."""
    return {"a submission": _measured("parts")}


def memory() -> dict[str, dict[str, float]]:
    """Bytes that the process holds which hands out the work, after so many submissions."""
    return {f"{count} submissions": {RESIDENT: held} for count, held in _measured("memory")}


def _measured(*words: str) -> Any:
    done = subprocess.run(_line(*words), capture_output=True, text=True, cwd=CHECKOUT)
    if done.returncode:
        raise RuntimeError(f"{' '.join(words)} has failed:\n{done.stdout}{done.stderr}")
    return json.loads(done.stdout.splitlines()[-1])


def _line(*words: str) -> list[str]:
    return [sys.executable, "-m", "benchmarks.grading_parts", *words]


def _floor(core: str) -> float:
    os.sched_setaffinity(0, {int(core)})
    preload()
    for task in TASKS:
        rehearse(cell.source for cell in _cells(task) if cell.kind == "given")
    gc.collect()
    gc.freeze()
    begin = time.perf_counter()
    for task in TASKS:
        for kind in KINDS:
            sources = list(_sources(task, kind))
            for _ in range(SUBMISSIONS // len(KINDS)):
                if (child := os.fork()) == 0:
                    _run(sources)
                    os._exit(0)
                os.waitpid(child, 0)
    return (time.perf_counter() - begin) / SUBMISSIONS


def _run(sources: Sequence[str]) -> None:
    names: dict[str, Any] = {"__name__": "__main__"}
    for source in sources:
        with contextlib.suppress(Exception):  # an answer that is missing
            exec(source, names)


def _sources(task: str, kind: str) -> Iterator[str]:
    answers = answers_of(task, kind)
    for cell in _cells(task):
        if cell.kind != "check":
            yield cell.source if cell.kind == "given" else answers.get(cell.id, "")


def _cells(task: str) -> list[Cell]:
    return code_cells(CHECKOUT / "solutions" / ASSIGNMENT / f"{task}.ipynb")


class _Watch:
    """Adds up seconds by name."""

    def __init__(self) -> None:
        self.seconds: dict[str, float] = {}

    @contextlib.contextmanager
    def on(self, name: str) -> Iterator[None]:
        begin = time.perf_counter()
        yield
        self.seconds[name] = self.seconds.get(name, 0.0) + time.perf_counter() - begin


class _Watched:
    """Sandboxes of a fork server, and how long they take to open and to close."""

    def __init__(self, server: ForkServer, watch: _Watch) -> None:
        self._server, self._watch, self.limits = server, watch, server.limits
        self.meter, self.interrupt = server.meter, server.interrupt

    def open_sandbox(self, files: Mapping[str, bytes], locked: Sequence[str] = ()) -> Any:
        with self._watch.on(SANDBOXES):
            return self._server.open_sandbox(files, locked)

    def close_sandbox(self, number: int) -> str:
        with self._watch.on(SANDBOXES):
            return self._server.close_sandbox(number)


def _parts() -> dict[str, float]:
    with tempfile.TemporaryDirectory(prefix="mechanics-bench-") as folder, ForkServer() as server:
        course = Course.ours(Path(folder) / "course")
        course.prepare(SUBMISSIONS)
        with warnings.catch_warnings(), _entering(course) as (run, entering):
            warnings.simplefilter("ignore")  # nbgrader fills its models in an order that SQLAlchemy comments on
            for student in run.students[:3]:  # one of each kind, so that everything is warm
                _one(run, entering, student, server, _Watch())
            watch = _Watch()
            for student in run.students[3:]:
                with watch.on(WHOLE):
                    _one(run, entering, student, server, watch)
    count = len(run.students) - 3
    watch.seconds[JUDGING] -= watch.seconds[SANDBOXES] + watch.seconds[CELLS]
    return {name: watch.seconds[name] / count for name in (WHOLE, SANDBOXES, CELLS, JUDGING, ENTERING)}


@contextlib.contextmanager
def _entering(course: Course) -> Iterator[tuple[ClassRun, Entering]]:
    grading = course.root / "workspace" / "grading"
    folders = Settings(course.root).layout.of(ASSIGNMENT)
    with open_gradebook(f"sqlite:///{grading / 'gradebook.db'}", "mechanics") as gradebook:
        book, records = Book(gradebook, ASSIGNMENT), Records(grading / "records" / ASSIGNMENT)
        yield (run := ClassRun(folders)), Entering(run.tasks, book, records, folders)


def _one(run: ClassRun, entering: Entering, student: str, server: ForkServer, watch: _Watch) -> None:
    """Grade and enter one submission."""
    tasks = {task.name: task for task in run.tasks}
    for handed in run.handed():
        if handed.student != student:
            continue
        budget = Budget()
        with watch.on(JUDGING):  # and what is taken off later
            result = grade(tasks[handed.task], handed.content, _Watched(server, watch), budget)
        watch.seconds[CELLS] = watch.seconds.get(CELLS, 0.0) + budget.notebook - budget.left
        with watch.on(ENTERING):
            entering.take(handed, result)


class _Instant:
    """An engine that gives full marks at once, and looks now and then how much memory this process holds."""

    places = 4

    def __init__(self, course: Course) -> None:
        found = tasks_of(course.root / "solutions" / ASSIGNMENT)
        self._texts = {
            task.name: Grade(
                task.name, tuple(Mark(c.id, c.points, c.points, "right") for c in task.checks.values())
            ).as_json()
            for task in found
        }
        self._count = 0
        self.held: list[tuple[int, int]] = []

    def submit(self, task: str, content: bytes | None, tries: int) -> Future[str | None]:
        self._count += 1
        if self._count in SIZES:
            pages = int(Path("/proc/self/statm").read_text().split()[1])
            self.held.append((self._count, pages * os.sysconf("SC_PAGESIZE")))
        future: Future[str | None] = Future()
        future.set_result(self._texts[task])
        return future


def _memory() -> list[tuple[int, int]]:
    """Of submissions of one notebook: how many notebooks a student hands in makes no difference here."""
    with tempfile.TemporaryDirectory(prefix="mechanics-bench-") as folder:
        course = Course.ours(Path(folder) / "course", TASKS[:1])
        course.prepare(SIZES[-1])
        engine = _Instant(course)
        command.engine_for = lambda *_, **__: contextlib.nullcontext(engine)  # type: ignore[assignment]
        command.grade_assignment(ASSIGNMENT, course.root, 1)
        return engine.held


MEASUREMENTS: dict[str, Callable[..., Any]] = {"floor": _floor, "parts": _parts, "memory": _memory}

if __name__ == "__main__":
    print(json.dumps(MEASUREMENTS[sys.argv[1]](*sys.argv[2:])))
