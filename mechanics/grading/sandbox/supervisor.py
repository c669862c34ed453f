"""The supervisor of an isolated sandbox: ends it when told to, and when all in it together hold too much memory.

The kernel's limit of memory is one of each process, and says nothing of sixty-four of them. Control groups would count
them together, but only an administrator can hand one to an ordinary user; therefore the supervisor adds them up.
"""

import contextlib
import os
import signal
from collections.abc import Callable
from pathlib import Path
from typing import NoReturn

__all__ = ["block_signals", "supervise"]

EVERY = 0.1  # seconds
PROC = Path("/proc")
_AWAITED = (signal.SIGCHLD, signal.SIGTERM) if os.name == "posix" else ()


def block_signals() -> Callable[[], None]:
    """Keep the signals that `supervise` waits for, so that none is lost before it does.

    Returns
    -------
    callable
        Gives the second process its own signals again, which inherits the blocked ones.
    """
    before = signal.pthread_sigmask(signal.SIG_BLOCK, _AWAITED)

    def unblock() -> None:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)

    return unblock


def supervise(second: int, memory: int) -> NoReturn:
    """End with the second process, which is process 1 of the sandbox and ends only after all others in there.

    Parameters
    ----------
    second : int
        Its process id, as seen from out here.
    memory : int
        Bytes that all processes of the sandbox together may hold.
    """
    while True:
        got = signal.sigtimedwait(_AWAITED, EVERY)
        if (got and got.si_signo == signal.SIGTERM) or _held() > memory:
            os.kill(second, signal.SIGKILL)  # to process 1: the kernel ends all others with it
        if os.waitpid(second, os.WNOHANG) != (0, 0):
            os._exit(0)


def _held() -> int:
    """Bytes of memory that the processes of the sandbox hold, if there are several; what they share counts once.

    The supervisor shares the mount namespace of the sandbox, so that pivot_root changes its root, too. From then on its
    /proc is that of the sandbox, which lists the processes in there and not the supervisor itself.
    """
    if (PROC / "self").exists():  # still the /proc of the grader
        return 0
    processes = [name for name in os.listdir(PROC) if name.isdigit()]
    return sum(map(_share, processes)) if len(processes) > 1 else 0


def _share(process: str) -> int:
    """Bytes of one process, shared pages in equal parts; all of its pages if it cannot be read."""
    with contextlib.suppress(OSError, StopIteration, ValueError):
        lines = (PROC / process / "smaps_rollup").read_text().splitlines()
        return 1024 * next(int(line.split()[1]) for line in lines if line.startswith("Pss:"))
    with contextlib.suppress(OSError, ValueError, IndexError):
        return 4096 * int((PROC / process / "statm").read_text().split()[1])
    return 0
