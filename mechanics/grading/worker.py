"""A process that grades one notebook at a time: it knows the solutions, and asks its fork server for sandboxes.

It ends with the process that started it, however that ended, and its fork server and all sandboxes end with it.
"""

import contextlib
import logging
import os
import queue
import shutil
import signal
import socket
import subprocess
import threading
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from . import fork_servers
from .assignment import Assignment, Seconds
from .errors import GradingError
from .refusals import in_one_sentence
from .sandbox.folders import own_folder
from .sandbox.fork_server import ForkServer
from .sandbox.messages import Broken
from .sandbox.same_library import python_line
from .tasks import Task, tasks_of
from .trial import refuse_broken_checks

__all__ = ["Worker", "main"]

PATIENCE = 5.0  # seconds until a process that does not end is killed


class Worker:
    """A grading process, seen from the one that started it; to be used by one thread at a time.

    Parameters
    ----------
    server : ForkServer, optional
        Of which it gets a fork; it starts one of its own unless given.
    """

    def __init__(self, server: ForkServer | None = None) -> None:
        self._socket, theirs = socket.socketpair()
        with theirs, contextlib.ExitStack() as passed:
            numbers = [theirs.fileno()]
            if server:
                with contextlib.suppress(Broken, OSError):  # it has ended: this process starts one of its own
                    numbers.append(passed.enter_context(server.another()).fileno())
            line = python_line("mechanics.grading.worker", *numbers)
            # in a group of its own: Ctrl-C is for the process that hands out the work
            self._process = subprocess.Popen(line, pass_fds=numbers, process_group=0, stdin=subprocess.DEVNULL)
        self._connection = Connection(os.dup(self._socket.fileno()))
        self._knows = ""

    def grade(self, assignment: Assignment, task: str, content: bytes | None, *, isolated: bool) -> str:
        """Grade a notebook.

        Parameters
        ----------
        assignment : Assignment
            With the files of the task.
        task : str
            Name of the notebook; in a second line the numbers of the student, where everybody has other ones.
        content : bytes or None
            What was handed in; None if there is nothing.
        isolated : bool
            Whether it runs behind a security boundary.

        Returns
        -------
        str
            The grade as JSON.

        Raises
        ------
        EOFError, OSError
            If the process has ended.
        GradingError
            If it cannot grade: a check is broken, or its temporary folder cannot be written.
        """
        if self._knows != assignment.digest:
            self._connection.send(("assignment", assignment))
            self._knows = assignment.digest
        return self._asked("grade", task, content, isolated)

    def why_no_boundary(self) -> str:
        """Why this machine cannot isolate the code of a submission; empty where it can."""
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
        is_answer, text = self._connection.recv()
        if not is_answer:
            raise GradingError(text)
        return str(text)


def main(number: int, server: int | None = None) -> None:
    """Answer requests until the other side hangs up or ends.

    Parameters
    ----------
    number : int
        File descriptor of the connection.
    server : int, optional
        File descriptor of the control socket of a fork server.
    """
    if server is not None:
        fork_servers.adopt(socket.socket(fileno=server))
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    outside = Connection(number)
    requests: queue.SimpleQueue[tuple[Any, ...]] = queue.SimpleQueue()
    grader = _Grader()
    listener = threading.Thread(target=_listen, args=(outside, requests, grader.folder), daemon=True)
    listener.start()
    while True:
        request = requests.get()
        try:
            answer = True, grader.answer(*request)
        except GradingError as error:
            answer = False, str(error)
        if request[0] != "assignment":
            with contextlib.suppress(OSError):  # nobody waits any more: the listener knows, too
                outside.send(answer)


class _Grader:
    """Answers requests; what is wrong with an assignment is the answer to all that follow it."""

    def __init__(self) -> None:
        self._assignment = Assignment({})
        self._tasks: dict[str, Task] = {}
        self._trouble = ""
        self.folder: Path | None = None
        with contextlib.suppress(OSError):  # it is tried once more, and told, when it is needed
            self.folder = own_folder("tasks")

    def answer(self, kind: str, *words: Any) -> str:
        """The text that answers a request."""
        if kind == "boundary":
            return fork_servers.why_no_boundary()
        if kind == "assignment":
            self._prepare(*words)
            return ""
        if self._trouble:
            raise GradingError(self._trouble)
        what, content, isolated = words
        name, _, numbers = what.partition("\n")
        return _grade(self._tasks[name].with_numbers(numbers), content, isolated, self._assignment.seconds)

    def _prepare(self, assignment: Assignment) -> None:
        self._assignment, self._trouble = assignment, ""
        try:
            with in_one_sentence():
                self._tasks = _tasks(assignment, self.folder or own_folder("tasks"))
                refuse_broken_checks(self._tasks.values())
        except GradingError as error:
            self._trouble = str(error)


def _listen(outside: Connection, requests: "queue.SimpleQueue[tuple[Any, ...]]", folder: Path | None) -> None:
    """Take requests; when the other side has ended, end at once, whatever is being graded."""
    with contextlib.suppress(EOFError, OSError):
        while True:
            requests.put(outside.recv())
    if folder:
        shutil.rmtree(folder, ignore_errors=True)
    os._exit(0)


def _tasks(assignment: Assignment, folder: Path) -> dict[str, Task]:
    """The tasks of an assignment, whose files are written into a folder of their own."""
    place = folder / assignment.digest
    place.mkdir(exist_ok=True)
    assignment.write(place)
    return {task.name: task for task in tasks_of(place)}


def _grade(task: Task, content: bytes | None, isolated: bool, seconds: Seconds) -> str:
    try:
        return fork_servers.graded(task, content, isolated=isolated, seconds=seconds).as_json()
    except Exception:  # a fault of ours costs nobody anything but a second look
        logging.getLogger(__name__).exception("Grading of %s stopped", task.name)
        return fork_servers.not_judged(task).as_json()
