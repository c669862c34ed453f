"""Whether this machine can keep a stranger's code in."""

import sys
from dataclasses import dataclass
from functools import cache
from pathlib import Path

__all__ = ["Boundary", "boundary", "refusal"]

# switch of the kernel: the value that forbids, and one that allows
_SWITCHES = {
    "kernel/unprivileged_userns_clone": ("0", "1"),  # Debian
    "kernel/apparmor_restrict_unprivileged_userns": ("1", "0"),  # Ubuntu
    "user/max_user_namespaces": ("0", "10000"),  # Red Hat
}


@dataclass(frozen=True)
class Boundary:
    """Whether this machine can keep a stranger's code in, and how, or the reason where it cannot."""

    holds: bool
    reason: str


@cache
def boundary() -> Boundary:
    """Try a room once."""
    if sys.platform != "linux":
        return Boundary(False, f"the boundary is made of namespaces of Linux; this is {sys.platform}")
    from .room import Room

    try:
        with Room(lambda connection: None, {}):
            return Boundary(True, "namespaces of the kernel: no network, no other process, no file of this machine")
    except OSError as error:
        return Boundary(False, refusal(error))


def refusal(error: Exception, switches: Path = Path("/proc/sys")) -> str:
    """Why a kernel refused a room, and which of its switches an administrator would have to turn."""
    turned = [
        f"sudo sysctl -w {name.replace('/', '.')}={allowing}"
        for name, (forbidding, allowing) in _SWITCHES.items()
        if (switches / name).is_file() and (switches / name).read_text().strip() == forbidding
    ]
    mend = f"; they are allowed by: {', '.join(turned)}" if turned else ""
    return f"the kernel does not allow user namespaces ({error}){mend}"
