"""The warm process: it has imported everything, knows no solution, and forks a room whenever it is asked for one.

Between it and the rooms stands one process for each task, forked from it, which has run the locked cells of the task:
what these import, derive and remember is there for every submission. They are in the released notebook and no secret.
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
from .folders import own_folder
from .inside import rehearse, serve, warm_up
from .messages import Broken, receive, send
from .process import Limits
from .room import Room

__all__ = ["Warm", "main"]

USUAL = Limits()
# variables that Python and matplotlib need to start; the kernel shows them to every process that is forked from it, as
# /proc/self/environ, so that none may be a password
HARMLESS = ("PATH", "HOME", "LANG", "LC_ALL", "TMPDIR", "LD_LIBRARY_PATH", "MPLCONFIGDIR", "XDG_CACHE_HOME",
            "PYTHONDONTWRITEBYTECODE")  # fmt: skip
MOST = 16  # tasks that are prepared at the same time


class Warm:
    """A warm process, and the rooms that it has opened.

    It is a fresh interpreter: what this process knows - solutions, hidden tests - is not in the memory of its children.

    Parameters
    ----------
    limits, walls : of its rooms, as in `Room`
    """

    def __init__(self, limits: Limits = USUAL, *, walls: bool = True) -> None:
        ours, theirs = socket.socketpair()
        os.set_inheritable(theirs.fileno(), True)
        line = [sys.executable, "-m", "mechanics.grading.sandbox.warm", str(theirs.fileno())]
        harmless = {name: os.environ[name] for name in HARMLESS if name in os.environ}
        self._process = subprocess.Popen(
            line, pass_fds=[theirs.fileno()], env=harmless | {"MPLBACKEND": "agg"}, stdin=subprocess.DEVNULL
        )
        theirs.close()
        self._control, self._limits, self._walls = ours, limits, walls
        self._prepared: dict[Any, socket.socket] = {}  # the one that was used last at the end
        self._rooms: dict[int, tuple[socket.socket, int]] = {}
        self._numbers = itertools.count(1)
        receive(self._control)  # it is ready

    def open(self, files: Mapping[str, bytes], given: Sequence[str] = ()) -> tuple[int, socket.socket]:
        """A new room: its number, and the socket to its inside.

        Parameters
        ----------
        files : what lies in the working folder
        given : locked cells of the task; they are run beforehand, once for all rooms, in names of their own

        Raises
        ------
        OSError
            where the kernel does not allow a room.
        """
        control = self._preparing(files, given)
        send(control, {"open": asdict(self._limits), "walls": self._walls})
        answer = receive(control)
        if "trouble" in answer:
            raise OSError(answer["trouble"])
        number = next(self._numbers)
        self._rooms[number] = control, answer["room"]
        return number, _received(control)

    def close_room(self, number: int) -> None:
        """End a room and everything in it."""
        control, there = self._rooms.pop(number)
        send(control, {"close": there})
        receive(control)

    def close(self) -> None:
        """End the process and all rooms."""
        for control in (*self._prepared.values(), self._control):
            control.close()
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(5)
        self._process.kill()
        self._process.wait()

    def _preparing(self, files: Mapping[str, bytes], given: Sequence[str]) -> socket.socket:
        """Socket to the process that is prepared for these files and cells; the one not used for longest must go."""
        key = (tuple(files.items()), tuple(given))
        control = self._prepared.pop(key, None)
        if control is None:
            busy = {id(control) for control, _ in self._rooms.values()}
            idle = [known for known, control in self._prepared.items() if id(control) not in busy]
            if len(self._prepared) >= MOST and idle:
                self._prepared.pop(idle[0]).close()
            packed = {name: base64.b64encode(content).decode() for name, content in files.items()}
            send(self._control, {"prepare": list(given), "files": packed})
            control = _received(self._control)
            receive(control)  # it is ready
        self._prepared[key] = control
        return control

    def __enter__(self) -> "Warm":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _received(control: socket.socket) -> socket.socket:
    """The socket that comes over another one."""
    _, numbers, _, _ = socket.recv_fds(control, 1, 1)
    if not numbers:
        raise Broken("the other side has ended")
    return socket.socket(fileno=numbers[0])


def main(number: int) -> None:
    """Serve the control socket until the other side hangs up."""
    control = socket.socket(fileno=number)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the coordinator decides when it ends
    warm_up()
    gc.collect()
    gc.freeze()  # what is there stays; looking through it again would only copy its pages
    send(control, "ready")
    children: list[int] = []
    with contextlib.suppress(Broken):
        while True:
            request = receive(control)
            ours, theirs = socket.socketpair()
            if (child := os.fork()) == 0:
                control.close()
                ours.close()
                _prepared(theirs, request)
                return
            children.append(child)
            theirs.close()
            socket.send_fds(control, [b"."], [ours.fileno()])
            ours.close()
    for child in children:
        os.waitpid(child, 0)


def _prepared(control: socket.socket, request: dict[str, Any]) -> None:
    """In a process for one task: run its locked cells, then open and close rooms until the other side hangs up."""
    if sys.platform == "linux":
        linux.die_with_parent()
    files = {name: base64.b64decode(text) for name, text in request["files"].items()}
    folder = own_folder("given")
    try:
        os.chdir(folder)
        for name, content in files.items():
            (folder / name).write_bytes(content)
        rehearse(request["prepare"])
    finally:
        os.chdir("/")
        shutil.rmtree(folder, ignore_errors=True)
    gc.collect()
    gc.freeze()
    rooms: dict[int, Room] = {}
    with contextlib.suppress(Broken):
        send(control, "ready")
        while True:
            _obey(receive(control), control, rooms, files)
    for room in rooms.values():
        room.close()


def _obey(request: dict[str, Any], control: socket.socket, rooms: dict[int, Room], files: Mapping[str, bytes]) -> None:
    if "close" in request:
        rooms.pop(request["close"]).close()
        send(control, "closed")
        return
    try:
        room = Room(serve, files, Limits(**request["open"]), walls=request["walls"])
    except OSError as error:
        send(control, {"trouble": str(error)})
        return
    number = max(rooms, default=0) + 1
    rooms[number] = room
    send(control, {"room": number})
    socket.send_fds(control, [b"."], [room.connection.fileno()])
    room.connection.close()


if __name__ == "__main__":
    main(int(sys.argv[1]))
