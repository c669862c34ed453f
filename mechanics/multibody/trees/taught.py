"""The equations of a tree one block at a time, as they stand in the document: W(61), W(62), W(63).

Slow and to be read; `mechanics.multibody.trees.dense` computes the same for all bodies at once.
"""

import numpy as np

from ...rotations.arrays import skew
from .base import AT_REST, BaseState
from .tree import Tree

__all__ = ["K_ij", "M_dash_i"]


def K_ij(tree: Tree, A: np.ndarray, i: int, j: int) -> np.ndarray:
    """Block K_ij of the matrix of the angular accelerations, (3, 3), kg m², inertial basis; W(61).

    A_i K_i A_iᵀ for i = j; m_tot ((A_ij b_j0)·d_ij E - (A_j b_j0)(A_i d_ij)ᵀ) for s_i < s_j;
    m_tot ((A_ij d_ji)·b_i0 E - (A_j d_ji)(A_i b_i0)ᵀ) for s_j < s_i; otherwise 0.

    Parameters
    ----------
    A : np.ndarray, shape (n, 3, 3)
        Rotation matrices, body to inertial.
    i, j : int
        Indices of two bodies, from 0.
    """
    if i == j:
        return A[i] @ tree.K[i] @ A[i].T
    if tree.graph.strictly_before[i, j]:
        left, right = A[j] @ tree.b_0[j], A[i] @ tree.d[i, j]
    elif tree.graph.strictly_before[j, i]:
        left, right = A[j] @ tree.d[j, i], A[i] @ tree.b_0[i]
    else:
        return np.zeros((3, 3))
    return tree.m_tot * (left @ right * np.eye(3) - np.outer(left, right))


def M_dash_i(tree: Tree, A: np.ndarray, w: np.ndarray, F: np.ndarray, i: int, base: BaseState = AT_REST) -> np.ndarray:
    """Column M'_i of velocities, forces and the base's acceleration, (3,), N m, basis of body i; W(62).

    -ω_i × K_i ω_i - m_tot (Σ d_ij × A_ij (ω_j × (ω_j × b_j0)) [s_i < s_j]
    + b_i0 × (Σ A_ij (ω_j × (ω_j × d_ji)) [s_j < s_i] - A_iᵀ r''_0)) - Σ d_ij × A_iᵀ F_j [s_i <= s_j]

    r''_0 is the acceleration of the hinge on the base by which body i hangs.

    Parameters
    ----------
    tree : Tree
        Bodies and joints.
    A : np.ndarray, shape (n, 3, 3)
        Rotation matrices of the bodies, body to inertial.
    w : np.ndarray, shape (n, 3)
        Angular velocities, each in the basis of its body, rad/s.
    F : np.ndarray, shape (n, 3)
        Applied forces at the mass centres, weights included, inertial basis, N.
    i : int
        Index of the body, from 0.
    base : BaseState, optional
        Motion of the base; at rest unless given.
    """
    before, b, d = tree.graph.strictly_before, tree.b_0, tree.d
    spin = skew(w)
    r_dd_0 = base.accelerations(-tree.d_0)[i]
    moment = -spin[i] @ tree.K[i] @ w[i] + tree.m_tot * np.cross(b[i], A[i].T @ r_dd_0)
    for j in range(tree.n):
        A_ij = A[i].T @ A[j]
        if before[i, j]:
            moment -= tree.m_tot * np.cross(d[i, j], A_ij @ spin[j] @ spin[j] @ b[j])
        if before[j, i]:
            moment -= tree.m_tot * np.cross(b[i], A_ij @ spin[j] @ spin[j] @ d[j, i])
        if before[i, j] or i == j:
            moment -= np.cross(d[i, j], A[i].T @ F[j])
    return moment
