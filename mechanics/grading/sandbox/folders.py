"""Temporary folders that are removed even if their process was killed."""

import atexit
import contextlib
import os
import shutil
import sys
import tempfile
from pathlib import Path

if sys.platform != "win32":
    import fcntl

__all__ = ["own_folder", "remove_stale", "write_file"]

PREFIX = "mechanics-"


def own_folder(kind: str) -> Path:
    """Make a private temporary folder that lasts as long as this process.

    It is removed when the process ends. A process that was killed could not do that: what such processes have left is
    removed now. A lock, which the kernel releases with the process, tells which folders are in use.

    Parameters
    ----------
    kind : str
        Part of the folder's name; stale folders of the same kind are removed.

    Returns
    -------
    Path
        The new folder.
    """
    remove_stale(kind)
    while True:
        folder = Path(tempfile.mkdtemp(prefix=f"{PREFIX}{kind}-"))
        with contextlib.suppress(OSError):
            _lock(folder)  # until the end of this process
            if folder.exists():  # somebody may have tidied up before it was locked
                atexit.register(shutil.rmtree, folder, ignore_errors=True)
                return folder


def remove_stale(*kinds: str) -> int:
    """Remove folders whose process was killed.

    Parameters
    ----------
    *kinds : str
        Parts of their names.

    Returns
    -------
    int
        How many are left, because a process has them in use.
    """
    left = 0
    for folder in (found for kind in kinds for found in Path(tempfile.gettempdir()).glob(f"{PREFIX}{kind}-*")):
        try:
            number = _lock(folder)
        except BlockingIOError:
            left += 1
            continue
        except OSError:  # gone, or of somebody else
            continue
        shutil.rmtree(folder, ignore_errors=True)
        os.close(number)
    return left


def write_file(folder: Path, name: str, content: bytes, mode: int = 0o644) -> None:
    """Write a file into a folder, or into folders in there, to which everybody may write who may write the file.

    Parameters
    ----------
    folder : Path
        An existing folder.
    name : str
        Path of the file in there, with /.
    content : bytes
        What is in it.
    mode : int
        Rights of the file.
    """
    *between, last = name.split("/")
    for part in between:
        folder = folder / part
        folder.mkdir(exist_ok=True)
        folder.chmod(mode | 0o111)
    (folder / last).write_bytes(content)
    (folder / last).chmod(mode)


def _lock(folder: Path) -> int:
    """Descriptor with the lock of a folder; OSError if another process has it."""
    number = os.open(folder, os.O_RDONLY)
    try:
        fcntl.flock(number, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        os.close(number)
        raise
    return number
