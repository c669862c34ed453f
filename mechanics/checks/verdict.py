"""The result of judging."""

from dataclasses import dataclass

__all__ = ["Verdict", "not_judged", "right", "wrong"]


@dataclass(frozen=True)
class Verdict:
    """Whether an answer is right, and what to tell the student.

    Attributes
    ----------
    ok : bool
        Whether it is right.
    reason : str
        One or more sentences; empty for a right answer without comment.
    judged : bool
        False where the check or its key is to blame, not the answer: a person has to look.
    """

    ok: bool
    reason: str = ""
    judged: bool = True


def right(reason: str = "") -> Verdict:
    """A verdict for a right answer.

    Parameters
    ----------
    reason : str
        A comment for the student.
    """
    return Verdict(True, reason)


def wrong(reason: str) -> Verdict:
    """A verdict for a wrong answer.

    Parameters
    ----------
    reason : str
        Sentences for the student.
    """
    return Verdict(False, reason)


def not_judged(reason: str) -> Verdict:
    """No verdict, because of a fault that is not the student's.

    Parameters
    ----------
    reason : str
        Sentences for the student.
    """
    return Verdict(False, reason, judged=False)
