"""The fork servers of this process, one with isolation and one without; a new one where it has ended."""

import atexit
import logging
import socket
import sys
from dataclasses import astuple

from .assignment import Seconds
from .grades import Grade, Mark, grade
from .sandbox import boundary
from .sandbox.fork_server import ForkServer
from .sandbox.messages import Broken
from .sandbox.support import refusal
from .student import Budget
from .tasks import Task

__all__ = ["NOT_JUDGED", "adopt", "end_fork_servers", "fork_server", "graded", "not_judged", "why_no_boundary"]

NOT_JUDGED = "This check could not be run; your teachers will look at it."

USUAL = Seconds()

_servers: dict[bool, ForkServer] = {}


def graded(task: Task, content: bytes | None, *, isolated: bool = True, seconds: Seconds = USUAL) -> Grade:
    """Grade a notebook; should the fork server have ended, a new one is started once, then it is left to a person.

    Parameters
    ----------
    task : Task
        What is asked.
    content : bytes or None
        The notebook as it was handed in; None if there is none.
    isolated : bool
        Whether the submission runs behind a security boundary.
    seconds : Seconds
        Time limits.

    Returns
    -------
    Grade
        Of the notebook.
    """
    for _ in range(2):
        try:
            return grade(task, content, fork_server(isolated=isolated), Budget(*astuple(seconds)))
        except (Broken, OSError) as error:
            logging.getLogger(__name__).warning("The process that runs submissions has ended: %s", error)
            end_fork_servers()
    return not_judged(task)


def not_judged(task: Task) -> Grade:
    """The grade without points that a person has to look at.

    Parameters
    ----------
    task : Task
        What is asked.

    Returns
    -------
    Grade
        With the status ``review`` for each check.
    """
    marks = tuple(Mark(check.id, 0.0, check.points, "review", NOT_JUDGED) for check in task.checks.values())
    return Grade(task.name, marks, "review", NOT_JUDGED)


def adopt(control: socket.socket) -> None:
    """Use a fork server with isolation that was started elsewhere.

    Parameters
    ----------
    control : socket
        From `mechanics.grading.sandbox.fork_server.ForkServer.another`.
    """
    _servers[True] = ForkServer(control=control)


def fork_server(*, isolated: bool) -> ForkServer:
    """The fork server of this process, started when it is asked for first.

    Parameters
    ----------
    isolated : bool
        Which of the two.

    Returns
    -------
    ForkServer
        The same one until `end_fork_servers`.
    """
    if isolated not in _servers:
        _servers[isolated] = ForkServer(isolated=isolated)
    return _servers[isolated]


def why_no_boundary() -> str:
    """Why this machine cannot isolate the code of a submission; empty where it can.

    The fork server is asked: a process that has threads, such as JupyterLab, must not fork.
    """
    if sys.platform != "linux":
        return boundary().reason
    try:
        number, connection = fork_server(isolated=True).open_sandbox({})
        connection.close()
        fork_server(isolated=True).close_sandbox(number)
    except (Broken, OSError) as error:
        end_fork_servers()
        return refusal(error)
    return ""


@atexit.register
def end_fork_servers() -> None:
    """End the fork servers and all their sandboxes."""
    while _servers:
        _servers.popitem()[1].close()
