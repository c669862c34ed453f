"""Why a formula is wrong, as far as numbers can tell: from its values, the right ones and those of mistakes."""

from collections.abc import Sequence
from typing import Any

from mechanics.checks.answers import where
from mechanics.checks.compare import ROUNDED, Column, agree, columns, constant_ratio, scales
from mechanics.checks.evaluate import mp, number
from mechanics.checks.evidence import SIGN, Evidence
from mechanics.checks.mistakes import EVERYWHERE
from mechanics.checks.repair import repair
from mechanics.formulas.tree import Tree, has_floats, names_of

__all__ = ["SIGN", "arrangement", "credible", "elsewhere", "explain", "told_by_author"]

_DIGITS = int(-mp.log10(ROUNDED))


def explain(tree: Tree, values: Column, key: dict[str, Any], entry: int) -> str:
    """The best explanation of a wrong entry; empty if there is none.

    Parameters
    ----------
    tree : Tree
        The answer's entry.
    values : Column
        Its values at the points of the key.
    key : dict
        A key of `mechanics.checks.kinds.expression`.
    entry : int
        Index of the entry.
    """
    references = [number(row[entry]) for row in key["values"]]
    evidence = _evidence(tree, values, references, key, entry)
    rounded = evidence.rounded(_DIGITS, has_floats(tree))
    if key.get("hidden"):  # its names are not for the student
        return evidence.sign() or rounded or evidence.factor() or evidence.offset()
    return (
        _mistake(values, key, entry, generic=False)
        or evidence.sign()  # before any single angle: -sin(phi) is sin(-phi) as well
        or _mistake(values, key, entry, generic=True, everywhere=True)
        or (evidence.factor() if not rounded else "")
        or repair(tree, key["names"], key["points"], references)
        or rounded
        or _mistake(values, key, entry, generic=True)
        or evidence.power()
        or evidence.upside_down()
        or evidence.related()
        or evidence.offset()
        or evidence.names_at_fault()
        or evidence.region()
    )


def told_by_author(values: Column, key: dict[str, Any], entry: int) -> str:
    """The sentence of a mistake that the task itself foresees; it knows more than any general one.

    Parameters
    ----------
    values : tuple
        Of the entry, at the points of the key.
    key : dict
        Of the check.
    entry : int
        Which one, counted from 0.
    """
    return _mistake(values, key, entry, generic=False)


def credible(answer: Sequence[Column], bad: Sequence[int], key: dict[str, Any]) -> list[dict[str, Any]]:
    """Mistakes of a key that an answer may contain.

    Whoever made one has no entry right that it changes. One that makes an entry a plain number, such as 0, is known
    by all that it changes only: numbers are often equal.

    Parameters
    ----------
    answer : sequence of Column
        Values of all entries, at the points of the key.
    bad : sequence of int
        Entries that are wrong.
    key : dict
        Of the check.
    """
    own = [mistake for mistake in key["mistakes"] if not mistake.get("generic", False)]
    spared = {mistake["say"] for mistake in own if mistake["entry"] not in bad}
    missed = {mistake["say"] for mistake in own if not _matches(answer[mistake["entry"]], mistake["values"])}
    doubtful = [m for m in own if m["say"] in spared or (m["say"] in missed and len(set(m["values"])) == 1)]
    return [mistake for mistake in key["mistakes"] if mistake not in doubtful]


def _evidence(tree: Tree, values: Column, references: Column, key: dict[str, Any], entry: int) -> Evidence:
    names = {name: [number(row[i]) for row in key["points"]] for i, name in enumerate(key["names"])}
    zeros = key.get("zeros", [])
    points = [dict(zip(key["names"], zero["point"], strict=True)) for zero in zeros]
    found = columns([tree], points)[0] if points else []
    rights = [number(zero["values"][entry]) for zero in zeros]
    at_zero = {zero["name"]: (a, b) for zero, a, b in zip(zeros, found, rights, strict=True)}
    return Evidence(values, references, key["vary"], names, ROUNDED, at_zero, own=names_of(tree))


def _mistake(values: Column, key: dict[str, Any], entry: int, *, generic: bool, everywhere: bool = False) -> str:
    """The sentence of a mistake of the task itself, or of one that is made everywhere."""
    for mistake in key["mistakes"]:
        is_asked = mistake["entry"] == entry and mistake.get("generic", False) == generic
        if is_asked and (not everywhere or mistake["say"] in EVERYWHERE) and _matches(values, mistake["values"]):
            return str(mistake["say"])
    return ""


def _matches(values: Column, texts: Sequence[str]) -> bool:
    pairs = [(value, number(text)) for value, text in zip(values, texts, strict=False)]
    return all(value is not None and agree(value, text, max(abs(text), 1e-6)) for value, text in pairs)


def arrangement(answer: Sequence[Column], references: Sequence[Column], size: tuple[int, ...]) -> str:
    """What is wrong with a vector or matrix as a whole: order, transposition, sign; empty if nothing is.

    Parameters
    ----------
    answer, references : sequence of Column
        Values of the entries, row by row.
    size : tuple of int
        Shape of the answer.
    """
    sizes = scales(references)
    equal = [[_equal(a, b, s) for b, s in zip(references, sizes, strict=True)] for a in answer]
    if len(size) == 1:
        matched = [row.index(True) if True in row else -1 for row in equal]
        if sorted(matched) == list(range(len(answer))):
            return "The components are right, but their order is not."
    if len(size) == 2:
        for sentence, order in _orders(*size).items():
            if all(equal[index][source] for index, source in enumerate(order)):
                return sentence
    if not all(equal[entry][entry] for entry, column in enumerate(references) if not any(column)):
        return ""  # what should be zero is not: no factor explains that
    ratios = [constant_ratio(a, b) for a, b in zip(answer, references, strict=True) if any(b)]
    if len(ratios) > 1 and all(ratio is not None and agree(ratio, ratios[0], 1) for ratio in ratios):
        first = Evidence(answer[_first(references)], references[_first(references)], [])
        return (first.sign() or first.factor()).replace("expression", "result")
    return ""


def elsewhere(values: Column, references: Sequence[Column], entry: int, size: tuple[int, ...]) -> str:
    """Whether an entry is what belongs to another place.

    Parameters
    ----------
    values : Column
        Of the entry.
    references : sequence of Column
        Right values of all entries, row by row.
    entry : int
        Index of the entry.
    size : tuple of int
        Shape of the answer.
    """
    sizes = scales(references)
    if _equal(values, [-x for x in references[entry]], sizes[entry]):
        return ""  # its own sign: in a symmetric matrix it belongs to another entry, too
    for other, column in enumerate(references):
        for sign, words in ((1, "It is"), (-1, "But for the sign, it is")):
            turned = [sign * x for x in column]
            if other != entry and any(column) and _equal(values, turned, sizes[other]):
                return f"{words} what belongs to {where(other, size).lower()}."
    return ""


def _first(references: Sequence[Column]) -> int:
    return next(index for index, column in enumerate(references) if any(column))


def _equal(values: Column, references: Column, sizes: Column) -> bool:
    return all(a is not None and agree(a, b, s, ROUNDED) for a, b, s in zip(values, references, sizes, strict=True))


def _orders(rows: int, cols: int) -> dict[str, list[int]]:
    """For each typical rearrangement the index of the right entry in each place."""
    places = [(row, col) for row in range(rows) for col in range(cols)]
    orders = {
        "The rows are in the opposite order.": [(rows - 1 - row) * cols + col for row, col in places],
        "The columns are in the opposite order.": [row * cols + cols - 1 - col for row, col in places],
        "Rows and columns are both in the opposite order: check the order of the coordinates.": [
            (rows - 1 - row) * cols + cols - 1 - col for row, col in places
        ],
    }
    if rows == cols:
        orders = {
            "The matrix is transposed: rows and columns are exchanged.": [col * cols + row for row, col in places],
            **orders,
        }
    return orders
