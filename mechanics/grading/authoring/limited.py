"""A limit to the computing time of what runs in this process."""

import contextlib
import gc
import signal
from collections.abc import Iterator
from types import FrameType

__all__ = ["limited"]

CALLBACKS = ("/weakref.py", "/_weakrefset.py")  # called when something is collected


@contextlib.contextmanager
def limited(seconds: float) -> Iterator[None]:
    """Raise `TimeoutError` inside after some seconds of computing, and again where that is swallowed.

    Parameters
    ----------
    seconds : float
        Of computing, not of waiting.
    """
    if not hasattr(signal, "SIGPROF"):  # Windows
        yield
        return

    def stop(_: int, frame: FrameType | None) -> None:
        if not _is_of_the_collector(frame):
            raise TimeoutError

    before = signal.signal(signal.SIGPROF, stop)
    signal.setitimer(signal.ITIMER_PROF, seconds, 0.5)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0.0)
        signal.signal(signal.SIGPROF, before)


def _is_of_the_collector(frame: FrameType | None) -> bool:
    """Whether the garbage collector has called this function: an error there is only printed."""
    if frame is None:
        return False
    code = frame.f_code
    return code.co_filename.endswith(CALLBACKS) or any(getattr(c, "__code__", None) is code for c in gc.callbacks)
