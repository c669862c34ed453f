"""A class for the comparison of graders: an assignment, honest submissions, courses with and without our settings."""

import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from nbgrader.api import Gradebook

from mechanics.checks import read_keys, write_keys
from mechanics.grading.notebooks import Cell, code_cells

__all__ = ["ASSIGNMENT", "CHECKOUT", "KINDS", "TASKS", "Course", "answers_of", "seconds_of"]

ASSIGNMENT = "05-euler-lagrange"
TASKS = ("ball-on-beam", "cart-pendulum", "rotational-two-mass")
CHECKOUT = Path(__file__).resolve().parents[1]
STOCK = """c = get_config()
c.CourseDirectory.course_id = "mechanics"
c.CourseDirectory.source_directory = "solutions"
c.CourseDirectory.release_directory = "exercises"
c.CourseDirectory.submitted_directory = "workspace/grading/submitted"
c.CourseDirectory.autograded_directory = "workspace/grading/autograded"
c.CourseDirectory.db_url = "sqlite:///workspace/grading/gradebook.db"
c.ClearSolutions.code_stub = {"python": "# your work here"}
"""
NAME = "I am nobody."
RIGHT, SLIP, HALF = KINDS = ("all right", "a sign that is wrong", "half of it")
"""Honest submissions, one like the other by turns."""


@dataclass(frozen=True)
class Course:
    """A course folder with the assignment of three tasks, or of some of them.

    Parameters
    ----------
    root : its folder
    config : text of ``nbgrader_config.py``
    tasks : of the assignment
    """

    root: Path
    config: str
    tasks: tuple[str, ...] = TASKS

    @classmethod
    def stock(cls, root: Path) -> "Course":
        """One that is graded by nbgrader as it comes."""
        return cls(root, STOCK)

    @classmethod
    def ours(cls, root: Path, tasks: tuple[str, ...] = TASKS) -> "Course":
        """One with the configuration of this project."""
        return cls(root, (CHECKOUT / "nbgrader_config.py").read_text(encoding="utf-8"), tasks)

    def prepare(self, students: int) -> None:
        """Write the folder, release the assignment, and hand in for so many students."""
        source = self.root / "solutions" / ASSIGNMENT
        source.mkdir(parents=True)
        self._grading.mkdir(parents=True)
        (self.root / "nbgrader_config.py").write_text(self.config, encoding="utf-8")
        keys = read_keys(CHECKOUT / "solutions" / ASSIGNMENT / "key.json")
        write_keys(source / "key.json", {name: key for name, key in keys.items() if name.startswith(self.tasks)})
        for task in self.tasks:
            shutil.copy(CHECKOUT / "solutions" / ASSIGNMENT / f"{task}.ipynb", source)
        self.command("nbgrader", "generate_assignment", ASSIGNMENT)
        self._hand_in(students)

    def command(self, module: str, *words: str, core: int | None = None) -> float:
        """Run a command in the folder, on one core if that is named; seconds that it took."""
        begin = time.perf_counter()
        done = subprocess.run(
            [sys.executable, "-c", f"import sys; from {MAINS[module]} import main; sys.exit(main())", *words],
            cwd=self.root,
            capture_output=True,
            text=True,
            preexec_fn=_only_on(core),
        )
        if done.returncode:
            raise RuntimeError(f"{module} {' '.join(words)} has failed:\n{done.stdout}{done.stderr}")
        return time.perf_counter() - begin

    def scores(self) -> dict[tuple[str, str], float]:
        """Points by student and task, as the gradebook has them."""
        with Gradebook(f"sqlite:///{self._grading / 'gradebook.db'}", "mechanics") as book:
            found = book.assignment_submissions(ASSIGNMENT)
            return {(one.student.id, page.name): page.score for one in found for page in one.notebooks}

    @property
    def _grading(self) -> Path:
        return self.root / "workspace" / "grading"

    def _hand_in(self, students: int) -> None:
        pages = self.root / "exercises" / ASSIGNMENT
        for task in self.tasks:
            page = json.loads((pages / f"{task}.ipynb").read_text(encoding="utf-8"))
            texts = [json.dumps(_filled(page, task, kind)) for kind in KINDS]
            for student in range(students):
                folder = self._grading / "submitted" / f"student{student:04}" / ASSIGNMENT
                folder.mkdir(parents=True, exist_ok=True)
                text = texts[student % len(KINDS)].replace(NAME, f"I am student {student}.")
                (folder / f"{task}.ipynb").write_text(text, encoding="utf-8")


MAINS = {"nbgrader": "nbgrader.apps.nbgraderapp", "mechanics": "mechanics.cli"}


def _only_on(core: int | None) -> Callable[[], None] | None:
    return None if core is None else lambda: os.sched_setaffinity(0, {core})


def _filled(page: dict[str, Any], task: str, kind: str) -> dict[str, Any]:
    """The released notebook with answers of one kind, and a cell for the name."""
    answers = answers_of(task, kind)
    cells = [{**cell, "source": answers.get(cell["id"], cell["source"])} for cell in page["cells"]]
    return {
        **page,
        "cells": [{"cell_type": "markdown", "id": "name", "metadata": {}, "source": NAME}, *cells],
    }


def answers_of(task: str, kind: str) -> dict[str, str]:
    """Text of the answer cells by id."""
    cells = code_cells(CHECKOUT / "solutions" / ASSIGNMENT / f"{task}.ipynb")
    answers = [cell for cell in cells if cell.kind == "answer"]
    if kind == HALF:
        answers = answers[: len(answers) // 2]
    texts = {cell.id: cell.source for cell in answers}
    return texts | dict(_slip(answers[:1])) if kind == SLIP else texts


def _slip(cells: Sequence[Cell]) -> Iterator[tuple[str, str]]:
    for cell in cells:
        name = cell.source.split(" =")[0]
        yield cell.id, f"{cell.source}\n{name} = -{name}"


def seconds_of(course: Course, students: int, core: int | None = None) -> float:
    """What stock nbgrader takes for a submission; its start is not counted: that of a run with nothing left to do."""
    whole = course.command("nbgrader", "autograde", ASSIGNMENT, core=core)
    return (whole - course.command("nbgrader", "autograde", ASSIGNMENT, core=core)) / students
