"""Changes inside of the angle of a sine, cosine or tangent, which cannot be solved for: they are tried."""

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from mechanics.checks.grown import Part
from mechanics.formulas.text import text_of_tree

__all__ = ["changes", "rebuilt"]

Floats = Sequence[float]


def changes(part: Part, names: Mapping[str, Floats]) -> Iterator[tuple[int, str, Floats]]:
    """Simple changes of a part of an angle.

    Parameters
    ----------
    part : Part
        The angle, or a part of it.
    names : mapping
        Values of each name at the points.

    Yields
    ------
    tuple of (int, str, list of float)
        Rank, what is wrong (with a gap for the part), and the changed values.
    """
    v = [float(x) for x in part.values]
    yield 2, "the sign of `{}`", [-x for x in v]
    yield 4, "a number at `{}`", [2 * x for x in v]
    yield 4, "a number at `{}`", [x / 2 for x in v]
    if part.head == "+":
        for argument in part.arguments:
            without = [a - float(b) for a, b in zip(v, argument.values, strict=True)]
            yield 6, f"`{text_of_tree(argument.tree)}` is superfluous in `{{}}`", without
    if part.head == "" and type(part.tree) is str and part.tree != "pi":
        for name, column in names.items():
            if name != part.tree:
                yield 3, "`{}` is not the right quantity", column
    for name, column in names.items():
        for sign in (1, -1):
            yield 10, f"`{name}` is missing beside `{{}}`", [a + sign * b for a, b in zip(v, column, strict=True)]


def rebuilt(inner: Part, changed: Floats, outer: Part) -> Floats:
    """Values of the argument of a function, with other values of one part in it.

    Parameters
    ----------
    inner : Part
        The part that is changed.
    changed : sequence of float
        Its other values.
    outer : Part
        The function.
    """
    while inner.parent is not outer and inner.parent is not None:
        parent = inner.parent
        index = next(i for i, argument in enumerate(parent.arguments) if argument is inner)
        columns = [[float(x) for x in argument.values] for argument in parent.arguments]
        columns[index] = list(changed)
        try:
            changed = [_OPERATIONS[parent.head](*row) for row in zip(*columns, strict=True)]
        except (KeyError, ArithmeticError, ValueError, TypeError):
            return [math.nan] * len(changed)
        inner = parent
    return changed


_FUNCTIONS = ("sin", "cos", "tan", "asin", "acos", "atan", "atan2", "sqrt", "exp", "log")
_OPERATIONS: dict[str, Callable[..., Any]] = {
    "+": lambda *x: math.fsum(x),
    "*": lambda *x: math.prod(x),
    "^": lambda a, b: float(a**b),
    **{
        name: getattr(math, name)
        for name in ("sin", "cos", "tan", "asin", "acos", "atan", "atan2", "sqrt", "exp", "log")
    },
}
