"""What comes with a submission: pictures in its cells, a time stamp, files that nbgrader copies whatever they are."""

import base64
import datetime
import glob
import os
import re
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from .handed_in_time import time_of

__all__ = ["exclude_harmful_files", "harmful", "pictures_attached"]

LARGEST = 32 * 2**20  # bytes of a file
MOST = 200  # files
LARGEST_ATTACHED = 16 * 2**20  # characters of a picture, base64
MOST_ATTACHED = 12  # pictures of a cell
_BEGINNINGS = {b"\x89PNG\r\n\x1a\n": "image/png", b"\xff\xd8\xff": "image/jpeg"}


def exclude_harmful_files(converter: Any) -> None:
    """Before a run: let nbgrader pass over links, pipes, devices, floods of files and unreadable times.

    A link may lead to a solution or to an endless device; at a pipe, or a time that cannot be read, nbgrader would give
    up the whole submission.

    Parameters
    ----------
    converter : nbgrader.converters.Autograde
        With the submissions that it has found.
    """
    course = converter.coursedir
    found = [path for folder in converter.assignments for path in harmful(Path(folder))]
    for path in found:
        converter.log.warning("Left out because it is not an ordinary file of at most 32 MB: %s", path)
    course.ignore = [*course.ignore, *(glob.escape(str(path)) for path in found)]
    course.get_existing_timestamp = lambda folder: _time_of(Path(folder), converter.log)


def harmful(folder: Path) -> Iterator[Path]:
    """Find files that nbgrader must not copy.

    Parameters
    ----------
    folder : Path
        A submission.

    Yields
    ------
    Path
        What is not an ordinary file, too large, or one too many; links are not followed.
    """
    number = 0
    for place, _, names in os.walk(folder):
        for path in (Path(place) / name for name in sorted(names)):
            number += path.suffix != ".ipynb"
            state = path.lstat()
            if not stat.S_ISREG(state.st_mode) or state.st_size > LARGEST or number > MOST:
                yield path


def pictures_attached(cell: Any) -> dict[str, dict[str, str]]:
    """Pictures that were pasted into a cell.

    Parameters
    ----------
    cell : mapping
        A cell of a submission, whatever is in it.

    Returns
    -------
    dict of str to dict
        As a notebook keeps them: by name and kind, in base64. What is neither PNG nor JPEG is left out.
    """
    attached = cell.get("attachments")
    found: dict[str, dict[str, str]] = {}
    for name, kinds in attached.items() if isinstance(attached, dict) else ():
        for text in kinds.values() if isinstance(kinds, dict) else ():
            kind = _kind(text)
            if kind and len(found) < MOST_ATTACHED and re.fullmatch(r"[\w.\- ]{1,100}", name):
                found[name] = {kind: "".join(text.split())}
    return found


def _kind(text: Any) -> str:
    """Kind of a picture in base64 by how it begins; empty if it is none."""
    if not isinstance(text, str) or len(text) > LARGEST_ATTACHED:
        return ""
    try:
        content = base64.b64decode("".join(text.split()), validate=True)
    except ValueError:
        return ""
    return next((kind for beginning, kind in _BEGINNINGS.items() if content.startswith(beginning)), "")


def _time_of(folder: Path, log: Any) -> datetime.datetime | None:
    """The time for nbgrader, which takes none for "in time"; the log says why."""
    time = time_of(folder)
    if time.problem:
        log.warning("%s: %s A person has to look at it: %s", folder, time.sentence(), folder / "timestamp.txt")
    return time.at
