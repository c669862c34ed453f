"""A sandbox as the process sees it that opens one: a child process, and a socket to talk to it."""

import os
import shutil
import signal
import socket
import sys
import tempfile
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path

from . import isolated as isolation
from . import unisolated
from .child import Job
from .folders import own_folder
from .limits import Limits
from .supervisor import ENDED

__all__ = ["Sandbox"]

USUAL = Limits()


class Sandbox:
    """A forked process that a stranger's code cannot leave.

    Parameters
    ----------
    work : callable
        Runs inside, with the socket to the outside; everything that this process has imported is there already.
    files : mapping of str to bytes
        The working folder, name to content.
    limits : Limits
        What may be used.
    isolated : bool
        Whether the sandbox is a security boundary. If not, the process has limits and a private folder and is ended
        with all that it started, but it may read and write what its user may: only for code that one would run oneself.

    Attributes
    ----------
    connection : socket
        To the inside.
    pid : int
        Process id of the supervisor; 0 once it has ended.

    Raises
    ------
    OSError
        If the kernel does not allow such a sandbox.
    RuntimeError
        If it could not be set up for another reason.
    """

    def __init__(
        self,
        work: Callable[[socket.socket], None],
        files: Mapping[str, bytes],
        limits: Limits = USUAL,
        *,
        isolated: bool = True,
    ):
        outside, inside = socket.socketpair()
        ready, report = os.pipe()
        # or the child, which gets a copy of the buffers, would write what is in them once more
        sys.stdout.flush()
        sys.stderr.flush()
        stage, job = _stage(), Job(work, files, limits, inside, report)
        if isolated:
            isolation.visible_places()  # cached here, so that no child has to look them up
        self._folder = "" if isolated else tempfile.mkdtemp(prefix="submission-", dir=stage)
        self.pid = os.fork()
        if self.pid == 0 and isolated:
            isolation.run(job, stage)
        if self.pid == 0:
            unisolated.run(job, Path(self._folder))
        inside.close()
        os.close(report)
        self.connection = outside
        with os.fdopen(ready, "rb") as file:
            trouble = file.read().decode()
        if trouble:
            self.close()
            # a fault of ours must not look like a kernel that refuses
            raise (OSError if trouble.startswith("OSError") else RuntimeError)(trouble)

    def close(self) -> str:
        """End everything inside and wait for it.

        Returns
        -------
        str
            The limit for which it had been ended before, ``memory`` or ``processes``; empty if for none.
        """
        self.connection.close()
        status = 0
        if self.pid and self._folder:
            unisolated.end(self.pid)
            shutil.rmtree(self._folder, ignore_errors=True)
        elif self.pid:
            os.kill(self.pid, signal.SIGTERM)
            _, status = os.waitpid(self.pid, 0)
        self.pid = 0
        return ENDED.get(os.waitstatus_to_exitcode(status), "")

    def __enter__(self) -> "Sandbox":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


@cache
def _stage() -> Path:
    """A folder over which every isolated sandbox mounts its own root; the others have their private folders in it."""
    folder = own_folder("sandbox")
    folder.chmod(0o711)  # who runs as nobody may go through
    return folder
