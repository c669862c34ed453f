"""How a file is written: whole or not at all, under a name that is free, with an error message that helps."""

import errno
import glob
import hashlib
import itertools
import json
import os
import time
from datetime import date
from pathlib import Path
from typing import Any

from mechanics.workspace.places import settings_folder

__all__ = ["can_be_written", "content", "free", "hash_of", "why_not", "write_atomically"]


def hash_of(data: bytes) -> str:
    """Fingerprint of every byte.

    Parameters
    ----------
    data : bytes
        Content of a file.

    Returns
    -------
    str
        SHA-256, in hexadecimal digits.
    """
    return hashlib.sha256(data).hexdigest()


def content(name: str, data: bytes) -> str:
    """Fingerprint of what a person wrote into a file.

    Running a notebook changes its outputs, counts and metadata but not its cells; a chapter that was only
    read and run can therefore be updated like an untouched one.

    Parameters
    ----------
    name : str
        Name of the file, which tells a notebook.
    data : bytes
        Its content.

    Returns
    -------
    str
        The same for notebooks with the same cells, and for other files with the same bytes.
    """
    if name.endswith(".ipynb"):
        try:
            cells = json.loads(data)["cells"]
            return hash_of(json.dumps([_written(cell) for cell in cells], sort_keys=True).encode())
        except (ValueError, KeyError, TypeError, AttributeError):
            pass  # no notebook that can be read: every byte counts
    return hash_of(data)


def _written(cell: dict[str, Any]) -> list[Any]:
    """Reduce a cell to what a person has typed."""
    text = cell.get("source", "")
    return [cell.get("cell_type"), "".join(text), cell.get("attachments") or None]


def can_be_written(path: Path) -> bool:
    """Tell whether a folder is writable.

    Parameters
    ----------
    path : Path
        A folder, which need not exist.

    Returns
    -------
    bool
        Whether files can be written into it; if it does not exist, whether it could be made.
    """
    existing = next((place for place in (path, *path.absolute().parents) if os.path.lexists(place)), path)
    return existing.is_dir() and os.access(existing, os.W_OK | os.X_OK)


def write_atomically(target: Path, data: bytes, workspace: Path) -> None:
    """Write a file so that it appears whole or not at all, even in a power cut.

    Parameters
    ----------
    target : Path
        The file; its folders are made.
    data : bytes
        Its content.
    workspace : Path
        The student's folder, in whose settings folder the file is written first.

    Raises
    ------
    OSError
        If it cannot be written.
    """
    target.parent.mkdir(parents=True, exist_ok=True)
    incoming = settings_folder(workspace) / f"incoming-{os.getpid()}"
    try:
        with incoming.open("wb") as stream:
            stream.write(data)
            stream.flush()
            os.fsync(stream.fileno())
        _move(incoming, target)
    finally:
        incoming.unlink(missing_ok=True)


def _move(incoming: Path, target: Path) -> None:
    """Put a file in its place; on Windows a virus scanner may hold it for a moment."""
    for pause in (0.02, 0.1, 0.5):
        try:
            return os.replace(incoming, target)
        except PermissionError:
            time.sleep(pause)
    return os.replace(incoming, target)


def free(target: Path, label: str, data: bytes) -> Path:
    """Find a name next to a file, with a label and the date, that is free or has this very content already.

    Parameters
    ----------
    target : Path
        The file.
    label : str
        What the new name says, for example ``new version``.
    data : bytes
        What will be written under the new name.

    Returns
    -------
    Path
        For example ``chapter (new version 2026-03-01).ipynb``.
    """
    for path in sorted(target.parent.glob(f"{glob.escape(target.stem)} ({label} *){target.suffix}")):
        if path.read_bytes() == data:  # a run that was cut short has written it
            return path
    dated = f"{label} {date.today().isoformat()}"
    marks = itertools.chain([dated], (f"{dated}, {number}" for number in itertools.count(2)))
    names = (target.with_name(f"{target.stem} ({mark}){target.suffix}") for mark in marks)
    return next(name for name in names if not os.path.lexists(name))


def why_not(error: OSError, workspace: Path) -> str:
    """The message for a folder that cannot be written.

    Parameters
    ----------
    error : OSError
        What was raised.
    workspace : Path
        The student's folder.

    Returns
    -------
    str
        What was expected, what was got and how to fix it.
    """
    path = str(error.filename2 or error.filename or workspace)
    fix = _FIXES.get(error.errno or 0, "Name a folder of your own: mechanics lab FOLDER.")
    if error.errno == errno.ENOENT and len(path) > _WINDOWS_LIMIT:
        fix = _FIXES[errno.ENAMETOOLONG]
    return (
        f"Expected a writable folder, got '{error.strerror or error}' for {path}. {fix} Nothing of yours was changed."
    )


_WINDOWS_LIMIT = 240
"""Characters; Windows reports longer paths as missing."""

_IN_THE_WAY = "Rename what is in the way and run the command again."
_FIXES = {
    errno.ENOSPC: "Free some space on the disk and run the command again.",
    errno.ENAMETOOLONG: "Name a folder with a shorter path: mechanics lab FOLDER.",
    **dict.fromkeys((errno.EEXIST, errno.ENOTDIR, errno.EISDIR), _IN_THE_WAY),
}
