"""Where a body is: its reference point and its axes; and the few products of vectors that everything here needs."""

from typing import NamedTuple

import numpy as np

__all__ = ["GROUND", "Place", "cross", "to_basis", "turned"]

NEXT, AFTER = np.array([1, 2, 0]), np.array([2, 0, 1])  # y z x and z x y


class Place(NamedTuple):
    """Position and orientation of a body-fixed frame; leading axes, where there are any, count instants or bodies.

    Attributes
    ----------
    r : (..., 3) position of the reference point O in the inertial frame, inertial components, m
    A : (..., 3, 3) rotation matrix, body -> inertial
    """

    r: np.ndarray
    A: np.ndarray

    def point(self, r: np.ndarray) -> np.ndarray:
        """Inertial position of a point fixed in the body, r_O + A r, R(2.11)."""
        return self.r + turned(self.A, np.asarray(r, dtype=float))


GROUND = Place(np.zeros(3), np.eye(3))
"""The inertial frame itself, which markers call ``"ground"``."""


def cross(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """Vector products a × b along the last axis, (..., 3); much quicker than `numpy.cross` for single vectors."""
    a, b = np.asarray(a), np.asarray(b)
    return a.take(NEXT, -1) * b.take(AFTER, -1) - a.take(AFTER, -1) * b.take(NEXT, -1)


def turned(A: np.ndarray, x: np.ndarray) -> np.ndarray:
    """A x for matrices (..., 3, 3) and vectors (..., 3)."""
    return (A @ np.asarray(x)[..., None])[..., 0]


def to_basis(A: np.ndarray, x: np.ndarray) -> np.ndarray:
    """Aᵀ x for matrices (..., 3, 3) and vectors (..., 3): inertial components become those of the body."""
    return (np.asarray(x)[..., None, :] @ A)[..., 0, :]
