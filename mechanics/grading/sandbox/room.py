"""A child process in namespaces of its own, and a socket to talk to it."""

import ctypes.util  # noqa: F401  (nothing is imported any more once the files are gone)
import os
import shutil
import signal
import site
import socket
import sys
import tempfile
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import NoReturn

from . import bare, linux
from .folders import own_folder
from .process import Limits, close_all_but, limit
from .refusals import refuse_calls
from .watch import begin_to_watch, watch

__all__ = ["Limits", "Room"]

NOBODY = 65534
WORK = Path("/submission")
INODES = 10_000  # files and folders; each takes memory of the kernel
_SYSTEM = ("/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/etc/ld.so.cache", "/etc/localtime", "/etc/fonts",
           "/etc/alternatives")  # fmt: skip
_DEVICES = ("null", "zero", "full", "random", "urandom")
USUAL = Limits()


class Room:
    """A forked process that a stranger's code cannot leave.

    Parameters
    ----------
    work : runs inside, with the socket to the outside; everything that is imported already is there
    files : what lies in the working folder, name to bytes
    limits : what may be used
    walls : whether it is a boundary. Without, the process has limits and a private folder and is ended with all that it
        started, but it may read and write what its user may: only for code that one would run oneself.

    Attributes
    ----------
    connection : socket to the inside

    Raises
    ------
    OSError
        where the kernel does not allow such a room.
    RuntimeError
        where it could not be furnished for another reason.
    """

    def __init__(
        self,
        work: Callable[[socket.socket], None],
        files: Mapping[str, bytes],
        limits: Limits = USUAL,
        *,
        walls: bool = True,
    ):
        outside, inside = socket.socketpair()
        ready, done = os.pipe()
        sys.stdout.flush()
        sys.stderr.flush()
        stage = _stage()
        if walls:
            _shown()  # looked up here, so that it is known to every child
        self._folder = "" if walls else tempfile.mkdtemp(prefix="submission-", dir=stage)
        self._pid = os.fork()
        if self._pid == 0 and walls:
            _first(work, files, limits, inside, done, stage)
        if self._pid == 0:
            bare.first(work, files, limits, inside, done, Path(self._folder))
        inside.close()
        os.close(done)
        self.connection = outside
        with os.fdopen(ready, "rb") as report:
            trouble = report.read().decode()
        if trouble:
            self.close()
            # a fault of ours must not look like a kernel that refuses
            raise (OSError if trouble.startswith("OSError") else RuntimeError)(trouble)

    def close(self) -> None:
        """End everything inside and wait for it."""
        self.connection.close()
        if self._pid and self._folder:
            bare.end(self._pid)
            shutil.rmtree(self._folder, ignore_errors=True)
        elif self._pid:
            os.kill(self._pid, signal.SIGTERM)
            os.waitpid(self._pid, 0)
        self._pid = 0

    def __enter__(self) -> "Room":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _first(
    work: Callable[[socket.socket], None],
    files: Mapping[str, bytes],
    limits: Limits,
    inside: socket.socket,
    done: int,
    stage: Path,
) -> NoReturn:
    """In the child: leave the namespaces, and wait for the second child, which is process 1 of the new ones."""
    try:
        linux.die_with_parent()
        close_all_but(inside.fileno(), done)
        as_root = os.getuid() == 0 and linux.knows_user(NOBODY)
        if as_root:
            linux.unshare(linux.NAMESPACES)
        else:
            user, group = os.getuid(), os.getgid()
            linux.unshare(linux.NAMESPACES | linux.NEWUSER)
            linux.map_user(user, group, NOBODY)
        end_watching = begin_to_watch()
        if second := os.fork():
            os.close(done)
            watch(second, limits.memory)
        end_watching()
        os.setsid()  # or a signal to the group of processes would reach the grader
        _furnish(stage, files, limits, as_root)
        linux.die_with_parent()  # not before: a change of user takes it back
        limit(limits)
    except BaseException as error:  # whatever it is, nothing may run with half of the walls
        kind = "OSError" if isinstance(error, OSError) else type(error).__name__
        os.write(done, f"{kind}: {error}".encode()[:1000])
        os._exit(1)
    os.close(done)
    try:
        work(inside)
    finally:
        os._exit(0)


@cache
def _stage() -> Path:
    """A folder over which every room mounts its own root; those without walls have their private folders in it."""
    folder = own_folder("room")
    folder.chmod(0o711)  # who runs as nobody may go through
    return folder


def _furnish(root: Path, files: Mapping[str, bytes], limits: Limits, as_root: bool) -> None:
    """Files of the room; then it is entered, and the way back is gone."""
    linux.mount("", Path("/"), flags=linux.REC | linux.PRIVATE)
    size = f"size={limits.folder_size},nr_inodes={INODES},mode=755"
    linux.mount("tmpfs", root, "tmpfs", linux.NOSUID | linux.NODEV, size)
    _show_system(root)
    for folder in (root / "tmp", root / "dev/shm", _at(root, WORK)):
        folder.mkdir(parents=True, exist_ok=True)
        folder.chmod(0o777)
    for name, content in files.items():
        file = _at(root, WORK) / name
        file.write_bytes(content)
        file.chmod(0o666)  # the student's copy
    (root / "proc").mkdir()
    linux.mount("proc", root / "proc", "proc", linux.NOSUID | linux.NODEV | linux.NOEXEC)
    linux.enter_root(root)
    _become_nobody(as_root)


def _show_system(root: Path) -> None:
    """What Python needs of this machine, read-only, and the harmless devices."""
    for place, source, link in _shown():
        if link:
            _at(root, place).parent.mkdir(parents=True, exist_ok=True)
            _at(root, place).symlink_to(link)
        else:
            linux.bind(source, _at(root, place))
    for name in _DEVICES:
        linux.bind(Path("/dev") / name, root / "dev" / name, writable=True)


def _become_nobody(as_root: bool) -> None:
    """Without rights, without variables of the grader, in the working folder."""
    os.chdir(WORK)
    if as_root:
        os.setgroups([])
        os.setresgid(NOBODY, NOBODY, NOBODY)
        os.setresuid(NOBODY, NOBODY, NOBODY)
        linux.unshare(linux.NEWUSER)
        linux.map_user(NOBODY, NOBODY, NOBODY)
    linux.drop_privileges()
    refuse_calls()
    os.environ.clear()
    os.environ.update(HOME=str(WORK), PATH="/usr/bin:/bin", TMPDIR="/tmp", LANG="C.UTF-8")
    tempfile.tempdir = None


def _at(root: Path, place: Path) -> Path:
    return root / place.relative_to("/")


@cache
def _shown() -> tuple[tuple[Path, Path, str], ...]:
    """Places, what lies there, and where those lead that are links to what is shown anyway (else empty)."""
    found = {place: place.resolve() for place in _needed()}
    return tuple(
        (place, source, os.readlink(place) if place.is_symlink() and source in found.values() else "")
        for place, source in found.items()
    )


def _needed() -> list[Path]:
    """What Python needs of the machine: system libraries, itself, installed packages, this library."""
    python: list[str | Path] = [
        sys.prefix,
        sys.base_prefix,
        *site.getsitepackages(),
        Path(__file__).parents[2],
    ]
    places = [Path(place) for place in (*_SYSTEM, *python)]
    found = [place for place in dict.fromkeys(places) if place.exists()]
    inside = [p for p in found if not any(q != p and p.is_relative_to(q) for q in found if not q.is_symlink())]
    return inside
