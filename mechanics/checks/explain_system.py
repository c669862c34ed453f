"""Which row of the linear system that a function solves is wrong, and where: the right result has to fulfil each."""

import math
from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Any

from mechanics.checks.compare import Column, columns
from mechanics.checks.evaluate import mp
from mechanics.checks.evidence import listed
from mechanics.checks.explain_calls import points_of
from mechanics.checks.points import NAMELESS
from mechanics.checks.quote import cut
from mechanics.checks.repair import repair
from mechanics.checks.symbolic_call import UNKNOWN
from mechanics.formulas.text import text_of_tree
from mechanics.formulas.tree import Tree, mul

__all__ = ["explain_system", "solves"]

_CLOSE = 1e-9  # relative difference of what is equal; the results are floats
_ROWS = 3  # of which a reason is given
_NAMES = 3  # that are worth to be told
_SENTENCES = {
    (True, False): "Row {} of the linear system that is solved is not right.",
    (True, True): "Row {} of the linear system that is solved is not right; all others are.",
    (False, False): "Rows {} of the linear system that is solved are not right.",
    (False, True): "Rows {} of the linear system that is solved are not right; all others are.",
}
"""By whether one row alone is wrong, and whether others are right."""
Rows = Sequence[Sequence[float]]
Points = Sequence[dict[str, str]]


def explain_system(system: Sequence[Tree], key: dict[str, Any]) -> tuple[str, list[str]]:
    """Which rows the right result does not fulfil, and what is wrong in them.

    Parameters
    ----------
    system : sequence of Tree
        Left side minus right side of each row.
    key : dict
        A key of `mechanics.checks.kinds.function`.

    Returns
    -------
    tuple of (str, list of str)
        The sentence on the rows, empty where none is right, or all are; and sentences on what is wrong in them.
    """
    points = _points(key, key["values"])
    wrong = {index + 1: row for index, row in enumerate(system) if not _holds(row, points)}
    reasons = {index: _why(row, points, key) for index, row in wrong.items()}
    said = [f"Row {index}: {reason}" for index, reason in reasons.items() if reason][:_ROWS]
    if not wrong or (len(wrong) == len(system) and not said):
        return "", said
    return _SENTENCES[len(wrong) == 1, len(wrong) < len(system)].format(", ".join(map(str, wrong))), said


def solves(system: Sequence[Tree], results: Rows, key: dict[str, Any]) -> bool:
    """Whether what a function returned is the solution of a system.

    Parameters
    ----------
    system : sequence of Tree
        Left side minus right side of each row.
    results : sequence of sequence of float
        Of the calls that are judged.
    key : dict
        A key of `mechanics.checks.kinds.function`.
    """
    points = _points(key, results)
    return len(system) == len(results[0]) and all(_holds(row, points) for row in system)


def _points(key: dict[str, Any], results: Rows) -> list[dict[str, str]]:
    """Arguments and results of each call."""
    pairs = zip(points_of(key), results, strict=False)
    return [point | {UNKNOWN.format(k): repr(x) for k, x in enumerate(result)} for point, result in pairs]


def _holds(row: Tree, points: Points) -> bool:
    _, parts = _terms(row, points)
    return all(None not in at and abs(mp.fsum(at)) <= _CLOSE * sum(map(abs, at)) for at in zip(*parts, strict=True))


def _terms(row: Tree, points: Points) -> tuple[list[Tree], list[Column]]:
    """The terms of both sides as they are written, and their values; those of the right side with the other sign."""
    *left, last = row[1:] if type(row) is list and row[0] == "+" else [row]
    if type(last) is not list or last[:2] != ["*", -1]:
        return [*left, last], columns([*left, last], points)
    side = last[2] if len(last) == 3 else ["*", *last[2:]]
    right = side[1:] if type(side) is list and side[0] == "+" else [side]
    return [*left, *right], columns([*left, *(mul(-1, term) for term in right)], points)


def _why(row: Tree, points: Points, key: dict[str, Any]) -> str:
    names, zero = list(points[0]), [mp.mpf(0)] * len(points)
    at = [[point[name] for name in names] for point in points]
    return repair(row, names, at, zero, close=_CLOSE) or _together(row, points) or _region(row, key)


def _together(row: Tree, points: Points) -> str:
    """Two terms with the same wrong factor, such as a number that was computed before."""
    terms, values = _terms(row, points)
    error = [mp.fsum(at) for at in zip(*values, strict=True)]
    pairs = [pair for pair in combinations(range(len(terms)), 2) if _is_multiple(error, *(values[k] for k in pair))]
    if len(pairs) > 1:  # a wrong factor of some terms is one of all others, too
        pairs = [(i, j) for i, j in pairs if _number_in(terms[i]) == _number_in(terms[j])]
    if len(pairs) != 1:
        return ""
    one, other = (cut(text_of_tree(terms[index])) for index in pairs[0])
    return f"The same factor is wrong in `{one}` and `{other}`."


def _number_in(term: Tree) -> float:
    """The size of the number that a term is multiplied by."""
    factors = term[1:] if type(term) is list and term[0] == "*" else []
    return abs(math.prod(factor for factor in factors if type(factor) in (int, float)))


def _is_multiple(error: Column, one: Column, other: Column) -> bool:
    both = [a + b for a, b in zip(one, other, strict=True)]
    if any(abs(x) <= 1e-6 * abs(a) for x, a in zip(both, one, strict=True)):
        return False
    ratio = [a / b for a, b in zip(error, both, strict=True)]
    return all(abs(x - ratio[0]) <= 10 * _CLOSE * abs(ratio[0]) for x in ratio)


def _region(row: Tree, key: dict[str, Any]) -> str:
    """On which arguments alone the error of a row depends."""
    points = _points(key, [*key["values"], *(item["values"] for item in key["more"])])
    _, values = _terms(row, points)
    found, all_names = set(_varying(list(zip(*values, strict=True)), key)), set(points_of(key)[0])
    if not found or NAMELESS in found or len(found) > min(_NAMES, len(all_names) - 1):
        return ""
    return f"What is wrong or missing there depends on {listed(sorted(found))} only."


def _varying(terms: Sequence[Sequence[Any]], key: dict[str, Any]) -> Iterator[str]:
    """Names whose values change the sum of the terms."""
    for item, changed in zip(key["more"], terms[len(key["values"]) :], strict=True):
        before = terms[item["base"]]
        if None in (*before, *changed) or abs(mp.fsum(changed) - mp.fsum(before)) > _CLOSE * sum(
            map(abs, (*before, *changed))
        ):
            yield item["name"]
