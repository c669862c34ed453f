"""Which rows of a Jacobian depend on others: redundant constraints (*überzählige Bindungen*)."""

import numpy as np

__all__ = ["dependent_rows"]

SMALL = 1e-7  # a row whose part that is new is shorter than this, of its length, depends on those before it


def dependent_rows(rows: np.ndarray) -> np.ndarray:
    """Indices of the rows that depend on rows before them.

    Parameters
    ----------
    rows : np.ndarray, shape (u, 6 n)
        G H with H Hᵀ = M⁻¹: rows are compared in this metric, in which metres and radians are comparable, because
        multipliers depend on G M⁻¹ Gᵀ.
    """
    basis = np.zeros((min(rows.shape), rows.shape[1]))
    rank, dependent = 0, []
    # Gram-Schmidt in the order of the joints, not a factorization with pivoting: the rows that are kept are then those
    # of the joints that were named first, and a message names the later ones.
    for k, row in enumerate(rows):
        new = row
        for _ in range(2):  # twice is enough against rounding
            new = new - (basis[:rank] @ new) @ basis[:rank]
        length = np.linalg.norm(new)
        if length <= SMALL * np.linalg.norm(row) or rank == len(basis):
            dependent.append(k)
            continue
        basis[rank], rank = new / length, rank + 1
    return np.array(dependent, dtype=int)
