"""Grading a class: submissions of an assignment in several processes, each with a warm one; only what changed."""

import csv
import hashlib
import json
import os
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from tempfile import NamedTemporaryFile

from .. import __version__
from .grades import Grade, Mark
from .shared import graded
from .submissions import read_submission
from .tasks import Task, tasks_of

__all__ = ["Handed", "ClassRun", "from_json"]


@dataclass(frozen=True)
class Handed:
    """One notebook of one student; no content where it is missing."""

    student: str
    task: str
    content: bytes | None


class ClassRun:
    """The submissions of an assignment, and the grades that they have.

    Parameters
    ----------
    source : folder of the assignment in `solutions/`
    submitted : folder with ``STUDENT/ASSIGNMENT/NOTEBOOK.ipynb``
    results : folder where finished grades are kept, one file each, named after all they depend on
    """

    def __init__(self, source: Path, submitted: Path, results: Path):
        self.source, self.results = source, results
        self.tasks = tasks_of(source)
        self.students = sorted(p.parent.name for p in submitted.glob(f"*/{source.name}") if p.is_dir())
        self.handed = [
            Handed(
                student, task.name, read_submission(submitted / student / source.name / f"{task.name}.ipynb")
            )
            for student in self.students
            for task in self.tasks
        ]
        results.mkdir(parents=True, exist_ok=True)

    def grades(self, jobs: int, *, walls: bool = True) -> Iterator[tuple[Handed, Grade]]:
        """Each notebook with its grade, in the order in which they are ready; the known ones first.

        Without `walls` submissions run where there is no boundary, see `mechanics.grading.sandbox.Room`.
        """
        waiting = []
        for handed in self.handed:
            known = self._kept(handed)
            if known is None:
                waiting.append(handed)
            else:
                yield handed, known
        if not waiting:
            return
        with ProcessPoolExecutor(min(jobs, len(waiting))) as pool:
            futures = {pool.submit(_grade, str(self.source), h.task, h.content, walls): h for h in waiting}
            for future in as_completed(futures):
                handed, result = futures[future], from_json(future.result())
                if result.status != "review":  # what could not be judged is tried again the next time
                    self._keep(handed, result)
                yield handed, result

    def _kept(self, handed: Handed) -> Grade | None:
        path = self.results / f"{self._name(handed)}.json"
        return from_json(path.read_text(encoding="utf-8")) if path.is_file() else None

    def _keep(self, handed: Handed, result: Grade) -> None:
        with NamedTemporaryFile("w", dir=self.results, delete=False, encoding="utf-8") as file:
            file.write(result.as_json())
        os.replace(file.name, self.results / f"{self._name(handed)}.json")  # never half a file

    def _name(self, handed: Handed) -> str:
        """Everything that the grade depends on: the submission, the task, its keys, this library."""
        task = next(task for task in self.tasks if task.name == handed.task)
        notebook = (task.folder / f"{task.name}.ipynb").read_bytes()
        parts = [
            handed.content or b"",
            bytes([handed.content is None]),
            notebook,
            *task.files.values(),
            _library(),
        ]
        return hashlib.sha256(b"".join(hashlib.sha256(part).digest() for part in parts)).hexdigest()


def from_json(text: str) -> Grade:
    """The grade that `Grade.as_json` wrote."""
    data = json.loads(text)
    return Grade(**{**data, "marks": tuple(Mark(**mark) for mark in data["marks"])})


def write_table(path: Path, rows: Sequence[tuple[Handed, Grade]]) -> None:
    """The grades as CSV, one notebook a line, with the status and what the student is told."""
    with open(path, "w", newline="", encoding="utf-8") as file:
        table = csv.writer(file)
        table.writerow(["student", "notebook", "points", "maximum", "status", "note"])
        for handed, result in sorted(rows, key=lambda row: (row[0].student, row[0].task)):
            table.writerow(
                [handed.student, handed.task, result.points, result.maximum, result.status, result.note]
            )


@cache
def _library() -> bytes:
    """What this library would judge by: its version, and the text of checks and grading."""
    folder = Path(__file__).parents[1]
    files = sorted(
        path for room in ("checks", "formulas", "grading") for path in (folder / room).rglob("*.py")
    )
    return __version__.encode() + b"".join(path.read_bytes() for path in files)


@cache
def _tasks(source: str) -> dict[str, Task]:
    return {task.name: task for task in tasks_of(Path(source))}


def _grade(source: str, task: str, content: bytes | None, walls: bool) -> str:
    """In a worker: the grade as text."""
    return graded(_tasks(source)[task], content, walls=walls).as_json()
