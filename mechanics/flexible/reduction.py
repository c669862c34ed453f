"""Natural modes of an elastic structure, and reduction to few coordinates: Guyan, Craig and Bampton.

A structure with M ẍ + K x = 0 is described by few coordinates p, x = T p, with TᵀM T and TᵀK T (Ritz). All
depends on T.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike
from scipy import linalg

from ..model import ModelError

__all__ = ["craig_bampton", "guyan", "modal_damping", "natural_shapes"]


def natural_shapes(M: ArrayLike, K: ArrayLike, n: int | None = None) -> tuple[np.ndarray, np.ndarray]:
    """The slowest natural frequencies ω and shapes of a structure: K v = ω² M v, with TᵀM T = E.

    Parameters
    ----------
    M : array_like, shape (N, N)
        Mass matrix.
    K : array_like, shape (N, N)
        Stiffness matrix.
    n : int, optional
        How many; all unless given.

    Returns
    -------
    omega : ndarray, shape (n,)
        Angular frequencies, rad/s.
    T : ndarray, shape (N, n)
        Shapes as columns.

    Raises
    ------
    ModelError
        If M is not positive definite, or K has a negative eigenvalue.
    """
    M, K = _pair(M, K)
    n = len(M) if n is None else n
    if not 1 <= n <= len(M):
        raise ModelError(f"natural_shapes: expected between 1 and {len(M)} shapes, got {n}.")
    try:
        squares, shapes = linalg.eigh(K, M, subset_by_index=(0, n - 1))
    except linalg.LinAlgError:
        raise ModelError(
            "natural_shapes: M is not positive definite, so some coordinate moves no mass. A beam that twists or turns "
            "its sections needs radii of gyration r_y, r_z in its Section; or remove the coordinate by guyan()."
        ) from None
    if squares[0] < -1e-9 * np.abs(K).max() / np.abs(M).max():
        raise ModelError(f"natural_shapes: K has a negative eigenvalue (ω² = {squares[0]:.3g}); the structure buckles.")
    return np.sqrt(np.clip(squares, 0.0, None)), shapes * np.where(
        shapes[np.abs(shapes).argmax(axis=0), range(n)] < 0, -1, 1
    )


def guyan(K: ArrayLike, masters: Sequence[int] | np.ndarray) -> np.ndarray:
    """Static condensation (Guyan): x = T x_masters; the others follow without forces on them.

    K_sm x_m + K_ss x_s = 0, so x_s = −K_ss⁻¹ K_sm x_m. For forces on the masters alone the result is exact.

    Parameters
    ----------
    K : array_like, shape (N, N)
        Stiffness matrix.
    masters : sequence of int or ndarray, shape (m,)
        Indices of the coordinates that are kept, in the order of the result.

    Returns
    -------
    ndarray, shape (N, m)
        T.

    Raises
    ------
    ModelError
        If indices do not exist or repeat, or the masters do not hold the rest.
    """
    K = _square("K", K)
    kept, slaves = _split(masters, len(K))
    T = np.zeros((len(K), len(kept)))
    T[kept, range(len(kept))] = 1.0
    if len(slaves):
        T[slaves] = -_solve(K[np.ix_(slaves, slaves)], K[np.ix_(slaves, kept)])
    return T


def craig_bampton(M: ArrayLike, K: ArrayLike, boundary: Sequence[int] | np.ndarray, n: int) -> np.ndarray:
    """Craig and Bampton: static shapes of the boundary, and modes with the boundary held.

    The first b coordinates are the displacements of the boundary itself, so that other bodies can be joined there.
    Without modes (n = 0) this is `guyan`; with all of them it is exact.

    Parameters
    ----------
    M : array_like, shape (N, N)
        Mass matrix.
    K : array_like, shape (N, N)
        Stiffness matrix.
    boundary : sequence of int or ndarray, shape (b,)
        Indices of the coordinates of the boundary.
    n : int
        Number of modes.

    Returns
    -------
    ndarray, shape (N, b + n)
        T.

    Raises
    ------
    ModelError
        If indices do not exist or repeat, the boundary does not hold the rest, or there are not n modes.
    """
    M, K = _pair(M, K)
    static = guyan(K, boundary)
    _, inner = _split(boundary, len(K))
    if not 0 <= n <= len(inner):
        raise ModelError(f"craig_bampton: expected between 0 and {len(inner)} inner modes, got {n}.")
    held = np.zeros((len(K), n))
    if n:
        held[inner] = natural_shapes(M[np.ix_(inner, inner)], K[np.ix_(inner, inner)], n)[1]
    return np.hstack([static, held])


def modal_damping(M: ArrayLike, K: ArrayLike, zeta: ArrayLike) -> np.ndarray:
    """Damping matrix with the damping ratios ζ of the natural modes: D = M V diag(2 ζ ω) Vᵀ M, VᵀM V = E.

    Parameters
    ----------
    M : array_like, shape (N, N)
        Mass matrix.
    K : array_like, shape (N, N)
        Stiffness matrix.
    zeta : array_like, shape (N,)
        Damping ratio of all modes, or one for each, slowest first; 0.01 is 1 % of the critical damping.

    Returns
    -------
    ndarray, shape (N, N)
        Damping matrix.

    Raises
    ------
    ModelError
        If a damping ratio is negative, or their number differs.
    """
    M, K = _pair(M, K)
    omega, V = natural_shapes(M, K)
    zeta = np.asarray(zeta, dtype=float)
    if zeta.shape not in ((), omega.shape) or not (zeta >= 0).all():
        raise ModelError(
            f"modal_damping: expected a damping ratio zeta ≥ 0, or {len(omega)} of them, got {zeta.tolist()}."
        )
    MV = M @ V
    return MV * (2 * zeta * omega) @ MV.T


def _pair(M: Any, K: Any) -> tuple[np.ndarray, np.ndarray]:
    M, K = _square("M", M), _square("K", K)
    if M.shape != K.shape:
        raise ModelError(f"Expected M and K of the same size, got {M.shape} and {K.shape}.")
    return M, K


def _square(name: str, matrix: Any) -> np.ndarray:
    matrix = np.asarray(matrix, dtype=float)
    if matrix.ndim != 2 or matrix.shape[0] != matrix.shape[1] or not matrix.size:
        raise ModelError(f"Expected a square matrix {name}, got an array of the shape {matrix.shape}.")
    if not np.isfinite(matrix).all():
        raise ModelError(f"Expected finite numbers in the matrix {name}, got infinite or undefined ones.")
    if np.abs(matrix - matrix.T).max() > 1e-9 * np.abs(matrix).max():
        raise ModelError(f"Expected a symmetric matrix {name}; symmetrise it if the difference is rounding.")
    return matrix


def _split(chosen: Sequence[int] | np.ndarray, n: int) -> tuple[np.ndarray, np.ndarray]:
    """The chosen indices and the others."""
    picked = np.asarray(list(chosen), dtype=int)
    if not len(picked) or len(set(picked)) < len(picked) or picked.min() < 0 or picked.max() >= n:
        raise ModelError(
            f"Expected different indices between 0 and {n - 1} of the coordinates to keep, got {list(chosen)}."
        )
    return picked, np.setdiff1d(np.arange(n), picked)


def _solve(K_ss: np.ndarray, right: np.ndarray) -> np.ndarray:
    try:
        return np.asarray(linalg.cho_solve(linalg.cho_factor(K_ss), right))
    except linalg.LinAlgError:
        raise ModelError(
            "guyan: the eliminated coordinates are not held by those that are kept (K_ss is not positive definite). "
            "Keep more of them, or clamp the structure."
        ) from None
