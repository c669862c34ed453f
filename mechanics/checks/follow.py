"""A step judged with the student's own earlier result: which results can stand in for the right one, and which cannot.

A mistake shall cost its points once. So where a later answer is wrong, a grader computes what would be right with the
student's own earlier result, and judges by that. `earlier_result` refuses a result that is no quantity of the asked
kind – another unit, another sign, zero, absurdly large – and `why_trivial` refuses one that leaves nothing to be done
in the later step.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from mechanics.checks.answers import AnswerError, Data
from mechanics.checks.compare import Column, agree, columns
from mechanics.checks.dimensions import misfit
from mechanics.checks.evaluate import number
from mechanics.checks.kinds.expression import trees_of
from mechanics.checks.kinds.number import value_of
from mechanics.formulas.reader import shorten
from mechanics.formulas.tree import Tree, names_of, nodes

__all__ = ["CARRIED", "JUDGED", "Earlier", "earlier_result", "put_in", "why_trivial"]

CARRIED = ("expression", "number")
"""Kinds of keys whose answers can be put in for an earlier result."""
JUDGED = ("expression", "vector", "matrix", "number", "equations")
"""Kinds of checks that can be judged with an earlier result."""

MOST = 400  # nodes of an earlier result: what is computed with it takes time
NUMBERS, FORMULAS = 10.0, 1e6  # an earlier result may differ by such a factor from the right one
# A sum of which one term is far smaller than the tolerance of the others would hide what the step has to add; so the
# factor for numbers is far below a hundred, and that for formulas far below the 1e20 of exact ones.


@dataclass(frozen=True)
class Earlier:
    """A result of a student that stands in for the right one.

    Attributes
    ----------
    name : str
        Its name in Python.
    trees : tuple of Tree
        Its entries, row by row.
    unit : str
        Of a number; empty for formulas.
    """

    name: str
    trees: tuple[Tree, ...]
    unit: str = ""

    def __str__(self) -> str:
        from sympy import Symbol

        from mechanics.formulas.expression import from_tree

        symbols = {name: Symbol(name) for tree in self.trees for name in names_of(tree)}
        texts = [f"{tree:.6g}" if type(tree) is float else str(from_tree(tree, symbols)) for tree in self.trees]
        value = texts[0] if len(texts) == 1 else f"[{', '.join(texts)}]"
        return f"{self.name} = {shorten(value, 80)} {self.unit}".rstrip()


def earlier_result(name: str, data: Data, key: Mapping[str, Any]) -> Earlier:
    """The result of a student, if it can stand in for the right one.

    Parameters
    ----------
    name : str
        Its name in Python.
    data : dict
        Captured answer.
    key : dict
        Of the check that judges it: the hidden one of a number, the visible one of a formula.

    Raises
    ------
    AnswerError
        If it cannot; the message says what it is: "it is zero".
    """
    if key["kind"] == "number":
        value = value_of(data, key["unit"])
        _refuse([number(value)], [number(key["value"])], NUMBERS)
        return Earlier(name, (value,), key["unit"])
    trees = trees_of(data, key)
    if sum(1 for tree in trees for _ in nodes(tree)) > MOST:
        raise AnswerError("it is too long a formula")
    values_of, rights = columns(trees, _points(key)), _rights(key)
    for entry, (tree, values) in enumerate(zip(trees, values_of, strict=True)):
        if misfit(tree, key, key.get("result", [None] * len(trees))[entry]):
            raise AnswerError("it does not have the unit that it should have")
        _refuse(values, rights[entry], FORMULAS)
    if _is_simpler(values_of, rights, key):
        raise AnswerError("it does not depend on what it should depend on")
    return Earlier(name, tuple(trees))


def _points(key: Mapping[str, Any]) -> list[dict[str, str]]:
    return [dict(zip(key["names"], row, strict=True)) for row in key["points"]]


def _rights(key: Mapping[str, Any]) -> list[Column]:
    return [list(map(number, column)) for column in zip(*key["values"], strict=True)]


def _is_simpler(values_of: Sequence[Column], rights: Sequence[Column], key: Mapping[str, Any]) -> bool:
    """Whether the values depend on less than half of the names on which the right ones depend.

    The values tell, not the formula: ``sin(h)**2 + cos(h)**2`` does not depend on h.
    """
    needed = {name for name in key["names"] if any(_depends(column, name, key) for column in rights)}
    found = {name for name in needed if any(_depends(column, name, key) for column in values_of)}
    return 2 * len(found) < len(needed)


def _depends(values: Column, name: str, key: Mapping[str, Any]) -> bool:
    """Whether the value differs where only this name has another value than at the first point."""
    first = values[0]
    others = [value for value, varied in zip(values, key["vary"], strict=True) if varied == name]
    return any(None in (first, value) or not agree(value, first, abs(first)) for value in others)


def _refuse(values: Column, references: Column, factor: float) -> None:
    """Refuse what is undefined, zero, of another sign or of another size than the right result."""
    pairs = [(value, right) for value, right in zip(values, references, strict=True) if value is not None]
    if 2 * len(pairs) < len(values):
        raise AnswerError("it has no real, finite value")
    known = [(value, right) for value, right in pairs if right != 0]
    if known and all(value == 0 for value, _ in known):
        raise AnswerError("it is zero")
    for sign in (1, -1):
        if all(sign * right > 0 for right in references) and not any(sign * value > 0 for value, _ in pairs):
            raise AnswerError(f"it is not {'positive' if sign > 0 else 'negative'}")
    if any(value != 0 and not 1 / factor <= abs(value / right) <= factor for value, right in known):
        raise AnswerError("its size is far from the right one")


def why_trivial(expected: Data, key: Mapping[str, Any]) -> str:
    """Why nothing is left to be done in a step; empty if something is.

    Parameters
    ----------
    expected : dict
        Data of what would be right with the student's earlier results.
    key : dict
        Of the step itself: the hidden key of a number, the visible one of a formula.

    Returns
    -------
    str
        The end of a sentence: "the result would be zero".

    Raises
    ------
    AnswerError
        If it is not even an answer to this step.
    """
    if key["kind"] == "number":
        value = value_of(expected, key["unit"])
        return "" if value * key["value"] > 0 else "the result would be zero, or have another sign"
    if key["kind"] != "expression":
        return ""
    trees = trees_of(expected, key)
    values_of, rights = columns(trees, _points(key)), _rights(key)
    for values, right in zip(values_of, rights, strict=True):
        if 2 * values.count(None) > len(values):
            return "the result would have no finite value"
        if any(right) and not any(values):
            return "the result would be zero"
    return "the step would become too simple" if _is_simpler(values_of, rights, key) else ""


def put_in(own: Any, trees: Sequence[Tree], symbols: Mapping[str, Any]) -> Any:
    """A student's result in the form of the instructor's; called where the instructor's solution runs.

    Parameters
    ----------
    own : object
        The instructor's result.
    trees : sequence of Tree
        Entries of the student's, row by row.
    symbols : mapping of str
        What the names in there mean.

    Returns
    -------
    object
        A number, expression, matrix or list.
    """
    import sympy

    from mechanics.formulas.expression import from_tree

    values: list[Any] = [from_tree(tree, symbols) for tree in trees]
    if isinstance(own, sympy.MatrixBase):
        return type(own)(*own.shape, values)
    if isinstance(own, sympy.Basic):
        return values[0]
    if isinstance(own, list | tuple):
        return _nested(own, values)
    return type(own)(values[0])  # a number of Python or numpy


def _nested(own: Sequence[Any], values: list[Any]) -> list[Any]:
    """The values in the nesting of a list; takes them from the front."""
    return [_nested(item, values) if isinstance(item, list | tuple) else values.pop(0) for item in own]
