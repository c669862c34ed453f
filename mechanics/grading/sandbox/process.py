"""What every room does to its process, with walls or without: nothing inherited, limits on what it may use."""

import os
import sys
from dataclasses import dataclass
from pathlib import Path

if sys.platform != "win32":
    import resource

__all__ = ["Limits", "close_all_but", "limit"]


FILES = 256  # open at the same time


@dataclass(frozen=True)
class Limits:
    """What a submission may use.

    Attributes
    ----------
    memory : bytes of address space of each process beyond what the warm one has; and, behind walls, of all together
    processes : at the same time
    file_size, folder_size : bytes
    cpu : seconds of processor time
    """

    memory: int = 2 * 2**30
    processes: int = 64
    file_size: int = 32 * 2**20
    folder_size: int = 64 * 2**20
    cpu: int = 300


def close_all_but(*kept: int) -> None:
    """Close what the process inherited; stdin, stdout and stderr lead nowhere."""
    nowhere = os.open(os.devnull, os.O_RDWR)
    for number in (0, 1, 2):
        os.dup2(nowhere, number)
    low = 3
    for number in sorted(kept):
        os.closerange(low, number)
        low = number + 1
    os.closerange(low, resource.getrlimit(resource.RLIMIT_NOFILE)[0])


def limit(limits: Limits, others: int = 0) -> None:
    """Hold this process and its children to `limits`; `others` run for the same user already."""
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
