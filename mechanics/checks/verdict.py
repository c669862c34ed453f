"""The result of judging."""

from dataclasses import dataclass

__all__ = ["Verdict", "right", "wrong"]


@dataclass(frozen=True)
class Verdict:
    """Whether an answer is right, and what to tell the student.

    Attributes
    ----------
    ok : bool
    reason : str
        one or more sentences; empty for a right answer without comment
    """

    ok: bool
    reason: str = ""


def right(reason: str = "") -> Verdict:
    """A verdict for a right answer."""
    return Verdict(True, reason)


def wrong(reason: str) -> Verdict:
    """A verdict for a wrong answer, with the reason."""
    return Verdict(False, reason)
