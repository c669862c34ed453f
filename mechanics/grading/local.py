"""Grading on this machine: a few processes, each replaced where it is lost."""

import contextlib
import threading
import time
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor

from .assignment import Assignment
from .preloaded import started
from .sandbox.folders import remove_stale
from .sandbox.fork_server import ForkServer
from .worker import Worker

__all__ = ["Local", "Workers"]

PATIENCE = 3.0  # seconds in which what was stopped has to have ended, on a busy machine


class Workers:
    """Grading processes for as many threads as ask; one that was killed is replaced by the next who asks.

    Parameters
    ----------
    server : ForkServer, optional
        Of which each of them gets a fork; it is closed with them.
    """

    def __init__(self, server: ForkServer | None = None) -> None:
        self._lock, self._server = threading.Lock(), server
        self._idle: list[Worker] = []
        self._all: set[Worker] = set()
        self._closed = False

    def grade(self, assignment: Assignment, task: str, content: bytes | None, *, isolated: bool) -> str | None:
        """Grade a notebook; the parameters are those of `Worker.grade`.

        Returns
        -------
        str or None
            The grade as JSON; None if the process was lost over it.
        """
        try:
            with self._one() as worker:
                return worker.grade(assignment, task, content, isolated=isolated)
        except (EOFError, OSError):
            return None

    def why_no_boundary(self) -> str:
        """Why this machine cannot isolate the code of a submission; empty where it can."""
        with self._one() as worker:
            return worker.why_no_boundary()

    def close(self) -> None:
        """End all of them; a thread that waits for a grade gets None."""
        with self._lock:
            self._closed, every = True, list(self._all)
        for worker in every:
            worker.close()
        if self._server:
            self._server.close()

    @contextlib.contextmanager
    def _one(self) -> Iterator[Worker]:
        """A process for this thread alone; it is not used again after an error."""
        worker = self._idle_or_new()
        try:
            yield worker
        except BaseException:
            worker.close()
            with self._lock:
                self._all.discard(worker)
            raise
        self._idle.append(worker)

    def _idle_or_new(self) -> Worker:
        with self._lock:
            if self._closed:
                raise EOFError("no more grading here")
            if not self._idle:
                self._idle.append(Worker(self._server))
                self._all.add(self._idle[-1])
            return self._idle.pop()


class Local:
    """Grading processes of this machine as an engine.

    Parameters
    ----------
    assignment : Assignment
        What is graded.
    jobs : int
        Number of processes.
    isolated : bool
        Whether submissions run behind a security boundary.
    """

    def __init__(self, assignment: Assignment, jobs: int, *, isolated: bool = True):
        self._assignment, self._jobs, self._isolated = assignment, jobs, isolated
        self._workers, self._threads = Workers(started() if isolated else None), ThreadPoolExecutor(jobs)

    @property
    def places(self) -> int:
        """For each process the notebook that it grades, and the next one."""
        return 2 * self._jobs

    def submit(self, task: str, content: bytes | None, tries: int) -> Future[str | None]:
        """Give a notebook to the next process that is free.

        Parameters
        ----------
        task, content, tries
            As in `mechanics.grading.class_run.Engine.submit`.

        Returns
        -------
        Future of str or None
            The grade as JSON; None if the process was lost.
        """
        grade = self._workers.grade
        return self._threads.submit(grade, self._assignment, task, content, isolated=self._isolated)

    def refuse_to_wait(self) -> None:
        """Never: a process that was lost is replaced."""

    def __enter__(self) -> "Local":
        return self

    def __exit__(self, stopped: object, *_: object) -> None:
        """End at once, whatever is being graded; what runs in sandboxes ends a little later."""
        self._threads.shutdown(wait=False, cancel_futures=True)
        self._workers.close()
        until = time.monotonic() + (PATIENCE if stopped else 0.0)
        while remove_stale("tasks", "template", "sandbox") and time.monotonic() < until:
            time.sleep(0.05)
