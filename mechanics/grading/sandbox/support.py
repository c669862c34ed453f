"""Whether this machine can isolate a stranger's code: the kernel is asked by opening a sandbox once."""

import sys
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from .sandbox import Sandbox

__all__ = ["Boundary", "boundary", "refusal"]

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
        return Boundary(False, f"the boundary is made of Linux namespaces; this is {sys.platform}")
    try:
        with Sandbox(lambda connection: None, {}):
            return Boundary(True, "namespaces of the kernel: no network, no other process, no file of this machine")
    except OSError as error:
        return Boundary(False, refusal(error))


def refusal(error: Exception, switches: Path = Path("/proc/sys")) -> str:
    """Why a kernel refused a sandbox, and how an administrator can allow it.

    Parameters
    ----------
    error : Exception
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
