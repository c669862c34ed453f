"""The fork server: it has imported everything, knows no solution, and forks a sandbox whenever it is asked for one.

To start Python and import sympy, scipy and matplotlib takes more than a second, to fork a process that has done so some
milliseconds. Between the server and the sandboxes stands one template process for each task, forked from it, which has
run the locked cells of the task: what these import, derive and cache is there for every submission. They are in the
released notebook and no secret. A submission never runs in the server or a template, only in a fork of one.
"""

import base64
import contextlib
import gc
import itertools
import os
import shutil
import signal
import socket
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

from . import linux
from .folders import own_folder, write_file
from .inside import preload, rehearse, serve
from .limits import Limits
from .messages import Broken, receive, send
from .same_library import python_line
from .sandbox import Sandbox
from .usage import Meter

__all__ = ["ForkServer", "main"]

USUAL = Limits()
# variables that Python and matplotlib need to start; the kernel shows them to every process that is forked from it, as
# /proc/self/environ, so that none may be a password
HARMLESS = ("PATH", "HOME", "LANG", "LC_ALL", "TMPDIR", "LD_LIBRARY_PATH", "MPLCONFIGDIR", "XDG_CACHE_HOME",
            "PYTHONDONTWRITEBYTECODE")  # fmt: skip
# A fork copies an entry for each page of memory: a third of the time of a sandbox, with pages of 4 kB. glibc asks the
# kernel for pages of 2 MB, if all memory of Python comes from it.
_LARGE_PAGES = {"PYTHONMALLOC": "malloc", "GLIBC_TUNABLES": "glibc.malloc.hugetlb=1"}
MOST = 16  # templates at the same time
ENDED = {
    "memory": "This was ended: it used more than {0.memory_mb} MB of memory.",
    "processes": "This was ended: it started more than {0.processes} processes.",
}


class ForkServer:
    """A fork server, and the sandboxes that it has opened, seen from the grading process.

    It is a fresh interpreter and no fork of this process: what this one knows - solutions, hidden tests - is not in the
    memory of a sandbox. And a process that has threads, such as JupyterLab, must not fork.

    Parameters
    ----------
    limits : Limits
        Of each sandbox.
    isolated : bool
        Whether each sandbox is a security boundary, see `mechanics.grading.sandbox.sandbox.Sandbox`.

    Attributes
    ----------
    limits : Limits
        The same.
    """

    def __init__(self, limits: Limits = USUAL, *, isolated: bool = True) -> None:
        ours, theirs = socket.socketpair()
        os.set_inheritable(theirs.fileno(), True)
        line = python_line("mechanics.grading.sandbox.fork_server", theirs.fileno())
        harmless = {name: os.environ[name] for name in HARMLESS if name in os.environ}
        self._process = subprocess.Popen(
            line,
            pass_fds=[theirs.fileno()],
            env=harmless | {"MPLBACKEND": "agg"} | _LARGE_PAGES,
            stdin=subprocess.DEVNULL,
            process_group=0,  # Ctrl-C is for the process that waits for grades, also while this one starts
        )
        theirs.close()
        self._control, self.limits, self._isolated = ours, limits, isolated
        self._templates: dict[Any, socket.socket] = {}  # the one that was used last at the end
        self._sandboxes: dict[int, tuple[socket.socket, int, int]] = {}  # template, number there, supervisor
        self._numbers = itertools.count(1)
        receive(self._control)  # it is ready

    def open_sandbox(self, files: Mapping[str, bytes], locked: Sequence[str] = ()) -> tuple[int, socket.socket]:
        """Open a sandbox.

        Parameters
        ----------
        files : mapping of str to bytes
            The working folder, name to content.
        locked : sequence of str
            Locked cells of the task; they are run beforehand, once for all sandboxes, in a namespace of their own.

        Returns
        -------
        int
            Number of the sandbox, for `close_sandbox`.
        socket
            Connection to its inside.

        Raises
        ------
        OSError
            If the kernel does not allow a sandbox.
        """
        control = self._template(files, locked)
        send(control, {"open": asdict(self.limits), "isolated": self._isolated})
        answer = receive(control)
        if "trouble" in answer:
            raise OSError(answer["trouble"])
        number = next(self._numbers)
        self._sandboxes[number] = control, answer["sandbox"], answer["pid"]
        return number, _receive_socket(control)

    def close_sandbox(self, number: int) -> str:
        """End a sandbox and everything in it.

        Parameters
        ----------
        number : int
            As `open_sandbox` returned it.

        Returns
        -------
        str
            Which limit had ended it before, a sentence; empty if none.
        """
        control, there, _ = self._sandboxes.pop(number)
        send(control, {"close": there})
        return ENDED.get(receive(control)["exceeded"], "").format(self.limits)

    def meter(self, number: int) -> Meter:
        """What a sandbox uses from now on, measured outside of it.

        Parameters
        ----------
        number : int
            As `open_sandbox` returned it.

        Returns
        -------
        Meter
            Of all its processes.
        """
        return Meter(self._sandboxes[number][2], isolated=self._isolated)

    def interrupt(self, number: int) -> None:
        """Interrupt what runs in a sandbox; code that does not care has to be ended.

        Parameters
        ----------
        number : int
            As `open_sandbox` returned it.
        """
        with contextlib.suppress(ProcessLookupError):
            os.kill(self._sandboxes[number][2], signal.SIGALRM)  # the supervisor passes it on

    def close(self) -> None:
        """End the server and all sandboxes."""
        for control in (*self._templates.values(), self._control):
            control.close()
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(5)
        self._process.kill()
        self._process.wait()

    def _template(self, files: Mapping[str, bytes], locked: Sequence[str]) -> socket.socket:
        """Socket to the template for these files and cells; where there are many, the one longest unused must go."""
        key = (tuple(files.items()), tuple(locked))
        control = self._templates.pop(key, None)
        if control is None:
            busy = {id(control) for control, _, _ in self._sandboxes.values()}
            idle = [known for known, control in self._templates.items() if id(control) not in busy]
            if len(self._templates) >= MOST and idle:
                self._templates.pop(idle[0]).close()
            packed = {name: base64.b64encode(content).decode() for name, content in files.items()}
            send(self._control, {"prepare": list(locked), "files": packed})
            # a socket of its own to each template: the answers of one need not wait for another one
            control = _receive_socket(self._control)
            receive(control)  # it is ready
        self._templates[key] = control
        return control

    def __enter__(self) -> "ForkServer":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _receive_socket(control: socket.socket) -> socket.socket:
    """The socket that is sent over another one."""
    _, numbers, _, _ = socket.recv_fds(control, 1, 1)
    if not numbers:
        raise Broken("the other side has ended")
    return socket.socket(fileno=numbers[0])


def main(number: int) -> None:
    """Run the fork server until the other side hangs up.

    Parameters
    ----------
    number : int
        File descriptor of the control socket.
    """
    control = socket.socket(fileno=number)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the coordinator decides when it ends
    preload()
    gc.collect()
    # a collection writes into every object, which would copy the pages that forks share; frozen objects are skipped
    gc.freeze()
    children: list[int] = []
    with contextlib.suppress(Broken):  # the other side may have ended before this one was ready
        send(control, "ready")
        while True:
            request = receive(control)
            ours, theirs = socket.socketpair()
            if (child := os.fork()) == 0:
                control.close()
                ours.close()
                _run_template(theirs, request)
                return
            children.append(child)
            theirs.close()
            socket.send_fds(control, [b"."], [ours.fileno()])
            ours.close()
    for child in children:
        os.waitpid(child, 0)


def _run_template(control: socket.socket, request: dict[str, Any]) -> None:
    """In a template: run the locked cells, then open and close sandboxes until the other side hangs up."""
    if sys.platform == "linux":
        linux.die_with_parent()
    files = {name: base64.b64decode(text) for name, text in request["files"].items()}
    folder = own_folder("template")
    try:
        os.chdir(folder)
        for name, content in files.items():
            write_file(folder, name, content)
        rehearse(request["prepare"])
    finally:
        os.chdir("/")
        shutil.rmtree(folder, ignore_errors=True)
    gc.collect()
    gc.freeze()
    sandboxes: dict[int, Sandbox] = {}
    with contextlib.suppress(Broken):
        send(control, "ready")
        while True:
            _handle(receive(control), control, sandboxes, files)
    for sandbox in sandboxes.values():
        sandbox.close()


def _handle(
    request: dict[str, Any], control: socket.socket, sandboxes: dict[int, Sandbox], files: Mapping[str, bytes]
) -> None:
    """Open or close a sandbox, and answer."""
    if "close" in request:
        send(control, {"exceeded": sandboxes.pop(request["close"]).close()})
        return
    try:
        sandbox = Sandbox(serve, files, Limits(**request["open"]), isolated=request["isolated"])
    except OSError as error:
        send(control, {"trouble": str(error)})
        return
    number = max(sandboxes, default=0) + 1
    sandboxes[number] = sandbox
    send(control, {"sandbox": number, "pid": sandbox.pid})
    socket.send_fds(control, [b"."], [sandbox.connection.fileno()])
    sandbox.connection.close()
