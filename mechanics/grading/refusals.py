"""What cannot be done ends in one sentence: whatever went wrong is turned into a `GradingError`."""

import contextlib
import errno
import sqlite3
import sys
import traceback
from collections.abc import Iterator
from pathlib import Path

from .errors import GradingError

__all__ = ["config_sentence", "file_sentence", "in_one_sentence"]

CONFIG = "nbgrader_config.py"
AGAIN = "then start the same command again: what was finished is kept"
FULL = f"Free some space, {AGAIN}."
IN_THE_WAY = f"Rename or remove what is in the way, {AGAIN}."
RIGHTS = f"Give yourself the rights to it, {AGAIN}."
FIXES = {
    errno.ENOSPC: FULL,
    errno.EDQUOT: FULL,
    errno.EFBIG: FULL,
    **dict.fromkeys((errno.EEXIST, errno.ENOTDIR, errno.EISDIR, errno.ENOTEMPTY), IN_THE_WAY),
    **dict.fromkeys((errno.EACCES, errno.EPERM, errno.EROFS), RIGHTS),
    errno.ENOENT: f"Put it back, {AGAIN}.",
}


@contextlib.contextmanager
def in_one_sentence() -> Iterator[None]:
    """Around all that a command does: an error of files, database or settings becomes a `GradingError`.

    What nobody has foreseen passes: the command line tells of it, see `mechanics.cli.main`.

    Raises
    ------
    GradingError
        With one sentence, and how to go on.
    """
    try:
        yield
    except GradingError:
        raise
    except SystemExit as error:
        if not (place := _line_of_config(error)):
            raise
        raise GradingError(config_sentence(error, place)) from error
    except Exception as error:
        sentence = _sentence(error)
        if not sentence:
            raise
        raise GradingError(sentence) from error


def _sentence(error: Exception) -> str:
    """What happened, as far as it is known; nbgrader hides errors of its database behind others of its own."""
    if place := _line_of_config(error):
        return config_sentence(error, place)
    chain: BaseException | None = error
    while chain:
        if _is_of_database(chain):
            from .gradebook_file import database_sentence  # needs nbgrader, which takes seconds to import

            return database_sentence(chain)
        chain = chain.__cause__ or chain.__context__
    if isinstance(error, OSError):
        return file_sentence(error)
    if isinstance(error, MemoryError):
        return f"The memory of this machine is used up. Give it fewer --jobs, {AGAIN}."
    if _is(error, "traitlets", "TraitError"):
        return config_sentence(error)
    return str(error) if isinstance(error, ValueError) else ""


def file_sentence(error: OSError) -> str:
    """What an error of a file means.

    Parameters
    ----------
    error : OSError
        What was raised.

    Returns
    -------
    str
        A sentence that names the file.
    """
    if error.errno is None:
        return str(error)  # a sentence of this library
    path = error.filename2 or error.filename
    said = error.strerror or str(error)
    fix = FIXES.get(error.errno or 0, f"Check the disk, {AGAIN}." if path else "")
    return f"{said[:1].upper()}{said[1:]}{f': {path}' if path else ''}. {fix}".rstrip()


def config_sentence(error: BaseException, line: str = "") -> str:
    """What is wrong with the settings of a course.

    Parameters
    ----------
    error : Exception
        What reading or using them raised.
    line : str
        Where, if known.

    Returns
    -------
    str
        A sentence.
    """
    said = str(error.msg if isinstance(error, SyntaxError) else error).strip().splitlines()
    name = "" if _is(error, "traitlets", "TraitError") else f"{type(error).__name__}: "
    what = said[0].rstrip(".") if said else "it ends the program"
    return f"{line or CONFIG} cannot be used: {name}{what}. Correct it there."


def _line_of_config(error: BaseException) -> str:
    """File and line of the settings in which an error was raised; empty if it was elsewhere."""
    if isinstance(error, SyntaxError) and Path(error.filename or "").name == CONFIG:
        return f"{error.filename}, line {error.lineno},"
    frames = [frame for frame in traceback.extract_tb(error.__traceback__) if Path(frame.filename).name == CONFIG]
    return f"{frames[-1].filename}, line {frames[-1].lineno}," if frames else ""


def _is_of_database(error: BaseException) -> bool:
    return isinstance(error, sqlite3.Error) or _is(error, "sqlalchemy.exc", "DBAPIError")


def _is(error: BaseException, module: str, name: str) -> bool:
    """Whether an error is of a class of a module, which is not imported for that."""
    kind = getattr(sys.modules.get(module), name, None)
    return isinstance(kind, type) and isinstance(error, kind)
