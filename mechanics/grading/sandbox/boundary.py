"""Whether this machine can keep a stranger's code in."""

import sys
from dataclasses import dataclass
from functools import cache

__all__ = ["Boundary", "boundary"]


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
            return Boundary(
                True, "namespaces of the kernel: no network, no other process, no file of this machine"
            )
    except OSError as error:
        return Boundary(False, f"the kernel does not allow user namespaces ({error})")
