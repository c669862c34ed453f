"""Which entries of G M⁻¹ Gᵀ are not zero, and an order of the rows in which a factorization stays sparse.

Two rows are coupled where they share a body. An order that keeps coupled rows close together (reverse Cuthill-McKee)
leaves the factor of Cholesky's method inside the *envelope*: from the first coupled row to the diagonal. For a chain or
a ladder of n bodies that is a narrow band, and the solution takes O(n) operations. Order and envelope depend on the
joints alone, so they are found once.
"""

from typing import NamedTuple

import numpy as np

from .rows import Rows

__all__ = ["Sparsity", "sparse_order", "sparsity"]


class Sparsity(NamedTuple):
    """The envelope of G M⁻¹ Gᵀ, and the products of blocks that fill it.

    Attributes
    ----------
    first : np.ndarray, shape (u,)
        Column in which each row of the envelope begins.
    base : np.ndarray, shape (u,)
        The entry (r, c) stands at ``base[r] + c`` of the stored numbers.
    size : int
        How many numbers are stored.
    pairs : np.ndarray, shape (p, 5)
        Row a, its side (0 for body i, 1 for body j), row b ≤ a, its side, and where their product is added.
    """

    first: np.ndarray
    base: np.ndarray
    size: int
    pairs: np.ndarray


def sparse_order(rows: Rows) -> np.ndarray:
    """An order of the rows with a small envelope; of the given one and that of reverse Cuthill-McKee the better.

    Parameters
    ----------
    rows : Rows
        Rows of a system.

    Returns
    -------
    np.ndarray, shape (u,)
        Indices of the rows.
    """
    from scipy.sparse import csr_array  # slow to import
    from scipy.sparse.csgraph import reverse_cuthill_mckee

    given = np.arange(len(rows))
    if not len(rows):
        return given
    on = np.zeros((len(rows), rows.n + 1))
    on[given, rows.i] = on[given, rows.j] = 1.0
    on = csr_array(on[:, : rows.n])
    found = reverse_cuthill_mckee(csr_array(on @ on.T), symmetric_mode=True)
    return min(given, found, key=lambda order: sparsity(rows.only(order)).size)


def sparsity(rows: Rows) -> Sparsity:
    """The envelope of rows in their order.

    Parameters
    ----------
    rows : Rows
        Rows of a system.
    """
    on: list[list[tuple[int, int]]] = [[] for _ in range(rows.n)]
    for row, bodies in enumerate(zip(rows.i, rows.j, strict=True)):
        for side, body in enumerate(bodies):
            if body < rows.n:
                on[body].append((row, side))
    pairs = [(a, s, b, o) for touching in on for a, s in touching for b, o in touching if b <= a]
    table = np.array(pairs, dtype=np.int64).reshape(-1, 4)
    first = np.arange(len(rows))
    np.minimum.at(first, table[:, 0], table[:, 2])
    ends = np.cumsum(np.arange(len(rows)) - first + 1)
    base = ends - 1 - np.arange(len(rows))
    where = base[table[:, 0]] + table[:, 2]
    return Sparsity(first, base, int(ends[-1]) if len(ends) else 0, np.column_stack([table, where]))
