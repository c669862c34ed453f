"""Whether an answer from a sandbox has the form and the size that `mechanics.checks.capture` gives.

That is asked before it is judged, because a student's code may write into the connection itself. A formula of a million
terms, a number of a million digits or an infinity would cost the grader minutes, not the student.
"""

import math
import re
from collections.abc import Callable
from typing import Any, TypeGuard

from ..formulas.tree import FUNCTIONS, MAX_DEPTH, MAX_NODES, MAX_NUMBER

__all__ = ["MOST", "is_well_formed"]

MOST = 300_000
"""Maximum number of nodes of an answer."""
LEVELS = 12  # of lists in lists
LONGEST = 6000  # characters
NAME = 1000
_DECIMAL = re.compile(r"[+-]?(\d{1,400}\.?\d{0,400}|\.\d{1,400})([eE][+-]?\d{1,4})?", re.ASCII)


def is_well_formed(data: object) -> TypeGuard[dict[str, Any]]:
    """Whether data have the form of an answer, and no more than its size.

    Parameters
    ----------
    data : object
        What `json.loads` gave.

    Returns
    -------
    bool
        False for anything that the judging could stumble over.
    """
    try:
        return _Reader().data(data, 0)
    except (KeyError, TypeError, ValueError, AttributeError):
        return False


class _Reader:
    """One walk over an answer; it ends where there are too many nodes."""

    def __init__(self) -> None:
        self.left = MOST

    def data(self, data: Any, level: int) -> bool:
        self.left -= 1
        if self.left < 0 or level > LEVELS or type(data) is not dict:
            return False
        form = _FORMS.get(data["type"])
        return form is not None and form(self, data, level + 1)

    def all(self, items: Any, level: int) -> bool:
        return type(items) is list and all(self.data(item, level) for item in items)

    def pair(self, pair: Any, level: int) -> bool:
        key, value = pair
        return (_is_text(key) or self.tree(key)) and self.data(value, level)

    def call(self, call: Any, level: int) -> bool:
        return self.data(call["value"], level) if "value" in call else _is_text(call["error"])

    def calls(self, calls: Any, level: int) -> bool:
        return calls is None or (type(calls) is list and all(self.call(call, level) for call in calls))

    def tree(self, tree: Any) -> bool:
        """Whether it is a formula; none has more than twice `MAX_NODES`, as sympy counts them."""
        before, self.left = self.left, min(self.left, 2 * MAX_NODES)
        taken = self.left
        fine = self._node(tree, 0)
        self.left = before - (taken - self.left)
        return fine

    def _node(self, node: Any, depth: int) -> bool:
        self.left -= 1
        if self.left < 0 or depth > 2 * MAX_DEPTH:
            return False
        if type(node) is not list:
            return _is_leaf(node)
        head, *arguments = node
        if head in _LEAVES:
            return _LEAVES[head](*arguments)
        number = _ARGUMENTS.get(head)
        return number in (len(arguments), 0) and all(self._node(part, depth + 1) for part in arguments)


def _is_text(text: Any, longest: int = LONGEST) -> bool:
    return type(text) is str and len(text) <= longest


def _is_leaf(value: Any) -> bool:
    if type(value) is int:
        return abs(value) <= MAX_NUMBER
    return math.isfinite(value) if type(value) is float else _is_text(value, NAME)


def _is_fraction(above: Any, below: Any) -> bool:
    return all(type(x) is int and abs(x) <= MAX_NUMBER for x in (above, below)) and below != 0


def _is_decimal(text: Any) -> bool:
    return type(text) is str and _DECIMAL.fullmatch(text) is not None


_ARGUMENTS: dict[str, int] = {"+": 0, "*": 0, "^": 2, **FUNCTIONS}  # 0: as many as there are
_LEAVES: dict[str, Callable[..., bool]] = {"rat": _is_fraction, "num": _is_decimal, "error": _is_text}
_FORMS: dict[str, Callable[[_Reader, Any, int], bool]] = {
    "scalar": lambda reader, data, _: reader.tree(data["tree"]),
    "text": lambda _, data, __: _is_text(data["text"]),
    "list": lambda reader, data, level: reader.all(data["items"], level),
    "dict": lambda reader, data, level: (
        type(data["items"]) is list and all(reader.pair(pair, level) for pair in data["items"])
    ),
    "equation": lambda reader, data, level: reader.all([data["left"], data["right"]], level),
    "boolean": lambda _, data, __: type(data["value"]) is bool,
    "function": lambda reader, data, level: reader.calls(data["calls"], level),
    "nothing": lambda *_: True,
    "unreadable": lambda _, data, __: _is_text(data["what"]),
}
