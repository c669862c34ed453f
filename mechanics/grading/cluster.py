"""Grading on a Dask cluster: workers take the bytes of a notebook and give back its grade as text.

They need no disk in common with this machine. A worker keeps the files of the assignment once it was sent them, and
grades in as many processes as it has threads. All of them may end at any moment: what was there is given to another
one. Into the gradebook only this machine writes.
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
AHEAD = 2  # orders given away for each thread: the way to a worker and back takes time
MOST = 4  # notebooks in an order: to hand one out costs as much as to grade a short notebook
REFRESH = 2.0  # seconds after which the workers are counted anew
MISSING = "Grading on a cluster needs the package distributed. Install it, here and on the workers: "


class Notebook(NamedTuple):
    """One that waits for an order, or is in one."""

    task: str
    content: bytes | None
    tries: int
    grade: Future[str | None]


class Cluster:
    """The workers of a Dask scheduler as an engine.

    Notebooks go one by one as long as somebody is idle, else some together: an order is sent as soon as one comes back.

    Parameters
    ----------
    address : of the scheduler
    assignment : what is graded
    without_boundary : where a worker's machine has no boundary, run the students' code with limits only

    Raises
    ------
    GradingError
        where the scheduler does not answer, has no workers, or a worker has another version of the library or no
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
        self._lock, self._waiting, self._orders = threading.RLock(), list[Notebook](), 0

    @property
    def places(self) -> int:
        """What the threads of the workers have and what is on its way to them, in whole orders."""
        if time.monotonic() - self._counted > REFRESH:
            self._places = MOST * AHEAD * sum(self._threads().values())
            self._counted = time.monotonic()
            if self._places:
                self._seen = self._counted
        return self._places

    def refuse_to_wait(self) -> None:
        """Complain where there has been no worker for long, or the scheduler has gone."""
        if not self.places and time.monotonic() - self._seen > PATIENCE:
            raise GradingError(
                f"All workers of {self._address} have gone. What they had finished is kept: start new ones, and this "
                "command again."
            )

    def submit(self, task: str, content: bytes | None, tries: int) -> Future[str | None]:
        """Give a notebook away; the files of the assignment go with it if the first worker had to do without."""
        notebook = Notebook(task, content, tries, Future())
        with self._lock:
            self._waiting.append(notebook)
            self._send()
        return notebook.grade

    def _send(self) -> None:
        """Order what waits, unless every worker has enough to do."""
        while self._waiting and self._orders * MOST < max(1, self._places):  # Dask itself waits for a first worker
            order, self._waiting = self._waiting[:MOST], self._waiting[MOST:]
            assignment = self._assignment if any(notebook.tries for notebook in order) else None
            names = [(notebook.task, notebook.content) for notebook in order]
            known = library(), self._assignment.digest, assignment, self._without_boundary
            try:
                answer = self._executor.submit(grade_here, *known, names)
            except Exception as error:
                raise self._gone(error) from None
            self._orders += 1
            answer.add_done_callback(partial(self._returned, order))

    def _returned(self, order: list[Notebook], answer: Future[list[str | None]]) -> None:
        """Hand over the grades of an order, or what went wrong with it; then order more."""
        with self._lock:
            self._orders -= 1
            with contextlib.suppress(GradingError):  # the scheduler has gone: whoever waits asks for that
                self._send()
        error = CancelledError() if answer.cancelled() else answer.exception()
        for k, notebook in enumerate(order):
            if error:
                notebook.grade.set_exception(error)
            else:
                notebook.grade.set_result(answer.result()[k])

    def __enter__(self) -> "Cluster":
        return self

    def __exit__(self, *_: object) -> None:
        """Hang up; what is being graded is forgotten."""
        with contextlib.suppress(Exception):  # the scheduler may be gone
            self._client.close(timeout=2)

    def _threads(self) -> dict[str, int]:
        try:
            return dict(self._client.nthreads())
        except Exception as error:
            raise self._gone(error) from None

    def _gone(self, error: Exception) -> GradingError:
        return GradingError(
            f"The scheduler {self._address} has gone ({type(error).__name__}). What was finished is kept: start this "
            "command again."
        )

    def _refuse_unfit(self) -> None:
        """Ask every worker what it has."""
        if not self._threads():
            raise GradingError(f"The scheduler {self._address} has no workers. Start some: dask worker {self._address}")
        try:
            for worker, (version, trouble) in self._client.run(about).items():
                _refuse(worker, version, trouble, library(), self._without_boundary)
        except ModuleNotFoundError as error:
            raise GradingError(f"A worker has not installed this library ({error}): pip install it there.") from None


def about() -> tuple[str, str]:
    """On a worker: the version of the library, and why there is no boundary."""
    return library(), _why_no_boundary()


def grade_here(
    version: str,
    digest: str,
    assignment: Assignment | None,
    without_boundary: bool,
    notebooks: list[tuple[str, bytes | None]],
) -> list[str | None]:
    """On a worker: grades as text; None where a process was lost, or the files of the assignment are not known."""
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
            f"{worker} has another version of this library, or of numpy, sympy or symengine, than this machine. "
            "Install the same on both, and start the worker again."
        )
    if trouble and not without_boundary:
        raise GradingError(
            f"{worker} cannot isolate the code of a submission: {trouble}. Take it from the cluster; or, if you would "
            "run this code yourself there: --without-boundary"
        )


def _connected(address: str) -> Any:
    try:
        from distributed import Client
    except ImportError:
        raise GradingError(MISSING + install_command("cluster")) from None
    try:
        return Client(address, timeout=ANSWER, set_as_default=False)
    except (OSError, ValueError) as error:
        raise GradingError(
            f"No scheduler answers at {address} ({error}). Start one: dask scheduler; it prints its address."
        ) from None
