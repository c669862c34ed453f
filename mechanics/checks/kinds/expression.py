"""Expressions, vectors and matrices: equal when they have the same values at all points of the key."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from mechanics.checks.answers import (
    Data,
    all_names,
    check_decimals,
    check_length,
    entries,
    flatten,
    formula,
    listed,
    parts_of,
    resolve,
    shape,
    where,
)
from mechanics.checks.compare import EXACT, ROUNDED, Column, agree, columns, expected
from mechanics.checks.dimensions import dimension, dimensions_of, misfit
from mechanics.checks.drawn import points_where_defined, with_zeros
from mechanics.checks.equalities import formulas
from mechanics.checks.evaluate import text_of
from mechanics.checks.explain import SIGN, arrangement, credible, elsewhere, explain, told_by_author
from mechanics.checks.mistake_values import values_of_mistakes
from mechanics.checks.mistakes import EVERYWHERE
from mechanics.checks.points import Points, values_at
from mechanics.checks.verdict import Verdict, right, wrong
from mechanics.formulas.tree import Tree, has_floats, names_of

__all__ = ["judge", "make", "trees_of"]

RANDOM_POINTS = 6
HIDDEN_POINTS = 8


def make(
    reference: Data,
    domain: Mapping[str, str],
    points: Points,
    mistakes: Mapping[str, Data],
    hidden: bool,
    kind: str = "expression",
) -> dict[str, Any]:
    """Key of an expression, vector or matrix.

    Parameters
    ----------
    reference : dict
        Data of the right result.
    domain : mapping of str
        Domain by name.
    points : Points
        What draws the points.
    mistakes : mapping
        Wrong results by their sentences, written like the reference.
    hidden : bool
        Whether the key is for a hidden check: it then has no mistakes.
    kind : {"expression", "vector", "matrix"}
        The shape that the reference must have; any for ``"expression"``.

    Returns
    -------
    dict
        Plain JSON data.

    Raises
    ------
    ValueError
        For a reference of another shape, or one without a real value at most of the points.
    """
    size = _size(reference, kind)
    trees = entries(reference, size, list(domain))
    wrong_trees = [tree for data in mistakes.values() for tree in entries(data, size, list(domain))]
    told = {} if hidden else points.told_as(all_names([*trees, *wrong_trees]))
    drawn, vary = points_where_defined(trees, points, HIDDEN_POINTS if hidden else RANDOM_POINTS, told)
    values = [values_at(trees, point) for point in drawn]
    key = {
        "kind": "expression",
        "shape": list(size),
        "names": list(domain),
        "exact": not any(map(has_floats, trees)),
        "points": [[point[name] for name in domain] for point in drawn],
        "vary": vary,
        "values": [[text_of(value) for value in row] for row in values],
    }
    if not hidden and (known := dimensions_of(domain)):
        key["dimensions"], key["result"] = known, [_dimension(tree, known) for tree in trees]
    if hidden:
        return {**key, "hidden": True, "mistakes": []}
    key["zeros"] = with_zeros(trees, points, drawn[0], list(domain), told)
    key["mistakes"] = values_of_mistakes(trees, drawn, mistakes, size, list(domain))
    return key


def _size(reference: Data, kind: str) -> tuple[int, ...]:
    size = shape(reference) if reference["type"] == "list" else ()
    wanted = {"vector": 1, "matrix": 2}.get(kind)
    if size is None or len(size) > 2 or (wanted and len(size) != wanted and not (wanted == 1 and 1 in size)):
        asked = kind if wanted else "scalar, vector or matrix"
        raise ValueError(f"the reference must be a {asked}; got the shape {size}")
    return (max(size),) if wanted == 1 else size


def _dimension(tree: Tree, known: Mapping[str, Sequence[str]]) -> list[str] | None:
    """Dimension of the reference; None for zero."""
    found = dimension(tree, {name: tuple(map(Fraction, powers)) for name, powers in known.items()})
    return None if found is None else [str(x) for x in found]


def judge(data: Data, key: dict[str, Any]) -> Verdict:
    """Verdict on an expression, a vector or a matrix.

    Parameters
    ----------
    data : dict
        Captured answer.
    key : dict
        From `make`.

    Raises
    ------
    AnswerError
        For another shape or an unknown name; the message is for the student.
    """
    trees = trees_of(data, key)
    check_length(trees)
    points = [dict(zip(key["names"], row, strict=True)) for row in key["points"]]
    answer = columns(trees, points)
    references, sizes = expected(tuple(map(tuple, key["values"])))
    tolerances = [_tolerance(tree, key) for tree in trees]
    bad = [
        entry
        for entry in range(len(trees))
        if not _right(answer[entry], references[entry], sizes[entry], tolerances[entry])
    ]
    return wrong(_reason(bad, trees, answer, references, key)) if bad else right()


def trees_of(data: Data, key: Mapping[str, Any]) -> list[Tree]:
    """The formulas of an answer, row by row.

    Parameters
    ----------
    data : dict
        Captured answer.
    key : dict
        From `make`.

    Raises
    ------
    AnswerError
        For another shape or an unknown name; the message is for the student.
    """
    size = tuple(key["shape"])
    if size == () or data["type"] == "list":
        check_decimals(data)
    parts = parts_of(_listed(resolve(data), size), size)
    return [_meant(part, key, entry, where(entry, size)) for entry, part in enumerate(parts)]


def _listed(data: Data, size: tuple[int, ...]) -> Data:
    """A vector or matrix as nested lists, whatever it was given as."""
    if size == ():
        return data
    if data["type"] == "list" and len(data["items"]) == 1 and data["items"][0]["type"] in ("dict", "equation"):
        data = data["items"][0]  # solve(..., dict=True)
    if data["type"] == "dict" and size == (len(data["items"]),):
        data = listed(data)  # {x: ..., y: ...}
    if data["type"] == "equation":
        return _of_equation(data)
    if len(size) == 2 and data["type"] == "list" and (shape(data) or ())[1:] == (1, size[1]):
        return {"type": "list", "items": [{"type": "list", "items": flatten(item)} for item in data["items"]]}
    return data


def _of_equation(data: Data) -> Data:
    """An equation between vectors is one for each component; one with a name for all of them gives the other side."""
    left, right_side = data["left"], data["right"]
    if left["type"] == right_side["type"] == "list" and shape(left) == shape(right_side):
        pairs = zip(flatten(left), flatten(right_side), strict=True)
        return {"type": "list", "items": [{"type": "equation", "left": a, "right": b} for a, b in pairs]}
    return left if left["type"] == "list" else right_side if right_side["type"] == "list" else data


def _meant(data: Data, key: Mapping[str, Any], entry: int, name: str) -> Tree:
    """The formula of an entry; of an equation what is right, if anything that follows from it is."""
    names = key["names"]
    trees = [formula(meaning, names, name) for meaning in formulas(data, names)]
    if len(trees) > 1:
        points = [dict(zip(names, row, strict=True)) for row in key["points"]]
        references, sizes = expected(tuple(map(tuple, key["values"])))
        for tree, values in zip(trees, columns(trees, points), strict=True):
            if _right(values, references[entry], sizes[entry], _tolerance(tree, key)):
                return tree
        needed = _needed(references[entry], key)
        return next((tree for tree in trees if names_of(tree) <= needed), trees[0])
    return trees[0]


def _needed(references: Column, key: Mapping[str, Any]) -> set[str]:
    """Names on which the right values depend, as far as a visible key tells."""
    pairs = zip(key["vary"], references, strict=True)
    return {name for name, value in pairs if name and value != references[0]}


def _tolerance(tree: Tree, key: Mapping[str, Any]) -> Any:
    return EXACT if key["exact"] and not has_floats(tree) else ROUNDED


def _right(values: Column, references: Column, sizes: Column, tolerance: Any) -> bool:
    known = [item for item in zip(values, references, sizes, strict=True) if item[0] is not None]
    if 2 * len(known) < len(values) or len(known) < 4:
        return False
    return all(agree(a, b, size, tolerance) for a, b, size in known)


def _reason(
    bad: list[int], trees: list[Tree], answer: list[Column], references: list[Column], key: dict[str, Any]
) -> str:
    size, key = tuple(key["shape"]), {**key, "mistakes": credible(answer, bad, key)}
    foreseen = {entry for entry in bad if told_by_author(answer[entry], key, entry)}
    sentences = [
        (entry not in foreseen and elsewhere(answer[entry], references, entry, size))
        or _why(trees[entry], answer[entry], key, entry)
        for entry in bad
    ]
    common = sentences[0] if len(set(sentences)) == 1 else ""
    if size == ():
        return common or "This is not the right expression."
    if len(bad) > 1 and foreseen != set(bad) and common in {"", SIGN, *EVERYWHERE}:
        whole = arrangement(answer, references, size)
        if whole:
            return whole
    names = [where(entry, size) for entry in bad]
    if len(bad) == 1:
        return f"{names[0]} is not right. {common}".rstrip()
    return " ".join([f"Not right: {', '.join(names).lower()}.", *([common] if common else _details(names, sentences))])


def _details(names: list[str], sentences: list[str]) -> list[str]:
    """Up to three sentences, each once, with the entries of which it is said."""
    places: dict[str, list[str]] = {}
    for name, sentence in zip(names, sentences, strict=True):
        places.setdefault(sentence, []).append(name)
    told = [(", ".join(named[:3]) + ", ..." * (len(named) > 3), say) for say, named in places.items() if say]
    return [f"{named[:1]}{named[1:].lower()}: {say}" for named, say in told[:3]]


def _why(tree: Tree, values: Column, key: dict[str, Any], entry: int) -> str:
    undefined = sum(value is None for value in values)
    if undefined == len(values):
        return "It has no real, finite value: a division by zero, or the root of a negative number?"
    if 2 * undefined > len(values):
        return (
            "For some values of the names it has no real, finite value: "
            "the root of a negative number, or the arcsine of a number above 1?"
        )
    units = misfit(tree, key, key.get("result", [None] * (entry + 1))[entry])
    return f"{units} {explain(tree, values, key, entry)}".strip()
