"""What ends a run of the grading, in a sentence for the instructor."""

__all__ = ["GradingError"]


class GradingError(Exception):
    """Grading cannot begin, or cannot go on; the message says why and how to mend it."""
