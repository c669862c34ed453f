"""The filter of system calls: what the kernel does with it, and its text for both kinds of machine, step by step."""

import ctypes
import errno
import os
import re
import struct
import sys
from pathlib import Path

import pytest

from mechanics.grading.sandbox import linux, seccomp
from mechanics.grading.sandbox.seccomp import DENIED, MACHINES, deny_system_calls

pytestmark = [
    pytest.mark.skipif(
        sys.platform != "linux" or os.uname().machine not in MACHINES, reason="the filter is one of Linux"
    ),
    # Python 3.12 and later: a fork of a process with threads, which here only makes system calls
    pytest.mark.filterwarnings("ignore:This process:DeprecationWarning"),
]

HEADERS = {
    "x86_64": "/usr/include/x86_64-linux-gnu/asm/unistd_64.h",
    "aarch64": "/usr/include/asm-generic/unistd.h",
}
HARMLESS = ("memfd_create", "unshare", "kcmp", "keyctl")  # work without any right, called with zeros
CLONE, CLONE3, SOCKET, OPEN, GETPID = (56, 220), (435, 435), (41, 198), (257, 56), (39, 172)


def in_a_child(calls: list[tuple[int, ...]], filtered: bool) -> list[int]:
    """The error number of each system call (0: none), made by a process of its own."""
    read, write = os.pipe()
    if (child := os.fork()) == 0:
        try:
            libc = ctypes.CDLL(None, use_errno=True)
            if filtered:
                libc.prctl(38, 1, 0, 0, 0)  # no new privileges
                deny_system_calls()
            for call in calls:
                ctypes.set_errno(0)
                failed = libc.syscall(*(ctypes.c_long(x) for x in (*call, *(0,) * (7 - len(call))))) < 0
                os.write(write, struct.pack("=i", ctypes.get_errno() if failed else 0))
        finally:
            os._exit(0)
    os.close(write)
    with os.fdopen(read, "rb") as file:
        found = [number for (number,) in struct.iter_unpack("=i", file.read())]
    os.waitpid(child, 0)
    return found


def column() -> int:
    return list(MACHINES).index(os.uname().machine)


def test_every_call_of_the_table_is_refused_by_the_kernel():
    numbers = [(DENIED[name][column()],) for name in DENIED]
    found = dict(zip(DENIED, in_a_child(numbers, filtered=True), strict=True))
    assert set(found.values()) == {errno.EPERM}, {name: errno.errorcode.get(e, e) for name, e in found.items()}


def test_without_the_filter_the_kernel_does_not_refuse_them():
    """Or the test before would say nothing."""
    numbers = [(DENIED[name][column()],) for name in HARMLESS]
    assert errno.EPERM not in in_a_child(numbers, filtered=False)


@pytest.mark.parametrize(
    ("call", "expected"),
    [
        ((CLONE, 0x10000000 | 17), errno.EPERM),
        ((CLONE3, 0), errno.ENOSYS),
        ((SOCKET, 40, 1), errno.EPERM),
        ((SOCKET, 16, 3), errno.EPERM),
        ((SOCKET, 1, 1), 0),
        ((SOCKET, 2, 1), 0),
        ((GETPID,), 0),
    ],
)
def test_what_depends_on_arguments(call, expected):
    number, *arguments = call
    assert in_a_child([(number[column()], *arguments)], filtered=True) == [expected]


def test_processes_threads_and_programs_can_still_be_started():
    """In a sandbox, for which the filter is made; a child of a filtered process has it, too."""
    read, write = os.pipe()
    if (child := os.fork()) == 0:
        try:
            import subprocess
            import threading

            ctypes.CDLL(None).prctl(38, 1, 0, 0, 0)
            deny_system_calls()
            thread = threading.Thread(target=lambda: os.write(write, b"t"))
            thread.start()
            thread.join()
            code = "import os\ntry: os.memfd_create('x')\nexcept PermissionError: print('refused', end='')"
            os.write(write, subprocess.run([sys.executable, "-c", code], capture_output=True, check=True).stdout)
        finally:
            os._exit(0)
    os.close(write)
    with os.fdopen(read, "rb") as file:
        assert file.read() == b"trefused"
    os.waitpid(child, 0)


def test_a_machine_that_is_not_in_the_table_is_refused_with_a_sentence(monkeypatch):
    monkeypatch.setattr(os, "uname", lambda: os.uname_result(("Linux", "host", "6", "1", "riscv64")))
    with pytest.raises(OSError, match="x86_64 and aarch64, this is riscv64"):
        deny_system_calls()
    with pytest.raises(OSError, match="x86_64 and aarch64, this is riscv64"):
        linux.enter_root(Path.cwd())


def returned(program: bytes, machine: int, number: int, argument: int = 0) -> int:
    """Run the filter as the kernel's packet machine does."""
    shown = struct.pack("=iIQ6Q", number, machine, 0, argument, 0, 0, 0, 0, 0)
    steps, at, word = list(struct.iter_unpack("=HBBI", program)), 0, 0
    while True:
        code, yes, no, value = steps[at]
        at += 1
        if code == 0x06:
            return value
        if code == 0x20:
            (word,) = struct.unpack_from("=I", shown, value)
        else:
            true = {0x15: word == value, 0x35: word >= value, 0x45: bool(word & value)}[code]
            at += yes if true else no


@pytest.mark.parametrize("name", MACHINES)
def test_the_text_of_the_filter_for_each_machine(name):
    program, machine, k = seccomp._program(name), MACHINES[name], list(MACHINES).index(name)
    refuse, allow = 0x50000 | errno.EPERM, 0x7FFF0000
    assert {returned(program, machine, numbers[k]) for numbers in DENIED.values()} == {refuse}
    assert returned(program, machine, OPEN[k]) == returned(program, machine, GETPID[k]) == allow
    assert returned(program, machine, CLONE[k], 0x1200011) == allow, "a plain fork"
    for flag in (0x20000, 0x2000000, 0x4000000, 0x8000000, 0x10000000, 0x20000000, 0x40000000):
        assert returned(program, machine, CLONE[k], 17 | flag) == refuse, "a child in a namespace of its own"
    assert returned(program, machine, CLONE3[k]) == 0x50000 | errno.ENOSYS
    families = {family for family in range(64) if returned(program, machine, SOCKET[k], family) == allow}
    assert families == {1, 2, 10}
    assert returned(program, 0x40000003, GETPID[k]) == 0x80000000, "calls of another machine's table"
    assert returned(program, machine, 0x40000000 | DENIED["ptrace"][k]) == refuse


@pytest.mark.parametrize("name", HEADERS)
def test_numbers_are_those_of_the_kernel(name):
    header = Path(HEADERS[name])
    if not header.exists():
        pytest.skip(f"no {header} on this machine (Debian: linux-libc-dev)")
    known = dict(re.findall(r"#define __NR(?:3264)?_(\w+)\s+(\d+)", header.read_text()))
    k = list(MACHINES).index(name)
    every = DENIED | {"clone": CLONE, "clone3": CLONE3, "socket": SOCKET}
    wrong = {call: (numbers[k], known[call]) for call, numbers in every.items()
             if call in known and int(known[call]) != numbers[k]}  # fmt: skip
    assert not wrong and len(known) > 200
