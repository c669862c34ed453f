"""Variants: which numbers a student has. Switched on in ``nbgrader_config.py``, drawn from the ids, kept as released.

Every student gets a notebook of their own, instead of one for all that draws by an id that is typed into it: so nobody
mistypes it, or types the id of a friend. Whose numbers hold is never asked of the notebook, but follows from the folder
in which a submission lies.

What ``mechanics release-variants`` has handed out is in ``variants/ASSIGNMENT.json`` and stays so, even if an author
changes a range afterwards; a student who is not in there has the numbers that would be handed out now.
"""

import fnmatch
import json
import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from traitlets import List, Unicode
from traitlets.config import Configurable

from .declarations import as_text, declarations, drawn
from .errors import GradingError
from .tasks import Task

__all__ = ["Released", "Variants"]

Numbers = Mapping[str, Mapping[str, str]]
"""Number as text, by task and name."""


class Variants(Configurable):
    """Which tasks have variants: ``c.Variants.tasks`` in ``nbgrader_config.py``."""

    tasks = List(
        Unicode(),
        help="Tasks whose numbers differ from student to student: 'ASSIGNMENT' for all that declare some, or "
        "'ASSIGNMENT/TASK'; * stands for anything.",
    ).tag(config=True)

    seed = Unicode(
        "",
        help="Part of what the numbers are drawn from, for example the year: a different one gives different numbers.",
    ).tag(config=True)

    def names(self, assignment: str, tasks: Sequence[Task]) -> list[str]:
        """Tasks of an assignment with variants.

        Parameters
        ----------
        assignment : str
            Its name.
        tasks : sequence of Task
            Its tasks.

        Returns
        -------
        list of str
            Those that are switched on and declare numbers.
        """
        return [task.name for task in tasks if self._is_on(assignment, task.name) and _names(task)]

    def drawn(self, student: str, assignment: str, task: Task) -> dict[str, str]:
        """Draw the numbers of a student.

        Parameters
        ----------
        student, assignment : str
            Names of both.
        task : Task
            The task.

        Returns
        -------
        dict of str
            Numbers as text, by name; empty if the task has no variants.
        """
        if not self._is_on(assignment, task.name):
            return {}
        seed = "\n".join((self.seed, assignment, task.name, student))
        given = (cell.source for cell in task.cells if cell.kind == "given")
        try:
            return {name: text for source in given for name, text in drawn(source, seed).items()}
        except ValueError as error:
            raise GradingError(f"{assignment}/{task.name}: {error}") from None

    def _is_on(self, assignment: str, task: str) -> bool:
        names = (assignment, f"{assignment}/{task}")
        return any(fnmatch.fnmatchcase(name, pattern) for pattern in self.tasks for name in names)


class Released:
    """The numbers of the students in an assignment.

    Parameters
    ----------
    variants : Variants
        What is switched on.
    folder : Path
        Where the file about this assignment is, or will be.
    assignment : str
        Its name.
    """

    def __init__(self, variants: Variants, folder: Path, assignment: str):
        self._variants, self._assignment = variants, assignment
        self._path = folder / f"{assignment}.json"
        self._known = _read(self._path)

    def numbers(self, student: str, task: Task) -> dict[str, str]:
        """Numbers of a student.

        Parameters
        ----------
        student : str
            Id of the student.
        task : Task
            The task.

        Returns
        -------
        dict of str
            Numbers as text, by name; empty if the task has no variants. What was handed out holds, also where variants
            were switched off afterwards.

        Raises
        ------
        GradingError
            If numbers were handed out that the task no longer declares.
        """
        then: dict[str, str] = self._known.get(student, {}).get(task.name, {})
        if gone := [name for name in then if name not in _names(task)]:
            raise GradingError(
                f"Students were given numbers of their own for {', '.join(gone)} in {task.name}, but the task does not "
                f"declare {'them' if len(gone) > 1 else 'it'} any more. Put the line variant(...) back; or, if all of "
                f"them are to have the same numbers, delete {self._path}."
            )
        return self._variants.drawn(student, self._assignment, task) | then

    def students(self) -> set[str]:
        """Ids of those who were given numbers."""
        return set(self._known)

    def line(self, student: str, task: Task) -> str:
        """The same as one line of text."""
        return as_text(self.numbers(student, task))

    def keep(self, numbers: Mapping[str, Numbers]) -> None:
        """Keep what is handed out; the file is never half written.

        Parameters
        ----------
        numbers : mapping
            By student, task and name.
        """
        self._known = {**self._known, **numbers}
        self._path.parent.mkdir(parents=True, exist_ok=True)
        part = self._path.with_suffix(".part")
        part.write_text(json.dumps(self._known, indent=1, sort_keys=True), encoding="utf-8")
        os.replace(part, self._path)


def _names(task: Task) -> list[str]:
    """Names of the numbers that a task declares."""
    given = (cell.source for cell in task.cells if cell.kind == "given")
    return [number.name for source in given for line in declarations(source) for number in line.givens]


def _read(path: Path) -> dict[str, Any]:
    """What was handed out before; a file that cannot be read must not change anybody's numbers."""
    try:
        known = json.loads(path.read_text(encoding="utf-8"))
        if not all(isinstance(text, str) for tasks in known.values() for n in tasks.values() for text in n.values()):
            raise ValueError("another form")
    except FileNotFoundError:
        return {}
    except (OSError, ValueError, AttributeError) as error:
        raise GradingError(
            f"Expected the numbers of the students in {path}, but it cannot be read ({error}). Get it "
            "back from a backup; without it, nothing can be graded, because it says which numbers were handed out."
        ) from None
    return dict(known)
