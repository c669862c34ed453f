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
    """Inertial positions of the mass centres, (..., n, 3), m: r_i = r_0 - d_0i - Σ_j A_j d_ji; W(19)."""
    return base.positions(-tree.d_0) - _sums(A, tree.d)


def velocities(tree: Tree, A: np.ndarray, w: np.ndarray, base: BaseState = AT_REST) -> np.ndarray:
    """Inertial velocities of the mass centres, (..., n, 3), m/s: W(19) once differentiated."""
    return base.velocities(-tree.d_0) - _sums(A @ skew(w), tree.d)


def accelerations(tree: Tree, A: np.ndarray, w: np.ndarray, w_d: np.ndarray, base: BaseState = AT_REST) -> np.ndarray:
    """Inertial accelerations of the mass centres, (..., n, 3), m/s²: W(19) twice differentiated, with W(52).

    r''_i = r''_0 - d''_0i - Σ_j A_j (ω'_j × d_ji + ω_j × (ω_j × d_ji))
    """
    spin = skew(w)
    return base.accelerations(-tree.d_0) - _sums(A @ (skew(w_d) + spin @ spin), tree.d)


def hinge_positions(tree: Tree, A: np.ndarray, base: BaseState = AT_REST) -> np.ndarray:
    """Inertial positions of the hinges, (..., n, 3), m, in the order of the arcs: those of r_i + c_ia."""
    at_bodies = positions(tree, A, base) + np.einsum("...iab,ib->...ia", A, tree.hinge)
    return np.stack([at_bodies[..., i, :] for i in np.argsort(tree.graph.inboard)], axis=-2)


def gaps(tree: Tree, A: np.ndarray, r: np.ndarray, base: BaseState = AT_REST) -> np.ndarray:
    """By how much the hinges are open, (..., n, 3), m, for any positions r of the mass centres; zero if W(15) holds.

    (r_i+ + c_i+a) - (r_i- + c_i-a) = Σ_i S_ia (r_i + c_ia), i = 0..n
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
