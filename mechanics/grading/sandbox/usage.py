"""What the processes of a sandbox use, read from outside of it: no code inside can change what the kernel counts.

Counted is processor time, and time in which nothing inside wants a processor, because a cell sleeps or waits for input.
Not counted is time in which something inside wants to run and the machine runs others: how busy it is costs nobody
anything. Control groups would count the same, but only an administrator can hand one to an ordinary user.
"""

import contextlib
import os
import time
from pathlib import Path
from typing import NamedTuple

__all__ = ["Meter", "descendants", "read_text"]

PROC = Path("/proc")
TICKS = os.sysconf("SC_CLK_TCK") if hasattr(os, "sysconf") else 100
_PARENT, _TIMES = 1, slice(11, 15)  # fields behind the name: utime, stime, and those of children that were waited for


class _Usage(NamedTuple):
    seconds: float  # of all processes
    is_active: bool  # whether one of them runs, or waits for a processor or a disk


class Meter:
    """Adds up what a sandbox is charged for.

    Parameters
    ----------
    supervisor : int
        Process id of the supervisor of a sandbox that is not isolated.
    processes : int, optional
        File descriptor of the ``/proc`` of an isolated one, which lists its processes and no others.

    Attributes
    ----------
    told : float
        When it was read last, as `time.monotonic` counts.
    """

    def __init__(self, supervisor: int, processes: int | None = None):
        self._supervisor, self._inside = supervisor, processes
        self._used, self.told = _Usage(0.0, True), time.monotonic()
        self._read()

    def charge(self, *, waiting: bool, since: float) -> float:
        """Seconds to charge for since the last call.

        Parameters
        ----------
        waiting : bool
            Whether the inside still works on a request; only then does time count in which it does nothing.
        since : float
            When it began with it, as `time.monotonic` counts: before that, it had nothing to do.

        Returns
        -------
        float
            Processor time of all processes together, and time in which none of them wanted a processor. The time that
            has passed where there is no ``/proc`` that tells.
        """
        before, begin = self._used, max(self.told, since)
        self._read()
        passed, used = self.told - begin, max(0.0, self._used.seconds - before.seconds)
        if not PROC.is_dir():
            return passed
        slept = waiting and not (before.is_active or self._used.is_active)
        return used + max(0.0, passed - used) * slept

    def _read(self) -> None:
        self.told = time.monotonic()
        found = [_usage(name, self._inside) for name in self._processes()]
        # a process that ended without being waited for is no longer counted: the sum must not fall
        seconds = max(self._used.seconds, sum(usage.seconds for usage in found))
        self._used = _Usage(seconds, any(usage.is_active for usage in found))

    def _processes(self) -> list[str]:
        """Folders of the processes inside, in the ``/proc`` of the sandbox or in that of the machine."""
        if self._inside is None:
            return [str(PROC / str(process)) for process in descendants(self._supervisor)]
        with contextlib.suppress(OSError):
            return [name for name in os.listdir(self._inside) if name.isdigit()]
        return []


def descendants(pid: int) -> list[int]:
    """Processes below one, as far as /proc tells.

    Parameters
    ----------
    pid : int
        The one at the top, which is not among them.

    Returns
    -------
    list of int
        Children first, then theirs.
    """
    children: dict[int, list[int]] = {}
    for process in PROC.glob("[0-9]*"):
        with contextlib.suppress(OSError, IndexError, ValueError):
            children.setdefault(int(_fields(read_text(str(process / "stat")))[_PARENT]), []).append(int(process.name))
    found = list(children.get(pid, []))
    for below in found:  # grows while it is read
        found += children.get(below, [])
    return found


def _usage(process: str, inside: int | None) -> _Usage:
    """Of one process with all its threads; of one that has just ended nothing."""
    with contextlib.suppress(OSError, IndexError, ValueError):
        seconds = sum(map(int, _fields(read_text(f"{process}/stat", inside))[_TIMES])) / TICKS
        return _Usage(seconds, any(_is_active(f"{process}/task/{name}", inside) for name in _threads(process, inside)))
    return _Usage(0.0, False)


def _threads(process: str, inside: int | None) -> list[str]:
    folder = os.open(f"{process}/task", os.O_RDONLY | os.O_DIRECTORY, dir_fd=inside)
    try:
        return os.listdir(folder)
    finally:
        os.close(folder)


def _is_active(thread: str, inside: int | None) -> bool:
    with contextlib.suppress(OSError, IndexError):
        return _fields(read_text(f"{thread}/stat", inside))[0] in "RD"  # running or ready; waiting for a disk
    return False


def _fields(stat: str) -> list[str]:
    """Fields behind the name of the process, which may contain anything."""
    return stat.rpartition(")")[2].split()


def read_text(path: str, folder: int | None = None) -> str:
    """Text of a file of ``/proc``.

    Parameters
    ----------
    path : str
        Of the file.
    folder : int, optional
        File descriptor of the folder that the path begins in.
    """
    number = os.open(path, os.O_RDONLY, dir_fd=folder)
    with open(number, errors="replace") as file:
        return file.read()
