"""``mechanics grade ASSIGNMENT``: a whole class, from the submitted notebooks to the gradebook."""

import sys
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from .book import Book, gradebook_of
from .class_run import ClassRun, Handed, write_table
from .entering import Entering
from .grades import Grade
from .records import Records
from .regrade import told, write_changes
from .sandbox import boundary
from .settings import Settings

__all__ = ["GradingError", "grade_assignment"]


class GradingError(Exception):
    """Grading cannot begin; the message says why and how to mend it."""


def grade_assignment(
    assignment: str, root: Path, jobs: int, *, without_boundary: bool = False, apply: bool = False
) -> int:
    """Grade all submissions of an assignment, enter them, and print a summary.

    Marks that would become others although the answers did not change - after a check was mended - are listed, and
    entered only if `apply` says so, or whoever sits at the terminal.

    Parameters
    ----------
    assignment : folder in ``solutions/``
    root : the course, where ``nbgrader_config.py`` lies
    jobs : processes at the same time
    without_boundary : where this machine has no boundary, run the students' code with limits only
    apply : enter also marks that changed by themselves

    Returns
    -------
    int : 0 if every notebook has its grade, 1 if one needs a person, 3 if marks that changed were not entered

    Raises
    ------
    GradingError
        if there is no such assignment, no submission, or no boundary on this machine.
    """
    settings = _settings(root)
    walls = _walls(without_boundary)
    run = _prepared(assignment, root)
    begin, rows = time.monotonic(), []
    try:
        with gradebook_of(*settings.gradebook) as gradebook:
            book = Book(gradebook, assignment, settings.penalty)
            entering = _entering(run, book, settings)
            for handed, result in run.grades(jobs, walls=walls):
                rows.append((handed, result))
                entering.take(handed, result)
                _progress(len(rows), len(run.handed), time.monotonic() - begin)
            applied = _applied(entering, assignment, settings, apply)
    except ValueError as error:
        raise GradingError(str(error)) from None
    table = settings.grading / f"grades-{assignment}.csv"
    write_table(table, rows)
    print(_summary(rows), f"{len(rows)} notebooks of {len(run.students)} students -> {table}", sep="\n")
    if not applied:
        return 3
    return int(any(result.status in ("review", "unreadable", "cut short") for _, result in rows))


def _settings(root: Path) -> Settings:
    try:
        return Settings(root)
    except FileNotFoundError as error:
        raise GradingError(str(error)) from None


def _entering(run: ClassRun, book: Book, settings: Settings) -> Entering:
    grading = settings.grading
    records = Records(grading / "records" / run.source.name)
    return Entering(run.tasks, book, records, grading / "submitted", grading / "autograded")


def _applied(entering: Entering, assignment: str, settings: Settings, apply: bool) -> bool:
    """Whether nothing is held back any more: show what is, ask, and enter it if that is wanted."""
    if not entering.changes:
        return True
    file = settings.grading / f"regrade-{assignment}.csv"
    write_changes(file, entering.changes)
    print(told(entering.changes), f"All of them -> {file}", sep="\n")
    if apply or _agreed():
        entering.apply()
        return True
    print(f"Nothing of this is entered. To enter it: mechanics grade {assignment} --apply")
    return False


def _agreed() -> bool:
    """Ask, where somebody sits at a terminal."""
    if not sys.stdin.isatty():
        return False
    try:
        return input("Enter them? [y/N] ").strip().lower() in ("y", "yes")
    except EOFError:
        return False


def _prepared(assignment: str, root: Path) -> ClassRun:
    source, grading = root / "solutions" / assignment, root / "workspace" / "grading"
    if not source.is_dir():
        known = ", ".join(sorted(path.name for path in (root / "solutions").glob("*") if path.is_dir()))
        raise GradingError(
            f"There is no assignment {assignment!r} in {root / 'solutions'}. There are: {known or 'none'}."
        )
    run = ClassRun(source, grading / "submitted", grading / "results")
    if not run.students:
        raise GradingError(
            f"Expected submissions as {grading / 'submitted'}/STUDENT/{assignment}/, found none."
        )
    return run


def _walls(without_boundary: bool) -> bool:
    """Whether submissions run behind a boundary; without one only where it is asked for and cannot be had."""
    if boundary().holds:
        return True
    if not without_boundary:
        raise GradingError(
            f"This machine cannot keep the code of a submission in: {boundary().reason}. "
            "Grade on Linux, or in a container or virtual machine that allows user namespaces; or, if you would "
            "run this code yourself, with your own rights: --without-boundary"
        )
    print(
        "mechanics: no boundary, as asked for: the students' code has limits, but runs with the rights of a user of "
        "this machine.",
        file=sys.stderr,
    )
    return False


def _progress(done: int, all_of_them: int, seconds: float) -> None:
    """One line that is written over, where somebody looks at it."""
    if sys.stderr.isatty():
        rate = done / seconds if seconds > 0 else 0.0
        left = (all_of_them - done) / rate if rate else 0.0
        end = "\n" if done == all_of_them else ""
        print(
            f"\r{done} of {all_of_them} notebooks, {rate:.1f} a second, {left:.0f} s left   ",
            end=end,
            file=sys.stderr,
        )


def _summary(rows: Sequence[tuple[Handed, Grade]]) -> str:
    """Points and statuses of each task."""
    lines = [f"{'task':32} {'mean':>6} {'of':>4}  status"]
    for task in dict.fromkeys(handed.task for handed, _ in rows):
        results = [result for handed, result in rows if handed.task == task]
        mean = sum(result.points for result in results) / len(results)
        count = Counter(result.status for result in results)
        told = ", ".join(f"{number} {status}" for status, number in count.most_common())
        lines.append(f"{task:32} {mean:6.2f} {results[0].maximum:4g}  {told}")
    return "\n".join(lines)
