"""The first process of a room, outside of it: it ends the room when told to, and when all in it hold too much memory.

The limit of one process says nothing of sixty-four. The kernel could count them together (cgroups), but only where an
administrator lets it.
"""

import contextlib
import os
import signal
from collections.abc import Callable
from pathlib import Path
from typing import NoReturn

__all__ = ["begin_to_watch", "watch"]

EVERY = 0.1  # seconds
PROC = Path("/proc")
_AWAITED = (signal.SIGCHLD, signal.SIGTERM) if os.name == "posix" else ()


def begin_to_watch() -> Callable[[], None]:
    """Keep the signals that `watch` waits for; the second process calls what is returned, to get its own again."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, _AWAITED)

    def end() -> None:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)

    return end


def watch(second: int, memory: int) -> NoReturn:
    """End with the second process, which is process 1 of the room and ends only after all others in there.

    Parameters
    ----------
    second : its number out here
    memory : bytes that all together may hold
    """
    while True:
        got = signal.sigtimedwait(_AWAITED, EVERY)
        if (got and got.si_signo == signal.SIGTERM) or _held() > memory:
            os.kill(second, signal.SIGKILL)
        if os.waitpid(second, os.WNOHANG) != (0, 0):
            os._exit(0)


def _held() -> int:
    """Bytes of memory that the processes of the room hold, if there are several; what they share counts once.

    The file system of this process is already that of the room, whose /proc does not show it.
    """
    if (PROC / "self").exists():  # not furnished yet
        return 0
    processes = [name for name in os.listdir(PROC) if name.isdigit()]
    return sum(map(_share, processes)) if len(processes) > 1 else 0


def _share(process: str) -> int:
    """Bytes of one process, shared pages in equal parts; all of its pages where it does not let itself be read."""
    with contextlib.suppress(OSError, StopIteration, ValueError):
        lines = (PROC / process / "smaps_rollup").read_text().splitlines()
        return 1024 * next(int(line.split()[1]) for line in lines if line.startswith("Pss:"))
    with contextlib.suppress(OSError, ValueError, IndexError):
        return 4096 * int((PROC / process / "statm").read_text().split()[1])
    return 0
