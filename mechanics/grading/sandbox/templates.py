"""What runs in the fork server: it imports everything once, and forks a template for each task, which forks sandboxes.

A template has run the locked cells of its task: what these import, derive and cache is there for every submission. They
are in the released notebook and no secret. A submission never runs in the server or a template, only in a fork of one.
"""

import base64
import contextlib
import gc
import os
import select
import shutil
import signal
import socket
import sys
from collections.abc import Mapping
from typing import Any

from . import linux
from .folders import own_folder, write_file
from .inside import preload, rehearse, serve
from .isolated import enter_own_processes
from .limits import Limits
from .messages import Broken, receive, received, send
from .sandbox import Sandbox
from .together import EVERY

__all__ = ["main"]


def main(number: int) -> None:
    """Run the fork server until the other side hangs up.

    Parameters
    ----------
    number : int
        File descriptor of the control socket.
    """
    control = socket.socket(fileno=number)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the coordinator decides when it ends
    with contextlib.suppress(Broken):  # the other side may have ended before this one was ready
        if receive(control)["isolated"] and sys.platform == "linux":
            with contextlib.suppress(OSError):  # a kernel that refuses is told to who asks for a sandbox
                enter_own_processes()
        preload()
        gc.collect()
        # a collection writes into every object, which would copy the pages that forks share; frozen ones are skipped
        gc.freeze()
        if sys.platform == "linux":
            linux.use_large_pages()
        _serve(control)


def _serve(control: socket.socket) -> None:
    """Fork a template, or another fork server, for each request; each gets a socket of its own."""
    children: list[int] = []
    with contextlib.suppress(Broken):
        while True:
            request, (number,) = receive(control), received(control)
            theirs = socket.socket(fileno=number)
            if (child := os.fork()) == 0:
                control.close()
                if sys.platform == "linux":
                    linux.die_with_parent()
                if "prepare" in request:
                    _run_template(theirs, request)
                else:
                    _serve(theirs)
                return
            children.append(child)
            theirs.close()
    for child in children:
        os.waitpid(child, 0)


def _run_template(control: socket.socket, request: dict[str, Any]) -> None:
    """In a template: run the locked cells, then open and close sandboxes until the other side hangs up."""
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
            _handle(receive(control, wait_for_more=lambda: _watch(control, sandboxes)), control, sandboxes, files)
    for sandbox in sandboxes.values():
        sandbox.close()


def _watch(control: socket.socket, sandboxes: Mapping[int, Sandbox]) -> None:
    """Until there is a request, look now and then what the open sandboxes use."""
    while not select.select([control], [], [], EVERY if sandboxes else None)[0]:
        for sandbox in sandboxes.values():
            sandbox.watch()


def _handle(
    request: dict[str, Any], control: socket.socket, sandboxes: dict[int, Sandbox], files: Mapping[str, bytes]
) -> None:
    """Open or close a sandbox, and answer; or interrupt one."""
    if "interrupt" in request:
        sandboxes[request["interrupt"]].interrupt()
        return
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
    send(control, {"sandbox": number, "supervisor": sandbox.pid})
    processes = [] if sandbox.processes is None else [sandbox.processes]
    socket.send_fds(control, [b"."], [sandbox.connection.fileno(), *processes])
    sandbox.connection.close()
