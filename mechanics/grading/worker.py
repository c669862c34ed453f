"""A process that grades one notebook at a time: it knows the solutions, and asks its warm process for rooms.

It ends with whoever started it, however that ended, and its warm process and all rooms end with it.
"""

import contextlib
import logging
import os
import queue
import shutil
import signal
import socket
import subprocess
import sys
import threading
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from . import shared
from .assignment import Assignment, Seconds
from .sandbox.folders import own_folder
from .tasks import Task, tasks_of

__all__ = ["Worker", "main"]

PATIENCE = 5.0  # seconds until a process that does not end is killed


class Worker:
    """A grading process, seen from the one that started it; for one thread at a time."""

    def __init__(self) -> None:
        self._socket, theirs = socket.socketpair()
        line = [sys.executable, "-m", "mechanics.grading.worker", str(theirs.fileno())]
        with theirs:
            # in a group of its own: Ctrl-C is for the process that hands out the work
            self._process = subprocess.Popen(
                line, pass_fds=[theirs.fileno()], process_group=0, stdin=subprocess.DEVNULL
            )
        self._connection = Connection(os.dup(self._socket.fileno()))
        self._knows = ""

    def grade(self, assignment: Assignment, task: str, content: bytes | None, *, walls: bool) -> str:
        """The grade of a notebook as text.

        Raises
        ------
        EOFError, OSError
            where the process has ended.
        """
        if self._knows != assignment.digest:
            self._connection.send(("assignment", assignment))
            self._knows = assignment.digest
        return self._asked("grade", task, content, walls)

    def why_no_boundary(self) -> str:
        """Why this machine cannot keep the code of a submission in; empty where it can."""
        return self._asked("boundary")

    def close(self) -> None:
        """End the process; a thread that waits for it gets an EOFError."""
        with contextlib.suppress(OSError):
            self._socket.shutdown(socket.SHUT_RDWR)
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(PATIENCE)
        self._process.kill()
        self._process.wait()
        self._socket.close()

    def _asked(self, *request: Any) -> str:
        self._connection.send(request)
        return str(self._connection.recv())


def main(number: int) -> None:
    """Do what comes over the socket, until the other side hangs up or is no more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    outside = Connection(number)
    folder = own_folder("tasks")
    requests: queue.SimpleQueue[tuple[Any, ...]] = queue.SimpleQueue()
    listener = threading.Thread(target=_listen, args=(outside, requests, folder), daemon=True)
    listener.start()
    assignment = Assignment({})
    tasks: dict[str, Task] = {}
    while True:
        request = requests.get()
        if request[0] == "assignment":
            assignment = request[1]
            tasks = _tasks(assignment, folder)
            continue
        if request[0] == "grade":
            _, name, content, walls = request
            answer = _grade(tasks[name], content, walls, assignment.seconds)
        else:
            answer = shared.why_no_boundary()
        with contextlib.suppress(OSError):  # nobody waits any more: the listener knows, too
            outside.send(answer)


def _listen(outside: Connection, requests: "queue.SimpleQueue[tuple[Any, ...]]", folder: Path) -> None:
    """Take requests; when the other side has ended, end at once, whatever is being graded."""
    with contextlib.suppress(EOFError, OSError):
        while True:
            requests.put(outside.recv())
    shutil.rmtree(folder, ignore_errors=True)
    os._exit(0)


def _tasks(assignment: Assignment, folder: Path) -> dict[str, Task]:
    """The tasks of an assignment, whose files are laid into a folder of their own."""
    place = folder / assignment.digest
    place.mkdir(exist_ok=True)
    assignment.write(place)
    return {task.name: task for task in tasks_of(place)}


def _grade(task: Task, content: bytes | None, walls: bool, seconds: Seconds) -> str:
    try:
        return shared.graded(task, content, walls=walls, seconds=seconds).as_json()
    except Exception:  # a fault of ours costs nobody anything but a second look
        logging.getLogger(__name__).exception("Grading of %s stopped", task.name)
        return shared.not_judged(task).as_json()


if __name__ == "__main__":
    main(int(sys.argv[1]))
