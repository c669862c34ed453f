"""The child process of an isolated sandbox: namespaces of its own, a root of its own, no rights, few system calls.

It is process 1 of its process namespace: when it ends, the kernel kills all others in there, so that none can escape
its end. Only a process with rights over its own process namespace can fork such children one after the other; an
ordinary user gets these rights by `enter_own_processes`, in a user namespace, in which he has all rights.

The order of the steps is part of the security. Each step needs a right that a later one gives up: the namespaces come
first, because the mounts need the rights that root has in them; then the files; then all rights go, at last system
calls and resources are limited. Only then does the work begin.
"""

import ctypes.util  # noqa: F401  (nothing can be imported any more once the files are gone)
import os
import site
import socket
import sys
from functools import cache
from pathlib import Path
from typing import NoReturn

from . import linux
from .child import NOBODY, Job, become_nobody, can_become_nobody, clean_environment, prepare_and_work
from .folders import write_file
from .limits import apply_limits, close_inherited
from .seccomp import deny_system_calls

__all__ = ["enter_own_processes", "run", "visible_places"]

WORK = Path("/submission")
INODES = 10_000  # files and folders; each takes memory of the kernel
_SYSTEM = ("/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/etc/ld.so.cache", "/etc/localtime", "/etc/fonts",
           "/etc/alternatives")  # fmt: skip
_DEVICES = ("null", "zero", "full", "random", "urandom")


def enter_own_processes() -> None:
    """Go on in a new process, which is process 1 of a process namespace, and may fork isolated sandboxes.

    This process waits for it, and ends with it; the new one ends with this one. All sandboxes are in that namespace, so
    that none of them is left when its process 1 has ended, however that was.

    Raises
    ------
    OSError
        If the kernel does not allow it.
    """
    user, group = os.getuid(), os.getgid()
    if can_become_nobody():
        linux.unshare(linux.NEWPID)
    else:
        # an ordinary user may make namespaces only together with a user namespace
        linux.unshare(linux.NEWUSER | linux.NEWPID)
        linux.map_user(user, group, NOBODY)
    if child := os.fork():
        _, status = os.waitpid(child, 0)
        os._exit(os.waitstatus_to_exitcode(status) & 0xFF)
    linux.die_with_parent()


def run(job: Job, stage: Path) -> NoReturn:
    """In the forked child, process 1 of its process namespace: isolate it, do the work, and end.

    Parameters
    ----------
    job : Job
        What to do.
    stage : Path
        An existing folder over which the root of the sandbox is mounted, seen in here only.
    """
    prepare_and_work(job, lambda: _isolate(job, stage))


def _isolate(job: Job, stage: Path) -> None:
    """Enter new namespaces, and give up everything that leads out of them."""
    # should the fork server be killed, nobody could end the sandbox any more
    linux.die_with_parent()
    close_inherited(job.connection.fileno(), job.report.fileno())
    linux.unshare(linux.NAMESPACES)
    # process groups know no namespaces: kill(0, SIGTERM) inside would reach the fork server and the grader
    os.setsid()
    _change_root(job, stage)
    os.chdir(WORK)
    _show_processes(job)
    _give_up_rights()
    # once more, and only now: a change of user takes it back
    linux.die_with_parent()
    # last, because the steps before need more than a submission may use
    apply_limits(job.limits)


def _show_processes(job: Job) -> None:
    """Hand out the folder that lists the processes in here, for those who count what these use."""
    folder = os.open("/proc", os.O_RDONLY | os.O_DIRECTORY)
    socket.send_fds(job.report, [b"."], [folder])
    os.close(folder)


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


def _give_up_rights() -> None:
    """Become a user without rights and without a way back to them; then only few system calls are left."""
    if can_become_nobody():
        become_nobody()
    # whoever this is, in a user namespace of its own: drop_privileges forbids the next ones by a limit of this one
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

    A link is made anew where its target is visible by its own name; elsewhere that string is empty and the place is
    bound, as for a virtual environment that is a link.
    """
    found = {place: place.resolve() for place in _needed()}
    shown = [place for place, source in found.items() if place == source]
    return tuple(
        (place, source, os.readlink(place) if place.is_symlink() and any(map(source.is_relative_to, shown)) else "")
        for place, source in found.items()
    )


def _needed() -> list[Path]:
    """What Python needs of the machine: system libraries, itself, installed packages, this library."""
    python: list[str | Path] = [
        sys.prefix,
        sys.base_prefix,
        *site.getsitepackages(),
        *([site.getusersitepackages()] if site.ENABLE_USER_SITE else []),
        Path(__file__).parents[2],
    ]
    places = [Path(place) for place in (*_SYSTEM, *python)]
    found = [place for place in dict.fromkeys(places) if place.exists()]
    inside = [p for p in found if not any(q != p and p.is_relative_to(q) for q in found if not q.is_symlink())]
    return inside
