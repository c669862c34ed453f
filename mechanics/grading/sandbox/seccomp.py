"""A filter of system calls (seccomp): those that no cell of a notebook needs are denied inside a sandbox.

A fault in a system call that cannot be made harms nobody: most ways out of a sandbox lead through a rarely used one.
The filter is a program for the kernel's packet machine (BPF), which looks at the number of every call and the first
words of its arguments; it holds for all that the process starts and cannot be taken off again. It is a list of what is
denied, not of what is allowed: numpy, sympy and whatever a student imports must run with every C library.
"""

import ctypes
import errno
import os
import struct
from typing import Any

__all__ = ["DENIED", "MACHINES", "deny_system_calls"]

_SET_SECCOMP, _FILTER = 22, 2
_ALLOW, _DENY, _ABSENT, _KILL = 0x7FFF0000, 0x50000 | errno.EPERM, 0x50000 | errno.ENOSYS, 0x80000000
_LOAD, _EQUAL, _AT_LEAST, _ANY_BIT, _RETURN = 0x20, 0x15, 0x35, 0x45, 0x06
_NUMBER, _MACHINE, _FIRST_ARGUMENT = 0, 4, 16  # offsets in struct seccomp_data
_NEW_NAMESPACES = 0x7E020000  # flags of clone
# sockets that are allowed: unix, inet, inet6, which a network namespace cuts off; a socket to the host of a virtual
# machine (vsock) belongs to no namespace
_FAMILIES = (1, 2, 10)
_OTHER_TABLE = 0x40000000  # the same calls once more, for x86_64 with short pointers (x32), have numbers from here on

MACHINES = {"x86_64": 0xC000003E, "aarch64": 0xC00000B7}
# name: numbers on x86_64 and aarch64
DENIED = {
    "ptrace": (101, 117), "process_vm_readv": (310, 270), "process_vm_writev": (311, 271), "kcmp": (312, 272),
    "pidfd_getfd": (438, 438), "process_madvise": (440, 440),
    "add_key": (248, 217), "request_key": (249, 218), "keyctl": (250, 219),
    "mount": (165, 40), "umount2": (166, 39), "pivot_root": (155, 41), "chroot": (161, 51), "open_tree": (428, 428),
    "move_mount": (429, 429), "fsopen": (430, 430), "fsconfig": (431, 431), "fsmount": (432, 432),
    "fspick": (433, 433), "mount_setattr": (442, 442), "open_by_handle_at": (304, 265), "fanotify_init": (300, 262),
    "unshare": (272, 97), "setns": (308, 268),
    "bpf": (321, 280), "perf_event_open": (298, 241), "userfaultfd": (323, 282), "io_uring_setup": (425, 425),
    "io_uring_enter": (426, 426), "io_uring_register": (427, 427),
    "kexec_load": (246, 104), "kexec_file_load": (320, 294), "init_module": (175, 105), "finit_module": (313, 273),
    "delete_module": (176, 106), "reboot": (169, 142), "swapon": (167, 224), "swapoff": (168, 225), "acct": (163, 89),
    "syslog": (103, 116), "quotactl": (179, 60), "settimeofday": (164, 170), "clock_settime": (227, 112),
    # memory that no limit of the process counts
    "memfd_create": (319, 279), "memfd_secret": (447, 447), "shmget": (29, 194), "msgget": (68, 186),
    "mq_open": (240, 180),
}  # fmt: skip
_CLONE, _CLONE3, _SOCKET = (56, 220), (435, 435), (41, 198)


class _Program(ctypes.Structure):
    _fields_ = (("length", ctypes.c_ushort), ("steps", ctypes.c_char_p))


def deny_system_calls() -> None:
    """Let the kernel deny them from now on, with EPERM, to this process and all that it starts.

    The process must have given up new privileges before (``PR_SET_NO_NEW_PRIVS``), or the kernel takes a filter from
    root only: a program with more rights than its caller must not be misled by calls that fail.

    Raises
    ------
    OSError
        If the kernel takes no filter, or this table does not know the machine.
    """
    machine = os.uname().machine
    if machine not in MACHINES:
        raise OSError(f"the table of system calls is for {' and '.join(MACHINES)}, this is {machine}")
    steps = _program(machine)
    program = _Program(len(steps) // 8, steps)
    libc: Any = ctypes.CDLL(None, use_errno=True)
    if libc.prctl(_SET_SECCOMP, ctypes.c_ulong(_FILTER), ctypes.byref(program), 0, 0) != 0:
        raise OSError(ctypes.get_errno(), "the kernel does not accept filters of system calls (seccomp)")


def _program(machine: str) -> bytes:
    """The steps that decide what is returned for a call; a jump names how many steps to skip if true, and if false."""
    column = list(MACHINES).index(machine)
    steps = [
        # a program for another machine (i386 on x86_64) numbers its calls differently
        _step(_LOAD, _MACHINE), _step(_EQUAL, MACHINES[machine], 1, 0), _step(_RETURN, _KILL),
        _step(_LOAD, _NUMBER), _step(_AT_LEAST, _OTHER_TABLE, 0, 1), _step(_RETURN, _DENY),
        # the flags of clone3 lie behind a pointer, where the filter cannot look; libc falls back on clone
        _step(_EQUAL, _CLONE3[column], 0, 1), _step(_RETURN, _ABSENT),
    ]  # fmt: skip
    for numbers in DENIED.values():
        steps += [_step(_EQUAL, numbers[column], 0, 1), _step(_RETURN, _DENY)]
    steps += [
        _step(_EQUAL, _CLONE[column], 0, 4), _step(_LOAD, _FIRST_ARGUMENT),
        _step(_ANY_BIT, _NEW_NAMESPACES, 0, 1), _step(_RETURN, _DENY), _step(_RETURN, _ALLOW),
        _step(_EQUAL, _SOCKET[column], 1, 0), _step(_RETURN, _ALLOW), _step(_LOAD, _FIRST_ARGUMENT),
        *(_step(_EQUAL, family, len(_FAMILIES) - k, 0) for k, family in enumerate(_FAMILIES)),
        _step(_RETURN, _DENY), _step(_RETURN, _ALLOW),
    ]  # fmt: skip
    return b"".join(steps)


def _step(code: int, value: int, if_true: int = 0, if_false: int = 0) -> bytes:
    return struct.pack("=HBBI", code, if_true, if_false, value)
