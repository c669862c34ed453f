"""``mechanics grade ASSIGNMENT``: a whole class, from the submitted notebooks to the gradebook."""

import sys
from functools import cache
from pathlib import Path

from nbgrader.api import Gradebook

from .autograde import SafeExecute
from .class_run import ClassRun, Engine
from .class_table import Tables, tables_of, write_tables
from .engines import engine_for
from .entering import Entering
from .errors import GradingError
from .folder_lock import alone_in
from .gradebook import Book
from .gradebook_session import open_gradebook
from .handed_in_time import time_of
from .progress import Progress
from .records import Records
from .refusals import in_one_sentence
from .regrade import describe, write_changes
from .semester import Semester, read_semester
from .settings import Settings
from .summary import summary
from .triage import Findings, sections_of, short, write_page
from .triage_files import Stray, Strays
from .triage_notices import Notices, accept

__all__ = ["GradingError", "grade_assignment"]

INTERRUPTED = 130  # exit code of shells for Ctrl-C
PAUSE = 1.0  # seconds between two transactions of the gradebook


@in_one_sentence()
def grade_assignment(
    assignment: str,
    root: Path,
    jobs: int,
    *,
    scheduler: str = "",
    without_boundary: bool = False,
    apply: bool = False,
    accepting: bool = False,
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
    accepting : bool
        Copy files that seem to be missing notebooks to where they are graded.

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
    run, looking = _prepared(assignment, settings, accepting)
    progress = Progress(run.size)
    try:
        with alone_in(run.results.parent), open_gradebook(*settings.gradebook) as gradebook:
            semester = _semester(settings, gradebook, run.students)
            book = Book(gradebook, assignment, settings.penalty, semester.of(assignment))
            records = Records(run.folders.records)
            strays = cache(lambda student: list(looking.of(student)))  # found while the class is graded
            notices = Notices(strays, run.folders, semester.hint_cost)
            book.refuse_changed(run.tasks)
            entering = Entering(run.tasks, book, records, run.folders, PAUSE)
            with engine_for(run.assignment, jobs, scheduler, without_boundary=without_boundary) as engine:
                is_sound = _graded(run, engine, entering, notices, progress)
            run.forget_others()
            applied = _applied(entering, assignment, settings, apply)
            tables = tables_of(book, records, run.folders)
            file = write_tables(settings.grading, assignment, tables)
    except KeyboardInterrupt:
        print(_stopped(progress, run, assignment), file=sys.stderr)
        return INTERRUPTED
    print(summary(tables.notebooks), progress.summary(), f"{len(run.students)} students -> {file}", sep="\n")
    found = {student: strays(student) for student in looking.students()}
    print(_triage(run, found, tables, entering, book.has_deadline))
    return int(not is_sound) if applied else 3


def _graded(run: ClassRun, engine: Engine, entering: Entering, notices: Notices, progress: Progress) -> bool:
    """Enter each grade when it is ready; whether none of them needs a look."""
    is_sound = True
    for handed, graded, now in run.grades(engine):
        result = notices.added(handed, graded)
        entering.take(handed, result)
        is_sound = is_sound and not result.needs_a_look
        progress.count(graded=now)
    entering.finish()
    progress.end()
    return is_sound


def _triage(
    run: ClassRun, strays: dict[str, list[Stray]], tables: Tables, entering: Entering, has_deadline: bool
) -> str:
    """Write the page of what a person has to look at; the same in short."""
    name = run.folders.assignment
    times = {student: time_of(run.folders.submitted(student)) for student in run.students}
    found = Findings(name, tables, strays, times, entering.written, has_deadline)
    sections, page = sections_of(found), run.folders.layout.grading / f"triage-{name}.html"
    write_page(page, name, sections)
    return short(sections, page)


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
    changes = sorted(entering.changes, key=lambda change: (change.student, change.task))
    write_changes(file, changes)
    print(describe(changes), f"All of them -> {file}", sep="\n")
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


def _prepared(assignment: str, settings: Settings, accepting: bool) -> tuple[ClassRun, Strays]:
    """The run, and what looks for files of its students that are not where grading looks."""
    folders = settings.layout.of(assignment)
    if not folders.source.is_dir():
        known = ", ".join(settings.layout.assignments())
        raise GradingError(
            f"There is no assignment {assignment!r}: expected its folder {folders.source}. There are: "
            f"{known or 'none'}."
        )
    seconds = SafeExecute(config=settings.config).seconds  # as nbgrader_config.py says
    run = ClassRun(folders, seconds, numbers=settings.numbers(assignment).line)
    looking = Strays(run.tasks, folders)
    if accepting:
        strays = [stray for found in looking.of_class().values() for stray in found]
        print("\n".join(accept(strays) or ["Nothing to accept."]))
        looking = Strays(run.tasks, folders)
        run.include(folders.students())
    without = set(looking.students()).difference(run.students)  # the others are looked at while they are graded
    run.include(student for student in without if any(stray.needs_person for stray in looking.of(student)))
    if not run.students:
        raise GradingError(f"Expected submissions as {folders.submitted('STUDENT')}/, found none.")
    return run, looking
