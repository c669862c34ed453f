"""When a submission was handed in: nbgrader's ``timestamp.txt``, or a sentence about one that cannot be relied on."""

import datetime
import os
import re
import zoneinfo
from dataclasses import dataclass
from pathlib import Path

from .submissions import read_submission

__all__ = ["EXAMPLE", "HandedInTime", "time_of"]

EXAMPLE = "2026-05-01 21:59:00 UTC"
LONGEST = 100  # characters
EARLIEST = datetime.datetime(2015, 1, 1)  # older than nbgrader: a clock that was not set
AHEAD = datetime.timedelta(hours=1)  # by which clocks may differ
# what the exchange writes, and ISO 8601; of other forms, such as 01/05/26, nobody can tell day and month apart
_FORM = re.compile(
    r"(?P<day>\d{4}-\d\d-\d\d)[ T](?P<clock>\d\d:\d\d(:\d\d(\.\d{1,6})?)?) ?(?P<zone>[A-Za-z][\w/+-]*|[+-]\d\d:?\d\d)?"
)


@dataclass(frozen=True)
class HandedInTime:
    """What a submission says about its time.

    Attributes
    ----------
    at : datetime or None
        Time in UTC, without a time zone as in nbgrader; None if there is none, or none that can be relied on.
    problem : str
        Why it cannot be relied on, a clause; empty if it can, or if there is no ``timestamp.txt``.
    """

    at: datetime.datetime | None = None
    problem: str = ""

    def sentence(self) -> str:
        """What a student is told about the problem; empty if there is none."""
        if not self.problem:
            return ""
        return (
            f"It is not known when this was handed in: {self.problem}. It counts as on time until your teachers have "
            "looked at it."
        )


def time_of(folder: Path) -> HandedInTime:
    """When a submission was handed in, according to the ``timestamp.txt`` beside it.

    Parameters
    ----------
    folder : Path
        The submission.

    Returns
    -------
    HandedInTime
        Without time and problem if there is no such file.
    """
    path = folder / "timestamp.txt"
    content = read_submission(path)
    if content is None:
        is_there = os.path.lexists(path)
        return HandedInTime(problem="timestamp.txt is not an ordinary file") if is_there else HandedInTime()
    try:
        told = content[:LONGEST].decode("utf-8-sig").strip()
    except UnicodeDecodeError:
        return HandedInTime(problem="timestamp.txt is not text in UTF-8")
    if not told:
        return HandedInTime(problem="timestamp.txt is empty")
    at = _parsed(told)
    if at is None:
        return HandedInTime(problem=f"timestamp.txt says {told[:40]!r}, expected a time such as {EXAMPLE!r}")
    now = datetime.datetime.now(datetime.UTC).replace(tzinfo=None)
    if at > now + AHEAD:
        return HandedInTime(problem=f"timestamp.txt says {told[:40]!r}, which is in the future")
    if at < EARLIEST:
        return HandedInTime(problem=f"timestamp.txt says {told[:40]!r}, which is long ago")
    return HandedInTime(at)


def _parsed(told: str) -> datetime.datetime | None:
    """The time in UTC; None if it is of another form: nbgrader would take a zone that it does not know for UTC."""
    form = _FORM.fullmatch(told)
    if not form:
        return None
    zone = form["zone"] or "UTC"
    try:
        at = datetime.datetime.fromisoformat(f"{form['day']}T{form['clock']}{zone if zone[0] in '+-' else ''}")
        if at.tzinfo is None:
            at = at.replace(tzinfo=zoneinfo.ZoneInfo("UTC" if zone == "Z" else zone))
        return at.astimezone(datetime.UTC).replace(tzinfo=None)
    except (ValueError, OverflowError, KeyError, OSError):  # KeyError: no such zone
        return None
