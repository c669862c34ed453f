"""Several wrong signs in one sum: which terms have to be turned for the sum to be what it should be."""

import math
from collections.abc import Callable, Sequence
from itertools import combinations

__all__ = ["turned"]

MOST = 7  # terms of a sum that is searched
Floats = Sequence[float]


def turned(terms: Sequence[Floats], needed: Floats, same: Callable[[Floats, Floats], bool]) -> tuple[int, ...]:
    """Terms of a sum whose signs are wrong, if there are two or more, and no other terms would do.

    Parameters
    ----------
    terms : sequence of sequence of float
        Values of each term at some points.
    needed : sequence of float
        What the sum should be there.
    same : callable
        Whether two columns of values are equal.

    Returns
    -------
    tuple of int
        Numbers of the terms, at most four; empty where turning signs does not help.
    """
    if not 3 <= len(terms) <= MOST:
        return ()
    total = [math.fsum(column) for column in zip(*terms, strict=True)]
    for count in range(2, min(len(terms), 5)):
        found = [
            chosen for chosen in combinations(range(len(terms)), count) if _fits(chosen, terms, total, needed, same)
        ]
        if found:
            return found[0] if len(found) == 1 else ()
    return ()


def _fits(
    chosen: Sequence[int],
    terms: Sequence[Floats],
    total: Floats,
    needed: Floats,
    same: Callable[[Floats, Floats], bool],
) -> bool:
    changes = zip(*(terms[index] for index in chosen), strict=True)
    return same([x - 2 * math.fsum(change) for x, change in zip(total, changes, strict=True)], needed)
