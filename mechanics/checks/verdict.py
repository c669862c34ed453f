"""The result of judging."""

from dataclasses import dataclass

__all__ = ["Verdict", "not_judged", "right", "wrong"]


@dataclass(frozen=True)
class Verdict:
    """Whether an answer is right, and what to tell the student.

    Attributes
    ----------
    ok : bool
    reason : str
        one or more sentences; empty for a right answer without comment
    judged : bool
        False where the check or its key is to blame, not the answer: a person has to look
    """

    ok: bool
    reason: str = ""
    judged: bool = True


def right(reason: str = "") -> Verdict:
    """A verdict for a right answer."""
    return Verdict(True, reason)


def wrong(reason: str) -> Verdict:
    """A verdict for a wrong answer, with the reason."""
    return Verdict(False, reason)


def not_judged(reason: str) -> Verdict:
    """No verdict, through a fault that is not the student's."""
    return Verdict(False, reason, judged=False)
