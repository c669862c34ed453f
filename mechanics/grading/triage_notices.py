"""What else counts besides the marks: files that may be its notebooks, a time nobody can tell, what hints cost."""

import shutil
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import lru_cache
from pathlib import Path

from ..checks.hints import TAKEN, counted
from .class_run import HandedIn
from .grades import Grade
from .handed_in_time import time_of
from .hint_costs import less_hints
from .layout import Folders
from .submissions import read_submission
from .triage_files import Stray

__all__ = ["Notices", "accept"]


class Notices:
    """Sentences for the rows of a class; what has one needs a person.

    Parameters
    ----------
    strays : callable
        Those of a student, as `mechanics.grading.triage_files.Strays.of` finds them.
    folders : Folders
        Of the assignment.
    hint_cost : float
        Part of a step's points that each hint costs.
    """

    def __init__(self, strays: Callable[[str], Sequence[Stray]], folders: Folders, hint_cost: float = 0.0):
        self._strays, self._folders, self._hint_cost = strays, folders, hint_cost
        self._time = lru_cache(maxsize=64)(lambda student: time_of(folders.submitted(student)).sentence())

    def added(self, handed: HandedIn, grade: Grade) -> Grade:
        """Add what has to be known of a notebook to its grade.

        Parameters
        ----------
        handed : HandedIn
            The notebook.
        grade : Grade
            Its grade.

        Returns
        -------
        Grade
            The same, or one with a longer note that needs a person. Marks of a notebook that is missing, but may be
            somewhere, are undecided.
        """
        if self._hint_cost:
            grade = less_hints(grade, self._hints(handed.student), self._hint_cost)
        strays = [stray for stray in self._strays(handed.student) if _concerns(stray, grade)]
        sentences = [*dict.fromkeys(stray.sentence() for stray in strays)]
        sentences += [sentence for sentence in [self._time(handed.student)] if sentence]
        if not sentences:
            return grade
        marks = grade.marks
        if grade.status == "missing" and strays:
            marks = tuple(replace(mark, status="review", reason=strays[0].sentence()) for mark in marks)
        return replace(grade, marks=marks, note=" ".join([grade.note, *sentences]).strip(), needs_person=True)

    def _hints(self, student: str) -> dict[str, int]:
        return counted(read_submission(self._folders.submitted(student) / TAKEN) or b"")


def _concerns(stray: Stray, grade: Grade) -> bool:
    return stray.task == grade.task or (stray.by == "nothing" and grade.status == "missing")


def accept(strays: Sequence[Stray]) -> list[str]:
    """Copy files to where the notebooks are graded that they seem to be; the files themselves stay as they are.

    Only what is clear is copied: a notebook that is missing, and a single file that may be it.

    Parameters
    ----------
    strays : sequence of Stray
        Of all students.

    Returns
    -------
    list of str
        What was done, a line for each file.
    """
    count = Counter(stray.target for stray in strays if stray.command)
    return [_copied(stray) for stray in strays if stray.command and not stray.is_second and count[stray.target] == 1]


def _copied(stray: Stray) -> str:
    content = stray.content()
    if content is None:
        return f"{stray.student}: {stray.name} is gone, nothing was copied"
    folder = stray.target.parent
    folder.mkdir(parents=True, exist_ok=True)
    with open(stray.target, "xb") as file:  # never over a notebook that has come meanwhile
        file.write(content)
    time = stray.path.parent / "timestamp.txt"
    if time.is_file() and not time.is_symlink() and not (folder / time.name).exists():
        shutil.copyfile(time, folder / time.name)
    return f"{stray.student}: {stray.name} -> {Path(*stray.target.parts[-3:])}"
