"""Attempts to reach what lies outside of the sandbox; each ends in an error before the mass is there: 2 points of 7."""

import os
import select
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

__all__ = ["REACHING", "World", "world"]


@dataclass(frozen=True)
class World:
    """What is there to be found, outside."""

    folder: Path
    port: int
    abstract: str
    pid: int
    listening: tuple[socket.socket, ...]

    def visitors(self) -> int:
        """How many have reached one of the sockets."""
        return len(select.select(self.listening, [], [], 0)[0])

    def source(self, what: str) -> str:
        """The cell of an attempt, with the true places in it."""
        text = REACHING[what]
        for name, value in (("FOLDER", str(self.folder)), ("PORT", self.port), ("ABSTRACT", self.abstract),
                            ("PID", self.pid), ("HOME", str(Path.home())), ("USER", os.getuid())):  # fmt: skip
            text = text.replace(name, repr(value))
        return f"{text}\nmass = rho*l*b*h"


@contextmanager
def world(folder: Path) -> Iterator[World]:
    """Open a port, an abstract socket and a process, so that every attempt has something to find."""
    name = f"\0mechanics-{os.getpid()}"
    with (
        socket.create_server(("127.0.0.1", 0)) as server,
        socket.socket(socket.AF_UNIX) as abstract,
        subprocess.Popen([sys.executable, "-c", "import time; time.sleep(86400)"]) as process,
    ):
        if sys.platform == "linux":
            abstract.bind(name)
            abstract.listen()
        try:
            yield World(folder, server.getsockname()[1], name, process.pid, (server, abstract))
            assert process.poll() is None, "a process of the grader was ended by a submission"
        finally:
            process.kill()


CALL = "import ctypes, os\nlibc = ctypes.CDLL(None, use_errno=True)\n"
FILES = {
    "the solutions": "import glob\nassert glob.glob(FOLDER + '/*')",
    "the files of the checkout": "import os\nos.listdir(FOLDER)",
    "the home of the user": "import os\nassert [f for f in os.listdir(HOME) if f != '.pyenv']",
    "keys of the user": "import os\nassert os.listdir(HOME + '/.ssh')",
    "other homes": "import os\nos.listdir('/home')",
    "passwords": "open('/etc/shadow').read()",
    "names of users": "open('/etc/passwd').read()",
    "root by process 1": "import os\nassert set(os.listdir('/proc/1/root')) - set(os.listdir('/'))",
    "root by an open folder": (
        "import os\nfor fd in range(3, 50):\n    try: print(os.listdir(fd)); break\n    except OSError: pass\n"
        "else: raise OSError"
    ),
    "root by going up": "import os\nassert os.path.exists('../../../../../../etc/hostname')",
    "a link out": "import os\nos.symlink('/etc/shadow', 'out'); open('out').read()",
    "files by their handle": CALL + "assert libc.syscall(304, -100, 0, 0) == 0",
    "the disk": "import os\nassert [n for n in os.listdir('/dev') if n[:2] in ('sd', 'vd', 'nv', 'dm')]",
    "the disk by its own device node": "import os, stat\nos.mknod('disk', stat.S_IFBLK | 0o666, os.makedev(254, 0))",
    "memory of the machine": "open('/dev/mem', 'rb').read(1)",
    "messages of the kernel": "open('/dev/kmsg', 'rb').read(1); open('/proc/kmsg').read(1)",
    "devices": "import os\nos.listdir('/sys')",
    "sockets of services": "import os\nassert os.listdir('/run') or os.listdir('/var/run')",
    "a terminal": "import os; os.write(os.open('/dev/tty', os.O_RDWR), b'x')",
    "writing into Python": "import sympy; open(sympy.__file__, 'a').write('x')",
    "writing into the library": "import mechanics; open(mechanics.__file__, 'a').write('x')",
    "writing into the system": "open('/usr/bin/owned', 'w')",
    "a program that the kernel calls": "open('/proc/sys/kernel/core_pattern', 'w').write('|/submission/x')",
    "the key that stops the machine": "open('/proc/sysrq-trigger', 'w').write('b')",
    "compiled files beside sources": "import py_compile, sympy; py_compile.compile(sympy.__file__, doraise=True)",
}
NETWORK = {
    "the network": "import socket; socket.create_connection(('127.0.0.1', PORT), 2)",
    "the network by another family": "import socket; socket.create_connection(('::1', PORT), 2)",
    "a name server": "import socket; socket.getaddrinfo('localhost.localdomain', 80)",
    "datagrams": "import socket; socket.socket(type=socket.SOCK_DGRAM).sendto(b'x', ('8.8.8.8', 53))",
    "a raw socket": "import socket; socket.socket(socket.AF_INET, socket.SOCK_RAW, 1)",
    "an abstract socket": "import socket; socket.socket(socket.AF_UNIX).connect(ABSTRACT)",
    "the host of the virtual machine": "import socket; socket.socket(40, socket.SOCK_STREAM).connect((2, 1024))",
    "routes": "import socket; socket.socket(16, socket.SOCK_RAW, 0)",
    "the kernel's ciphers": "import socket; socket.socket(38, socket.SOCK_SEQPACKET)",
    "the name of the machine": "import socket\nassert False, socket.gethostname()",
    "a new name for the machine": "import socket; socket.sethostname('owned')",
}
PROCESSES = {
    "another process": "import os\nassert [p for p in os.listdir('/proc') if p.isdigit() and int(p) > 1]",
    "a process by its number": "import os; os.kill(PID, 9)",
    "memory of process 1": "open('/proc/1/mem', 'rb')\nassert False",
    "memory of another process": CALL + "assert libc.syscall(310, PID, 0, 0, 0, 0, 0) == 0",
    "steering another process": CALL + "assert libc.ptrace(16, PID, 0, 0) == 0",
    "files of another process": "import os; os.listdir(f'/proc/{PID}/fd')",
    "the variables of the grader": "import os\nassert 'MECHANICS_CANARY' in os.environ",
    "the variables at the start": "assert b'MECHANICS_CANARY' in open('/proc/self/environ', 'rb').read()",
    "the command that started it": "assert b'solutions' in open('/proc/self/cmdline', 'rb').read()",
    "shared memory of others": CALL + "assert libc.shmget(0, 4096, 0o1600) >= 0",
    "queues of others": CALL + "assert libc.mq_open(b'/owned', 66, 0o600, None) >= 0",
    "a key of the session": CALL + "assert libc.syscall(250, 0, -3, 0) >= 0",
    "a key of the user": CALL + "assert libc.syscall(248, b'user', b'owned', b'x', 1, -5) >= 0",
}
PRIVILEGES = {
    "becoming root": "import os; os.setuid(0)",
    "becoming another user": "import os; os.setresuid(1, 1, 1)",
    "a program of root": (
        "import subprocess\nassert 'Uid:\\t0' in subprocess.run(['/usr/bin/su', '-c', 'cat /proc/self/status'], "
        "capture_output=True, text=True, timeout=2).stdout"),
    "new privileges": "assert 'NoNewPrivs:\\t0' in open('/proc/self/status').read()",
    "programs with others' rights": "import os\nassert not os.statvfs('/usr').f_flag & os.ST_NOSUID",
    "capabilities": "assert 'CapBnd:\\t0000000000000000' not in open('/proc/self/status').read()",
    "mounting": CALL + "assert libc.mount(b'tmpfs', b'/usr', b'tmpfs', 0, None) == 0",
    "its own root": "import os; os.chroot('/tmp')",
    "its own user namespace": CALL + "assert libc.unshare(0x10000000) == 0",
    "a user namespace by a child": CALL + "assert libc.syscall(56, 0x10000000 | 17, 0, 0, 0, 0) >= 0",
    "the namespaces of the grader": CALL + "fd = os.open('/proc/1/ns/net', 0)\nassert libc.setns(fd, 0) == 0",
    "users of a namespace": "import os; os.write(os.open('/proc/self/uid_map', os.O_WRONLY), b'0 0 1')",
    "programs in the kernel": CALL + "assert libc.syscall(321, 0, 0, 0) == 0",
    "modules of the kernel": CALL + "assert libc.syscall(175, b'', 0, b'') == 0",
    "another kernel": CALL + "assert libc.syscall(246, 0, 0, 0, 0) == 0",
    "the clock of the machine": "import time; time.clock_settime(time.CLOCK_REALTIME, 0)",
    "all of the processor": "import os; os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(50))",
    "switching the machine off": CALL + "assert libc.reboot(0x01234567) == 0",
}  # fmt: skip
REACHING = FILES | NETWORK | PROCESSES | PRIVILEGES
