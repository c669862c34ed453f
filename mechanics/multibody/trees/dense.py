"""The equations of motion of a tree as one system of 3n equations for its angular accelerations (W(59)-(63)).

Σ_j K_ij ω'_j = M'_i + M_i + Σ_a S_ia Y_a in the inertial basis, for all bodies at once. Because d_ij is zero unless
s_i <= s_j, no case of W(60) needs to be asked for: the blocks above and below the path follow from one formula.
"""

import numpy as np
from numpy.typing import ArrayLike

from ...model import ModelError
from ...rotations.arrays import skew
from .base import AT_REST, BaseState
from .tree import Tree

__all__ = ["K_blocks", "M_dash", "angular_accelerations", "reactions", "system_matrix"]


def system_matrix(tree: Tree, A: np.ndarray) -> np.ndarray:
    """Matrix of the angular accelerations, (3n, 3n), symmetric, positive definite, kg m², inertial basis; W(61).

    Parameters
    ----------
    A : np.ndarray, shape (n, 3, 3)
        Rotation matrices of the bodies, body to inertial.
    """
    A = _rows("A", A, (tree.n, 3, 3))
    K = _matrix(tree, A, np.matmul(A, tree.d_off), _times(A, tree.b_0))
    return K.transpose(1, 0, 3, 2).reshape(3 * tree.n, 3 * tree.n)


def K_blocks(tree: Tree, A: np.ndarray) -> np.ndarray:
    """Matrix of the angular accelerations by blocks K_ij; W(60), W(61).

    Parameters
    ----------
    tree : Tree
        Bodies and joints.
    A : np.ndarray, shape (n, 3, 3)
        Rotation matrices of the bodies, body to inertial.

    Returns
    -------
    np.ndarray, shape (n, n, 3, 3)
        Blocks, kg m², inertial basis.
    """
    return system_matrix(tree, A).reshape(tree.n, 3, tree.n, 3).swapaxes(1, 2)


def M_dash(
    tree: Tree, A: np.ndarray, w: np.ndarray, F: np.ndarray | None = None, base: BaseState = AT_REST
) -> np.ndarray:
    """Columns M'_i of velocities, forces and the base's acceleration, (n, 3), N m, inertial basis; W(62), W(63).

    Parameters
    ----------
    A : np.ndarray, shape (n, 3, 3)
        Rotation matrices of the bodies, body to inertial.
    w : np.ndarray, shape (n, 3)
        Angular velocities, each in the basis of its body, rad/s.
    F : np.ndarray, shape (n, 3), optional
        Applied forces at the mass centres, weights included, inertial basis, N.
    base : BaseState, optional
        Motion of the base at this instant.
    """
    n = tree.n
    A, w, F = _rows("A", A, (n, 3, 3)), _rows("w", w, (n, 3)), _rows("F", F, (n, 3))
    return _right_side(tree, A, w, F, base, np.matmul(A, tree.d_off), _times(A, tree.b_0))


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
    A : np.ndarray, shape (n, 3, 3)
        Rotation matrices of the bodies, body to inertial.
    w : np.ndarray, shape (n, 3)
        Angular velocities, each in the basis of its body, rad/s.
    F, M : np.ndarray, shape (n, 3), optional
        Applied forces at the mass centres (weights included) and applied moments about them, inertial basis, N, N m;
        zero where they are not given.
    Y : np.ndarray, shape (n, 3), optional
        Joint moments, one an arc: + on body i+(a), - on body i-(a), inertial basis, N m.
    base : BaseState, optional
        Motion of the base at this instant.

    Raises
    ------
    ModelError
        For arrays of a wrong shape, for NaN, and where the matrix is not positive definite.
    """
    n = tree.n
    A, w, F = _rows("A", A, (n, 3, 3)), _rows("w", w, (n, 3)), _rows("F", F, (n, 3))
    d, b = np.matmul(A, tree.d_off), _times(A, tree.b_0)
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
    r_dd : np.ndarray, shape (n, 3)
        Accelerations of the mass centres, inertial basis, m/s².
    F : np.ndarray, shape (n, 3)
        Applied forces, weights included, inertial basis, N.
    """
    return tree.graph.T @ (tree.m[:, None] * np.asarray(r_dd) - np.asarray(F))


# --- details ----------------------------------------------------------------------------------------------


def _rows(name: str, value: ArrayLike | None, shape: tuple[int, ...]) -> np.ndarray:
    """The array, zeros where there is none; another shape is an error."""
    if value is None:
        return np.zeros(shape)
    array = np.asarray(value, dtype=float)
    if array.shape != shape:
        raise ModelError(
            f"{name} holds one row for each of the {shape[0]} bodies or joints of the tree, shape {shape}; "
            f"got an array of shape {array.shape}."
        )
    return array


def _times(A: np.ndarray, b: np.ndarray) -> np.ndarray:
    """A_i b_i, (n, 3)."""
    return np.matmul(A, b[:, :, None])[:, :, 0]


def _matrix(tree: Tree, A: np.ndarray, d: np.ndarray, b: np.ndarray) -> np.ndarray:
    """W(61) from d_ij (i != j) and b_j0 in the inertial basis; (3, n, 3, n), so that numpy's inner loops are long.

    U holds the blocks with s_i < s_j; those with s_j < s_i are their transposes, so Uᵀ.
    """
    # d_ij vanishes unless s_i < s_j (i = j is left out of d_off), so one product fills exactly the blocks of the first
    # case of W(60) and leaves zeros elsewhere; no case has to be distinguished.
    n, b = tree.n, tree.m_tot * b
    U = np.empty((3, n, 3, n))
    np.multiply(-b.T[:, None, None, :], d, out=U)  # -b_j0 d_ijᵀ: rows belong to b, columns to d
    dots = -(U[0, :, 0] + U[1, :, 1] + U[2, :, 2])
    for k in range(3):
        U[k, :, k] += dots
    flat = U.reshape(3 * n, 3 * n)
    K = (flat + flat.T).reshape(3, n, 3, n)
    diagonal = np.einsum("aibi->iab", K)  # a view of the blocks K_ii
    diagonal += np.matmul(np.matmul(A, tree.K), A.transpose(0, 2, 1))
    return K


def _right_side(
    tree: Tree, A: np.ndarray, w: np.ndarray, F: np.ndarray, base: BaseState, d: np.ndarray, b: np.ndarray
) -> np.ndarray:
    """W(62) in the inertial basis; the sums over s_i < s_j are those over d_ij with i != j.

    All vector products are taken at once, from the sum of their dyads: Σ a × b is the axial vector of Σ a bᵀ.
    """
    w_skew = skew(w)
    spin = np.matmul(A, w_skew)
    twice = np.matmul(spin, w_skew)  # A_j ω̃_j ω̃_j, body to inertial
    carried = np.matmul(twice, tree.d_off).sum(axis=0).T
    dyads = np.matmul(d, F + tree.m_tot * _times(twice, tree.b_0))
    dyads += _times(A, tree.hinge)[:, :, None] * F[:, None, :]
    dyads += (tree.m_tot * b)[:, :, None] * (carried - base.accelerations(-tree.d_0))[:, None, :]
    return -_times(spin, _times(tree.K, w)) - _axial(dyads)


def _axial(dyads: np.ndarray) -> np.ndarray:
    """a × b from a bᵀ, (n, 3, 3) to (n, 3)."""
    flat = dyads.reshape(-1, 9)
    return flat.take([5, 6, 1], axis=1) - flat.take([7, 2, 3], axis=1)


def _solved(tree: Tree, K: np.ndarray, right: np.ndarray) -> np.ndarray:
    """Cholesky's method: K is symmetric and positive definite, else the input is no tree of bodies."""
    from scipy.linalg.lapack import dposv

    size = 3 * tree.n  # Kᵀ = K is what LAPACK reads from rows
    _, solution, info = dposv(K.reshape(size, size).T, right.T.ravel(), lower=1, overwrite_a=1)
    if info or not np.isfinite(solution).all():
        raise ModelError(
            "The matrix of the angular accelerations is not positive definite, or a moment is not finite. Look for "
            "NaN in A, w and the loads, for matrices A that are not rotations, and for bodies that are points."
        )
    return solution.reshape(3, tree.n).T
