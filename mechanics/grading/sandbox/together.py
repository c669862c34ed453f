"""What the processes of an isolated sandbox use together, and whether that is too much.

The kernel's limit of memory is one of each process, and says nothing of sixty-four of them. Control groups would count
them together, but only an administrator can hand one to an ordinary user; therefore they are added up now and then by
the process that has opened the sandbox. As many processes as the kernel allows end it, too: what goes on in there is no
answer to anything.
"""

import contextlib
import os

from .limits import Limits
from .usage import read_text

__all__ = ["EVERY", "exceeded"]

EVERY = 0.1
"""Seconds from one look to the next."""


def exceeded(processes: int, limits: Limits) -> str:
    """Which limit the processes of a sandbox exceed, if there are several.

    Parameters
    ----------
    processes : int
        File descriptor of the ``/proc`` of the sandbox, which lists them and no others.
    limits : Limits
        What all of them together may use.

    Returns
    -------
    str
        ``memory`` or ``processes``; empty for none.
    """
    names: list[str] = []
    with contextlib.suppress(OSError):  # all of them have ended
        names = [name for name in os.listdir(processes) if name.isdigit()]
    if len(names) >= limits.processes:
        return "processes"
    # what they share counts once
    used = sum(_share(processes, name) for name in names) if len(names) > 1 else 0
    return "memory" if used > limits.memory else ""


def _share(processes: int, name: str) -> int:
    """Bytes of one process, shared pages in equal parts; all of its pages if it cannot be read."""
    with contextlib.suppress(OSError, StopIteration, ValueError):
        lines = read_text(f"{name}/smaps_rollup", processes).splitlines()
        return 1024 * next(int(line.split()[1]) for line in lines if line.startswith("Pss:"))
    with contextlib.suppress(OSError, ValueError, IndexError):
        return 4096 * int(read_text(f"{name}/statm", processes).split()[1])
    return 0
