"""What is read from the gradebook, as plain data: marks and submissions."""

import datetime
from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

__all__ = ["Entry", "Submission"]


class Entry(NamedTuple):
    """A mark as it is in the gradebook.

    Attributes
    ----------
    student, task, check : str
        Names of the three.
    automatic, by_hand, extra : float or None
        Points given by the check and by a person, and extra credit; None if there are none.
    needs_person : bool
        Whether a person has to look.
    maximum : float
        Maximum points.
    """

    student: str
    task: str
    check: str
    automatic: float | None
    by_hand: float | None
    extra: float | None
    needs_person: bool
    maximum: float

    @property
    def points(self) -> float:
        """Points that count: a mark given by a person has precedence over that of the check."""
        mark = self.automatic if self.by_hand is None else self.by_hand
        return 0.0 if mark is None else mark + (self.extra or 0.0)


@dataclass(frozen=True)
class Submission:
    """A student and what was handed in.

    Attributes
    ----------
    last_name, first_name : str
        Name of the student.
    handed_in : datetime or None
        Time; None if unknown.
    seconds_late : float
        Time after the deadline.
    penalties : mapping of str to float, or None
        Points deducted, by notebook; None if nothing was handed in.
    """

    last_name: str
    first_name: str
    handed_in: datetime.datetime | None = None
    seconds_late: float = 0.0
    penalties: Mapping[str, float] | None = None
