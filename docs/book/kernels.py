"""Kernels that start immediately: forks of a process that has already done the imports of the chapters.

Each chapter still runs in a process of its own; only what all of them import and compile takes its time once.
"""

import contextlib
import gc
import importlib.util
import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NoReturn
from unittest.mock import patch

__all__ = ["Launch", "forked_kernels", "launched_by", "warm_kernels"]

LAUNCHER = "jupyter_client.provisioning.local_provisioner.launch_kernel"


class Forked:
    """The process interface that a kernel manager expects, for a kernel that is not our child process."""

    stdin = stdout = stderr = None

    def __init__(self, pid: int) -> None:
        self.pid = pid

    def poll(self) -> int | None:
        try:
            os.kill(self.pid, 0)
        except ProcessLookupError:
            return 0
        return None

    def wait(self, timeout: float | None = None) -> int:
        end = time.monotonic() + (timeout or float("inf"))
        while self.poll() is None:
            if time.monotonic() > end:
                raise subprocess.TimeoutExpired("kernel", timeout or 0.0)
            time.sleep(0.02)
        return 0

    def send_signal(self, number: int) -> None:
        with contextlib.suppress(ProcessLookupError):
            os.kill(self.pid, number)

    def terminate(self) -> None:
        self.send_signal(signal.SIGTERM)

    def kill(self) -> None:
        self.send_signal(signal.SIGKILL)


Launch = Callable[..., Forked]


@contextlib.contextmanager
def warm_kernels() -> Iterator[Launch]:
    """Inside, a function that starts a kernel like `jupyter_client.launcher.launch_kernel`."""
    line = [sys.executable, "-m", "docs.book.kernels"]
    root = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
    pipes: dict[str, Any] = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
    quiet = os.environ | {"PYDEVD_DISABLE_FILE_VALIDATION": "1"}  # the debugger of a kernel would warn that it is slow
    one_at_a_time = threading.Lock()
    # a session of its own: Ctrl-C ends this process, and the end of its input then ends the kernels
    with subprocess.Popen(line, cwd=root, env=quiet, start_new_session=True, **pipes) as parent:
        assert parent.stdin is not None and parent.stdout is not None

        def launch(cmd: Sequence[str], cwd: Any = None, env: Any = None, **_: Any) -> Forked:
            folder, environment = str(cwd or os.getcwd()), dict(env or os.environ)
            asked = {"arguments": list(cmd[3:]), "folder": folder, "environment": environment}
            with one_at_a_time:
                parent.stdin.write(json.dumps(asked) + "\n")
                parent.stdin.flush()
                answer = parent.stdout.readline()
            if not answer:
                raise RuntimeError("The process that starts the kernels has ended; its last output is on stderr.")
            return Forked(int(answer))

        yield launch
        parent.stdin.close()


@contextlib.contextmanager
def launched_by(launch: Launch) -> Iterator[None]:
    """Inside, the kernels of nbclient are forks."""
    with patch(LAUNCHER, launch):
        yield


@contextlib.contextmanager
def forked_kernels() -> Iterator[None]:
    """Inside, kernels start as forks where the system can fork, otherwise in the usual way."""
    if not hasattr(os, "fork"):
        yield
        return
    with warm_kernels() as launch, launched_by(launch):
        yield


def main() -> None:
    """Import and compile, then fork a kernel for each line of the input; at its end, kill the remaining kernels."""
    import ipykernel.debugger
    import ipykernel.kernelapp
    import ipykernel.zmqshell  # noqa: F401
    import matplotlib.backends.backend_agg
    import matplotlib.figure  # noqa: F401
    import scipy.integrate  # noqa: F401
    import sympy.physics.units
    import sympy.tensor  # noqa: F401

    import mechanics.drawing.recorded
    import mechanics.notebook
    import mechanics.widgets  # noqa: F401

    if importlib.util.find_spec("numba"):  # an extra
        _compile()

    gc.collect()
    gc.freeze()  # else every kernel looks through what all of them have imported, again and again
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # no zombies: nobody waits for the kernels
    kernels = []
    for line in sys.stdin:
        pid = os.fork()
        if pid == 0:
            _become_a_kernel(json.loads(line))
        with contextlib.suppress(PermissionError):
            os.setpgid(pid, pid)  # before anybody signals the kernel's process group, which would otherwise be ours
        kernels.append(pid)
        print(pid, flush=True)
    for pid in kernels:
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)


def _compile() -> None:
    """Have numba compile what all linkages and trees share: once, and not in each kernel."""
    from mechanics import systems

    for name in ("four_bar_linkage", "hanging_chain"):
        systems.load(name).numeric().simulate(t=0.01)


def _become_a_kernel(asked: Mapping[str, Any]) -> NoReturn:
    from ipykernel.kernelapp import IPKernelApp

    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    os.setpgid(0, 0)
    nowhere = os.open(os.devnull, os.O_RDWR)
    for descriptor in (0, 1, 2):
        os.dup2(nowhere, descriptor)
    os.chdir(asked["folder"])
    os.environ.clear()
    os.environ.update(asked["environment"])
    sys.path[0] = ""  # of a kernel: the folder it works in
    sys.argv = ["ipykernel_launcher", *asked["arguments"]]
    try:
        IPKernelApp.launch_instance()
    finally:
        os._exit(0)


if __name__ == "__main__":
    main()
