"""Where generated sources and compiled code are kept, and whether another process is compiling just now."""

import os
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from typing import Any

__all__ = ["announced", "cache_folder", "is_announced", "let_numba_keep", "named_folder"]

PATIENCE = 300  # s, after which a process that announced itself is taken for ended
_MARK = "compiling"


def named_folder() -> Path:
    """Name the folder: $MECHANICS_CACHE, or one in the user's cache folder."""
    usual = os.environ.get("LOCALAPPDATA") or os.environ.get("XDG_CACHE_HOME") or "~/.cache"
    return Path(os.environ.get("MECHANICS_CACHE") or Path(usual) / "mechanics-course").expanduser()


@cache
def cache_folder() -> Path:
    """That folder, made where it is not there; a temporary one where it cannot be written."""
    folder = named_folder()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return folder
    except OSError:
        return Path(tempfile.mkdtemp(prefix="mechanics-course-"))


@contextmanager
def announced() -> Iterator[None]:
    """While this process compiles what all systems share, others take the slower way instead of compiling it, too."""
    mark = cache_folder() / _MARK
    mark.write_text(str(os.getpid()), encoding="utf-8")
    try:
        yield
    finally:
        mark.unlink(missing_ok=True)


def is_announced() -> bool:
    """Tell whether another process has announced that it compiles, and not too long ago."""
    with suppress(OSError, ValueError):
        mark = named_folder() / _MARK
        if time.time() - mark.stat().st_mtime < PATIENCE:
            return int(mark.read_text(encoding="utf-8")) != os.getpid()
    return False


def let_numba_keep(file: str) -> None:
    """Send numba to `cache_folder` where it cannot write beside the module `file`, as in a read-only installation.

    numba itself tries the user's cache folder then, and compiles nothing at all where that is read-only, too.
    """
    import numba

    config: Any = numba.config
    beside = Path(file).with_name("__pycache__")
    if not config.CACHE_DIR and not os.access(beside if beside.is_dir() else beside.parent, os.W_OK):
        config.CACHE_DIR = str(cache_folder())
