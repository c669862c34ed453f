"""Only one process at a time writes into a folder; the kernel releases the lock, however the process ends."""

import contextlib
import os
import sys
from collections.abc import Iterator
from pathlib import Path

from .errors import GradingError

if sys.platform != "win32":
    import fcntl

__all__ = ["alone_in"]


@contextlib.contextmanager
def alone_in(folder: Path) -> Iterator[None]:
    """Be the only process that works in a folder, until the end of the block.

    Parameters
    ----------
    folder : Path
        An existing folder.

    Raises
    ------
    GradingError
        If another process works in it.
    """
    number = os.open(folder / ".lock", os.O_RDWR | os.O_CREAT, 0o600)
    try:
        try:
            fcntl.flock(number, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            other = os.pread(number, 20, 0).decode().strip() or "unknown"
            raise GradingError(
                f"Another process (number {other}) is grading into {folder}. Wait for it to end, or end it; then start "
                "again: what it has finished is kept."
            ) from None
        os.pwrite(number, f"{os.getpid():<20}".encode(), 0)
        yield
    finally:
        os.close(number)
