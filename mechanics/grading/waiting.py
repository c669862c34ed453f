"""Waiting for an answer from a sandbox: what it uses meanwhile is charged, and what takes too long is interrupted."""

import select
import socket
import time
from collections.abc import Mapping, Sequence
from typing import Protocol

from .sandbox.limits import Limits
from .sandbox.usage import Meter

__all__ = ["Sandboxes", "Waiting"]

EVERY = 0.25  # seconds from one look at what was used to the next
SHORT = 0.02  # seconds of an answer whose processor time is charged with the next one: to read it would take as long
GRACE = 2.0  # seconds after which code that ignores the interrupt is ended with everything else
BUSY = 10  # times its limit that an answer may take on a machine that has no time for the sandbox


class Sandboxes(Protocol):
    """Opens sandboxes; `mechanics.grading.sandbox.fork_server.ForkServer` does."""

    @property
    def limits(self) -> Limits:
        """Of each sandbox."""

    def open_sandbox(self, files: Mapping[str, bytes], locked: Sequence[str] = ()) -> tuple[int, socket.socket]:
        """Open a sandbox: its number, and the socket to its inside; `locked` cells may be run before, once for all."""

    def close_sandbox(self, number: int) -> str:
        """End a sandbox and everything in it; a sentence, if a limit had ended it before."""

    def meter(self, number: int) -> Meter:
        """What a sandbox uses from now on."""

    def interrupt(self, number: int) -> None:
        """Interrupt what runs in a sandbox."""


class Waiting:
    """Waits for one answer.

    Its time is that of `mechanics.grading.sandbox.usage.Meter`: a busy machine costs nobody anything, until ten times
    the limit have passed on the clock.

    Parameters
    ----------
    sandboxes : Sandboxes
        Where the sandbox is open.
    number : int
        Of the sandbox.
    connection : socket
        To its inside.
    meter : Meter
        Of the sandbox.
    seconds : float
        Limit of the answer.

    Attributes
    ----------
    charged : float
        Seconds charged for until now.
    interrupted : bool
        Whether it took too long.
    """

    def __init__(self, sandboxes: Sandboxes, number: int, connection: socket.socket, meter: Meter, seconds: float):
        self._sandboxes, self._number, self._connection = sandboxes, number, connection
        self._meter, self._seconds = meter, seconds
        self._begin = self._looked = time.monotonic()
        self.charged, self.interrupted = 0.0, False

    def for_more(self) -> None:
        """Wait until there is something to read.

        Raises
        ------
        TimeoutError
            If what runs inside has used up its time, and did not end when it was interrupted.
        """
        while True:
            is_ready = select.select([self._connection], [], [], EVERY)[0]
            if time.monotonic() - self._looked >= EVERY:  # also at an answer that trickles in
                self._look()
            if is_ready:
                return

    def _look(self) -> None:
        self._looked = time.monotonic()
        self.charged += self._meter.charge(waiting=True, since=self._begin)
        if self._is_beyond(self._seconds + GRACE):
            raise TimeoutError
        if self._is_beyond(self._seconds):
            self.interrupted = True
            self._sandboxes.interrupt(self._number)

    def end(self) -> float:
        """The answer is there, or never will be.

        Returns
        -------
        float
            Seconds charged for.
        """
        now = time.monotonic()
        if now - self._begin >= SHORT or now - self._meter.told >= EVERY:
            self.charged += self._meter.charge(waiting=False, since=self._begin)
        return self.charged

    def _is_beyond(self, seconds: float) -> bool:
        return self.charged >= seconds or time.monotonic() - self._begin >= BUSY * seconds
