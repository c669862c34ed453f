"""Ten thousand notebooks on a simulated cluster of 2, 4 and 8 workers: ``python -m benchmarks replay``.

A machine with two cores cannot grade with eight workers. What can be measured is all the rest: handing out, Dask's
scheduler, the way there and back, and entering the grades. So notebooks are graded for real first, a few of each kind,
and the workers then take these times by sleeping. Efficiency is the sum of the times that all notebooks take, divided
by the number of workers - each has one thread of control - and by the time from the start of the command to its end.
"""

import contextlib
import json
import os
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from mechanics.grading.fork_servers import end_fork_servers, graded
from mechanics.grading.grades import Grade, Mark
from mechanics.grading.tasks import Task, tasks_of

from .grading_class import ASSIGNMENT, TASKS, Course
from .replayed import TIMES, seconds_for
from .report import Target, machine, table
from .report import targets as report_of

__all__ = ["write"]

STUDENTS = 10_000 // len(TASKS) + 1
WORKERS = (2, 4, 8)
KILLED = 4  # workers of a further run, in which one of them and then the scheduler are killed
RESULTS = Path(__file__).with_name("CLUSTER.md")
INTRODUCTION = """# Grading on a cluster

Written by `python -m benchmarks replay`, which takes half an hour. The workers are simulated: they sleep for as
long as grading real notebooks took just before, on this machine; scheduler, network, handing out and the gradebook are
real. Efficiency is the work in all notebooks, divided by the number of workers and by the time of the whole command.
"""
REAL = 6  # submissions that are graded for real, two of each kind


@dataclass
class Replay:
    """A run: how many workers, the work in it, and how long it took; commands that it needed."""

    workers: int
    work: float
    killed: bool = False
    seconds: float = 0.0
    commands: list[int] = field(default_factory=list)

    @property
    def efficiency(self) -> float:
        return self.work / self.workers / self.seconds


def write() -> None:
    """Measure, print, and write CLUSTER.md."""
    replays = measured()
    here = machine(()).split("\n\n")[0] + "\n"
    text = "\n".join([INTRODUCTION, here, table_of(replays), report_of(targets(replays))])
    print(text)
    RESULTS.write_text(text, "utf-8")


def measured() -> list[Replay]:
    """Run all of them, each on a gradebook and with results of its own."""
    with tempfile.TemporaryDirectory(prefix="mechanics-bench-") as folder:
        course = Course.ours(Path(folder) / "course")
        course.prepare(STUDENTS)
        os.environ[TIMES] = json.dumps(_times(course))
        return [*(_replayed(course, workers) for workers in WORKERS), _replayed(course, KILLED, killed=True)]


def table_of(replays: list[Replay]) -> str:
    """The runs as a table."""
    head = ["workers", "notebooks", "work in them, s", "time taken, s", "efficiency", "killed"]
    killed = "a worker, then the scheduler; the same command went on"
    rows = [
        [
            str(replay.workers),
            str(STUDENTS * len(TASKS)),
            f"{replay.work:.0f}",
            f"{replay.seconds:.1f}",
            f"{replay.efficiency:.3f}",
            killed if replay.killed else "none",
        ]
        for replay in replays
    ]
    return "## A simulated Dask cluster: times of real notebooks replayed\n\n" + table(head, rows)


def targets(replays: list[Replay]) -> list[Target]:
    """What a cluster has to reach while nothing is killed; afterwards it has a worker less."""
    whole = [replay for replay in replays if not replay.killed]
    return [Target(f"efficiency of {replay.workers} Dask workers", replay.efficiency, 0.9) for replay in whole]


def _times(course: Course) -> dict[str, dict[str, object]]:
    """Seconds that real notebooks take, and the grade that the workers give, by task."""
    seconds: dict[str, list[float]] = {}
    grades = {}
    for task in tasks_of(course.root / "solutions" / ASSIGNMENT):
        contents = [_submitted(course, student, task) for student in range(REAL)]
        graded(task, contents[0])  # so that everything is warm
        seconds[task.name] = []
        for content in contents:
            begin = time.perf_counter()
            graded(task, content)
            seconds[task.name].append(time.perf_counter() - begin)
        marks = tuple(Mark(check.id, check.points, check.points, "right") for check in task.checks.values())
        grades[task.name] = Grade(task.name, marks).as_json()
    end_fork_servers()
    return {"seconds": seconds, "grades": grades}


def _submitted(course: Course, student: int, task: Task) -> bytes:
    folder = course.root / "workspace" / "grading" / "submitted" / f"student{student:04}" / ASSIGNMENT
    return (folder / f"{task.name}.ipynb").read_bytes()


def _replayed(course: Course, workers: int, *, killed: bool = False) -> Replay:
    """Grade the class from nothing on so many workers."""
    said = json.loads(os.environ[TIMES])["seconds"]
    tasks = tasks_of(course.root / "solutions" / ASSIGNMENT)
    work = sum(
        seconds_for(said[task.name], _submitted(course, student, task)) for task in tasks for student in range(STUDENTS)
    )
    _forget(course)
    replay = Replay(workers, work, killed)
    while 0 not in replay.commands:
        with _cluster(workers) as (scheduler, address):
            first = killed and not replay.commands
            killer = threading.Thread(target=_kill, args=(course, scheduler)) if first else None
            if killer:
                killer.start()
            begin = time.perf_counter()
            replay.commands.append(_graded(course, address))
            replay.seconds += time.perf_counter() - begin
            if killer:
                killer.join()
    _complete(course)
    return replay


def _graded(course: Course, address: str) -> int:
    """Run the command; its exit code."""
    words = [sys.executable, "-m", "mechanics.cli", "grade", ASSIGNMENT, "--scheduler", address]
    return subprocess.run(words, cwd=course.root, capture_output=True).returncode


def _complete(course: Course) -> None:
    """Every student must have full marks for every notebook, once."""
    scores = course.scores()
    full = {task.name: task.maximum for task in tasks_of(course.root / "solutions" / ASSIGNMENT)}
    if len(scores) != STUDENTS * len(TASKS) or any(points != full[name] for (_, name), points in scores.items()):
        raise AssertionError(f"{len(scores)} notebooks have marks, {STUDENTS * len(TASKS)} were handed in")


def _forget(course: Course) -> None:
    """Back to a class that was released and has handed in."""
    grading = course.root / "workspace" / "grading"
    for name in ("results", "records", "autograded"):
        subprocess.run(["rm", "-rf", str(grading / name)], check=True)
    (grading / "gradebook.db").unlink(missing_ok=True)
    course.command("nbgrader", "generate_assignment", ASSIGNMENT, "--force")


def _kill(course: Course, scheduler: subprocess.Popen[bytes]) -> None:
    """Kill a worker when a third of the grades is there, the scheduler at two thirds."""
    results, all_of_them = course.root / "workspace" / "grading" / "results" / ASSIGNMENT, STUDENTS * len(TASKS)
    _wait_for(results, all_of_them // 3)
    workers = subprocess.run(["pgrep", "-f", "benchmarks.replayed"], capture_output=True, text=True).stdout.split()
    os.kill(int(workers[0]), signal.SIGKILL)
    _wait_for(results, 2 * all_of_them // 3)
    scheduler.kill()


def _wait_for(results: Path, count: int) -> None:
    while not results.is_dir() or sum(1 for _ in os.scandir(results)) < count:
        time.sleep(0.5)


@contextlib.contextmanager
def _cluster(workers: int) -> Iterator[tuple[subprocess.Popen[bytes], str]]:
    """A scheduler and its workers, processes of their own as on a cluster."""
    with tempfile.TemporaryDirectory(prefix="mechanics-bench-") as folder:
        place = Path(folder) / "scheduler.json"
        dask = [sys.executable, "-m", "distributed.cli.dask_scheduler", "--port", "0", "--dashboard-address", ":0"]
        line = ["--no-nanny", "--nthreads", "1", "--no-dashboard", "--preload", "benchmarks.replayed"]
        quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        started = [subprocess.Popen([*dask, "--scheduler-file", str(place)], **quiet)]  # type: ignore[call-overload]
        try:
            while not place.is_file():
                time.sleep(0.1)
            worker = [sys.executable, "-m", "distributed.cli.dask_worker", "--scheduler-file", str(place), *line]
            started += [subprocess.Popen(worker, **quiet) for _ in range(workers)]  # type: ignore[call-overload]
            address = json.loads(place.read_text())["address"]
            _wait_for_workers(address, workers)
            yield started[0], address
        finally:
            for process in started:
                process.kill()
                process.wait()


def _wait_for_workers(address: str, count: int) -> None:
    from distributed import Client  # an extra

    with Client(address, set_as_default=False) as client:
        client.wait_for_workers(count, timeout=120)
