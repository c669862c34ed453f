"""``mechanics grade ASSIGNMENT``: a whole class, from the submitted notebooks to the gradebook."""

import sys
from pathlib import Path

from nbgrader.api import Gradebook

from .autograde import SafeExecute
from .class_run import ClassRun, Engine
from .class_table import write_tables
from .engines import engine_for
from .entering import Entering
from .errors import GradingError
from .folder_lock import alone_in
from .gradebook import Book
from .gradebook_session import open_gradebook
from .progress import Progress
from .records import Records
from .refusals import in_one_sentence
from .regrade import describe, write_changes
from .semester import Semester, read_semester
from .settings import Settings
from .summary import Row, summary

__all__ = ["GradingError", "grade_assignment"]

INTERRUPTED = 130  # exit code of shells for Ctrl-C


@in_one_sentence()
def grade_assignment(
    assignment: str,
    root: Path,
    jobs: int,
    *,
    scheduler: str = "",
    without_boundary: bool = False,
    apply: bool = False,
) -> int:
    """Grade all submissions of an assignment, enter them, and print a summary.

    Marks that would change although the answers did not - because a check was fixed - are listed, and entered only if
    `apply` says so, or the person at the terminal.

    Parameters
    ----------
    assignment : str
        Name of its folder among the sources.
    root : Path
        Folder of the course, with ``nbgrader_config.py``.
    jobs : int
        Processes at the same time.
    scheduler : str
        Address of a Dask cluster that grades instead of this machine; empty for none.
    without_boundary : bool
        Where this machine has no security boundary, run the students' code with limits only.
    apply : bool
        Enter also marks that changed although the answers did not.

    Returns
    -------
    int
        Exit code: 0 if every notebook has its grade, 1 if one needs a person, 3 if marks that changed were not entered,
        130 if it was interrupted.

    Raises
    ------
    GradingError
        If there is no such assignment, no submission, or no boundary on this machine; if a file, the gradebook, a task
        or the settings cannot be used.
    """
    settings = Settings(root)
    settings.load_plugin()
    run = _prepared(assignment, settings)
    progress = Progress(run.size)
    try:
        with alone_in(run.results.parent), open_gradebook(*settings.gradebook) as gradebook:
            semester = _semester(settings, gradebook, run.students)
            book = Book(gradebook, assignment, settings.penalty, semester.of(assignment))
            records = Records(run.folders.records)
            book.refuse_changed(run.tasks)
            entering = Entering(run.tasks, book, records, run.folders)
            with engine_for(run.assignment, jobs, scheduler, without_boundary=without_boundary) as engine:
                rows = _graded(run, engine, entering, progress)
            run.forget_others()
            applied = _applied(entering, assignment, settings, apply)
            tables = write_tables(settings.grading, assignment, book, records)
    except KeyboardInterrupt:
        print(_stopped(progress, run, assignment), file=sys.stderr)
        return INTERRUPTED
    print(summary(rows), progress.summary(), f"{len(run.students)} students -> {tables}", sep="\n")
    if not applied:
        return 3
    return int(any(row.needs_a_look for row in rows))


def _graded(run: ClassRun, engine: Engine, entering: Entering, progress: Progress) -> list[Row]:
    """Enter each grade when it is ready; only its row of the summary stays in memory."""
    rows = []
    for handed, result, now in run.grades(engine):
        entering.take(handed, result)
        rows.append(Row.of(handed, result))
        progress.count(graded=now)
    progress.end()
    return rows


def _stopped(progress: Progress, run: ClassRun, assignment: str) -> str:
    progress.end()
    return (
        f"Stopped. {progress.done} of {run.size} notebooks have their grade, which is kept. To continue from "
        f"there: mechanics grade {assignment}"
    )


def _semester(settings: Settings, gradebook: Gradebook, handed_in: list[str]) -> Semester:
    """What semester.toml says, if all names in its deadlines are known: one under a wrong name would be lost."""
    semester = read_semester(settings.grading)
    due = {each.name: each.duedate for each in gradebook.assignments}
    semester.check_deadlines(due, {*handed_in, *(student.id for student in gradebook.students)})
    return semester


def _applied(entering: Entering, assignment: str, settings: Settings, apply: bool) -> bool:
    """Show the marks that are held back, ask, and enter them if wanted; return whether none is left."""
    if not entering.changes:
        return True
    file = settings.grading / f"regrade-{assignment}.csv"
    write_changes(file, entering.changes)
    print(describe(entering.changes), f"All of them -> {file}", sep="\n")
    if apply or _agreed():
        entering.apply()
        return True
    print(f"None of them is entered. To enter them: mechanics grade {assignment} --apply")
    return False


def _agreed() -> bool:
    """Ask, if there is a terminal."""
    if not sys.stdin.isatty():
        return False
    try:
        return input("Enter them? [y/N] ").strip().lower() in ("y", "yes")
    except EOFError:
        return False


def _prepared(assignment: str, settings: Settings) -> ClassRun:
    folders = settings.layout.of(assignment)
    if not folders.source.is_dir():
        known = ", ".join(settings.layout.assignments())
        raise GradingError(
            f"There is no assignment {assignment!r}: expected its folder {folders.source}. There are: "
            f"{known or 'none'}."
        )
    seconds = SafeExecute(config=settings.config).seconds  # as nbgrader_config.py says
    run = ClassRun(folders, seconds)
    if not run.students:
        raise GradingError(f"Expected submissions as {folders.submitted('STUDENT')}/, found none.")
    return run
