"""``mechanics try-task NOTEBOOK``: a task released, answered in several ways, and graded, in a course of its own."""

import contextlib
import io
import shutil
import tempfile
import textwrap
import webbrowser
from collections.abc import Iterator
from pathlib import Path

from ...cache import cache_folder
from ..command import grade_assignment
from ..errors import GradingError
from ..grades import Grade
from ..records import Records
from ..tasks import tasks_of
from .answers import Answers, submissions
from .courses import course_of
from .rehearsal import Rehearsal
from .solved import Solved

__all__ = ["try_task"]

WIDTH = 110
PROCESSES = 2


def try_task(notebook: Path, *, show: bool = False, without_boundary: bool = False) -> int:
    """Rehearse a task, and print its marks with their reasons.

    Parameters
    ----------
    notebook : Path
        The task with its solution, in the source folder of a course.
    show : bool
        Open the feedback pages in a browser.
    without_boundary : bool
        Where this machine has no security boundary, run the answers with limits only.

    Returns
    -------
    int
        Exit code: 0 if the marks are as they should be, else 1.

    Raises
    ------
    GradingError
        If there is no such task, or it cannot be released or graded.
    """
    if not notebook.is_file() or notebook.suffix != ".ipynb":
        raise GradingError(f"Expected a notebook (.ipynb) with a task and its solution, got {notebook}.")
    course_of(notebook)
    with tempfile.TemporaryDirectory(prefix="try-task-") as folder:
        rehearsal = Rehearsal(notebook, Path(folder).resolve())
        handed = _handed_in(rehearsal)
        by_hand = sum(sum(task.by_hand.values()) for task in tasks_of(rehearsal.source.parent))
        grades = _graded(rehearsal, without_boundary)
        pages = _kept(rehearsal)
    for one in handed:
        print(_described(one, grades[one.who], by_hand))
    faults = [fault for one in handed for fault in _faults(one, grades[one.who])]
    print("\n".join(faults) or "The marks are as they should be.")
    print("Feedback pages:", *(f"  {page}" for page in pages.values()), sep="\n")
    if show:
        for page in pages.values():
            webbrowser.open(page.as_uri())
    return int(bool(faults))


def _handed_in(rehearsal: Rehearsal) -> list[Answers]:
    """Release the task and hand in for everybody."""
    print(f"Releasing {rehearsal.task}, and answering it.", flush=True)
    try:
        assert rehearsal.keys is not None
        task = Solved(rehearsal.source)
        tasks_of(rehearsal.source.parent)
    except Exception as error:
        raise GradingError(f"The solution of this task does not run: {error} See: mechanics lint-task") from error
    trouble = rehearsal.release()
    if trouble:
        raise GradingError(f"nbgrader cannot release this task: {trouble}")
    handed = [*submissions(task)]
    for one in handed:
        rehearsal.hand_in(one.who, one.texts)
    return handed


def _graded(rehearsal: Rehearsal, without_boundary: bool) -> dict[str, Grade]:
    """Grade as ``mechanics grade`` does."""
    print("Grading it in the sandbox, and writing the feedback.\n", flush=True)
    with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
        grade_assignment(rehearsal.assignment, rehearsal.root, PROCESSES, without_boundary=without_boundary)
    records = Records(rehearsal.root / "workspace" / "grading" / "records" / rehearsal.assignment)
    return {student: records.of(student)[rehearsal.task].grade for student in records.students()}


def _kept(rehearsal: Rehearsal) -> dict[str, Path]:
    """Write the feedback pages, and keep them where those of the last rehearsal of this task were."""
    pages = rehearsal.feedback()
    folder = cache_folder() / "rehearsals" / rehearsal.assignment / rehearsal.task
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    return {who: Path(shutil.copy(page, folder / f"{who}.html")) for who, page in pages.items()}


def _described(one: Answers, grade: Grade, by_hand: float) -> str:
    """Points of a submission, and a sentence for each step that is not right."""
    waiting = f", and {by_hand:g} that a person gives" if by_hand and one.texts else ""
    cut = f" ({grade.status}: {grade.note})" if grade.status != "graded" else ""
    lines = [f"{one.who}: {grade.points:g} of {grade.maximum:g} points{waiting}{cut}"]
    for mark in grade.marks:
        if mark.status != "right":
            said = f"{mark.check}  {mark.points:g} of {mark.maximum:g}  {mark.reason}"
            lines.append(textwrap.fill(said, WIDTH, initial_indent="  ", subsequent_indent="      "))
    return "\n".join(lines) + "\n"


def _faults(one: Answers, grade: Grade) -> Iterator[str]:
    """What the marks should not be."""
    if one.who == "right" and grade.points < grade.maximum:
        yield f"Not as it should be: the solution gets {grade.points:g} of {grade.maximum:g} points."
    for mark in grade.marks:
        if mark.check in one.wrong and mark.points:
            yield f"Not as it should be: {one.who} gets {mark.points:g} points for {mark.check}."
        elif mark.status == "review":
            yield f"Not as it should be: the check {mark.check} has given no verdict. {mark.reason}"
