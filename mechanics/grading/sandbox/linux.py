"""System calls of Linux that Python 3.11 does not offer: namespaces, mounts, privileges.

They are called by ctypes, so that the sandbox needs no compiler and no package. What fails raises OSError.
"""

import ctypes
import os
from collections.abc import Iterable
from pathlib import Path
from typing import Any

__all__ = [
    "NAMESPACES",
    "NEWPID",
    "NEWUSER",
    "adopt_orphans",
    "bind",
    "die_with_parent",
    "drop_privileges",
    "enter_root",
    "forked_into_own_processes",
    "knows_user",
    "map_user",
    "mount",
    "unshare",
]

NEWNS, NEWCGROUP, NEWUTS, NEWIPC, NEWUSER, NEWPID, NEWNET = (
    0x20000, 0x2000000, 0x4000000, 0x8000000, 0x10000000, 0x20000000, 0x40000000,
)  # fmt: skip
NAMESPACES = NEWNS | NEWUTS | NEWIPC | NEWNET
"""Of files, of the machine's name, of messages and of the network; that of processes begins with a fork."""
RDONLY, NOSUID, NODEV, NOEXEC, REMOUNT, BIND, REC, PRIVATE = 1, 2, 4, 8, 32, 4096, 16384, 1 << 18
DETACH = 2
_PDEATHSIG, _SET_DUMPABLE, _NO_NEW_PRIVS, _CAPBSET_DROP, _CHILD_SUBREAPER, _KILL = 1, 4, 38, 24, 36, 9
_PIVOT_ROOT = {"x86_64": 155, "aarch64": 41}
_CAPABILITY_VERSION = 0x20080522

_libc: Any = ctypes.CDLL(None, use_errno=True) if os.name == "posix" else None


def _checked(result: int, what: str) -> None:
    if result != 0:
        error = ctypes.get_errno()
        raise OSError(error, f"{what}: {os.strerror(error)}")


def unshare(flags: int) -> None:
    """Enter new namespaces of the kinds that the flags name; a new process namespace begins with the next child.

    Parameters
    ----------
    flags : int
        Sum of constants such as `NEWPID`.
    """
    _checked(_libc.unshare(ctypes.c_int(flags)), "unshare")


def forked_into_own_processes() -> int:
    """Fork a process that is process 1 of a new process namespace; the next fork is an ordinary one again.

    Returns
    -------
    int
        As `os.fork`.
    """
    ours = os.open("/proc/self/ns/pid", os.O_RDONLY | os.O_CLOEXEC)
    unshare(NEWPID)
    try:
        child = os.fork()
        if child:
            _checked(_libc.setns(ctypes.c_int(ours), ctypes.c_int(NEWPID)), "setns")
        return child
    finally:
        os.close(ours)


def map_user(outside_uid: int, outside_gid: int, inside: int) -> None:
    """Name the one user of a new user namespace.

    Parameters
    ----------
    outside_uid, outside_gid : int
        User and group that this process has outside.
    inside : int
        Number of both inside.
    """
    # after a change of user the process is not "dumpable", and its files in /proc/self belong to root
    _checked(_libc.prctl(_SET_DUMPABLE, ctypes.c_ulong(1), 0, 0, 0), "prctl")
    Path("/proc/self/setgroups").write_text("deny")  # the kernel takes gid_map of an ordinary user only after this
    Path("/proc/self/uid_map").write_text(f"{inside} {outside_uid} 1")
    Path("/proc/self/gid_map").write_text(f"{inside} {outside_gid} 1")


def knows_user(user: int) -> bool:
    """Whether this user namespace has a certain user; the one of a container may have a single user.

    Parameters
    ----------
    user : int
        Number of the user.

    Returns
    -------
    bool
        Whether this process, as root, could change to that user.
    """
    rows = [list(map(int, row.split())) for row in Path("/proc/self/uid_map").read_text().splitlines()]
    return any(first <= user < first + count for first, _, count in rows)


def mount(source: str, target: Path, kind: str = "", flags: int = 0, data: str = "") -> None:
    """mount(2).

    Parameters
    ----------
    source : str
        Device, or folder of a bind mount; empty where none is needed.
    target : Path
        Where it is mounted.
    kind : str
        Type of the file system; empty where none is needed.
    flags : int
        Sum of constants such as `BIND`.
    data : str
        Options of the file system.
    """
    arguments = [text.encode() or None for text in (source, str(target), kind)]
    _checked(_libc.mount(*arguments, ctypes.c_ulong(flags), data.encode() or None), f"mount on {target}")


def bind(source: Path, target: Path, *, writable: bool = False) -> None:
    """Show a file or folder at another place.

    Parameters
    ----------
    source, target : Path
        What is shown, and where; the second is made.
    writable : bool
        Whether it can be written through the second.
    """
    if source.is_dir():
        target.mkdir(parents=True, exist_ok=True)
    else:
        target.parent.mkdir(parents=True, exist_ok=True)
        target.touch()
    mount(str(source), target, flags=BIND | REC)
    if not writable:
        # what the place already forbids must stay forbidden, or the kernel refuses
        kept = os.statvfs(target).f_flag & NOEXEC
        device = 0 if source.is_char_device() else NODEV
        mount("", target, flags=REMOUNT | BIND | RDONLY | NOSUID | device | kept)


def enter_root(root: Path) -> None:
    """Make `root`, a mount, the root of all files, and let go of the old one.

    Not chroot(2), which leaves the old root mounted and can be left again by a process with the right to call it.

    Parameters
    ----------
    root : Path
        A mount point.
    """
    os.chdir(root)
    machine = os.uname().machine
    if machine not in _PIVOT_ROOT:
        raise OSError(f"the boundary is written for {' and '.join(_PIVOT_ROOT)}, this is {machine}")
    # ".", ".": the old root is mounted on top of the new one, and taken away by the next step, see pivot_root(2)
    _checked(_libc.syscall(ctypes.c_long(_PIVOT_ROOT[machine]), b".", b"."), "pivot_root")
    _checked(_libc.umount2(b".", ctypes.c_int(DETACH)), "umount")
    os.chdir("/")


def die_with_parent(by: int = _KILL) -> None:
    """Let the kernel send this process a signal when its parent ends, however that ends.

    Parameters
    ----------
    by : int
        The signal; SIGKILL unless given.
    """
    _checked(_libc.prctl(_PDEATHSIG, ctypes.c_ulong(by), 0, 0, 0), "prctl")


def adopt_orphans() -> None:
    """Become the parent of every descendant whose own parent ends (subreaper)."""
    _checked(_libc.prctl(_CHILD_SUBREAPER, ctypes.c_ulong(1), 0, 0, 0), "prctl")


class _Header(ctypes.Structure):
    _fields_ = (("version", ctypes.c_uint32), ("pid", ctypes.c_int))


def drop_privileges(capabilities: Iterable[int] = range(64)) -> None:
    """Give up all capabilities, now and by starting another program, and make further user namespaces impossible.

    In a user namespace of its own a process would have all capabilities again, and with them most of the kernel's code
    to attack. The first step needs a capability itself, so it comes first.

    Parameters
    ----------
    capabilities : iterable of int
        All that a kernel may have; those that it does not have are skipped.
    """
    Path("/proc/sys/user/max_user_namespaces").write_text("0")
    for capability in capabilities:
        _libc.prctl(_CAPBSET_DROP, ctypes.c_ulong(capability), 0, 0, 0)  # those that do not exist are refused
    _checked(_libc.prctl(_NO_NEW_PRIVS, ctypes.c_ulong(1), 0, 0, 0), "prctl")
    header, nothing = _Header(_CAPABILITY_VERSION, 0), (ctypes.c_uint32 * 6)()
    _checked(_libc.capset(ctypes.byref(header), nothing), "capset")
