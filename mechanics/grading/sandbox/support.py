"""Whether this machine can isolate a stranger's code: the kernel is asked by opening a sandbox once."""

import os
import socket
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from .isolated import enter_own_processes
from .sandbox import Sandbox, own_stage

__all__ = ["Boundary", "boundary", "opened", "refusal"]

# setting of the kernel: the value that forbids, and one that allows
_SWITCHES = {
    "kernel/unprivileged_userns_clone": ("0", "1"),  # Debian
    "kernel/apparmor_restrict_unprivileged_userns": ("1", "0"),  # Ubuntu
    "user/max_user_namespaces": ("0", "10000"),  # Red Hat
}


@dataclass(frozen=True)
class Boundary:
    """Whether this machine offers a security boundary around a stranger's code.

    Attributes
    ----------
    holds : bool
        Whether it does.
    reason : str
        What the boundary is made of, or why there is none.
    """

    holds: bool
    reason: str


@cache
def boundary() -> Boundary:
    """Open a sandbox once per process and tell whether that worked.

    Returns
    -------
    Boundary
        The same object each time.
    """
    if sys.platform != "linux":
        return Boundary(False, f"isolation needs Linux namespaces; this is {sys.platform}")
    trouble = opened(lambda connection: None)
    if trouble.startswith("OSError"):
        return Boundary(False, refusal(trouble.partition(": ")[2]))
    if trouble:  # a fault of ours must not look like a kernel that refuses
        raise RuntimeError(trouble)
    return Boundary(True, "namespaces of the kernel: no network, no other process, no file of this machine")


def opened(work: Callable[[socket.socket], None], files: Mapping[str, bytes] | None = None) -> str:
    """Open an isolated sandbox from a process of its own, as any user may, and close it again.

    Parameters
    ----------
    work, files
        As in `mechanics.grading.sandbox.sandbox.Sandbox`.

    Returns
    -------
    str
        The error that prevented it, with its type in front; empty if it was opened.
    """
    told, tell = os.pipe()
    if (child := os.fork()) == 0:
        try:
            enter_own_processes()
            with own_stage(), Sandbox(work, files or {}):
                pass
        except BaseException as error:
            kind = "OSError" if isinstance(error, OSError) else type(error).__name__
            os.write(tell, f"{kind}: {error}".encode()[:1000])
        finally:
            os._exit(0)  # an exception would run on in a second copy of this program
    os.close(tell)
    with os.fdopen(told, "rb") as file:
        trouble = file.read().decode()
    os.waitpid(child, 0)
    return trouble


def refusal(error: Exception | str, switches: Path = Path("/proc/sys")) -> str:
    """Why a kernel refused a sandbox, and how an administrator can allow it.

    Parameters
    ----------
    error : Exception or str
        What opening a sandbox raised.
    switches : Path
        Where the kernel shows its settings.

    Returns
    -------
    str
        A clause without a full stop; it names the command for each setting that is known to forbid namespaces.
    """
    turned = [
        f"sudo sysctl -w {name.replace('/', '.')}={allowing}"
        for name, (forbidding, allowing) in _SWITCHES.items()
        if (switches / name).is_file() and (switches / name).read_text().strip() == forbidding
    ]
    how = f"; they are allowed by: {', '.join(turned)}" if turned else ""
    return f"the kernel does not allow user namespaces ({error}){how}"
