"""Grading on a Dask cluster: workers take the bytes of a notebook and return its grade as JSON.

They need no disk in common with this machine. A worker keeps the files of the assignment once it has got them, and
grades in as many processes as it has threads. All of them may end at any moment: their notebooks are given to others.
Only this machine writes into the gradebook.
"""

import atexit
import contextlib
import threading
import time
from concurrent.futures import CancelledError, Future
from functools import cache, partial
from typing import Any, NamedTuple

from ..launch import install_command
from .assignment import Assignment, library
from .errors import GradingError
from .local import Workers

__all__ = ["Cluster", "about", "end_here", "grade_here"]

PATIENCE = 120.0  # seconds for which a cluster may be without any worker
ANSWER = 10.0  # seconds until a scheduler has to answer
AHEAD = 3  # batches sent for each thread: the way to a worker and back takes time, and entering grades, too
MOST = 4  # notebooks in a batch: sending one costs as much as grading a short notebook
REFRESH = 2.0  # seconds after which the workers are counted again
MISSING = "Grading on a cluster needs the package distributed. Install it, here and on the workers: "


class Notebook(NamedTuple):
    """A notebook that waits for a batch, or is in one."""

    task: str
    content: bytes | None
    tries: int
    grade: Future[str | None]


class Cluster:
    """The workers of a Dask scheduler as an engine.

    Notebooks are sent one by one as long as a worker is idle, else in batches: one is sent as soon as one comes back.

    Parameters
    ----------
    address : str
        Of the scheduler.
    assignment : Assignment
        What is graded.
    without_boundary : bool
        Where a worker's machine has no security boundary, run the students' code with limits only.

    Raises
    ------
    GradingError
        If the scheduler does not answer or has no workers, or if a worker has another version of the library or no
        boundary.
    """

    def __init__(self, address: str, assignment: Assignment, *, without_boundary: bool = False):
        self._address, self._assignment = address, assignment
        self._without_boundary = without_boundary
        self._client = _connected(address)
        try:
            self._refuse_unfit()
        except BaseException:
            self._client.close()
            raise
        self._executor = self._client.get_executor(pure=False)
        self._places, self._counted, self._seen = 0, 0.0, time.monotonic()
        self._lock, self._waiting, self._batches = threading.RLock(), list[Notebook](), 0

    @property
    def places(self) -> int:
        """Notebooks that the workers have and that are on the way to them, in whole batches."""
        if time.monotonic() - self._counted > REFRESH:
            self._places = MOST * AHEAD * sum(self._threads().values())
            self._counted = time.monotonic()
            if self._places:
                self._seen = self._counted
        return self._places

    def refuse_to_wait(self) -> None:
        """Raise GradingError if there has been no worker for long, or the scheduler has gone."""
        if not self.places and time.monotonic() - self._seen > PATIENCE:
            raise GradingError(
                f"All workers of {self._address} are gone. What they finished is kept: start new ones, then run this "
                "command again."
            )

    def submit(self, task: str, content: bytes | None, tries: int) -> Future[str | None]:
        """Send a notebook, with the files of the assignment if the first worker did not have them.

        Parameters
        ----------
        task, content, tries
            As in `mechanics.grading.class_run.Engine.submit`.

        Returns
        -------
        Future of str or None
            The grade as JSON; None if the process was lost.
        """
        notebook = Notebook(task, content, tries, Future())
        with self._lock:
            self._waiting.append(notebook)
            self._send()
        return notebook.grade

    def _send(self) -> None:
        """Send what waits, unless every worker has enough to do."""
        while self._waiting and self._batches * MOST < max(1, self._places):  # Dask itself waits for a first worker
            batch, self._waiting = self._waiting[:MOST], self._waiting[MOST:]
            assignment = self._assignment if any(notebook.tries for notebook in batch) else None
            names = [(notebook.task, notebook.content) for notebook in batch]
            known = library(), self._assignment.digest, assignment, self._without_boundary
            try:
                answer = self._executor.submit(grade_here, *known, names)
            except Exception as error:
                raise self._gone(error) from None
            self._batches += 1
            answer.add_done_callback(partial(self._returned, batch))

    def _returned(self, batch: list[Notebook], answer: Future[list[str | None]]) -> None:
        """Pass on the grades of a batch, or what went wrong with it; then send more."""
        with self._lock:
            self._batches -= 1
            with contextlib.suppress(GradingError):  # the scheduler has gone: `refuse_to_wait` tells
                self._send()
        error = CancelledError() if answer.cancelled() else answer.exception()
        for k, notebook in enumerate(batch):
            if error:
                notebook.grade.set_exception(error)
            else:
                notebook.grade.set_result(answer.result()[k])

    def __enter__(self) -> "Cluster":
        return self

    def __exit__(self, *_: object) -> None:
        """Disconnect; what is being graded is lost."""
        with contextlib.suppress(Exception):  # the scheduler may be gone
            self._client.close(timeout=2)

    def _threads(self) -> dict[str, int]:
        try:
            return dict(self._client.nthreads())
        except Exception as error:
            raise self._gone(error) from None

    def _gone(self, error: Exception) -> GradingError:
        return GradingError(
            f"The scheduler {self._address} is gone ({type(error).__name__}). What was finished is kept: run this "
            "command again."
        )

    def _refuse_unfit(self) -> None:
        """Ask every worker for its version and its boundary."""
        if not self._threads():
            raise GradingError(f"The scheduler {self._address} has no workers. Start some: dask worker {self._address}")
        try:
            for worker, (version, trouble) in self._client.run(about).items():
                _refuse(worker, version, trouble, library(), self._without_boundary)
        except ModuleNotFoundError as error:
            raise GradingError(f"This library is not installed on a worker ({error}): pip install it there.") from None
        except GradingError:
            raise
        except Exception as error:
            raise GradingError(
                f"The workers of {self._address} cannot exchange data with this machine ({type(error).__name__}: "
                f"{error}). Install the same versions of Python, of this library and of distributed on all, and start "
                "them again."
            ) from None


def about() -> tuple[str, str]:
    """On a worker: what it has.

    Returns
    -------
    str
        Hash of the library, see `mechanics.grading.assignment.library`.
    str
        Why there is no security boundary; empty if there is one.
    """
    return library(), _why_no_boundary()


def grade_here(
    version: str,
    digest: str,
    assignment: Assignment | None,
    without_boundary: bool,
    notebooks: list[tuple[str, bytes | None]],
) -> list[str | None]:
    """On a worker: grade notebooks.

    Parameters
    ----------
    version : str
        Hash of the library with which the grading was started.
    digest : str
        Hash of the assignment.
    assignment : Assignment or None
        Its files; None if the worker should have them.
    without_boundary : bool
        Grade also without a security boundary.
    notebooks : list of (str, bytes or None)
        Name and content of each.

    Returns
    -------
    list of str or None
        Grades as JSON; None if a process was lost, or the files of the assignment are not known.

    Raises
    ------
    GradingError
        If this worker must not grade.
    """
    _refuse("A worker", library(), _why_no_boundary(), version, without_boundary)
    assignment = assignment or _assignments.get(digest)
    if assignment is None:
        return [None] * len(notebooks)
    if digest not in _assignments:
        _assignments.clear()  # one at a time is enough
        _assignments[digest] = assignment
    isolated = not _why_no_boundary()
    return [_workers.grade(assignment, task, content, isolated=isolated) for task, content in notebooks]


_workers = Workers()  # of this process, if it is one of Dask's workers; they are started when the first is asked for
_assignments: dict[str, Assignment] = {}


@atexit.register
def end_here() -> None:
    """End the grading processes of this one."""
    _workers.close()


@cache
def _why_no_boundary() -> str:
    return _workers.why_no_boundary()


def _refuse(worker: str, version: str, trouble: str, expected: str, without_boundary: bool) -> None:
    """Complain about a worker that would judge by something else, or could not isolate students' code."""
    if version != expected:
        raise GradingError(
            f"{worker} has a different version of this library, or of numpy, sympy or symengine, from this machine. "
            "Install the same on both, and start the worker again."
        )
    if trouble and not without_boundary:
        raise GradingError(
            f"{worker} cannot isolate the code of a submission: {trouble}. Remove it from the cluster; or, if you "
            "would run this code yourself there: --without-boundary"
        )


def _connected(address: str) -> Any:
    try:
        from distributed import Client  # optional
    except ImportError:
        raise GradingError(MISSING + install_command("cluster")) from None
    try:
        return Client(address, timeout=ANSWER, set_as_default=False)
    except (OSError, ValueError) as error:
        raise GradingError(
            f"No scheduler answers at {address} ({error}). Start one: dask scheduler; it prints its address."
        ) from None
