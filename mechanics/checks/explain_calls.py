"""Why a Python function returns wrong numbers, as far as its results tell."""

import math
from collections.abc import Sequence
from typing import Any

from mechanics.checks.answers import where
from mechanics.checks.compare import Column, agree
from mechanics.checks.evaluate import number
from mechanics.checks.evidence import Evidence
from mechanics.checks.explain import arrangement
from mechanics.checks.names import names_in
from mechanics.checks.repair import repair
from mechanics.formulas.tree import Tree

__all__ = ["explain_calls", "points_of"]

_MOST = 3  # components of which a reason is given
_CLOSE = 1e-9  # difference of values that a function returns


Rows = Sequence[Sequence[float] | None]


def explain_calls(
    results: Sequence[Sequence[float]],
    further: Rows,
    key: dict[str, Any],
    formulas: Sequence[Tree] = (),
    smooth: bool = False,
) -> str:
    """What the wrong results of a function have in common; empty if nothing.

    Parameters
    ----------
    results : sequence of sequence of float
        What it returned, row by row, for each input that is judged.
    further : sequence of sequence of float or None
        For further inputs, in which a single name has another value, or is 0.
    key : dict
        A key of `mechanics.checks.kinds.function`.
    formulas : sequence of Tree
        What the function computes for each component, if that is known.
    smooth : bool
        Whether it is known that the function only computes: one that chooses, such as the smallest of eigenvalues, may
        be right by chance where a name is zero.
    """
    answer, references = _columns(results), _columns(key["values"][: len(results)])
    bad = [entry for entry in range(len(answer)) if not _equal(answer[entry], references, entry, key)]
    size = tuple(key["shape"])
    evidence = [_evidence(entry, results, further, key) for entry in range(len(answer))]
    cases = any(item.right_has_cases() for item in evidence)
    if len(answer) > 1 and (which := _wrong_cases(answer, references, key)):
        return which
    if len(bad) > 1 and not cases and (whole := arrangement(answer, references, size)):
        return whole
    calls = [zip(*columns, strict=True) for columns in (answer, references)]
    if len(size) == 1 and len(bad) > 1 and all(_reordered(a, b) for a, b in zip(*calls, strict=True)):
        return "The components are right, but not always in the right order."
    repaired = {entry: _repaired(formulas[entry], references[entry], key) if formulas else "" for entry in bad}
    reasons = {entry: _why(evidence[entry], key, entry, cases, repaired[entry], smooth) for entry in bad}
    common = set(reasons.values())
    if not size or len(answer) == 1:
        return "".join(common)
    names = ", ".join(where(entry, size) for entry in bad)
    head = f"{names} of the result {'is' if len(bad) == 1 else 'are'} not right"
    head = "" if len(bad) == len(answer) else f"{head}." if cases else f"{head}; all others are."
    if len(common) == 1:
        return f"{head} {common.pop()}".strip()
    details = [f"{where(entry, size)}: {reason}" for entry, reason in reasons.items() if reason]
    return " ".join([head, *details[:_MOST]]).strip()


def _wrong_cases(answer: Sequence[Column], references: Sequence[Column], key: dict[str, Any]) -> str:
    """Whether all numbers that should be 0 are wrong, and no others; there must be both."""
    pairs = [zip(*columns, strict=True) for columns in (answer, references)]
    found = set()
    for values, right in zip(*pairs, strict=True):
        size = max(map(abs, right))
        fits = [bool(abs(a - b) <= key["tolerance"] * size) for a, b in zip(values, right, strict=True)]
        found |= {(b == 0, ok) for b, ok in zip(right, fits, strict=True)}
    return "It is wrong only where the right result is 0." if found == {(True, False), (False, True)} else ""


def _reordered(values: Sequence[Any], references: Sequence[Any]) -> bool:
    """Whether one call returned the right numbers, in whatever order."""
    return all(agree(a, b, abs(b), number("1e-6")) for a, b in zip(sorted(values), sorted(references), strict=True))


def _columns(rows: Sequence[Sequence[float]]) -> list[Column]:
    return [[number(x) for x in column] for column in zip(*rows, strict=True)]


def _evidence(entry: int, results: Sequence[Sequence[float]], further: Rows, key: dict[str, Any]) -> Evidence:
    """All that is known of one component."""
    pairs = [(number(row[entry]), number(right[entry])) for row, right in zip(results, key["values"], strict=False)]
    vary: list[str | None] = [None] * len(pairs)
    bases, zeros = [0] * len(pairs), {}
    used = list(range(len(pairs)))
    for index, (row, more) in enumerate(zip(further, key.get("more", []), strict=False), start=len(key["values"])):
        if row is not None and more["zero"]:
            zeros[more["name"]] = number(row[entry]), number(more["values"][entry])
        elif row is not None:
            pairs.append((number(row[entry]), number(more["values"][entry])))
            vary.append(more["name"])
            bases.append(more["base"])
            used.append(index)
    values, references = ([pair[i] for pair in pairs] for i in (0, 1))
    names = _inputs(key, used)
    arrays = [names_in([text]) for text in key["arguments"]]
    return Evidence(values, references, vary, names, number(key["tolerance"]), zeros, tuple(bases), arrays)


def _equal(values: Column, references: Sequence[Column], entry: int, key: dict[str, Any]) -> bool:
    sizes = [max(map(abs, row)) or 1 for row in zip(*references, strict=True)]
    pairs = zip(values, references[entry], sizes, strict=True)
    return all(abs(a - b) <= key["tolerance"] * size for a, b, size in pairs)


def _repaired(tree: Tree, needed: Column, key: dict[str, Any]) -> str:
    """The one place of what the function computes at which a change would make it right; empty if there is none."""
    names = names_in(key["arguments"])
    points = [[point[name] for name in names] for point in points_of(key)[: len(needed)]]
    return repair(tree, names, points, needed, close=_CLOSE)


def points_of(key: dict[str, Any]) -> list[dict[str, str]]:
    """The arguments of each call, by name.

    Parameters
    ----------
    key : dict
        A key of `mechanics.checks.kinds.function`.
    """
    names = names_in(key["arguments"])
    return [dict(zip(names, map(repr, _leaves(call)), strict=True)) for call in key["inputs"]]


def _why(evidence: Evidence, key: dict[str, Any], entry: int, cases: bool, repaired: str, smooth: bool) -> str:
    simple = evidence.sign().replace("whole expression", "result") or evidence.rounded(
        round(-math.log10(key["tolerance"])), spread=4
    )
    if simple or repaired or cases or evidence.has_cases():  # in another case, anything else may be different
        return simple or repaired
    return (
        evidence.factor()
        or _generic(evidence.values, key, entry)
        or evidence.power()
        or evidence.upside_down()
        or evidence.related()
        or evidence.offset()
        or _cases(evidence.values, evidence.references, key)
        or (evidence.names_at_fault() if smooth else evidence.dependence())
        or evidence.region()
    )


def _generic(values: Column, key: dict[str, Any], entry: int) -> str:
    """The sentence of a mistake that is made everywhere, with the numbers that are returned."""
    for mistake in key.get("generic", []):
        pairs = zip(values, map(number, mistake["values"]), strict=False)
        if mistake["entry"] == entry and all(agree(a, b, max(abs(b), 1e-6)) for a, b in pairs):
            return str(mistake["say"])
    return ""


def _inputs(key: dict[str, Any], used: Sequence[int]) -> dict[str, Column]:
    """Values of the names in the arguments, for some of the calls."""
    names = names_in(key["arguments"])
    columns = zip(*(_leaves(key["inputs"][index]) for index in used), strict=True)
    return {name: [number(x) for x in column] for name, column in zip(names, columns, strict=True)}


def _leaves(value: Any) -> list[float]:
    return [leaf for item in value for leaf in _leaves(item)] if isinstance(value, list) else [value]


def _cases(values: Column, references: Column, key: dict[str, Any]) -> str:
    """Whether some calls are right: then a case is missing, or a sign only sometimes matters."""
    pairs = list(zip(values, references, strict=True))[: len(key["values"])]
    right = sum(bool(abs(a - b) <= key["tolerance"] * max(map(abs, references))) for a, b in pairs)
    if right < 2:  # one may be a coincidence
        return ""
    return f"For {right} of {len(pairs)} calls it is right: it is wrong only for some arguments."
