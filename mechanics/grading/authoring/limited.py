"""A limit to the computing time of what runs in this process."""

import contextlib
import signal
from collections.abc import Iterator
from types import FrameType

__all__ = ["limited"]

CALLBACKS = ("/weakref.py", "/_weakrefset.py")  # called when something is collected: an error there is only printed


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
        if frame is None or not frame.f_code.co_filename.endswith(CALLBACKS):
            raise TimeoutError

    before = signal.signal(signal.SIGPROF, stop)
    signal.setitimer(signal.ITIMER_PROF, seconds, 0.5)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0.0)
        signal.signal(signal.SIGPROF, before)
