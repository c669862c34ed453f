"""The fork server: it has imported everything, knows no solution, and forks a sandbox whenever it is asked for one.

To start Python and import sympy, scipy and matplotlib takes more than a second, to fork a process that has done so some
milliseconds. Between the server and the sandboxes stands one template process for each task, see
`mechanics.grading.sandbox.templates`. Here it is seen from outside.
"""

import base64
import contextlib
import itertools
import os
import re
import socket
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any, NamedTuple

from .limits import Limits
from .messages import Broken, receive, received, send
from .same_library import python_line
from .usage import Meter

__all__ = ["ForkServer"]

USUAL = Limits()
# variables that Python and matplotlib need to start; the kernel shows them to every process that is forked from it, as
# /proc/self/environ, so that none may be a password
HARMLESS = ("PATH", "HOME", "LANG", "LC_ALL", "TMPDIR", "LD_LIBRARY_PATH", "MPLCONFIGDIR", "XDG_CACHE_HOME",
            "PYTHONDONTWRITEBYTECODE")  # fmt: skip
# A fork copies an entry for each page of memory: a third of the time of a sandbox, with pages of 4 kB. glibc asks the
# kernel for pages of 2 MB, see also `linux.use_large_pages`; with an older kernel all memory has to be that of glibc.
_LARGE_PAGES = {"GLIBC_TUNABLES": "glibc.malloc.hugetlb=1"}
_OF_OLDER_KERNELS = {"PYTHONMALLOC": "malloc"}


def _settings() -> dict[str, str]:
    """Variables of the fork server."""
    # threads of OpenBLAS would have to be ended at each fork; a sandbox has one processor anyway
    usual = {"MPLBACKEND": "agg", "OPENBLAS_NUM_THREADS": "1"}
    if sys.platform != "linux":
        return usual
    release = tuple(map(int, re.findall(r"\d+", os.uname().release)[:2]))
    return usual | _LARGE_PAGES | (_OF_OLDER_KERNELS if release < (6, 1) else {})


MOST = 16  # templates at the same time
ENDED = {
    "memory": "This was stopped: it used more than {0.memory_mb} MB of memory.",
    "processes": "This was stopped: it started more than {0.processes} processes.",
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
    control : socket, optional
        Of a fork server that was started elsewhere, see `another`; a new one is started unless given.

    Attributes
    ----------
    limits : Limits
        The same.
    """

    def __init__(self, limits: Limits = USUAL, *, isolated: bool = True, control: socket.socket | None = None) -> None:
        self.limits, self._isolated = limits, isolated
        self._process: subprocess.Popen[bytes] | None = None
        self._templates: dict[Any, socket.socket] = {}  # the one that was used last at the end
        self._sandboxes: dict[int, _Open] = {}
        self._numbers = itertools.count(1)
        self._control = control or self._started()

    def _started(self) -> socket.socket:
        """Start the process; it answers as soon as it has imported everything."""
        ours, theirs = socket.socketpair()
        os.set_inheritable(theirs.fileno(), True)
        line = python_line("mechanics.grading.sandbox.templates", theirs.fileno())
        harmless = {name: os.environ[name] for name in HARMLESS if name in os.environ}
        self._process = subprocess.Popen(
            line,
            pass_fds=[theirs.fileno()],
            env=harmless | _settings(),
            stdin=subprocess.DEVNULL,
            process_group=0,  # Ctrl-C is for the process that waits for grades, also while this one starts
        )
        theirs.close()
        with contextlib.suppress(Broken):  # it has ended already, which the first who asks for a sandbox is told
            send(ours, {"isolated": self._isolated})
        return ours

    def another(self) -> socket.socket:
        """A fork of the server, so that another process needs not import everything once more.

        Returns
        -------
        socket
            Its control socket, for the ``control`` of another `ForkServer`; it ends when that is closed, or with this.
        """
        return self._forked({"another": True})

    def _forked(self, request: dict[str, Any]) -> socket.socket:
        """Socket to what the server forks for a request: one of its own, so that nobody waits for the others."""
        ours, theirs = socket.socketpair()
        with theirs, contextlib.ExitStack() as on_error:
            on_error.enter_context(ours)
            send(self._control, request)
            socket.send_fds(self._control, [b"."], [theirs.fileno()])
            on_error.pop_all()
        return ours

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
        connection, *processes = received(control)
        number = next(self._numbers)
        self._sandboxes[number] = _Open(control, answer["sandbox"], answer["supervisor"], *processes)
        return number, socket.socket(fileno=connection)

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
        there = self._sandboxes.pop(number)
        if there.processes is not None:
            os.close(there.processes)
        send(there.control, {"close": there.number})
        return ENDED.get(receive(there.control)["exceeded"], "").format(self.limits)

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
        there = self._sandboxes[number]
        return Meter(there.supervisor, there.processes)

    def interrupt(self, number: int) -> None:
        """Interrupt what runs in a sandbox; code that does not care has to be ended.

        Parameters
        ----------
        number : int
            As `open_sandbox` returned it.
        """
        there = self._sandboxes[number]
        send(there.control, {"interrupt": there.number})

    def close(self) -> None:
        """End the server and all sandboxes."""
        for control in (*self._templates.values(), self._control):
            control.close()
        if self._process:
            with contextlib.suppress(subprocess.TimeoutExpired):
                self._process.wait(5)
        self.kill()

    def kill(self) -> None:
        """End the process of the server at once, if it was started here; all that it has forked ends with it."""
        if self._process:
            self._process.kill()
            self._process.wait()

    def _template(self, files: Mapping[str, bytes], locked: Sequence[str]) -> socket.socket:
        """Socket to the template for these files and cells; where there are many, the one longest unused must go."""
        key = (tuple(files.items()), tuple(locked))
        control = self._templates.pop(key, None)
        if control is None:
            busy = {id(there.control) for there in self._sandboxes.values()}
            idle = [known for known, control in self._templates.items() if id(control) not in busy]
            if len(self._templates) >= MOST and idle:
                self._templates.pop(idle[0]).close()
            packed = {name: base64.b64encode(content).decode() for name, content in files.items()}
            control = self._forked({"prepare": list(locked), "files": packed})
            with contextlib.ExitStack() as on_error:
                on_error.enter_context(control)
                receive(control)  # it is ready
                on_error.pop_all()
        self._templates[key] = control
        return control

    def __enter__(self) -> "ForkServer":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class _Open(NamedTuple):
    """An open sandbox: its template, its number there, its supervisor, and its /proc if it is isolated."""

    control: socket.socket
    number: int
    supervisor: int
    processes: int | None = None
