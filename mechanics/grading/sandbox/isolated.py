"""The child process of an isolated sandbox: namespaces of its own, a root of its own, no rights, few system calls.

The order of the steps is part of the security. Each step needs a right that a later one gives up: the namespaces come
first, because the mounts need the rights that root has in them; then the files; then all rights go, at last system
calls and resources are limited. Only then does the work begin.
"""

import ctypes.util  # noqa: F401  (nothing can be imported any more once the files are gone)
import os
import site
import sys
from functools import cache
from pathlib import Path
from typing import NoReturn

from . import linux
from .child import NOBODY, Job, become_nobody, can_become_nobody, clean_environment, prepare_and_work
from .folders import write_file
from .limits import apply_limits, close_inherited
from .seccomp import deny_system_calls
from .supervisor import block_signals, supervise

__all__ = ["run", "visible_places"]

WORK = Path("/submission")
INODES = 10_000  # files and folders; each takes memory of the kernel
_SYSTEM = ("/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/etc/ld.so.cache", "/etc/localtime", "/etc/fonts",
           "/etc/alternatives")  # fmt: skip
_DEVICES = ("null", "zero", "full", "random", "urandom")


def run(job: Job, stage: Path) -> NoReturn:
    """In the forked child: isolate it, do the work, and end.

    Parameters
    ----------
    job : Job
        What to do.
    stage : Path
        An existing folder over which the root of the sandbox is mounted, seen in here only.
    """
    prepare_and_work(job, lambda: _isolate(job, stage))


def _isolate(job: Job, stage: Path) -> None:
    """Enter new namespaces; this process then supervises a second one, which is process 1 in there and returns.

    A second one, because a process never changes its own process namespace, only that of its children. As process 1 it
    is special: when it ends, the kernel kills all others of the namespace, so that none can escape its end.
    """
    # should the fork server be killed, nobody could end the sandbox any more
    linux.die_with_parent()
    close_inherited(job.connection.fileno(), job.report)
    as_root = can_become_nobody()
    if as_root:
        linux.unshare(linux.NAMESPACES)
    else:
        # an ordinary user may make namespaces only together with a user namespace, in which he has all rights
        user, group = os.getuid(), os.getgid()
        linux.unshare(linux.NAMESPACES | linux.NEWUSER)
        linux.map_user(user, group, NOBODY)
    # before the fork, or the supervisor could miss the end of the second process
    unblock_signals = block_signals()
    if second := os.fork():
        os.close(job.report)
        supervise(second, job.limits)
    unblock_signals()
    # process groups know no namespaces: kill(0, SIGTERM) inside would reach the fork server and the grader
    os.setsid()
    _change_root(job, stage)
    os.chdir(WORK)
    _give_up_rights(as_root)
    # for this process, too, and only now: a change of user takes it back
    linux.die_with_parent()
    # last, because the steps before need more than a submission may use
    apply_limits(job.limits)


def _change_root(job: Job, root: Path) -> None:
    """Build a file system in memory, enter it, and let go of the old one: what is not in it cannot be named."""
    # by default mounts propagate to the namespace they were copied from, and the grader would see them
    linux.mount("", Path("/"), flags=linux.REC | linux.PRIVATE)
    size = f"size={job.limits.folder_size},nr_inodes={INODES},mode=755"
    linux.mount("tmpfs", root, "tmpfs", linux.NOSUID | linux.NODEV, size)
    _show_system(root)
    for folder in (root / "tmp", root / "dev/shm", _at(root, WORK)):
        folder.mkdir(parents=True, exist_ok=True)
        folder.chmod(0o777)
    for name, content in job.files.items():
        write_file(_at(root, WORK), name, content, mode=0o666)  # the student's copy
    # of the new process namespace, and mounted by its process 1: the processes of the machine are not in there
    (root / "proc").mkdir()
    linux.mount("proc", root / "proc", "proc", linux.NOSUID | linux.NODEV | linux.NOEXEC)
    linux.enter_root(root)


def _show_system(root: Path) -> None:
    """Bind what Python needs of this machine, read-only, and the harmless devices."""
    for place, source, link in visible_places():
        if link:
            _at(root, place).parent.mkdir(parents=True, exist_ok=True)
            _at(root, place).symlink_to(link)
        else:
            linux.bind(source, _at(root, place))
    for name in _DEVICES:
        linux.bind(Path("/dev") / name, root / "dev" / name, writable=True)


def _give_up_rights(as_root: bool) -> None:
    """Become a user without rights and without a way back to them; then only few system calls are left."""
    if as_root:
        become_nobody()
        # also root gets a user namespace: drop_privileges forbids the next ones by a limit of this one
        linux.unshare(linux.NEWUSER)
        linux.map_user(NOBODY, NOBODY, NOBODY)
    linux.drop_privileges()
    # after everything that needs one of them: a filter cannot be taken off again
    deny_system_calls()
    clean_environment(WORK, Path("/tmp"))


def _at(root: Path, place: Path) -> Path:
    return root / place.relative_to("/")


@cache
def visible_places() -> tuple[tuple[Path, Path, str], ...]:
    """Places of this machine that a sandbox shows, what they resolve to, and the target where a link will do.

    A link is made anew where its target is visible anyway; elsewhere that string is empty and the place is bound.
    """
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
