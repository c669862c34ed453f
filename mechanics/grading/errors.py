"""The error that ends a run of the grading, with a sentence for the instructor."""

__all__ = ["GradingError"]


class GradingError(Exception):
    """Grading cannot begin or continue; the message says why and how to fix it."""
