"""The result of judging: in which state a step of a task is, and what to tell the student."""

from dataclasses import dataclass
from typing import Literal

__all__ = ["STATES", "State", "Verdict", "not_judged", "not_run", "noted", "right", "unanswered", "wrong"]

State = Literal["right", "noted", "wrong", "unanswered", "not run", "not judged"]

STATES: dict[State, tuple[str, str]] = {
    "right": ("✓", "Right"),
    "noted": ("…", "Noted"),
    "wrong": ("✗", "Not right yet"),
    "unanswered": ("○", "Not yet answered"),
    "not run": ("↻", "Not yet run"),
    "not judged": ("!", "Not judged"),
}
"""A sign and words for each state; "right" is said only of what was judged right."""


@dataclass(frozen=True)
class Verdict:
    """Whether an answer is right, and what to tell the student.

    Attributes
    ----------
    state : str
        ``right``; ``noted`` where only its form was looked at, because it is judged when the task is graded; ``wrong``;
        ``unanswered``; ``not run`` where the answer that stands in the notebook was not computed; ``not judged`` where
        the check or its key is to blame: a person has to look.
    reason : str
        One or more sentences; empty for a right answer without comment.
    """

    state: State
    reason: str = ""

    @property
    def ok(self) -> bool:
        """Whether nothing is wrong with the answer, as far as it was judged."""
        return self.state in ("right", "noted")

    @property
    def judged(self) -> bool:
        """False where the check or its key is to blame, not the answer."""
        return self.state != "not judged"


def right(reason: str = "") -> Verdict:
    """A verdict for a right answer.

    Parameters
    ----------
    reason : str
        A comment for the student.
    """
    return Verdict("right", reason)


def noted(reason: str) -> Verdict:
    """A verdict for an answer that is judged later.

    Parameters
    ----------
    reason : str
        What was looked at, and when the rest is judged.
    """
    return Verdict("noted", reason)


def wrong(reason: str) -> Verdict:
    """A verdict for a wrong answer.

    Parameters
    ----------
    reason : str
        Sentences for the student.
    """
    return Verdict("wrong", reason)


def unanswered(reason: str) -> Verdict:
    """A verdict where no answer was given.

    Parameters
    ----------
    reason : str
        Sentences for the student.
    """
    return Verdict("unanswered", reason)


def not_run(reason: str) -> Verdict:
    """A verdict where the answer that stands in the notebook was not computed.

    Parameters
    ----------
    reason : str
        What to run.
    """
    return Verdict("not run", reason)


def not_judged(reason: str) -> Verdict:
    """No verdict, because of a fault that is not the student's.

    Parameters
    ----------
    reason : str
        Sentences for the student.
    """
    return Verdict("not judged", reason)
