"""The supervisor of an isolated sandbox: ends it when told to, and when all in it together use too much.

The kernel's limit of memory is one of each process, and says nothing of sixty-four of them. Control groups would count
them together, but only an administrator can hand one to an ordinary user; therefore the supervisor adds them up. It
ends as many processes as the kernel allows, too: what goes on in there is no answer to anything.
"""

import contextlib
import os
import signal
from collections.abc import Callable
from pathlib import Path
from typing import NoReturn

from .limits import Limits

__all__ = ["ENDED", "block_signals", "supervise"]

EVERY = 0.1  # seconds
PROC = Path("/proc")
ENDED = {3: "memory", 4: "processes"}
"""Exit codes of the supervisor: which limit it ended the sandbox for."""
_AWAITED = (signal.SIGCHLD, signal.SIGTERM, signal.SIGALRM) if os.name == "posix" else ()


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


def supervise(second: int, limits: Limits) -> NoReturn:
    """End with the second process, which is process 1 of the sandbox and ends only after all others in there.

    Parameters
    ----------
    second : int
        Its process id, as seen from out here.
    limits : Limits
        What all processes of the sandbox together may use.
    """
    exceeded = 0
    while True:
        got = signal.sigtimedwait(_AWAITED, EVERY)
        exceeded = exceeded or _exceeded(limits)
        if exceeded or (got and got.si_signo == signal.SIGTERM):
            os.kill(second, signal.SIGKILL)  # to process 1: the kernel ends all others with it
        elif got and got.si_signo == signal.SIGALRM:
            os.kill(second, signal.SIGALRM)  # the time is up; see `ForkServer.interrupt`
        if os.waitpid(second, os.WNOHANG) != (0, 0):
            os._exit(exceeded)


def _exceeded(limits: Limits) -> int:
    """Which limit the processes of the sandbox exceed, if there are several, as a key of `ENDED`; 0 for none.

    The supervisor shares the mount namespace of the sandbox, so that pivot_root changes its root, too. From then on its
    /proc is that of the sandbox, which lists the processes in there and not the supervisor itself.
    """
    if (PROC / "self").exists():  # still the /proc of the grader
        return 0
    processes = [name for name in os.listdir(PROC) if name.isdigit()]
    if len(processes) >= limits.processes:
        return 4
    # what they share counts once
    return 3 if len(processes) > 1 and sum(map(_share, processes)) > limits.memory else 0


def _share(process: str) -> int:
    """Bytes of one process, shared pages in equal parts; all of its pages if it cannot be read."""
    with contextlib.suppress(OSError, StopIteration, ValueError):
        lines = (PROC / process / "smaps_rollup").read_text().splitlines()
        return 1024 * next(int(line.split()[1]) for line in lines if line.startswith("Pss:"))
    with contextlib.suppress(OSError, ValueError, IndexError):
        return 4096 * int((PROC / process / "statm").read_text().split()[1])
    return 0
