"""Files that are there whole, or as they were before: whatever ends the writing."""

import contextlib
import os
from collections.abc import Iterator
from pathlib import Path
from typing import TextIO

__all__ = ["PART", "whole_file"]

PART = ".part"


@contextlib.contextmanager
def whole_file(path: Path, errors: str = "strict") -> Iterator[TextIO]:
    """Write a text beside a file, which it replaces at the end of the block.

    What an error leaves half written is removed; what a killed process leaves is overwritten by the next.

    Parameters
    ----------
    path : Path
        The file, in a folder that exists.
    errors : str
        What happens to characters that UTF-8 cannot hold, as for `open`.

    Yields
    ------
    TextIO
        To be written into.
    """
    part = path.with_name(path.name + PART)
    try:
        with open(part, "w", newline="", encoding="utf-8", errors=errors) as file:
            yield file
        os.replace(part, path)
    except BaseException:
        with contextlib.suppress(OSError):
            part.unlink(missing_ok=True)
        raise
