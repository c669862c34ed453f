"""What tasks use of the names of a chapter."""

from typing import Any

__all__ = ["shorten"]


def shorten(expression: Any) -> Any:
    """The expression as it is: symengine, which shortens it, does not exist in the page; the value is the same."""
    return expression
