"""Processes of this machine: what started what, and whether it has ended."""

import time
from pathlib import Path

__all__ = ["below", "command", "gone", "is_alive", "parent"]


def command(pid: int) -> str:
    try:
        return Path(f"/proc/{pid}/cmdline").read_text()
    except OSError:
        return ""


def parent(pid: int) -> int:
    try:
        return int(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[1])
    except OSError:
        return 0


def below(pid: int) -> list[int]:
    """Processes that a process has started, and those that they have started."""
    parents = {int(path.name): parent(int(path.name)) for path in Path("/proc").glob("[0-9]*")}
    found = [child for child, above in parents.items() if above == pid]
    for each in found:  # grows while it is read
        found += [child for child, above in parents.items() if above == each]
    return found


def is_alive(pid: int) -> bool:
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
        return state not in "ZX"
    except OSError:
        return False


def gone(pids: list[int], seconds: float = 20.0) -> bool:
    """Whether processes come to their end by themselves."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        if not any(is_alive(pid) for pid in pids):
            return True
        time.sleep(0.05)
    return False
