"""The student's workspace: chapters and tasks laid into a folder, the student's own work never touched.

What was laid is remembered in ``.mechanics/manifest.json`` of the workspace. A file is replaced by a newer
version of the course only where the student has not changed it; otherwise the newer version is laid beside
it. Nothing is ever deleted, every file appears whole or not at all, and a run cut short is simply repeated.
"""

import errno
import hashlib
import json
import os
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path
from typing import Any

__all__ = ["ROOMS", "Laid", "WorkspaceError", "is_checkout", "lay", "material", "settings_folder"]

ROOMS = ("course", "exercises")
"""The folders that a student gets. ``solutions/`` is not among them, whatever the checkout holds."""

_SETTINGS = ".mechanics"
_MANIFEST = "manifest.json"


class WorkspaceError(Exception):
    """The workspace cannot be laid; the message says what was expected, what is there and how to mend it."""


@dataclass
class Laid:
    """What one run of `lay` did, as paths relative to the workspace."""

    folder: Path
    new: list[str] = field(default_factory=list)
    updated: list[str] = field(default_factory=list)
    beside: list[tuple[str, str]] = field(default_factory=list)
    """The student's file that was kept, and the newer version laid beside it."""

    def sentences(self) -> list[str]:
        """Say what was done, a line for each thing that a student should know."""
        counts = {"new": len(self.new), "updated": len(self.updated), "kept": len(self.beside)}
        done = ", ".join(f"{count} {what}" for what, count in counts.items() if count)
        head = f"Workspace {self.folder}: {done or 'up to date'}."
        kept = [
            f"  {theirs} carries your work and was kept; the newer version lies beside it: {Path(newer).name}"
            for theirs, newer in self.beside
        ]
        return [head, *kept]


def is_checkout(folder: Path) -> bool:
    """Tell whether `folder` is a checkout of this project."""
    return (folder / "pyproject.toml").is_file() and (folder / "mechanics" / "workspace.py").is_file()


def material() -> Path:
    """Find the folder that holds ``course/`` and ``exercises/``: the checkout, or an installed wheel's data.

    Raises
    ------
    WorkspaceError
        if neither is there, as after an incomplete installation.
    """
    package = Path(__file__).resolve().parent
    for folder in (package.parent, package / "_course"):
        if (folder is not package.parent or is_checkout(folder)) and (folder / "course").is_dir():
            return folder
    raise WorkspaceError(
        f"Expected the chapters in {package.parent / 'course'} or {package / '_course'}, found neither: the "
        "installation is incomplete. Install mechanics-course again."
    )


def settings_folder(workspace: Path) -> Path:
    """Name the folder of a workspace that belongs to the program, not to the student."""
    return workspace / _SETTINGS


def lay(source: Path, workspace: Path) -> Laid:
    """Lay the chapters and tasks of `source` into `workspace`, keeping every file that the student changed.

    Parameters
    ----------
    source : Path
        folder with ``course/`` and ``exercises/``, as `material` finds it.
    workspace : Path
        folder of the student; made where it does not exist.

    Returns
    -------
    Laid
        what is new, what was updated, and what was laid beside a file that the student changed.

    Raises
    ------
    WorkspaceError
        if the folder belongs to the course itself, or cannot be written.
    """
    workspace = workspace.expanduser().resolve()
    _refuse_course_folder(source.resolve(), workspace)
    done = Laid(workspace)
    try:
        settings_folder(workspace).mkdir(parents=True, exist_ok=True)
        _lay_all(source, workspace, done)
    except OSError as error:
        raise WorkspaceError(_why_not(error, workspace)) from error
    return done


def _lay_all(source: Path, workspace: Path, done: Laid) -> None:
    """Lay every file; what was done is remembered even when the run is cut short."""
    manifest = _read_manifest(workspace)
    try:
        for name in _files(source):
            manifest[name] = _lay_one(source / name, workspace, name, manifest.get(name, {}), done)
    finally:
        _write_atomically(settings_folder(workspace) / _MANIFEST, _as_json(manifest), workspace)


def _lay_one(origin: Path, workspace: Path, name: str, record: dict[str, str], done: Laid) -> dict[str, str]:
    """Lay one file and return its new record.

    The record holds the ``version`` last offered to the student, and the ``content`` (see `_content`) of the
    version that was laid under the file's own name.
    """
    target, new = workspace / name, origin.read_bytes()
    version, content = _hash(new), _content(name, new)
    if not target.exists():
        _write_atomically(target, new, workspace)
        done.new.append(name)
    elif (theirs := target.read_bytes()) == new or record.get("version") == version:
        return {"version": version, "content": content if theirs == new else record.get("content", "")}
    elif _content(name, theirs) == record.get("content"):
        _replace_untouched(target, theirs, new, workspace, name, record)
        done.updated.append(name)
    else:
        done.beside.append((name, _lay_beside(target, new, workspace)))
        return {"version": version, "content": record.get("content", "")}
    return {"version": version, "content": content}


def _replace_untouched(
    target: Path, theirs: bytes, new: bytes, workspace: Path, name: str, record: dict[str, str]
) -> None:
    """Replace a file that the student at most ran: a copy with its outputs is set aside first."""
    if _hash(theirs) != record["version"]:
        _write_atomically(settings_folder(workspace) / "replaced" / name, theirs, workspace)
    _write_atomically(target, new, workspace)


def _lay_beside(target: Path, new: bytes, workspace: Path) -> str:
    """Lay a newer version beside the student's file and return its path relative to the workspace."""
    label, number = f"new version {date.today().isoformat()}", 1
    beside = target.with_name(f"{target.stem} ({label}){target.suffix}")
    while beside.exists() and beside.read_bytes() != new:
        number += 1
        beside = target.with_name(f"{target.stem} ({label}, {number}){target.suffix}")
    _write_atomically(beside, new, workspace)
    return beside.relative_to(workspace).as_posix()


def _files(source: Path) -> list[str]:
    """List what is laid, as paths relative to `source`: all files of the rooms but hidden ones and caches."""
    files = [path for room in ROOMS for path in (source / room).rglob("*") if path.is_file()]
    names = [path.relative_to(source) for path in files]
    return sorted(name.as_posix() for name in names if not any(_is_debris(part) for part in name.parts))


def _is_debris(part: str) -> bool:
    """Tell hidden files, checkpoints and caches from material."""
    return part.startswith(".") or part == "__pycache__" or part.endswith(".pyc")


def _hash(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def _content(name: str, data: bytes) -> str:
    """Fingerprint of what a person wrote into a file.

    Running a notebook changes its outputs, counts and metadata but not its cells; a chapter that was only
    read and run can therefore be updated like an untouched one.
    """
    if name.endswith(".ipynb"):
        try:
            cells = json.loads(data)["cells"]
            return _hash(json.dumps([_written(cell) for cell in cells], sort_keys=True).encode())
        except (ValueError, KeyError, TypeError, AttributeError):
            pass  # not a readable notebook: every byte counts
    return _hash(data)


def _written(cell: dict[str, Any]) -> list[Any]:
    """Reduce a cell to what a person types into it."""
    text = cell.get("source", "")
    return [cell.get("cell_type"), "".join(text), cell.get("attachments") or None]


def _read_manifest(workspace: Path) -> dict[str, dict[str, str]]:
    """Read the record of earlier runs; without one, every file that differs counts as the student's."""
    try:
        known = json.loads((settings_folder(workspace) / _MANIFEST).read_text(encoding="utf-8"))
    except (FileNotFoundError, ValueError):
        return {}
    entries = known.items() if isinstance(known, dict) else ()
    return {name: record for name, record in entries if isinstance(record, dict)}


def _as_json(value: Any) -> bytes:
    return (json.dumps(value, indent=1, sort_keys=True) + "\n").encode()


def _write_atomically(target: Path, data: bytes, workspace: Path) -> None:
    """Write a file so that it appears whole or not at all, even when the power goes."""
    target.parent.mkdir(parents=True, exist_ok=True)
    incoming = settings_folder(workspace) / f"incoming-{os.getpid()}"
    with incoming.open("wb") as stream:
        stream.write(data)
        stream.flush()
        os.fsync(stream.fileno())
    os.replace(incoming, target)


def _refuse_course_folder(source: Path, workspace: Path) -> None:
    """Refuse to lay the course into itself."""
    inside = any(workspace.is_relative_to(source / room) for room in (*ROOMS, "solutions", "mechanics"))
    if workspace == source or inside or is_checkout(workspace):
        raise WorkspaceError(
            f"Expected a folder for your own work, got {workspace}, which belongs to the course itself. "
            "Name another one, for example: mechanics lab workspace"
        )


def _why_not(error: OSError, workspace: Path) -> str:
    """One sentence for a folder that cannot be written."""
    mend = {
        errno.ENOSPC: "Make room on the disk and run the command again.",
        errno.EEXIST: "Rename what is in the way and run the command again.",
        errno.ENOTDIR: "Rename what is in the way and run the command again.",
        errno.EISDIR: "Rename what is in the way and run the command again.",
    }.get(error.errno or 0, "Name a folder of your own: mechanics lab FOLDER.")
    return (
        f"Expected a folder that can be written, got '{error.strerror or error}' for "
        f"{error.filename2 or error.filename or workspace}. {mend} Nothing of yours was changed."
    )
