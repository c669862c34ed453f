"""A sandbox as the process sees it that opens one: a child process, and a socket to talk to it."""

import os
import shutil
import signal
import socket
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from pathlib import Path

from . import isolated as isolation
from . import linux, unisolated
from .child import Job
from .folders import own_folder
from .limits import Limits
from .together import exceeded

__all__ = ["Sandbox", "own_stage"]

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
    processes : int or None
        File descriptor of its ``/proc``, which lists the processes inside and no others; None if it is not isolated.
    pid : int
        Process id of the process 1 inside, or of the supervisor if it is not isolated; 0 once it has ended.

    Raises
    ------
    OSError
        If the kernel does not allow such a sandbox. An ordinary user can open one that is isolated only after
        `mechanics.grading.sandbox.isolated.enter_own_processes`.
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
        self.connection, inside = socket.socketpair()
        ready, report = socket.socketpair()
        # or the child, which gets a copy of the buffers, would write what is in them once more
        sys.stdout.flush()
        sys.stderr.flush()
        self._limits, self._exceeded = limits, ""
        self.processes: int | None = None
        stage, job = _stage(), Job(work, files, limits, inside, report)
        if isolated:
            isolation.visible_places()  # cached here, so that no child has to look them up
        self._folder = "" if isolated else tempfile.mkdtemp(prefix="submission-", dir=stage)
        self.pid = linux.forked_into_own_processes() if isolated else os.fork()
        if self.pid == 0 and isolated:
            isolation.run(job, stage)
        if self.pid == 0:
            unisolated.run(job, Path(self._folder))
        inside.close()
        report.close()
        trouble = self._told(ready)
        if trouble:
            self.close()
            # a fault of ours must not look like a kernel that refuses
            raise (OSError if trouble.startswith("OSError") else RuntimeError)(trouble)

    def _told(self, ready: socket.socket) -> str:
        """Why the sandbox could not be set up, empty if it could; takes its /proc."""
        text = b""
        with ready:
            while True:
                piece, folders, _, _ = socket.recv_fds(ready, 1000, 1)
                if not piece:
                    return text.decode()
                if folders:
                    (self.processes,) = folders
                else:
                    text += piece

    def interrupt(self) -> None:
        """Interrupt what runs inside; code that does not care has to be ended."""
        if self.pid:
            os.kill(self.pid, signal.SIGALRM)

    def watch(self) -> None:
        """End an isolated sandbox whose processes together use too much; to be called now and then."""
        if self.processes is not None and not self._exceeded:
            self._exceeded = exceeded(self.processes, self._limits)
            if self._exceeded:
                os.kill(self.pid, signal.SIGKILL)  # to process 1: the kernel ends all others with it

    def close(self) -> str:
        """End everything inside and wait for it.

        Returns
        -------
        str
            The limit for which it was ended, ``memory`` or ``processes``; empty if for none.
        """
        self.connection.close()
        if self.pid and self._folder:
            unisolated.end(self.pid)
            shutil.rmtree(self._folder, ignore_errors=True)
        elif self.pid:
            self.watch()
            os.kill(self.pid, signal.SIGKILL)
            os.waitpid(self.pid, 0)
        if self.processes is not None:
            os.close(self.processes)
        self.pid, self.processes = 0, None
        return self._exceeded

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


@contextmanager
def own_stage() -> Iterator[None]:
    """For a process that ends without its exit handlers: a folder of its own, removed at the end.

    A fork knows the folder of the process that it comes from, which is still in use there.
    """
    _stage.cache_clear()
    try:
        yield
    finally:
        if _stage.cache_info().currsize:
            shutil.rmtree(_stage(), ignore_errors=True)
