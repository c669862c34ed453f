"""``mechanics grade ASSIGNMENT``: a whole class, from the submitted notebooks to the gradebook."""

import sys
import time
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from pathlib import Path

from .book import enter, gradebook_of
from .class_run import ClassRun, Handed, write_table
from .grades import Grade
from .pages import autograded
from .sandbox import boundary

__all__ = ["GradingError", "grade_assignment"]

COURSE = "mechanics"


class GradingError(Exception):
    """Grading cannot begin; the message says why and how to mend it."""


def grade_assignment(assignment: str, root: Path, jobs: int, *, without_boundary: bool = False) -> int:
    """Grade all submissions of an assignment, enter them, and print a summary.

    Parameters
    ----------
    assignment : folder in ``solutions/``
    root : the course, where ``nbgrader_config.py`` lies
    jobs : processes at the same time
    without_boundary : where this machine has no boundary, run the students' code with limits only

    Returns
    -------
    int : 0 if every notebook has its grade, 1 if one needs a person

    Raises
    ------
    GradingError
        if there is no such assignment, no submission, or no boundary on this machine.
    """
    walls = _walls(without_boundary)
    run = _prepared(assignment, root)
    begin, rows = time.monotonic(), []
    for handed, result in run.grades(jobs, walls=walls):
        rows.append((handed, result))
        _progress(len(rows), len(run.handed), time.monotonic() - begin)
    _enter_all(assignment, root, run, rows)
    table = root / "workspace" / "grading" / f"grades-{assignment}.csv"
    write_table(table, rows)
    print(_summary(rows), f"{len(rows)} notebooks of {len(run.students)} students -> {table}", sep="\n")
    return int(any(result.status in ("review", "unreadable", "cut short") for _, result in rows))


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


def _enter_all(assignment: str, root: Path, run: ClassRun, rows: Sequence[tuple[Handed, Grade]]) -> None:
    grades: dict[str, list[Grade]] = defaultdict(list)
    for handed, result in rows:
        grades[handed.student].append(result)
    address = f"sqlite:///{root / 'workspace' / 'grading' / 'gradebook.db'}"
    with gradebook_of(address, COURSE) as gradebook:
        for student in run.students:
            try:
                enter(gradebook, assignment, student, grades[student])
                _write_pages(
                    root / "workspace" / "grading" / "autograded" / student / assignment, run, student, grades
                )
            except ValueError as error:
                raise GradingError(str(error)) from None


def _write_pages(folder: Path, run: ClassRun, student: str, grades: Mapping[str, Sequence[Grade]]) -> None:
    """The notebooks that formgrader and feedback show."""
    folder.mkdir(parents=True, exist_ok=True)
    tasks = {task.name: task for task in run.tasks}
    contents = {handed.task: handed.content for handed in run.handed if handed.student == student}
    for result in grades[student]:
        text = autograded(tasks[result.task], contents[result.task], result)
        (folder / f"{result.task}.ipynb").write_text(text, encoding="utf-8")


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
