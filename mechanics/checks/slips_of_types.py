"""Slips in what is calculated with: lists for vectors, numbers called as functions, factors that stand together."""

import ast
import re
from collections.abc import Mapping
from typing import Any

__all__ = ["factors", "type_slip"]

LIST = "Python does not calculate with lists: write a vector as `Matrix([…])`."
OWN_LIST = "Python does not calculate with lists, and `{0}` is one: write `Matrix({0})`."
ROWS = "Between two lists, such as the rows of a matrix, a comma is missing."
SIZES = "A vector and a single quantity cannot be added: should one of them be multiplied by something?"
CALLED = "`{0}(…)` calls `{0}` as a function; to multiply, write `{0}*({1})`."
_MOST = 4
_OF_LISTS = ("multiply sequence", "concatenate", "'list'", "'tuple'")


def type_slip(said: str, tree: ast.Module | None, namespace: Mapping[str, Any]) -> str:
    """What to do about a `TypeError`; empty where that is not known.

    Parameters
    ----------
    said : str
        Its message.
    tree : ast.Module or None
        The cell that ended with it.
    namespace : mapping
        Names that are known.
    """
    nodes = list(ast.walk(tree)) if tree else []
    if any(part in said for part in _OF_LISTS) and "not callable" not in said:
        used = (node.id for node in nodes if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load))
        own = next((name for name in used if type(namespace.get(name)) in (list, tuple)), "")
        return OWN_LIST.format(own) if own else LIST
    if "list indices" in said and "not tuple" in said:
        return ROWS
    if ("cannot add" in said or re.search(r"for [+-]=?:", said)) and len(re.findall(r"\w*Matrix\b", said)) == 1:
        return SIZES
    if "not callable" in said:
        calls = (node for node in nodes if isinstance(node, ast.Call) and node.args)
        for call in (call for call in calls if _is_no_function(call.func, namespace)):
            return CALLED.format(ast.unparse(call.func), ast.unparse(call.args[0]))
    return ""


def factors(name: str, namespace: Mapping[str, Any]) -> list[str]:
    """Quantities whose names stand together in a name, ``mgl``; empty if it cannot be divided in them.

    Parameters
    ----------
    name : str
        That has no value.
    namespace : mapping
        Names that are known.
    """
    known = {key for key, value in namespace.items() if not key.startswith("_") and _is_quantity(value)}
    return _divided(name, known, _MOST)


def _divided(name: str, known: set[str], most: int) -> list[str]:
    for length in range(len(name) - 1, 0, -1):
        first, rest = name[:length], name[length:]
        if first in known and most > 1 and rest:
            others = [rest] if rest in known else _divided(rest, known, most - 1)
            if others:
                return [first, *others]
    return []


def _is_quantity(value: Any) -> bool:
    return isinstance(value, int | float) or hasattr(type(value), "free_symbols")


def _is_no_function(node: ast.expr, namespace: Mapping[str, Any]) -> bool:
    if isinstance(node, ast.Name):
        return node.id in namespace and not callable(namespace[node.id])
    return isinstance(node, ast.Constant | ast.BinOp)
