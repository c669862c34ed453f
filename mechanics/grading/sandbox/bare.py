"""A room without walls, for machines whose kernel grants none: limits, a private folder, and an end for all it started.

This is no boundary: the code inside may read and write whatever its user may, and use the network. It is for graders
who would run the code themselves, or do so in a container or virtual machine that holds nothing else.
"""

import contextlib
import os
import signal
import socket
import sys
import tempfile
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import NoReturn

from . import linux
from .process import Limits, close_all_but, limit

__all__ = ["end", "first"]

NOBODY = 65534
PATIENCE = 5.0  # seconds until a process that does not end is left to its fate


def first(
    work: Callable[[socket.socket], None],
    files: Mapping[str, bytes],
    limits: Limits,
    inside: socket.socket,
    done: int,
    folder: Path,
) -> NoReturn:
    """In the child: watch over a second child that does the work, and end with everything it has started."""
    try:
        os.setsid()
        close_all_but(inside.fileno(), done)
        if second := os.fork():
            inside.close()
            _watch(second, done)
        _furnish(files, folder)
        limit(limits, _tasks_of_user())
    except BaseException as error:
        kind = "OSError" if isinstance(error, OSError) else type(error).__name__
        os.write(done, f"{kind}: {error}".encode()[:1000])
        os._exit(1)
    os.close(done)
    try:
        work(inside)
    finally:
        os._exit(0)


def end(pid: int) -> None:
    """From outside: tell the watching process to end its room, and end it by force where it does not obey."""
    for number in (signal.SIGTERM, signal.SIGCONT):  # it may have been stopped
        os.kill(pid, number)
    deadline = time.monotonic() + 1.5 * PATIENCE
    while time.monotonic() < deadline:
        if os.waitpid(pid, os.WNOHANG) != (0, 0):
            return
        time.sleep(0.002)
    for below in [*_descendants(pid), pid]:
        _kill(below)
    os.waitpid(pid, 0)


def _watch(second: int, done: int) -> NoReturn:
    """In the first child: wait for the end of the second one or of the grader; then nothing may be left."""
    signal.signal(signal.SIGTERM, _finish)
    if sys.platform == "linux":
        linux.adopt_orphans()
        linux.die_with_parent(signal.SIGTERM)
    os.close(done)
    os.waitpid(second, 0)
    _finish()


def _finish(*_: object) -> NoReturn:
    """End everything below this process, then itself; asked for once more while it does so, it begins anew."""
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    _end_all()
    os.killpg(0, signal.SIGKILL)
    os._exit(0)


def _end_all() -> None:
    """Kill what lives below this process; whatever loses its parent comes here and is found in the next round."""
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        for pid in _descendants(os.getpid()):
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


def _descendants(pid: int) -> list[int]:
    """Processes below one, as far as /proc tells."""
    children: dict[int, list[int]] = {}
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            parent = int(stat.read_text(errors="replace").rpartition(")")[2].split()[1])
            children.setdefault(parent, []).append(int(stat.parent.name))
    found = list(children.get(pid, []))
    for below in found:  # grows while it is read
        found += children.get(below, [])
    return found


def _leave_root(folder: Path) -> None:
    """Become nobody: no limit on processes holds for root."""
    for place in (folder, *folder.iterdir()):
        os.chown(place, NOBODY, NOBODY)
    os.setgroups([])
    os.setresgid(NOBODY, NOBODY, NOBODY)
    os.setresuid(NOBODY, NOBODY, NOBODY)
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


def _furnish(files: Mapping[str, bytes], folder: Path) -> None:
    """Files in the private folder, which is home and the place for what is temporary."""
    for name, content in files.items():
        (folder / name).write_bytes(content)
    os.chdir(folder)
    if sys.platform == "linux":
        if os.getuid() == 0 and linux.knows_user(NOBODY):
            _leave_root(folder)
        linux.die_with_parent()  # not before: a change of user takes it back
    os.environ.clear()
    os.environ.update(HOME=str(folder), PATH="/usr/bin:/bin", TMPDIR=str(folder), LANG="C.UTF-8")
    tempfile.tempdir = None
