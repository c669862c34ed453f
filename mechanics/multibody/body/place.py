"""Where a body is: its reference point and its axes; and the few vector products used throughout."""

from typing import NamedTuple

import numpy as np

__all__ = ["GROUND", "Place", "cross", "to_basis", "turned"]

NEXT, AFTER = np.array([1, 2, 0]), np.array([2, 0, 1])  # y z x and z x y


class Place(NamedTuple):
    """Position and orientation of a body-fixed frame; leading axes, where there are any, count instants or bodies.

    Attributes
    ----------
    r : np.ndarray, shape (..., 3)
        Position of the reference point O in the inertial frame, inertial components, m.
    A : np.ndarray, shape (..., 3, 3)
        Rotation matrix, body -> inertial.
    """

    r: np.ndarray
    A: np.ndarray

    def point(self, r: np.ndarray) -> np.ndarray:
        """Inertial position of a point fixed in the body, r_O + A r, R(2.11).

        Parameters
        ----------
        r : np.ndarray, shape (..., 3)
            From O to the point, basis of the body, m.

        Returns
        -------
        np.ndarray, shape (..., 3)
            Inertial basis, m.
        """
        return self.r + turned(self.A, np.asarray(r, dtype=float))


GROUND = Place(np.zeros(3), np.eye(3))
"""The inertial frame itself, which markers call ``"ground"``."""


def cross(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """Vector products a × b along the last axis; much faster than `numpy.cross` for single vectors.

    Parameters
    ----------
    a, b : np.ndarray, shape (..., 3)
        Vectors.
    """
    a, b = np.asarray(a), np.asarray(b)
    return a.take(NEXT, -1) * b.take(AFTER, -1) - a.take(AFTER, -1) * b.take(NEXT, -1)


def turned(A: np.ndarray, x: np.ndarray) -> np.ndarray:
    """Products A x of matrices and vectors.

    Parameters
    ----------
    A : np.ndarray, shape (..., 3, 3)
        Matrices.
    x : np.ndarray, shape (..., 3)
        Vectors.
    """
    return (A @ np.asarray(x)[..., None])[..., 0]


def to_basis(A: np.ndarray, x: np.ndarray) -> np.ndarray:
    """Products Aᵀ x: inertial components become those of the body.

    Parameters
    ----------
    A : np.ndarray, shape (..., 3, 3)
        Rotation matrices, body to inertial.
    x : np.ndarray, shape (..., 3)
        Vectors, inertial components.
    """
    return (np.asarray(x)[..., None, :] @ A)[..., 0, :]
