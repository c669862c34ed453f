"""What lies beside the notebooks of a submission: nbgrader copies it, whatever it is."""

import glob
import os
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from .settings import time_of

__all__ = ["harmful", "leave_out_what_harms"]

LARGEST = 32 * 2**20
MOST = 200


def leave_out_what_harms(converter: Any) -> None:
    """Before a run: links, pipes, devices, floods and unreadable times beside a notebook are passed over.

    A link may lead to a solution or to a device without end; at a pipe, or a time that is none, nbgrader would give up
    on the whole submission.

    Parameters
    ----------
    converter : nbgrader's *Autograde*, with the submissions that it has found
    """
    course = converter.coursedir
    found = [path for folder in converter.assignments for path in harmful(Path(folder))]
    for path in found:
        converter.log.warning("Left out, because it is no ordinary file of at most 32 MB: %s", path)
    course.ignore = [*course.ignore, *(glob.escape(str(path)) for path in found)]
    course.get_existing_timestamp = lambda folder: time_of(Path(folder))


def harmful(folder: Path) -> Iterator[Path]:
    """Paths in a folder that are no ordinary files, too large, or too many; links are not followed."""
    number = 0
    for place, _, names in os.walk(folder):
        for path in (Path(place) / name for name in sorted(names)):
            number += path.suffix != ".ipynb"
            state = path.lstat()
            if not stat.S_ISREG(state.st_mode) or state.st_size > LARGEST or number > MOST:
                yield path
