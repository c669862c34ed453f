"""The equations of motion of a tree as one system of 3n equations for its angular accelerations (W(59)-(63)).

Σ_j K_ij ω'_j = M'_i + M_i + Σ_a S_ia Y_a in the inertial basis, for all bodies at once. Because d_ij is zero unless
s_i <= s_j, no case of W(60) needs to be asked for: the blocks above and below the path follow from one formula.
"""

from typing import Any

import numpy as np

from ...model import ModelError
from ...rotations.arrays import skew
from .base import AT_REST, BaseState
from .tree import Tree

__all__ = ["K_blocks", "M_dash", "angular_accelerations", "reactions", "system_matrix"]


def system_matrix(tree: Tree, A: np.ndarray) -> np.ndarray:
    """Matrix of the angular accelerations, (3n, 3n), symmetric, positive definite, kg m², inertial basis; W(61).

    Parameters
    ----------
    A : (n, 3, 3) rotation matrices of the bodies, body to inertial
    """
    A = _rows("A", A, (tree.n, 3, 3))
    return _matrix(tree, A, _turned(A, tree.d_off), _times(A, tree.b_0))


def K_blocks(tree: Tree, A: np.ndarray) -> np.ndarray:
    """The same matrix by blocks K_ij, (n, n, 3, 3); W(60), W(61)."""
    return system_matrix(tree, A).reshape(tree.n, 3, tree.n, 3).swapaxes(1, 2)


def M_dash(
    tree: Tree, A: np.ndarray, w: np.ndarray, F: np.ndarray | None = None, base: BaseState = AT_REST
) -> np.ndarray:
    """Columns M'_i of velocities, forces and the base's acceleration, (n, 3), N m, inertial basis; W(62), W(63).

    Parameters
    ----------
    A : (n, 3, 3) rotation matrices of the bodies, body to inertial
    w : (n, 3) angular velocities, each in the basis of its body, rad/s
    F : (n, 3) applied forces at the mass centres, weights included, inertial basis, N
    base : motion of the base at this instant
    """
    n = tree.n
    A, w, F = _rows("A", A, (n, 3, 3)), _rows("w", w, (n, 3)), _rows("F", F, (n, 3))
    return _right_side(tree, A, w, F, base, _turned(A, tree.d_off), _times(A, tree.b_0))


def angular_accelerations(
    tree: Tree,
    A: np.ndarray,
    w: np.ndarray,
    F: np.ndarray | None = None,
    M: np.ndarray | None = None,
    Y: np.ndarray | None = None,
    base: BaseState = AT_REST,
) -> np.ndarray:
    """Angular accelerations of all bodies, (n, 3), rad/s², each in the basis of its body; W(59).

    Parameters
    ----------
    A : (n, 3, 3) rotation matrices of the bodies, body to inertial
    w : (n, 3) angular velocities, each in the basis of its body, rad/s
    F, M : (n, 3) applied forces at the mass centres (weights included) and applied moments about them, inertial
        basis, N, N m; zero where they are not given
    Y : (n, 3) joint moments, one an arc: + on body i+(a), - on body i-(a), inertial basis, N m
    base : motion of the base at this instant

    Raises
    ------
    ModelError
        for arrays of a wrong shape, for NaN, and where the matrix is not positive definite.
    """
    n = tree.n
    A, w, F = _rows("A", A, (n, 3, 3)), _rows("w", w, (n, 3)), _rows("F", F, (n, 3))
    d, b = _turned(A, tree.d_off), _times(A, tree.b_0)
    right = _right_side(tree, A, w, F, base, d, b)
    if M is not None:
        right += _rows("M", M, (n, 3))
    if Y is not None:
        right += tree.graph.S @ _rows("Y", Y, (n, 3))
    w_d = _solved(tree, _matrix(tree, A, d, b), right)
    return np.matmul(w_d[:, None, :], A)[:, 0]


def reactions(tree: Tree, r_dd: np.ndarray, F: np.ndarray) -> np.ndarray:
    """Forces in the joints, (n, 3), N, inertial basis: X = T (m r'' - F); W(12).

    X_a acts with + on body i+(a) and with - on body i-(a).

    Parameters
    ----------
    r_dd : (n, 3) accelerations of the mass centres, inertial basis, m/s²
    F : (n, 3) applied forces, weights included, inertial basis, N
    """
    return tree.graph.T @ (tree.m[:, None] * np.asarray(r_dd) - np.asarray(F))


# --- details ----------------------------------------------------------------------------------------------


def _rows(name: str, value: Any, shape: tuple[int, ...]) -> np.ndarray:
    """The array, zeros where there is none; another shape is an error."""
    if value is None:
        return np.zeros(shape)
    array = np.asarray(value, dtype=float)
    if array.shape != shape:
        raise ModelError(
            f"{name} holds one row for each of the {shape[0]} bodies or joints of the tree, shape {shape}; "
            f"an array of shape {array.shape} came."
        )
    return array


def _turned(A: np.ndarray, d: np.ndarray) -> np.ndarray:
    """A_i d_ij, (n, n, 3)."""
    return np.matmul(d, A.transpose(0, 2, 1))


def _times(A: np.ndarray, b: np.ndarray) -> np.ndarray:
    """A_i b_i, (n, 3)."""
    return np.matmul(A, b[:, :, None])[:, :, 0]


def _matrix(tree: Tree, A: np.ndarray, d: np.ndarray, b: np.ndarray) -> np.ndarray:
    """W(61) from d_ij (i != j) and b_j0 in the inertial basis.

    U holds the blocks with s_i < s_j; those with s_j < s_i are their transposes, so Uᵀ.
    """
    n, bodies, b = tree.n, np.arange(tree.n), tree.m_tot * b
    U = np.empty((n, 3, n, 3))
    np.multiply(-b.T[None, :, :, None], d[:, None], out=U)  # -b_j0 d_ijᵀ: rows belong to b, columns to d
    dots = np.einsum("ijc,jc->ij", d, b)
    for k in range(3):
        U[:, k, :, k] += dots
    flat = U.reshape(3 * n, 3 * n)
    K = flat + flat.T
    K.reshape(n, 3, n, 3)[bodies, :, bodies] += np.matmul(np.matmul(A, tree.K), A.transpose(0, 2, 1))
    return K


def _right_side(
    tree: Tree, A: np.ndarray, w: np.ndarray, F: np.ndarray, base: BaseState, d: np.ndarray, b: np.ndarray
) -> np.ndarray:
    """W(62) in the inertial basis; the sums over s_i < s_j are those over d_ij with i != j."""
    w_skew = skew(w)
    spin = np.matmul(A, w_skew)
    twice = np.matmul(spin, w_skew)  # A_j ω̃_j ω̃_j, body to inertial
    carried = np.einsum("jab,jib->ia", twice, tree.d_off)
    pull = F + tree.m_tot * _times(twice, tree.b_0)
    own = _cross(_times(A, tree.hinge), F) + tree.m_tot * _cross(b, carried - base.accelerations(-tree.d_0))
    return -_times(spin, _times(tree.K, w)) - own - _crossed_sums(d, pull)


def _crossed_sums(d: np.ndarray, v: np.ndarray) -> np.ndarray:
    """Σ_j d_ij × v_j, (n, 3)."""
    P = np.matmul(d.transpose(0, 2, 1), v)
    return np.stack([P[:, 1, 2] - P[:, 2, 1], P[:, 2, 0] - P[:, 0, 2], P[:, 0, 1] - P[:, 1, 0]], axis=1)


def _cross(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    return np.matmul(skew(a), b[:, :, None])[:, :, 0]


def _solved(tree: Tree, K: np.ndarray, right: np.ndarray) -> np.ndarray:
    """Cholesky's method: K is symmetric and positive definite, else the input is no tree of bodies."""
    from scipy.linalg.lapack import dposv

    _, solution, info = dposv(K.T, right.reshape(-1), lower=1, overwrite_a=1)  # Kᵀ = K, in LAPACK's order
    if info or not np.isfinite(solution).all():
        raise ModelError(
            "The matrix of the angular accelerations is not positive definite, or a moment is not finite. Look for "
            "NaN in A, w and the loads, for matrices A that are no rotations, and for bodies that are points."
        )
    return solution.reshape(tree.n, 3)
