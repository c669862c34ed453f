"""Totals of a course from its gradebook, and the table of them."""

from collections.abc import Sequence
from pathlib import Path

from nbgrader.api import Gradebook

from .gradebook import Book
from .gradebook_session import open_gradebook
from .semester import read_semester
from .settings import Settings
from .table import Table, write_rows
from .totals import Total, as_rows, totals_of

__all__ = ["current_totals", "table_of_totals", "write_totals"]


def table_of_totals(root: Path) -> str:
    """Compute all totals, write ``totals.csv``, and show them.

    Parameters
    ----------
    root : Path
        Folder of the course, with ``nbgrader_config.py``.

    Returns
    -------
    str
        What is printed.

    Raises
    ------
    ValueError
        If there is no course, or the semester does not fit the gradebook.
    """
    settings = _settings(root)
    with open_gradebook(*settings.gradebook) as gradebook:
        totals = current_totals(gradebook, settings)
    if not totals:
        raise ValueError("Expected students in the gradebook, found none. Import them: nbgrader db student import FILE")
    path = write_totals(settings.grading / "totals.csv", totals)
    rows = [{name: value for name, value in row.items() if name != "email"} for row in as_rows(totals)]
    return f"{Table(tuple(rows[0]), [tuple(row.values()) for row in rows])!r}\n{len(totals)} students -> {path}"


def current_totals(gradebook: Gradebook, settings: Settings) -> list[Total]:
    """Bring the deadlines of single students into the gradebook, and compute all totals.

    Parameters
    ----------
    gradebook : nbgrader.api.Gradebook
        An open gradebook.
    settings : Settings
        Of the course.

    Returns
    -------
    list of Total
        Of all students, sorted by name.
    """
    semester = read_semester(settings.grading)
    due = {each.name: each.duedate for each in gradebook.assignments}
    semester.check(due, {student.id for student in gradebook.students})
    for name in due:
        if of := semester.of(name):
            Book(gradebook, name, settings.penalty, of).grant_deadlines()
    return totals_of(gradebook, semester)


def write_totals(path: Path, totals: Sequence[Total]) -> Path:
    """Write totals as CSV.

    Parameters
    ----------
    path : Path
        The file.
    totals : sequence of Total
        At least one.

    Returns
    -------
    Path
        The same.
    """
    rows = as_rows(totals)
    write_rows(path, list(rows[0]), rows)
    return path


def _settings(root: Path) -> Settings:
    try:
        return Settings(root)
    except FileNotFoundError as error:
        raise ValueError(str(error)) from None
