"""Kernels that leave nothing behind: their sockets are in a folder of this process."""

import atexit
import os
import shutil
import tempfile
import time
from functools import cache
from pathlib import Path
from typing import Any

from .sandbox.folders import own_folder

__all__ = ["in_own_folder"]

PATIENCE = 2.0  # seconds
LONGEST = 100  # bytes of the path of a socket; the kernel of the system allows 107


def in_own_folder() -> dict[str, Any]:
    """Settings of a kernel.

    By default a kernel's sockets are TCP ports, to which others may listen, of which it warns; or files beside the
    notebook, which stay there where the process is killed.

    Returns
    -------
    dict
        As traitlets' ``Config`` takes it.
    """
    silent = {"extra_arguments": ["--Application.log_level=CRITICAL"]}  # also when it is ended in the middle
    if os.name != "posix":
        return {"NotebookClient": silent}
    folder = Path(tempfile.mkdtemp(dir=_folder()))  # one for each: a kernel that was killed leaves its sockets
    ours = {"connection_file": str(folder / "kernel.json")}
    if len(os.fsencode(folder)) < LONGEST - len("/k-5"):
        ours |= {"transport": "ipc", "ip": str(folder / "k")}
    return {"KernelManager": ours, "NotebookClient": silent}


@cache
def _folder() -> Path:
    folder = own_folder("kernel")
    atexit.register(_remove, folder)
    return folder


def _remove(folder: Path) -> None:
    """Also while a kernel that Ctrl-C has not reached yet adds a socket to it."""
    end = time.monotonic() + PATIENCE
    while folder.exists() and time.monotonic() < end:
        shutil.rmtree(folder, ignore_errors=True)
