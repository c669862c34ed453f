"""Before ``nbgrader autograde`` begins: submissions that it would pass over, and files that are not where it looks."""

import glob
from pathlib import Path
from typing import Any

from nbgrader.api import Gradebook
from nbgrader.converters import NbGraderException

from .gradebook import Book, Graded
from .grades import missing
from .layout import Layout
from .pages import autograded
from .submission_folders import SubmissionFolders
from .triage_files import Strays
from .whole_files import whole_file

__all__ = ["enter_empty_submissions", "name_strays"]


def name_strays(converter: Any) -> None:
    """Tell of files that may be notebooks, and are not where nbgrader looks; nothing is moved.

    Parameters
    ----------
    converter : nbgrader.converters.Autograde
        At the beginning of a run.
    """
    course = converter.coursedir
    folders = SubmissionFolders(course, {"student": "*", "assignment": course.assignment_id})
    for student, strays in Strays(folders.tasks(), folders.of_assignment).of_class().items():
        if course.student_id in ("*", student):
            for stray in (stray for stray in strays if stray.needs_person):
                how = f" To let it count: {stray.command}" if stray.command else ""
                converter.log.warning("%s: %s is not graded, %s.%s", student, stray.path, stray.what, how)


def enter_empty_submissions(converter: Any) -> None:
    """Enter submissions without any notebook of the right name, for which nbgrader would give no grade.

    Parameters
    ----------
    converter : nbgrader.converters.Autograde
        At the beginning of a run.
    """
    course = converter.coursedir
    if course.notebook_id != "*":
        return
    excluded = course.student_id_exclude.split(",")
    found = {
        Path(folder): folder for folder in glob.glob(converter._format_source(course.assignment_id, course.student_id))
    }
    for student in Layout(course).of(course.assignment_id).students():
        names = {"student": student, "assignment": course.assignment_id}
        folders = SubmissionFolders(course, names)
        if folders.submitted not in found or student in excluded:
            continue
        if any((folders.submitted / f"{task.name}.ipynb").exists() for task in folders.tasks()):
            continue
        converter.assignments.pop(found[folders.submitted], None)
        converter.log.warning("%s has handed in no notebook under its expected name.", student)
        _enter_nothing(folders, course, names)


def _enter_nothing(folders: SubmissionFolders, course: Any, names: dict[str, str]) -> None:
    grades = [folders.noticed(None, missing(task)) for task in folders.tasks()]
    try:
        with Gradebook(course.db_url, course.course_id) as book:
            Book(book, names["assignment"]).enter(Graded(names["student"], grades))
    except ValueError as error:
        raise NbGraderException(str(error)) from None
    folders.autograded.mkdir(parents=True, exist_ok=True)
    for task, nothing in zip(folders.tasks(), grades, strict=True):
        with whole_file(folders.autograded / f"{task.name}.ipynb") as page:
            page.write(autograded(task, None, nothing))
