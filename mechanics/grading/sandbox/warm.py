"""The warm process: it has imported everything, knows no solution, and forks a room whenever it is asked for one."""

import base64
import contextlib
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from .inside import serve, warm_up
from .messages import Broken, receive, send
from .process import Limits
from .room import Room

__all__ = ["Warm", "main"]

USUAL = Limits()


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
        quiet = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"} | {
            "MPLBACKEND": "agg"
        }
        self._process = subprocess.Popen(
            line, pass_fds=[theirs.fileno()], env=quiet, stdin=subprocess.DEVNULL
        )
        theirs.close()
        self._control, self._limits, self._walls = ours, limits, walls
        receive(self._control)  # it is ready

    def open(self, files: Mapping[str, bytes]) -> tuple[int, socket.socket]:
        """A new room: its number, and the socket to its inside.

        Raises
        ------
        OSError
            where the kernel does not allow a room.
        """
        packed = {name: base64.b64encode(content).decode() for name, content in files.items()}
        send(self._control, {"open": packed, "limits": asdict(self._limits), "walls": self._walls})
        answer = receive(self._control)
        if "trouble" in answer:
            raise OSError(answer["trouble"])
        _, (number,), _, _ = socket.recv_fds(self._control, 1, 1)
        return int(answer["room"]), socket.socket(fileno=number)

    def close_room(self, number: int) -> None:
        """End a room and everything in it."""
        send(self._control, {"close": number})
        receive(self._control)

    def close(self) -> None:
        """End the process and all rooms."""
        self._control.close()
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(5)
        self._process.kill()
        self._process.wait()

    def __enter__(self) -> "Warm":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def main(number: int) -> None:
    """Serve the control socket until the other side hangs up."""
    control = socket.socket(fileno=number)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the coordinator decides when it ends
    warm_up()
    rooms: dict[int, Room] = {}
    send(control, "ready")
    with contextlib.suppress(Broken):
        while True:
            _obey(receive(control), control, rooms)
    for room in rooms.values():
        room.close()


def _obey(request: dict[str, Any], control: socket.socket, rooms: dict[int, Room]) -> None:
    if "close" in request:
        rooms.pop(request["close"]).close()
        send(control, "closed")
        return
    files = {name: base64.b64decode(text) for name, text in request["open"].items()}
    try:
        room = Room(serve, files, Limits(**request["limits"]), walls=request["walls"])
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
