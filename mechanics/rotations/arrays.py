"""Rotations as arrays of numbers: many in one call, components along the last axis.

Quaternions have the scalar first; rotation matrices map body to inertial components, angular velocities are taken in
the basis of the body.
"""

import numpy as np
from numpy.typing import ArrayLike

__all__ = ["matrix_quaternion", "quaternion_matrix", "quaternion_rate", "rotation_vector_matrix", "skew"]


def skew(a: ArrayLike) -> np.ndarray:
    """Skew-symmetric matrices ã with ã b = a × b.

    Parameters
    ----------
    a : array_like, shape (..., 3)
        Vectors.

    Returns
    -------
    ndarray, shape (..., 3, 3)
    """
    a = np.asarray(a, dtype=float)
    x, y, z = a[..., 0], a[..., 1], a[..., 2]
    matrix = np.zeros((*a.shape, 3))
    matrix[..., 0, 1], matrix[..., 0, 2], matrix[..., 1, 2] = -z, y, -x
    matrix[..., 1, 0], matrix[..., 2, 0], matrix[..., 2, 1] = z, -y, x
    return matrix


def quaternion_matrix(q: ArrayLike) -> np.ndarray:
    """Rotation matrices of quaternions of any length but zero.

    A = E + 2 (q_0 ẽ + ẽ ẽ) / |q|² with the vector part e.

    Parameters
    ----------
    q : array_like, shape (..., 4)
        Quaternions, scalar first.

    Returns
    -------
    ndarray, shape (..., 3, 3)
        Matrices that map body to inertial components.
    """
    q = np.asarray(q, dtype=float)
    e = skew(q[..., 1:])
    norm = np.sum(q * q, axis=-1)[..., None, None]
    return np.eye(3) + 2.0 * (q[..., :1, None] * e + e @ e) / norm


def matrix_quaternion(A: ArrayLike) -> np.ndarray:
    """Unit quaternions of rotation matrices, with q_0 ≥ 0.

    Parameters
    ----------
    A : array_like, shape (..., 3, 3)
        Rotation matrices.

    Returns
    -------
    ndarray, shape (..., 4)
        Quaternions, scalar first.
    """
    from scipy.spatial.transform import Rotation  # slow to import

    A = np.asarray(A, dtype=float)
    vector_first = Rotation.from_matrix(A.reshape(-1, 3, 3)).as_quat(canonical=True)
    return np.roll(vector_first, 1, axis=-1).reshape(*A.shape[:-2], 4)


def quaternion_rate(q: ArrayLike, w: ArrayLike) -> np.ndarray:
    """Rates of quaternions, q̇ = ½ q ∘ (0, ω).

    Parameters
    ----------
    q : array_like, shape (..., 4)
        Quaternions, scalar first.
    w : array_like, shape (..., 3)
        Angular velocities in the basis of the body, rad/s.

    Returns
    -------
    ndarray, shape (..., 4)
        Rates, 1/s.
    """
    q, w = np.asarray(q, dtype=float), np.asarray(w, dtype=float)
    scalar = -np.sum(q[..., 1:] * w, axis=-1, keepdims=True)
    vector = q[..., :1] * w + (skew(q[..., 1:]) @ w[..., None])[..., 0]  # quicker than np.cross
    return 0.5 * np.concatenate([scalar, vector], axis=-1)


def rotation_vector_matrix(vector: ArrayLike) -> np.ndarray:
    """Rotation matrices by the angle |a| about the vector a.

    Parameters
    ----------
    vector : array_like, shape (..., 3)
        Rotation vectors a, rad.

    Returns
    -------
    ndarray, shape (..., 3, 3)
    """
    from scipy.spatial.transform import Rotation  # slow to import

    vector = np.asarray(vector, dtype=float)
    return Rotation.from_rotvec(vector.reshape(-1, 3)).as_matrix().reshape(*vector.shape[:-1], 3, 3)
