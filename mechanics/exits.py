"""How a command ends: with its exit code, or with one sentence and the exit code 2; never with a traceback."""

import contextlib
import errno
import os
import sys
import traceback
from collections.abc import Callable
from pathlib import Path

from mechanics.workspace import WorkspaceError

__all__ = ["IMPOSSIBLE", "STOPPED", "exit_code"]

IMPOSSIBLE, STOPPED = 2, 130
DETAILS = "MECHANICS_TRACEBACK"
CANCELLED = "CancelledError"  # of asyncio: what Ctrl-C becomes where a kernel is waited for
OUTPUT = (errno.EPIPE, errno.ENOSPC, errno.EIO)


def exit_code(run: Callable[[], int]) -> int:
    """Run a command.

    Parameters
    ----------
    run : callable
        What it does; returns its exit code.

    Returns
    -------
    int
        The exit code; 2 where the command was not possible, 130 where Ctrl-C has stopped it.
    """
    try:
        code = run()
        sys.stdout.flush()  # now, where a full disk or a closed pipe can still be told
        return code
    except BaseException as error:
        if isinstance(error, KeyboardInterrupt) or type(error).__name__ == CANCELLED:
            _tell("stopped.")
            return STOPPED
        if not isinstance(error, Exception):
            raise
        if os.environ.get(DETAILS):
            traceback.print_exc()
        _tell(_sentence(error))
        _drop_output(error)
        return IMPOSSIBLE


def _sentence(error: Exception) -> str:
    if isinstance(error, WorkspaceError):
        return str(error)
    said = str(error).strip().splitlines()
    if isinstance(error, OSError) and error.filename is None and error.errno in OUTPUT:
        return f"the output could not be written ({error.strerror})."
    if isinstance(error, OSError) and not error.filename:
        return f"{error.strerror or error}. Is the folder in which you are still there, and the disk in order?"
    if isinstance(error, OSError):
        return f"{error.strerror}: {error.filename2 or error.filename}. Correct that, then start again."
    last = traceback.extract_tb(error.__traceback__)[-1]
    return (
        f"stopped by an error that it should have foreseen, {type(error).__name__} in {Path(last.filename).name}, line "
        f"{last.lineno}{': ' if said else ''}{said[0] if said else ''}. Please report it, with what is printed after "
        f"setting {DETAILS}=1."
    )


def _tell(sentence: str) -> None:
    with contextlib.suppress(OSError, ValueError):  # there may be nobody to be told
        print(f"mechanics: {sentence}", file=sys.stderr, flush=True)


def _drop_output(error: Exception) -> None:
    """What could not be written must not be tried again at the end of Python, which would end with another code."""
    if isinstance(error, OSError):
        with contextlib.suppress(OSError, ValueError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
