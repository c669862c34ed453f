"""Grading a class: its notebooks go to whichever process is free, and only those that have changed."""

import contextlib
import hashlib
import json
import logging
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, CancelledError, Future, wait
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Protocol

from .assignment import USUAL, Seconds, read_assignment
from .errors import GradingError
from .fork_servers import NOT_JUDGED, not_judged
from .grades import Grade, Mark
from .layout import Folders
from .submissions import read_notebook
from .tasks import Task, tasks_of
from .whole_files import PART, whole_file

__all__ = ["ClassRun", "Engine", "HandedIn", "from_json"]

TRIES = 4
"""How often a notebook is given to a process if each of them is lost over it."""


@dataclass(frozen=True)
class HandedIn:
    """One notebook of one student.

    Attributes
    ----------
    student, task : str
        Names of both.
    content : bytes or None
        What was handed in; None if the notebook is missing.
    numbers : str
        Numbers of this student, where everybody has other ones.
    """

    student: str
    task: str
    content: bytes | None
    numbers: str = ""

    @property
    def what(self) -> str:
        """What a process is asked to grade: the task, and in a second line the numbers."""
        return f"{self.task}\n{self.numbers}" if self.numbers else self.task


class Engine(Protocol):
    """What grades notebooks: processes of this machine, or a cluster."""

    @property
    def places(self) -> int:
        """How many notebooks it can hold at the same time, those that wait included; may change."""

    def submit(self, task: str, content: bytes | None, tries: int) -> Future[str | None]:
        """Grade a notebook.

        Parameters
        ----------
        task : str
            Name of the notebook; in a second line the numbers of the student, where everybody has other ones.
        content : bytes or None
            What was handed in; None if it is missing.
        tries : int
            How often it was submitted before and lost.

        Returns
        -------
        Future of str or None
            The grade as JSON; None if the process was lost.
        """

    def refuse_to_wait(self) -> None:
        """Raise GradingError if nothing is left that could grade; called when no grade has come for a second."""


class ClassRun:
    """The submissions of an assignment, and the grades that they have.

    No more submissions are in memory than an engine has places. A grade is stored as soon as it is ready, so that a run
    may be ended at any moment, in any way, and the next one continues from there.

    Parameters
    ----------
    folders : Folders
        Of the assignment.
    seconds : Seconds
        Time limits.
    results : Path, optional
        Folder in which finished grades are stored, one file each, named by a hash of all that they depend on; that of
        the assignment unless given.
    numbers : callable, optional
        Numbers of a student in a task as one line; those of the author unless given.

    Attributes
    ----------
    folders, results
        The same.
    tasks : list of Task
        Of the assignment.
    assignment : Assignment
        As engines get it.
    students : list of str
        Those with a folder, and those who were included; sorted.
    """

    def __init__(
        self,
        folders: Folders,
        seconds: Seconds = USUAL,
        results: Path | None = None,
        numbers: Callable[[str, Task], str] = lambda student, task: "",
    ):
        self._numbers = numbers
        self._current: set[str] | None = None  # names of the stored grades that belong to this class
        self.folders, self.results = folders, results or folders.results
        ignored, delimiters = folders.layout.ignored, folders.layout.delimiters
        self.tasks = tasks_of(folders.source, ignored, delimiters)
        self.assignment = read_assignment(folders.source, seconds, ignored, delimiters)
        self.students = folders.students()
        self.results.mkdir(parents=True, exist_ok=True)

    def include(self, students: Iterable[str]) -> None:
        """Grade further students, who have no folder of this assignment.

        Parameters
        ----------
        students : iterable of str
            Their ids.
        """
        self.students = sorted({*self.students, *students})

    @property
    def size(self) -> int:
        """Number of notebooks that are expected: one for each student and task."""
        return len(self.students) * len(self.tasks)

    def handed(self) -> Iterator[HandedIn]:
        """Read the notebooks one by one.

        Yields
        ------
        HandedIn
            Those of one student follow each other.
        """
        for student in self.students:
            for task in self.tasks:
                path = self.folders.submitted(student) / f"{task.name}.ipynb"
                yield HandedIn(student, task.name, read_notebook(path), self._numbers(student, task))

    def grades(self, engine: Engine) -> Iterator[tuple[HandedIn, Grade, bool]]:
        """Grade the class. One process at a time may do this: see `mechanics.grading.folder_lock.alone_in`.

        Parameters
        ----------
        engine : Engine
            Grades what has no stored grade.

        Yields
        ------
        HandedIn
            A notebook.
        Grade
            Its grade, as soon as it is ready.
        bool
            Whether it was graded just now.
        """
        for left in self.results.glob(f"*{PART}"):  # left by a process that was killed
            left.unlink()
        running: dict[Future[str | None], tuple[HandedIn, int]] = {}
        current = set[str]()
        for handed in self.handed():
            place = self._place(handed)
            current.add(place.name)
            known = _kept(place)
            if known is not None:
                yield handed, known, False
                continue
            while len(running) >= max(1, engine.places):
                yield from self._finished(engine, running)
            running[engine.submit(handed.what, handed.content, 0)] = handed, 0
        while running:
            yield from self._finished(engine, running)
        self._current = current

    def forget_others(self) -> None:
        """Remove stored grades that belong to no notebook that `grades` has met: of older ones, and of older checks."""
        if (current := self._current) is None:
            return
        for path in self.results.glob("*.json"):
            if path.name not in current:
                path.unlink()

    def _finished(
        self, engine: Engine, running: dict[Future[str | None], tuple[HandedIn, int]]
    ) -> Iterator[tuple[HandedIn, Grade, bool]]:
        """Wait for the grades that are ready next; what was lost is submitted once more."""
        done = wait(running, timeout=1.0, return_when=FIRST_COMPLETED).done
        if not done:
            engine.refuse_to_wait()
        for future in [one for one in running if one in done]:  # a set has any order; this one is the same in each run
            handed, tries = running.pop(future)
            result = _result(future)
            if result is None and tries + 1 < TRIES:
                running[engine.submit(handed.what, handed.content, tries + 1)] = handed, tries + 1
                continue
            result = result or replace(not_judged(self._task(handed.task)), numbers=handed.numbers)
            if result.status != "review":  # what could not be judged is tried again in the next run
                self._keep(handed, result)
            yield handed, result, True

    def _task(self, name: str) -> Task:
        return next(task for task in self.tasks if task.name == name)

    def _keep(self, handed: HandedIn, result: Grade) -> None:
        with whole_file(self._place(handed)) as file:
            file.write(result.as_json())

    def _place(self, handed: HandedIn) -> Path:
        """Where the grade is stored: the name is a hash of the submission and of what it is judged by."""
        there = b"" if handed.content is None else hashlib.sha256(handed.content).digest()
        name = hashlib.sha256(self._versions[handed.task].encode() + there + handed.numbers.encode()).hexdigest()
        return self.results / f"{name}.json"

    @cached_property
    def _versions(self) -> dict[str, str]:
        return {task.name: self.assignment.version(task.name) for task in self.tasks}


def _kept(place: Path) -> Grade | None:
    with contextlib.suppress(OSError, ValueError, TypeError, KeyError):  # not there, or not a grade
        return from_json(place.read_text(encoding="utf-8"))
    return None


def from_json(text: str) -> Grade:
    """Read a grade.

    Parameters
    ----------
    text : str
        What `Grade.as_json` wrote.

    Returns
    -------
    Grade
        The same grade.
    """
    data = json.loads(text)
    return Grade(**{**data, "marks": tuple(Mark(**mark) for mark in data["marks"])})


def _result(future: Future[str | None]) -> Grade | None:
    """The grade, or None if the process that should give it was lost."""
    try:
        text = future.result()
    except GradingError:
        raise
    except (Exception, CancelledError) as error:  # of a cluster, whose workers may do anything
        logging.getLogger(__name__).warning("A notebook is submitted once more: %s", error)
        return None
    result = None if text is None else from_json(text)
    if result and result.note == NOT_JUDGED:
        logging.getLogger(__name__).info("%s could not be run, and is tried again", result.task)
        return None
    return result
