"""A Python function called with symbols instead of numbers: if it only computes, the formulas in it come out.

A symbol knows its value, too, so that a function may compare, round or choose as it does with numbers; whether
the formulas hold for other arguments is for the judge to find out.
"""

import sys
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from mechanics.checks.calls import call_with
from mechanics.checks.solvers import System, caught
from mechanics.checks.traced import Traced, comparisons, traced_math, without_symbols
from mechanics.formulas.tree import Tree, add, mul

__all__ = ["UNKNOWN", "formulas_of"]

UNKNOWN = "result[{}]"
"""Name of an unknown of a linear system that is solved."""


def formulas_of(
    function: Any, names: Sequence[str], values: Sequence[Any], read: Callable[[Any], dict[str, Any]]
) -> list[dict[str, Any]]:
    """Call a function once with traced numbers.

    Parameters
    ----------
    function : callable
        Of the student.
    names : sequence of str
        Of all numbers in the arguments, in their order.
    values : sequence
        The arguments, lists as arrays.
    read : callable
        Makes data of what the function returns.

    Returns
    -------
    list of dict
        One item: ``{"value": data}`` with formulas in the names, or ``{"error": sentence}`` where there are none. If
        the function solves one linear system, also ``"system"``, the formulas that are zero for its solution; if it
        compares numbers, also ``"chosen"``, because for other arguments it may compute something else.
    """
    left = iter(names)

    def made(value: Any) -> Any:
        return [made(item) for item in value] if isinstance(value, list) else Traced(next(left), float(value))

    def symbols(value: Any) -> Any:
        return _array(made(value)) if isinstance(value, list) else made(value)

    def call(*_: Any) -> Any:
        return function(*map(symbols, values))

    def trees(items: Sequence[Any]) -> list[Tree]:
        return [leaf["tree"] for leaf in without_symbols(read(items))["items"]]

    with traced_math(function), caught(function, _is_symbol, _unknown) as systems:
        found = call_with(call, [[]], lambda answer: without_symbols(read(answer)))
        found = [{**item, "chosen": True} if comparisons else item for item in found]
        [rows] = call_with(lambda: systems, [[]], lambda all_: [list(_rows(system, trees)) for system in all_])
    one = len(systems) == 1 and "value" in rows
    return [{**item, "system": rows["value"][0]} if one else item for item in found]


def _rows(system: System, trees: Callable[[Sequence[Any]], list[Tree]]) -> Iterator[Tree]:
    """Left sides minus right sides."""
    for coefficients, right in zip(system.matrix, trees(system.right), strict=True):
        pairs = enumerate(trees(coefficients))
        terms = [mul(tree, UNKNOWN.format(index)) for index, tree in pairs if tree != 0]
        yield add(*terms, mul(-1, right)) if right != 0 else add(*terms) if terms else 0


def _unknown(index: int, value: float) -> Traced:
    return Traced(UNKNOWN.format(index), float(value))


def _is_symbol(entry: Any) -> bool:
    return type(entry) is Traced or bool(getattr(entry, "free_symbols", None))


def _array(values: list[Any]) -> Any:
    if "numpy" not in sys.modules:
        return values
    import numpy

    return numpy.array(values, dtype=object)
