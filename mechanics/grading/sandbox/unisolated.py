"""The child process where the kernel grants no isolation: limits, a private folder, and an end for all it started.

This is no security boundary: the code inside may read and write whatever its user may, and use the network. It is for
graders who would run the code themselves, or do so in a container or virtual machine that holds nothing else.
"""

import contextlib
import os
import signal
import socket
import sys
import time
from pathlib import Path
from typing import NoReturn

from . import linux
from .child import NOBODY, Job, become_nobody, can_become_nobody, clean_environment, prepare_and_work
from .folders import write_file
from .limits import apply_limits, close_inherited
from .usage import descendants

__all__ = ["end", "run"]

PATIENCE = 5.0  # seconds until a process that does not end is left to its fate


def run(job: Job, folder: Path) -> NoReturn:
    """In the forked child: limit it, do the work, and end with everything it has started.

    Parameters
    ----------
    job : Job
        What to do.
    folder : Path
        An empty folder, which becomes home and the place for temporary files.
    """
    prepare_and_work(job, lambda: _limit(job, folder))


def end(pid: int) -> None:
    """From outside: tell the supervisor to end its sandbox, and end both by force where it does not obey.

    Parameters
    ----------
    pid : int
        Process id of the supervisor, a child of this process.
    """
    for number in (signal.SIGTERM, signal.SIGCONT):  # it may have been stopped
        os.kill(pid, number)
    deadline = time.monotonic() + 1.5 * PATIENCE
    while time.monotonic() < deadline:
        if os.waitpid(pid, os.WNOHANG) != (0, 0):
            return
        time.sleep(0.002)
    for below in [*descendants(pid), pid]:
        _kill(below)
    os.waitpid(pid, 0)


def _limit(job: Job, folder: Path) -> None:
    """Limit a second process, which returns; this one supervises it, because no namespace ends what that starts."""
    os.setsid()
    close_inherited(job.connection.fileno(), job.report.fileno())
    # before the fork, or one that comes at once would end the supervisor
    signal.signal(signal.SIGALRM, signal.SIG_IGN)
    if second := os.fork():
        job.connection.close()
        _supervise(second, job.report)
    for name, content in job.files.items():
        write_file(folder, name, content)
    os.chdir(folder)
    if sys.platform == "linux":
        if can_become_nobody():
            _leave_root(folder)
        # not before: a change of user takes it back
        linux.die_with_parent()
    clean_environment(folder, folder)
    apply_limits(job.limits, _tasks_of_user())


def _leave_root(folder: Path) -> None:
    """Become nobody: no limit on processes holds for root."""
    for place in (folder, *folder.rglob("*")):
        os.chown(place, NOBODY, NOBODY)
    become_nobody()
    if not all(os.access(place, os.R_OK | os.X_OK) for place in (sys.prefix, Path(__file__).parent)):
        raise PermissionError(f"only root may read {sys.prefix}; without a boundary, grade as an ordinary user")


def _tasks_of_user() -> int:
    """Processes and threads that run for this user, which count towards the limit of processes."""
    count = 0
    for process in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            if process.stat().st_uid == os.getuid():
                count += len(os.listdir(process / "task"))
    return count


def _supervise(second: int, report: socket.socket) -> NoReturn:
    """In the first child: wait for the end of the second one or of the grader; then nothing may be left."""
    signal.signal(signal.SIGTERM, _finish)
    signal.signal(
        signal.SIGALRM, lambda *_: os.kill(second, signal.SIGALRM)
    )  # the time is up; see `ForkServer.interrupt`
    if sys.platform == "linux":
        # or a process whose parent has ended would become a child of init, and nobody would find it
        linux.adopt_orphans()
        linux.die_with_parent(signal.SIGTERM)
    report.close()
    os.waitpid(second, 0)
    _finish()


def _finish(*_: object) -> NoReturn:
    """End everything below this process, then itself; asked for once more while it does so, it begins anew."""
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    _end_all()
    os.killpg(0, signal.SIGKILL)
    os._exit(0)


def _end_all() -> None:
    """Kill every process below this one; one that is orphaned by that becomes its child and is found the next time."""
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        for pid in descendants(os.getpid()):
            _kill(pid)
        try:
            while os.waitpid(-1, os.WNOHANG) != (0, 0):
                pass
        except ChildProcessError:
            return
        time.sleep(0.001)


def _kill(pid: int) -> None:
    with contextlib.suppress(ProcessLookupError):
        os.kill(pid, signal.SIGKILL)
