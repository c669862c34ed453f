"""G M⁻¹ Gᵀ as a banded matrix, with arrays: for machines without numba, and for one state at a time.

The rows are in an order that keeps coupled ones close together (`sparsity`), so that the matrix has a narrow band for
chains and ladders, and LAPACK solves it in O(n) operations.
"""

from functools import cached_property

import numpy as np

from .inertias import Inertias
from .rows import Rows
from .sparsity import sparsity

__all__ = ["PASSES", "SOFT", "Band", "Factor"]

SOFT = 1e-7
"""What is added to a pivot of G M⁻¹ Gᵀ, as a part of the entry that the slowest body would give (`Inertias.slowest`).

In a dead centre rows become dependent, λ grows like the inverse of their angle, and so does the rate at which errors of
a step spread: no integrator gets past. With softened pivots the accelerations stay bounded there: where the angle is
below √SOFT, for less than a millisecond as a rule, the row is not quite satisfied, and closes again behind. Elsewhere
the solution is refined with its own residual, so that nothing of this is left.
"""
PASSES = 8


class Band:
    """What does not change from state to state: which rows are coupled, and (M + L)⁻¹ of their bodies.

    Parameters
    ----------
    rows : Rows
        Rows of a system, in a sparse order.
    inertias : Inertias
        Masses of the bodies.
    """

    def __init__(self, rows: Rows, inertias: Inertias):
        self.rows, self.n, self.u = rows, rows.n, len(rows)
        self.a, self.s, self.b, self.o, _ = sparsity(rows).pairs.T
        self.width = int((self.a - self.b).max(initial=0)) + 1
        self.place = (self.a - self.b) * self.u + self.b  # lower band, one diagonal after the other
        ground = np.zeros((1, 6, 6))
        self.bodies = np.column_stack([rows.i, rows.j])
        self.inverse = np.concatenate([inertias.inverse, ground])[self.bodies]
        self.slowest = inertias.slowest * (self.bodies < rows.n)[..., None]

    def times(self, G: np.ndarray, z: np.ndarray) -> np.ndarray:
        """G z (u,) of blocks (u, 2, 6) and velocities (n, 6)."""
        return (G * np.concatenate([z, np.zeros((1, 6))])[self.bodies]).sum((1, 2))

    def times_back(self, G: np.ndarray, lam: np.ndarray) -> np.ndarray:
        """Gᵀ λ (n, 6) of blocks (u, 2, 6) and multipliers (u,)."""
        out = np.zeros((self.n + 1, 6))
        np.add.at(out, self.bodies, G * lam[:, None, None])
        return out[: self.n]


class Factor:
    """G M⁻¹ Gᵀ of one state, factored by Cholesky's method.

    Parameters
    ----------
    band : Band
        Of the rows.
    G : np.ndarray, shape (u, 2, 6)
        Their Jacobian in blocks.
    """

    def __init__(self, band: Band, G: np.ndarray):
        self.band, self.G, self.lam = band, G, np.zeros(band.u)
        self.spread = (band.inverse @ G[..., None])[..., 0]

    @cached_property
    def _banded(self) -> np.ndarray:
        """G M⁻¹ Gᵀ, lower diagonals (width, u)."""
        band = self.band
        products = (self.spread[band.a, band.s] * self.G[band.b, band.o]).sum(-1)
        counted = np.bincount(band.place, products, band.width * band.u)  # of whole numbers where there are no pairs
        return counted.astype(float).reshape(band.width, band.u)

    @cached_property
    def _cholesky(self) -> np.ndarray:
        """The factor with softened pivots, in the same form."""
        from scipy.linalg import cholesky_banded

        softened = self._banded.copy()
        softened[0] += SOFT * self._least
        return cholesky_banded(softened, lower=True, check_finite=False)

    @cached_property
    def _least(self) -> np.ndarray:
        """The diagonal entries that the slowest body would give, (u,)."""
        return (self.band.slowest * self.G**2).sum((1, 2))

    @property
    def pivot(self) -> float:
        """Smallest pivot in relation to that of the slowest body: squared sine between a row and those before it."""
        return float((self._cholesky[0] ** 2 / self._least - SOFT).min(initial=1.0))

    def constrained(self, z: np.ndarray, wanted: np.ndarray) -> np.ndarray:
        """z + M⁻¹ Gᵀ λ with G z = wanted, of z (n, 6); λ is in `lam`."""
        self.lam = np.zeros(self.band.u)
        if not self.band.u:
            return z
        from scipy.linalg import cho_solve_banded

        first, before = 0.0, np.inf
        for _ in range(PASSES):
            missing = wanted - self.band.times(self.G, z)
            size = np.abs(missing).max()
            first = max(first, size)
            if size <= 1e-13 * first or size > 0.5 * before:
                break
            before = size
            lam = cho_solve_banded((self._cholesky, True), missing, check_finite=False)
            self.lam += lam
            z = z + self.band.times_back(self.spread, lam)
        return z
