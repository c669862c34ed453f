"""Energies and momenta of a tree, from orientations and angular velocities; arrays may have leading dimensions."""

from collections.abc import Sequence

import numpy as np

from .base import AT_REST, BaseState
from .kinematics import positions, velocities
from .tree import Tree

__all__ = ["angular_momentum", "gravity_energy", "kinetic_energy", "momentum"]


def kinetic_energy(tree: Tree, A: np.ndarray, w: np.ndarray, base: BaseState = AT_REST) -> np.ndarray:
    """Kinetic energy of all bodies, (...), J: ½ Σ m_i |r'_i|² + ½ Σ ω_i·J_i ω_i.

    Parameters
    ----------
    A : np.ndarray, shape (..., n, 3, 3)
        Rotation matrices, body to inertial.
    w : np.ndarray, shape (..., n, 3)
        Angular velocities, each in the basis of its body, rad/s.

    Returns
    -------
    np.ndarray, shape (...)
        J.
    """
    r_d = velocities(tree, A, w, base)
    translation = np.einsum("i,...ia,...ia->...", tree.m, r_d, r_d)
    return (translation + np.einsum("...ia,iab,...ib->...", w, tree.J, w)) / 2


def gravity_energy(tree: Tree, A: np.ndarray, gravity: Sequence[float], base: BaseState = AT_REST) -> np.ndarray:
    """Potential energy of the weights, -Σ m_i g·r_i, J.

    Parameters
    ----------
    tree : Tree
        Bodies and joints.
    A : np.ndarray, shape (..., n, 3, 3)
        Rotation matrices of the bodies, body to inertial.
    gravity : sequence of float, shape (3,)
        Acceleration of free fall, inertial basis, m/s².
    base : BaseState, optional
        Motion of the base; at rest unless given.
    """
    return -np.einsum("i,a,...ia->...", tree.m, np.asarray(gravity, dtype=float), positions(tree, A, base))


def momentum(tree: Tree, A: np.ndarray, w: np.ndarray, base: BaseState = AT_REST) -> np.ndarray:
    """Momentum of all bodies, Σ m_i r'_i.

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
    np.ndarray, shape (..., 3)
        Inertial basis, kg m/s.
    """
    return np.einsum("i,...ia->...a", tree.m, velocities(tree, A, w, base))


def angular_momentum(
    tree: Tree,
    A: np.ndarray,
    w: np.ndarray,
    base: BaseState = AT_REST,
    about: Sequence[float] = (0.0, 0.0, 0.0),
) -> np.ndarray:
    """Angular momentum of all bodies about a fixed point, (..., 3), kg m²/s, inertial basis.

    Σ m_i (r_i - r_P) × r'_i + Σ A_i J_i ω_i

    Parameters
    ----------
    about : sequence of float, shape (3,), optional
        Inertial position of the point P, m.

    Returns
    -------
    np.ndarray, shape (..., 3)
        Inertial basis, kg m²/s.
    """
    arms = positions(tree, A, base) - np.asarray(about, dtype=float)
    orbital = tree.m[:, None] * np.cross(arms, velocities(tree, A, w, base))
    own = np.einsum("...iab,ibc,...ic->...ia", A, tree.J, w)
    return np.sum(orbital + own, axis=-2)
