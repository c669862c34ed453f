"""The child process of a sandbox, isolated or not: it is prepared, does its work, and never returns."""

import os
import socket
import tempfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import NoReturn

from . import linux
from .limits import Limits

__all__ = ["NOBODY", "Job", "become_nobody", "can_become_nobody", "clean_environment", "prepare_and_work"]

NOBODY = 65534


@dataclass(frozen=True)
class Job:
    """What the child process of a sandbox is given.

    Attributes
    ----------
    work, files, limits
        As in `mechanics.grading.sandbox.sandbox.Sandbox`.
    connection : socket
        The inner end of the connection, handed to `work`.
    report : socket
        By which the other side learns why the sandbox could not be set up. Closed without a word, it says that the work
        begins.
    """

    work: Callable[[socket.socket], None]
    files: Mapping[str, bytes]
    limits: Limits
    connection: socket.socket
    report: socket.socket


def prepare_and_work(job: Job, prepare: Callable[[], None]) -> NoReturn:
    """Prepare this process, do the work in it, and end it; where it cannot be prepared, nothing is run.

    Parameters
    ----------
    job : Job
        What to do.
    prepare : callable
        Isolates or limits this process; where it is not isolated, the first process forks in there and supervises the
        second, which returns.
    """
    try:
        prepare()
    except BaseException as error:  # whatever it is: a stranger's code must not run in half a sandbox
        kind = "OSError" if isinstance(error, OSError) else type(error).__name__
        try:
            job.report.sendall(f"{kind}: {error}".encode()[:1000])
        finally:
            os._exit(1)  # as below: an exception would run on in a second copy of the grader's program
    job.report.close()
    try:
        job.work(job.connection)
    finally:
        os._exit(0)


def can_become_nobody() -> bool:
    """Whether this process is root and there is a user without rights to change to."""
    return os.getuid() == 0 and linux.knows_user(NOBODY)


def become_nobody() -> None:
    """Change from root to the user without rights; the groups first, because afterwards that is forbidden."""
    os.setgroups([])
    os.setresgid(NOBODY, NOBODY, NOBODY)
    os.setresuid(NOBODY, NOBODY, NOBODY)


def clean_environment(home: Path, temporary: Path) -> None:
    """Remove the environment variables of the grader: there may be tokens and passwords among them.

    Parameters
    ----------
    home, temporary : Path
        Home folder, and folder for temporary files.
    """
    os.environ.clear()
    os.environ.update(HOME=str(home), PATH="/usr/bin:/bin", TMPDIR=str(temporary), LANG="C.UTF-8")
    tempfile.tempdir = None  # or tempfile would remember the folder of the grader
