"""The cache folder of the user, what numba keeps in it, and whether another process is compiling just now."""

import os
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from typing import Any

__all__ = ["cache_folder", "compiling", "is_compiling", "is_kept", "let_numba_cache"]

PATIENCE = 300  # s, after which a process that compiles is taken for dead
_MARK = "compiling"


def _named_folder() -> Path:
    """Name the folder: $MECHANICS_CACHE, or one in the user's cache folder."""
    usual = os.environ.get("LOCALAPPDATA") or os.environ.get("XDG_CACHE_HOME") or "~/.cache"
    return Path(os.environ.get("MECHANICS_CACHE") or Path(usual) / "mechanics-course").expanduser()


@cache
def cache_folder() -> Path:
    """Return a folder that can be written: $MECHANICS_CACHE, one in the user's cache folder, or a temporary one."""
    try:
        folder = _named_folder()
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return folder
    except (OSError, RuntimeError):  # the second where there is no home at all
        return Path(tempfile.mkdtemp(prefix="mechanics-course-"))


def is_kept() -> bool:
    """Tell whether `cache_folder` is the user's own, which the next process finds again, and not a temporary one."""
    with suppress(RuntimeError):
        return cache_folder() == _named_folder()
    return False


@contextmanager
def compiling() -> Iterator[None]:
    """Mark that this process compiles the loops that all systems share, so that other processes need not.

    They take the slower, uncompiled path meanwhile: see `is_compiling`.
    """
    mark = cache_folder() / _MARK
    mark.write_text(str(os.getpid()), encoding="utf-8")
    try:
        yield
    finally:
        mark.unlink(missing_ok=True)


def is_compiling() -> bool:
    """Tell whether another process is inside of `compiling`, and has been for less than `PATIENCE`."""
    with suppress(OSError, RuntimeError, ValueError):
        mark = _named_folder() / _MARK
        if time.time() - mark.stat().st_mtime < PATIENCE:
            return int(mark.read_text(encoding="utf-8")) != os.getpid()
    return False


def let_numba_cache(file: str) -> None:
    """Send numba to `cache_folder` where it cannot write beside the module `file`, as in a read-only installation.

    Without this, numba tries the user's cache folder, and compiles nothing at all where that is read-only, too.
    """
    import numba

    config: Any = numba.config
    beside = Path(file).with_name("__pycache__")
    if not config.CACHE_DIR and not os.access(beside if beside.is_dir() else beside.parent, os.W_OK):
        config.CACHE_DIR = str(cache_folder())
