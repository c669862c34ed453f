"""What ``nbgrader autograde`` is refused for, before the first submission: nbgrader would tell it of each of them."""

import contextlib
import errno
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from nbgrader.converters import NbGraderException

from .errors import GradingError
from .gradebook_file import patient, refuse_unfit
from .refusals import in_one_sentence
from .submission_folders import SubmissionFolders
from .trial import refuse_broken_checks

__all__ = ["refuse_unfit_course", "told_by_nbgrader"]


@contextlib.contextmanager
def told_by_nbgrader(log: Any) -> Iterator[None]:
    """Let nbgrader end with the sentence of an error instead of a traceback.

    Parameters
    ----------
    log : logging.Logger
        That of nbgrader.

    Raises
    ------
    NbGraderException
        Whose sentence is in the log.
    """
    try:
        with in_one_sentence():
            yield
    except GradingError as error:
        log.error(str(error))
        raise NbGraderException(str(error)) from None


def refuse_unfit_course(course: Any) -> None:
    """Complain where nobody could be graded: gradebook, folders, tasks, checks.

    Parameters
    ----------
    course : nbgrader.coursedir.CourseDirectory
        Layout of the course.

    Raises
    ------
    GradingError, OSError, ValueError
        With what is wrong.
    """
    refuse_unfit(patient(course.db_url))
    folders = SubmissionFolders(course, {"student": ".", "assignment": course.assignment_id})
    for folder in (folders.records().folder, Path(course.format_path(course.autograded_directory, ".", "."))):
        folder.mkdir(parents=True, exist_ok=True)
        if not os.access(folder, os.W_OK | os.X_OK):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(folder))
    refuse_broken_checks(folders.tasks())
