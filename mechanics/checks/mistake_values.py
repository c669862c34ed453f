"""Values of wrong results in a key: by them mistakes are recognised without knowing any formula."""

from collections.abc import Mapping, Sequence
from typing import Any

from mechanics.checks.answers import Data, entries, flatten
from mechanics.checks.compare import Column, agree, columns
from mechanics.checks.evaluate import number, text_of
from mechanics.checks.mistakes import generic_mistakes
from mechanics.checks.points import Point
from mechanics.formulas.tree import Tree

__all__ = ["values_of_generic", "values_of_mistakes"]

SPOTS = 3  # points at which mistakes are distinguished
MOST = 60  # for each entry


def values_of_mistakes(
    trees: Sequence[Tree],
    drawn: Sequence[Point],
    special: Mapping[str, Data],
    size: tuple[int, ...],
    names: list[str],
) -> list[dict[str, Any]]:
    """Values of mistakes at the first points: those of the task before the generic ones.

    Parameters
    ----------
    trees : sequence of Tree
        The right formulas, row by row.
    drawn : sequence of dict
        The points of the key.
    special : mapping
        Data of wrong results by their sentences.
    size : tuple of int
        Shape of the result.
    names : list of str
        Names of the task.

    Returns
    -------
    list of dict
        Sentence, index of the entry and values of each mistake; ``generic`` marks those that the task does not name.
    """
    spots = drawn[:SPOTS]
    right_values = columns(trees, spots)
    candidates: list[tuple[str, int, Tree, bool]] = []
    for sentence, data in special.items():
        candidates += [(sentence, entry, tree, False) for entry, tree in enumerate(entries(data, size, names))]
    for entry, tree in enumerate(trees):
        candidates += [(say, entry, variant, True) for say, variant in list(generic_mistakes(tree))[:MOST]]
    result, seen = [], set()
    for sentence, entry, tree, generic in candidates:
        (column,) = columns([tree], spots)
        if None in column or _same(column, right_values[entry]):
            continue
        texts = [text_of(value, 15) for value in column]
        if not generic or (entry, *texts) not in seen:  # of a mistake of the task all that it changes is kept
            seen.add((entry, *texts))
            mark = {"generic": True} if generic else {}
            result.append({"say": sentence, "entry": entry, "values": texts, **mark})
    return result


def _same(values: Column, references: Column) -> bool:
    return all(agree(a, b, max(abs(b), number("1e-6"))) for a, b in zip(values, references, strict=True))


def values_of_generic(reference: Data, drawn: Sequence[Point]) -> list[dict[str, Any]]:
    """Values of generic mistakes in the formulas that a function is to compute, at the first points.

    Parameters
    ----------
    reference : dict
        Data of the right formulas.
    drawn : sequence of dict
        The points of the key.

    Returns
    -------
    list of dict
        Sentence, index of the entry and values of each mistake, each once.
    """
    spots = drawn[:SPOTS]
    found: dict[tuple[Any, ...], dict[str, Any]] = {}
    for entry, leaf in enumerate(flatten(reference)):
        (right,) = columns([leaf["tree"]], spots)
        for say, variant in list(generic_mistakes(leaf["tree"]))[:MOST]:
            (column,) = columns([variant], spots)
            if None not in column and not _same(column, right):
                texts = tuple(text_of(value, 12) for value in column)
                found.setdefault((entry, *texts), {"say": say, "entry": entry, "values": [float(x) for x in texts]})
    return list(found.values())
