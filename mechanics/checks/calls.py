"""Calling a student's code: output and warnings are discarded, time is limited, errors become sentences."""

import contextlib
import io
import math
import os
import signal
import threading
import time
import warnings
from collections.abc import Callable, Iterator, Sequence
from typing import Any

__all__ = ["TIME_LIMIT", "Nowhere", "call_with", "quiet"]

TIME_LIMIT = 10.0  # seconds of processor time for all calls of one check; inf where the caller has a limit of its own
NEEDED, SPARE = 8, 0.3  # after so many calls, which are judged, only so many seconds: further ones only explain
BUSY = 6  # times this limit may pass on the clock: a function may wait for something, or the machine run others


class _TimeIsUp(BaseException):
    """Not an Exception, so that an ``except Exception`` in the student's function does not swallow it."""


class Nowhere(io.TextIOBase):
    """A stream that discards what is written to it."""

    encoding = "utf-8"

    def write(self, text: str) -> int:
        """Discard it."""
        return len(text)

    def flush(self) -> None:
        """Nothing is kept, so there is nothing to do."""

    def isatty(self) -> bool:
        """Nobody looks at it."""
        return False


@contextlib.contextmanager
def quiet() -> Iterator[None]:
    """Keep warnings and output away from the cell: nbgrader gives 0 points for anything on stderr."""
    nowhere: Any = Nowhere()
    with (
        warnings.catch_warnings(),
        contextlib.redirect_stdout(nowhere),
        contextlib.redirect_stderr(nowhere),
        _silent_descriptors(),
    ):
        warnings.simplefilter("ignore")
        yield


@contextlib.contextmanager
def _silent_descriptors() -> Iterator[None]:
    """Compiled code (for example solvers in Fortran) writes to the file descriptors directly."""
    saved: list[tuple[int, int]] = []
    with contextlib.suppress(OSError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        for descriptor in (1, 2):
            saved.append((descriptor, os.dup(descriptor)))
            os.dup2(nowhere, descriptor)
        os.close(nowhere)
    try:
        yield
    finally:
        for descriptor, copy in saved:
            os.dup2(copy, descriptor)
            os.close(copy)


@contextlib.contextmanager
def _time_limit(seconds: float) -> Iterator[None]:
    """Raise `_TimeIsUp` after some seconds and every 0.2 s from then on; no limit where there is no such signal.

    Processor time is what counts, so that a busy machine makes no answer wrong.
    """
    can = hasattr(signal, "setitimer") and threading.current_thread() is threading.main_thread()
    if seconds == math.inf or not can:
        yield
        return

    running = True

    def stop(*_: object) -> None:
        if running:  # an alarm that comes while the limit is lifted must not escape
            raise _TimeIsUp

    limits = (signal.SIGPROF, signal.ITIMER_PROF, seconds), (signal.SIGALRM, signal.ITIMER_REAL, BUSY * seconds)
    before = [(signal.signal(kind, stop), signal.setitimer(timer, limit, 0.2)) for kind, timer, limit in limits]
    try:
        yield
    finally:
        running = False
        for (kind, timer, _), (handler, left) in zip(limits, before, strict=True):
            signal.setitimer(timer, *left)
            signal.signal(kind, handler)


def call_with(function: Any, inputs: Sequence[Any], read: Callable[[Any], Any]) -> list[dict[str, Any]]:
    """Call a function once for each list of arguments.

    Parameters
    ----------
    function : callable
        Of the student.
    inputs : sequence of sequence
        The arguments of each call.
    read : callable
        Makes data of what the function returns; it runs under the same protection.

    Returns
    -------
    list of dict
        ``{"value": ...}`` or ``{"error": sentence}``; shorter than `inputs` after an error in one of the first few,
        or where more than these take long.
    """
    results: list[dict[str, Any]] = []
    try:
        with _time_limit(TIME_LIMIT):
            start = time.process_time()
            for count, arguments in enumerate(inputs):
                if count >= NEEDED and time.process_time() - start > SPARE:
                    break
                results.append(_call(function, arguments, read))
                if "error" in results[-1] and count < NEEDED:
                    break
    except _TimeIsUp:
        results.append({"error": "it did not finish in time; look for an endless loop"})
    return results


def _call(function: Any, arguments: Sequence[Any], read: Callable[[Any], Any]) -> dict[str, Any]:
    try:
        return {"value": read(function(*map(_argument, arguments)))}
    except (KeyboardInterrupt, _TimeIsUp):
        raise
    except BaseException as error:  # also exit(): the sentence says what happened
        return {"error": f"it raised {_describe(error)}"}


def _argument(value: Any) -> Any:
    """Lists are passed as arrays, because students compute with them."""
    return array_of(value) if isinstance(value, list) else value


def _numpy_array(values: list[Any]) -> Any:
    import numpy  # only where it is needed: judging runs in a process without it

    return numpy.array(values, dtype=float)


array_of: Callable[[list[Any]], Any] = _numpy_array
"""What a function gets for a list; a process without numpy sets another."""


def _describe(error: BaseException) -> str:
    name = type.__dict__["__name__"].__get__(type(error))
    with contextlib.suppress(Exception):
        text = " ".join(str(error).split())[:200]
        return f"{name}: {text}" if text else str(name)
    return str(name)
