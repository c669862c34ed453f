"""What tasks use of the names of a chapter."""

from typing import Any

__all__ = ["shorten"]


def shorten(expression: Any) -> Any:
    """The expression as it is: it is shortened by symengine, which does not exist in the page; the value is the same."""
    return expression
