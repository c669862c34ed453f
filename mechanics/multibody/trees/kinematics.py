"""Where the bodies of a tree are and how they move, from their orientations (W(13)-(19)).

Arrays may have leading dimensions (many instants): orientations A (..., n, 3, 3), body to inertial, angular
velocities w and accelerations w_d (..., n, 3) in the bases of the bodies.
"""

import numpy as np

from ...rotations.arrays import skew
from .base import AT_REST, BaseState
from .tree import Tree

__all__ = ["accelerations", "gaps", "hinge_positions", "positions", "velocities"]


def positions(tree: Tree, A: np.ndarray, base: BaseState = AT_REST) -> np.ndarray:
    """Positions of the mass centres, r_i = r_0 - d_0i - Σ_j A_j d_ji; W(19).

    Parameters
    ----------
    tree : Tree
        Bodies and joints.
    A : np.ndarray, shape (..., n, 3, 3)
        Rotation matrices of the bodies, body to inertial.
    base : BaseState, optional
        Motion of the base; at rest unless given.

    Returns
    -------
    np.ndarray, shape (..., n, 3)
        Inertial basis, m.
    """
    return base.positions(-tree.d_0) - _sums(A, tree.d)


def velocities(tree: Tree, A: np.ndarray, w: np.ndarray, base: BaseState = AT_REST) -> np.ndarray:
    """Velocities of the mass centres: W(19) differentiated once.

    Parameters
    ----------
    tree : Tree
        Bodies and joints.
    A : np.ndarray, shape (..., n, 3, 3)
        Rotation matrices of the bodies, body to inertial.
    w : np.ndarray, shape (..., n, 3)
        Angular velocities, each in the basis of its body, rad/s.
    base : BaseState, optional
        Motion of the base; at rest unless given.

    Returns
    -------
    np.ndarray, shape (..., n, 3)
        Inertial basis, m/s.
    """
    return base.velocities(-tree.d_0) - _sums(A @ skew(w), tree.d)


def accelerations(tree: Tree, A: np.ndarray, w: np.ndarray, w_d: np.ndarray, base: BaseState = AT_REST) -> np.ndarray:
    """Accelerations of the mass centres: W(19) differentiated twice, with W(52).

    r''_i = r''_0 - d''_0i - Σ_j A_j (ω'_j × d_ji + ω_j × (ω_j × d_ji))

    Parameters
    ----------
    tree : Tree
        Bodies and joints.
    A : np.ndarray, shape (..., n, 3, 3)
        Rotation matrices of the bodies, body to inertial.
    w : np.ndarray, shape (..., n, 3)
        Angular velocities, each in the basis of its body, rad/s.
    w_d : np.ndarray, shape (..., n, 3)
        Angular accelerations, each in the basis of its body, rad/s².
    base : BaseState, optional
        Motion of the base; at rest unless given.

    Returns
    -------
    np.ndarray, shape (..., n, 3)
        Inertial basis, m/s².
    """
    spin = skew(w)
    return base.accelerations(-tree.d_0) - _sums(A @ (skew(w_d) + spin @ spin), tree.d)


def hinge_positions(tree: Tree, A: np.ndarray, base: BaseState = AT_REST) -> np.ndarray:
    """Positions r_i + c_ia of the hinges, in the order of the arcs.

    Parameters
    ----------
    tree : Tree
        Bodies and joints.
    A : np.ndarray, shape (..., n, 3, 3)
        Rotation matrices of the bodies, body to inertial.
    base : BaseState, optional
        Motion of the base; at rest unless given.

    Returns
    -------
    np.ndarray, shape (..., n, 3)
        Inertial basis, m.
    """
    at_bodies = positions(tree, A, base) + np.einsum("...iab,ib->...ia", A, tree.hinge)
    return np.stack([at_bodies[..., i, :] for i in np.argsort(tree.graph.inboard)], axis=-2)


def gaps(tree: Tree, A: np.ndarray, r: np.ndarray, base: BaseState = AT_REST) -> np.ndarray:
    """Gaps in the hinges for any positions of the mass centres; zero where W(15) holds.

    (r_i+ + c_i+a) - (r_i- + c_i-a) = Σ_i S_ia (r_i + c_ia), i = 0..n

    Parameters
    ----------
    tree : Tree
        Bodies and joints.
    A : np.ndarray, shape (..., n, 3, 3)
        Rotation matrices of the bodies, body to inertial.
    r : np.ndarray, shape (..., n, 3)
        Positions of the mass centres, inertial basis, m.
    base : BaseState, optional
        Motion of the base; at rest unless given.

    Returns
    -------
    np.ndarray, shape (..., n, 3)
        From the hinge point on i-(a) to that on i+(a), inertial basis, m.
    """
    S = tree.graph.incidence
    centres = np.concatenate([base.r[..., None, :], r], axis=-2)
    turned = np.einsum("...iab,icb->...ica", np.concatenate([base.A[..., None, :, :], A], axis=-3), tree.c)
    return np.einsum("ia,...ic->...ac", S, centres) + np.einsum("ia,...iac->...ac", S, turned)


def _sums(B: np.ndarray, d: np.ndarray) -> np.ndarray:
    """Σ_j B_j d_ji for all bodies i, (..., n, 3), as one product of matrices: (a, jb) times (jb, i)."""
    n = len(d)
    rows = np.swapaxes(B, -3, -2).reshape(*B.shape[:-3], 3, 3 * n)
    return np.swapaxes(rows @ np.swapaxes(d, 1, 2).reshape(3 * n, n), -2, -1)
