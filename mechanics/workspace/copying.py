"""Copying the course: what is new is added, what a student changed stays, and a run cut short is simply repeated.

What was copied is recorded in ``.mechanics/manifest.json`` of the workspace. A file is replaced by a newer version of
the course only if the student has not changed it; otherwise the newer version is written next to it. Nothing is ever
deleted, every file appears whole or not at all, and what is going to be copied is recorded before the first file is
touched.
"""

import json
import os
import stat
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from mechanics.workspace.files import content, free, hash_of, why_not, write_atomically
from mechanics.workspace.languages import chosen_language, in_language, last_language, remember, with_texts_of
from mechanics.workspace.places import COURSE_FOLDERS, WorkspaceError, refuse_course_folder, settings_folder
from mechanics.workspace.stills import with_stills

__all__ = ["Copied", "copy_course"]

_MANIFEST = "manifest.json"

Record = dict[str, Any]
"""What is recorded of a file: the ``version`` last offered as it was copied, ``bare`` without its stills, and ``laid``,
the fingerprints (see `content`) of all versions that the course has copied, or was about to copy, under the file's own
name. Earlier releases wrote these names, too."""


@dataclass
class Copied:
    """What one run of `copy_course` did, as paths relative to the workspace.

    Attributes
    ----------
    folder : Path
        The workspace.
    new, updated : list of str
        Files that were not there, and files that were replaced.
    beside : list of (str, str)
        The student's file that was kept, and the newer version next to it.
    busy : list of str
        Files that another program holds open: the next run renews them.
    """

    folder: Path
    new: list[str] = field(default_factory=list)
    updated: list[str] = field(default_factory=list)
    beside: list[tuple[str, str]] = field(default_factory=list)
    busy: list[str] = field(default_factory=list)

    def sentences(self) -> list[str]:
        """Say what was done.

        Returns
        -------
        list of str
            A line for each thing that a student should know.
        """
        counts = {"new": len(self.new), "updated": len(self.updated), "kept": len(self.beside)}
        done = ", ".join(f"{count} {what}" for what, count in counts.items() if count)
        head = f"Workspace {self.folder}: {done or 'up to date'}."
        kept = [
            f"  {theirs} holds your work and was kept; the newer version is next to it: {Path(newer).name}"
            for theirs, newer in self.beside
        ]
        busy = [
            f"  {name} is open in another program and was not updated: close it and run this again"
            for name in self.busy
        ]
        return [head, *kept, *busy]


def copy_course(source: Path, workspace: Path, language: str | None = None) -> Copied:
    """Copy the chapters and tasks of `source` into `workspace`, keeping every file that the student changed.

    Parameters
    ----------
    source : Path
        Folder with ``course/`` and ``exercises/``, as `material` finds it.
    workspace : Path
        Folder of the student; made if it does not exist.
    language : str, optional
        Of the texts; unless given, that of the workspace as it was chosen last. A new choice changes the texts of
        notebooks with the student's work, too, and nothing else in them.

    Returns
    -------
    Copied
        What is new, what was updated, and what was written next to a file that the student changed.

    Raises
    ------
    WorkspaceError
        If the folder belongs to the course itself, or cannot be written, or if there is no such language.
    """
    workspace = workspace.expanduser().resolve()
    refuse_course_folder(source.resolve(), workspace)
    before, now = last_language(workspace) or "en", chosen_language(workspace, language)
    done = Copied(workspace)
    try:
        settings_folder(workspace).mkdir(parents=True, exist_ok=True)
        if now != before:
            _change_language(source, workspace, before, now)
        remember(workspace, now)
        _copy_all(source, workspace, done, now)
    except OSError as error:
        raise WorkspaceError(why_not(error, workspace)) from error
    return done


def _change_language(source: Path, workspace: Path, before: str, now: str) -> None:
    """Change the texts of the notebooks that are there; what was offered counts as offered in both languages."""
    manifest = _read_manifest(workspace)
    for name in (name for name in _files(source) if name in manifest and (workspace / name).is_file()):
        bare = (source / name).read_bytes()
        old, new = (in_language(source, name, bare, language) for language in (before, now))
        record, theirs = manifest[name], (workspace / name).read_bytes()
        if record.get("version") == hash_of(with_stills(source / name, old)):
            manifest[name] = record | {"version": hash_of(with_stills(source / name, new)), "bare": hash_of(new)}
        if new != old and (turned := with_texts_of(new, old, theirs)) != theirs:
            write_atomically(workspace / name, turned, workspace)
    write_atomically(settings_folder(workspace) / _MANIFEST, _as_json(manifest), workspace)


def _copy_all(source: Path, workspace: Path, done: Copied, language: str) -> None:
    """Copy every file; what was done is recorded even if the run is cut short."""
    manifest, record = _read_manifest(workspace), settings_folder(workspace) / _MANIFEST
    offered = {name: in_language(source, name, (source / name).read_bytes(), language) for name in _files(source)}
    announced = _announced(manifest, offered)
    if announced != manifest:
        write_atomically(record, _as_json(announced), workspace)
    try:
        for name, bare in offered.items():
            new = with_stills(source / name, bare)
            announced[name] = _copy_one(new, hash_of(bare), workspace, name, announced[name], done)
    finally:
        write_atomically(record, _as_json(announced), workspace)


def _announced(manifest: Mapping[str, Record], offered: Mapping[str, bytes]) -> dict[str, Record]:
    """Add to the records what is about to be copied: after a power cut it must not pass for the student's work."""
    announced = dict(manifest)
    for name, new in offered.items():
        record, now = manifest.get(name, {}), content(name, new)
        announced[name] = {**record, "laid": [*(x for x in _fingerprints(record) if x != now), now]}
    return announced


def _fingerprints(record: Record) -> list[str]:
    """Read the fingerprints of a record; earlier releases kept only the last one, as ``content``."""
    laid = record.get("laid", [record.get("content")])
    return [content for content in laid if isinstance(content, str)] if isinstance(laid, list) else []


def _copy_one(new: bytes, bare: str, workspace: Path, name: str, record: Record, done: Copied) -> Record:
    """Copy one file and return its new record; `bare` is the fingerprint of the file without its stills."""
    target, offered = workspace / name, {**record, "version": hash_of(new), "bare": bare}
    if not os.path.lexists(target):
        write_atomically(target, new, workspace)
        done.new.append(name)
        return offered
    theirs = target.read_bytes() if target.exists() else b""  # a link of the student's that leads nowhere now
    if theirs == new or record.get("version") == hash_of(new):
        return offered
    unchanged = content(name, theirs) in _fingerprints(record) and _may_be_written(target)
    if _only_stills_are_new(record, bare) and not (unchanged and hash_of(theirs) == record.get("version")):
        return offered  # nothing new for those who have run the chapter, or written into it
    if unchanged:
        return offered if _replaced(target, theirs, new, workspace, name, record, done) else record
    done.beside.append((name, _copy_beside(target, new, workspace)))
    return offered


def _only_stills_are_new(record: Record, bare: str) -> bool:
    """Tell whether the text of a file is the one last offered; earlier releases copied it without stills."""
    return bare == record.get("bare", record.get("version"))


def _may_be_written(target: Path) -> bool:
    """Tell whether the student left a file writable; those who protect a file want to keep it."""
    return target.exists() and bool(target.stat().st_mode & stat.S_IWRITE)


def _replaced(
    target: Path, theirs: bytes, new: bytes, workspace: Path, name: str, record: Record, done: Copied
) -> bool:
    """Replace a file that the student at most ran; return whether that was possible.

    A copy with the student's outputs is set aside first. On Windows a file that is open elsewhere resists.
    """
    if hash_of(theirs) != record.get("version"):
        aside = settings_folder(workspace) / "replaced" / name
        write_atomically(free(aside, "replaced", theirs), theirs, workspace)
    try:
        write_atomically(target, new, workspace)
    except PermissionError:
        if not os.access(target.parent, os.W_OK):
            raise
        done.busy.append(name)
        return False
    done.updated.append(name)
    return True


def _copy_beside(target: Path, new: bytes, workspace: Path) -> str:
    """Write a newer version next to the student's file and return its path relative to the workspace."""
    beside = free(target, "new version", new)
    write_atomically(beside, new, workspace)
    return beside.relative_to(workspace).as_posix()


def _files(source: Path) -> list[str]:
    """List what is copied, as paths relative to `source`: all files but hidden ones and caches."""
    files = [path for folder in COURSE_FOLDERS for path in (source / folder).rglob("*") if path.is_file()]
    names = [path.relative_to(source) for path in files]
    return sorted(name.as_posix() for name in names if not any(_is_debris(part) for part in name.parts))


def _is_debris(part: str) -> bool:
    """Tell whether a part of a path is a hidden file, a checkpoint or a cache."""
    return part.startswith(".") or part == "__pycache__" or part.endswith(".pyc")


def _read_manifest(workspace: Path) -> dict[str, Record]:
    """Read the record of earlier runs; without one, every file that differs counts as the student's."""
    try:
        known = json.loads((settings_folder(workspace) / _MANIFEST).read_text(encoding="utf-8"))
    except (FileNotFoundError, ValueError):
        return {}
    entries = known.items() if isinstance(known, dict) else ()
    return {name: record for name, record in entries if isinstance(record, dict)}


def _as_json(value: Any) -> bytes:
    return (json.dumps(value, indent=1, sort_keys=True) + "\n").encode()
