"""Progress of a run: a line that is overwritten at a terminal, a line now and then elsewhere."""

import sys
import time
from typing import TextIO

__all__ = ["Progress"]

AT_TERMINAL, ELSEWHERE = 0.1, 30.0  # seconds from one line to the next


class Progress:
    """Counts notebooks.

    Parameters
    ----------
    total : int
        How many there will be.
    stream : TextIO, optional
        Where the lines go; stderr unless given.

    Attributes
    ----------
    known, graded : int
        Notebooks whose grade was there already, and those that were graded now.
    """

    def __init__(self, total: int, stream: TextIO | None = None):
        self._total, self._stream = total, stream or sys.stderr
        self._begin = self._told = time.monotonic()
        self._every = AT_TERMINAL if self._stream.isatty() else ELSEWHERE
        self.known = 0
        self.graded = 0

    @property
    def done(self) -> int:
        """Both together."""
        return self.known + self.graded

    @property
    def seconds(self) -> float:
        """Since the beginning."""
        return time.monotonic() - self._begin

    def count(self, *, graded: bool) -> None:
        """Count one more notebook.

        Parameters
        ----------
        graded : bool
            Whether it was graded now.
        """
        self.graded += graded
        self.known += not graded
        if time.monotonic() - self._told >= self._every:
            self._told = time.monotonic()
            self._tell()

    def end(self) -> None:
        """Leave the last state on a line of its own."""
        if self._stream.isatty():
            self._tell()
            print(file=self._stream)

    def summary(self) -> str:
        """How many notebooks were graded, and how long it took."""
        known = f", {self.known} known from before" if self.known else ""
        rate = f", {self.graded / self.seconds:.1f} a second" if self.graded else ""
        return f"{self.graded} notebooks graded{known}, in {_duration(self.seconds)}{rate}"

    def __str__(self) -> str:
        """Done, rate, and time left; the rate counts those graded now, because the known ones take no time."""
        rate = self.graded / max(self.seconds, 1e-9)
        text = f"{self.done} of {self._total} notebooks"
        if self.graded:
            text += f", {rate:.1f} a second, {_duration((self._total - self.done) / rate)} left"
        return text

    def _tell(self) -> None:
        begin, end = ("\r", "   ") if self._stream.isatty() else ("", "\n")
        print(f"{begin}{self}", end=end, file=self._stream, flush=True)


def _duration(seconds: float) -> str:
    """Hours and minutes, minutes and seconds, or seconds."""
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours} h {minutes:02} min" if hours else f"{minutes} min {rest:02} s" if minutes else f"{rest} s"
