"""Limits of a sandboxed process on what it may use, and nothing inherited from the grader."""

import os
import sys
from dataclasses import dataclass
from pathlib import Path

if sys.platform != "win32":
    import resource

__all__ = ["Limits", "apply_limits", "close_inherited"]


FILES = 256  # open at the same time


@dataclass(frozen=True)
class Limits:
    """What a submission may use.

    Attributes
    ----------
    memory : int
        Bytes of address space of each process beyond what the fork server has; where the sandbox is isolated, also of
        resident memory of all its processes together.
    processes : int
        Number at the same time.
    file_size, folder_size : int
        Bytes of one file, and of all files together.
    cpu : int
        Seconds of processor time of each process, far above what a notebook has: the grader ends it long before, and
        this limit only what the grader could not.
    """

    memory: int = 2 * 2**30
    processes: int = 64
    file_size: int = 32 * 2**20
    folder_size: int = 64 * 2**20
    cpu: int = 3600

    @property
    def memory_mb(self) -> int:
        """Memory in MB."""
        return self.memory // 2**20


def close_inherited(*kept: int) -> None:
    """Close all file descriptors but the `kept` ones; stdin, stdout and stderr lead to the null device.

    A descriptor is a right that no namespace takes away: a file of the grader that is open here could still be read.
    """
    nowhere = os.open(os.devnull, os.O_RDWR)
    for number in (0, 1, 2):
        os.dup2(nowhere, number)
    low = 3
    for number in sorted(kept):
        os.closerange(low, number)
        low = number + 1
    os.closerange(low, resource.getrlimit(resource.RLIMIT_NOFILE)[0])


def apply_limits(limits: Limits, others: int = 0) -> None:
    """Hold this process and its children to the limits.

    Parameters
    ----------
    limits : Limits
        What they may use.
    others : int
        Processes of the same user that run already: the kernel counts them, too.
    """
    wanted = {
        resource.RLIMIT_NPROC: others + limits.processes,
        resource.RLIMIT_FSIZE: limits.file_size,
        resource.RLIMIT_CPU: limits.cpu,
        resource.RLIMIT_CORE: 0,
        resource.RLIMIT_NOFILE: FILES,  # pipes and sockets hold memory that nothing else counts
    }
    memory = Path("/proc/self/statm")
    if memory.exists():  # elsewhere than on Linux the limit means nothing
        used = int(memory.read_text().split()[0]) * resource.getpagesize()
        wanted[resource.RLIMIT_AS] = used + limits.memory
    for kind, value in wanted.items():
        resource.setrlimit(kind, (value, value))
