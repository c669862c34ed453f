"""Ahead-of-time compilation of the loops that all multibody systems share.

Numba caches machine code on the disk, but compiles it when it is needed first: for about ten seconds, in the middle of
a chapter. `mechanics lab` therefore starts `precompile` in the background; until it is done, simulations run
uncompiled and slower.
"""

import hashlib
import os
import platform
import subprocess
import sys
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from .cache import cache_folder, compiling, is_kept

__all__ = ["in_the_background", "is_needed", "precompile"]

_SHARED = ("state_space/dop853.py", "multibody/trees", "multibody/assembly")


def precompile() -> None:
    """Compile what multibody systems share, and record that it was done."""
    from . import systems  # imports sympy, for which a command that only asks `is_needed` shall not wait

    if hasattr(os, "nice"):
        os.nice(19)  # after everything that a person waits for
    with compiling():
        # one with joints, one that is a tree: what they compile, all others use
        systems.load("double_wishbone").numeric().simulate(t=0.01)
        systems.load("chandelier").numeric().simulate(t=0.01)
    _record().touch()


def is_needed() -> bool:
    """Tell whether there is numba, and this Python has not yet compiled these sources.

    Returns
    -------
    bool
        False also where nothing can be cached for the next process: compiling would be useless.
    """
    return _numba() != "" and is_kept() and not _record().exists()


def in_the_background() -> None:
    """Start `precompile` in a process of its own, which may outlive this one."""
    line = [sys.executable, "-c", "from mechanics.precompile import precompile; precompile()"]
    if os.name == "posix":
        # by a shell that ends at once: then init, and not this process, has to wait for its end
        line = ["/bin/sh", "-c", 'exec </dev/null >/dev/null 2>&1; "$@" &', "sh", *line]
        subprocess.run(line, check=False, start_new_session=True)
    else:
        subprocess.Popen(line, creationflags=getattr(subprocess, "BELOW_NORMAL_PRIORITY_CLASS", 0))


def _record() -> Path:
    """The file that records that it was done, for these sources, this Python and this machine."""
    package = Path(__file__).parent
    files = [path for name in _SHARED for path in sorted((package / name).rglob("*.py")) or [package / name]]
    known = [package, sys.version, _numba(), platform.machine(), *(path.read_bytes() for path in files)]
    return cache_folder() / f"compiled-{hashlib.sha256(repr(known).encode()).hexdigest()[:24]}"


def _numba() -> str:
    """Version of numba; empty where it is not installed."""
    try:
        return version("numba")
    except PackageNotFoundError:
        return ""
