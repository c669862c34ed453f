"""How a file is written: whole or not at all, under a name that is free, with an error that one can act on."""

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
    """Fingerprint of every byte."""
    return hashlib.sha256(data).hexdigest()


def content(name: str, data: bytes) -> str:
    """Fingerprint of what a person wrote into a file.

    Running a notebook changes its outputs, counts and metadata but not its cells; a chapter that was only
    read and run can therefore be updated like an untouched one.
    """
    if name.endswith(".ipynb"):
        try:
            cells = json.loads(data)["cells"]
            return hash_of(json.dumps([_written(cell) for cell in cells], sort_keys=True).encode())
        except (ValueError, KeyError, TypeError, AttributeError):
            pass  # not a readable notebook: every byte counts
    return hash_of(data)


def _written(cell: dict[str, Any]) -> list[Any]:
    """Reduce a cell to what a person types into it."""
    text = cell.get("source", "")
    return [cell.get("cell_type"), "".join(text), cell.get("attachments") or None]


def can_be_written(path: Path) -> bool:
    """Tell whether a folder can be written; for one that does not exist yet, whether it could be made."""
    existing = next((place for place in (path, *path.absolute().parents) if os.path.lexists(place)), path)
    return existing.is_dir() and os.access(existing, os.W_OK | os.X_OK)


def write_atomically(target: Path, data: bytes, workspace: Path) -> None:
    """Write a file so that it appears whole or not at all, even when the power goes."""
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
    """Find a name beside `target`, with a label and the date, that is free or holds this very content already."""
    for path in sorted(target.parent.glob(f"{glob.escape(target.stem)} ({label} *){target.suffix}")):
        if path.read_bytes() == data:  # a run that was cut short has laid it
            return path
    dated = f"{label} {date.today().isoformat()}"
    marks = itertools.chain([dated], (f"{dated}, {number}" for number in itertools.count(2)))
    names = (target.with_name(f"{target.stem} ({mark}){target.suffix}") for mark in marks)
    return next(name for name in names if not os.path.lexists(name))


def why_not(error: OSError, workspace: Path) -> str:
    """One sentence for a folder that cannot be written."""
    path = str(error.filename2 or error.filename or workspace)
    mend = _MENDS.get(error.errno or 0, "Name a folder of your own: mechanics lab FOLDER.")
    if error.errno == errno.ENOENT and len(path) > _WINDOWS_LIMIT:
        mend = _MENDS[errno.ENAMETOOLONG]
    return (
        f"Expected a folder that can be written, got '{error.strerror or error}' for {path}. {mend} "
        "Nothing of yours was changed."
    )


_WINDOWS_LIMIT = 240
"""Windows says of longer paths that they do not exist."""

_IN_THE_WAY = "Rename what is in the way and run the command again."
_MENDS = {
    errno.ENOSPC: "Make room on the disk and run the command again.",
    errno.ENAMETOOLONG: "Name a folder with a shorter path: mechanics lab FOLDER.",
    **dict.fromkeys((errno.EEXIST, errno.ENOTDIR, errno.EISDIR), _IN_THE_WAY),
}
