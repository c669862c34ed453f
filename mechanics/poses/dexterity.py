"""How well joints can move a point: velocity ellipsoid of a Jacobian, and joint rates for a given velocity."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from sympy import ImmutableMatrix

from ..aliases import Matrix
from ..checking import array, matrix, whole
from ..errors import ModelError

__all__ = ["VelocityEllipsoid", "ellipse_points", "joint_rates", "velocity_ellipsoid"]

SINGULAR = 1e-9  # of the largest semi-axis: shorter ones count as zero


@dataclass(frozen=True)
class VelocityEllipsoid:
    """The velocities v = J q_d of all joint rates with |q_d| <= 1: an ellipsoid, flat where J is singular.

    Attributes
    ----------
    semi_axes : ndarray, shape (k,)
        Singular values of J, the largest first.
    directions : ndarray, shape (m, k)
        Unit vectors along the semi-axes, as columns.
    rates : ndarray, shape (n, k)
        Unit joint rates that lead to their ends, as columns.
    lost : ndarray, shape (m, m - rank)
        Directions in which nothing can move at this configuration, as columns.
    idle : ndarray, shape (n, n - rank)
        Joint rates that move nothing at this configuration, as columns.
    """

    semi_axes: np.ndarray
    directions: np.ndarray
    rates: np.ndarray
    lost: np.ndarray
    idle: np.ndarray

    @property
    def rank(self) -> int:
        """Number of independent directions in which the point can move."""
        return len(self.directions) - self.lost.shape[1]

    @property
    def manipulability(self) -> float:
        """Product of all semi-axes, |det J| of a square Jacobian: zero where the configuration is singular."""
        return float(np.prod(self.semi_axes))

    @property
    def condition(self) -> float:
        """Longest over shortest semi-axis: 1 where all directions are equally easy, infinite where singular."""
        shortest, longest = self.semi_axes[-1], self.semi_axes[0]
        return float(longest / shortest) if shortest > SINGULAR * longest else float("inf")


def velocity_ellipsoid(J: Matrix) -> VelocityEllipsoid:
    """The velocity ellipsoid of a Jacobian of numbers, from its singular value decomposition.

    Parameters
    ----------
    J : array_like, shape (m, n)
        Jacobian of numbers; rows in which nothing ever moves should be left out.

    Returns
    -------
    VelocityEllipsoid

    Raises
    ------
    ModelError
        If J is not a matrix of finite numbers.
    """
    J = _numbers(J)
    directions, semi_axes, rates = np.linalg.svd(J)
    k = len(semi_axes)
    rank = int((semi_axes > SINGULAR * semi_axes[0]).sum()) if semi_axes[0] > 0 else 0
    return VelocityEllipsoid(semi_axes, directions[:, :k], rates[:k].T, directions[:, rank:], rates[rank:].T)


def joint_rates(J: Matrix, velocity: Sequence[float]) -> np.ndarray:
    """The smallest joint rates q_d with J q_d = velocity: the inverse of (4.64), (4.65) at one configuration.

    Parameters
    ----------
    J : array_like, shape (m, n)
        Jacobian of numbers.
    velocity : sequence of float, shape (m,)
        Velocity, m/s and rad/s.

    Returns
    -------
    ndarray, shape (n,)
        Joint rates, rad/s or m/s.

    Raises
    ------
    ModelError
        If the velocity cannot be reached; the message says what is missing.
    """
    J, v = _numbers(J), array(velocity, "The velocity").ravel()
    if len(v) != len(J):
        raise ModelError(f"A velocity with {len(J)} components was expected, one for each row of J; got {len(v)}.")
    rates = np.linalg.pinv(J, rcond=SINGULAR) @ v
    missing = v - J @ rates
    if np.abs(missing).max() > 1e-6 * np.abs(v).max():
        raise ModelError(
            f"No joint rates give the velocity {v.tolist()} here: the part {np.round(missing, 6).tolist()} is missing. "
            "The configuration is singular in this direction, or there are too few joints."
        )
    return rates


def ellipse_points(J: Matrix, count: int = 36) -> tuple[ImmutableMatrix, ...]:
    """Points on the outline of the velocity ellipse of two joints, J [cos a, sin a], for a picture; symbols, too.

    Parameters
    ----------
    J : array_like, shape (m, 2)
        Jacobian.
    count : int, default 36
        Number of points; the first one is repeated at the end.

    Returns
    -------
    tuple of ImmutableMatrix

    Raises
    ------
    ModelError
        If J does not have two columns.
    """
    J, count = matrix(J, "A Jacobian"), whole(count, "The number of points", 1)
    if J.cols != 2:
        raise ModelError(f"An ellipse belongs to two joints; the Jacobian has {J.cols} columns.")
    angles = np.linspace(0, 2 * np.pi, count + 1)
    return tuple(J * ImmutableMatrix([float(np.cos(a)), float(np.sin(a))]) for a in angles)


def _numbers(J: Any) -> np.ndarray:
    expressions = matrix(J, "A Jacobian")
    if expressions.free_symbols:
        raise ModelError("A Jacobian of numbers was expected; put in values for its symbols first.")
    if not expressions:
        raise ModelError(f"A matrix of finite numbers was expected; got the shape {expressions.shape}.")
    return np.array(expressions.tolist(), dtype=float)
