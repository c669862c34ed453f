"""The cache folder of the user, numba's files in it, and whether another process is compiling right now."""

import os
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from typing import Any

__all__ = ["cache_folder", "compiling", "is_compiling", "is_kept", "let_numba_cache"]

PATIENCE = 300  # s, after which a process that compiles is considered dead
_MARK = "compiling"


def _named_folder() -> Path:
    """Name the folder: $MECHANICS_CACHE, or one in the user's cache folder."""
    usual = os.environ.get("LOCALAPPDATA") or os.environ.get("XDG_CACHE_HOME") or "~/.cache"
    return Path(os.environ.get("MECHANICS_CACHE") or Path(usual) / "mechanics-course").expanduser()


@cache
def cache_folder() -> Path:
    """Find a writable folder.

    Returns
    -------
    Path
        ``$MECHANICS_CACHE``, one in the user's cache folder, or a temporary one; the same one in all calls.
    """
    try:
        folder = _named_folder()
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return folder
    except (OSError, RuntimeError):  # the second where there is no home at all
        return Path(tempfile.mkdtemp(prefix="mechanics-course-"))


def is_kept() -> bool:
    """Tell whether the next process will find the files of `cache_folder`.

    Returns
    -------
    bool
        False for a temporary folder.
    """
    with suppress(RuntimeError):
        return cache_folder() == _named_folder()
    return False


@contextmanager
def compiling() -> Iterator[None]:
    """Mark that this process compiles the loops that all systems share, so that other processes need not.

    Meanwhile these run the slower, uncompiled code: see `is_compiling`.
    """
    mark = cache_folder() / _MARK
    mark.write_text(str(os.getpid()), encoding="utf-8")
    try:
        yield
    finally:
        mark.unlink(missing_ok=True)


def is_compiling() -> bool:
    """Tell whether another process is compiling.

    Returns
    -------
    bool
        Whether one is inside of `compiling`, and has been for less than `PATIENCE`.
    """
    with suppress(OSError, RuntimeError, ValueError):
        mark = _named_folder() / _MARK
        if time.time() - mark.stat().st_mtime < PATIENCE:
            return int(mark.read_text(encoding="utf-8")) != os.getpid()
    return False


def let_numba_cache(file: str) -> None:
    """Let numba cache in `cache_folder` if it cannot write next to a module, as in a read-only installation.

    Without this, numba tries the user's cache folder, and fails to compile if that is read-only, too.

    Parameters
    ----------
    file : str
        Path of the module whose functions are compiled.

    Raises
    ------
    ImportError
        If numba is not installed.
    """
    import numba  # optional, and slow to import

    config: Any = numba.config
    beside = Path(file).with_name("__pycache__")
    if not config.CACHE_DIR and not os.access(beside if beside.is_dir() else beside.parent, os.W_OK):
        config.CACHE_DIR = str(cache_folder())
