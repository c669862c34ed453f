"""A base with a prescribed motion: accelerations that are piecewise polynomials of time."""

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from ...model import ModelError
from ...rotations.arrays import rotation_vector_matrix
from ..number_checks import checked_numbers
from .base import AT_REST, BaseState

__all__ = ["DEGREE", "GuidedBase", "Pieces", "distinct"]

DEGREE = 3  # of the accelerations
FIT = 1e-9  # of the largest acceleration
SAME = 1e-9  # s


def distinct(times: ArrayLike) -> np.ndarray:
    """Times in their order; of those that are as good as equal the first one.

    Parameters
    ----------
    times : array_like, shape (k,)
        s.
    """
    found = np.sort(np.asarray(times, dtype=float))
    return found[np.append(True, np.diff(found) > SAME)]


@dataclass(frozen=True, eq=False)
class Pieces:
    """A motion whose acceleration is a polynomial in each of several pieces, and zero before and after them.

    Attributes
    ----------
    times : np.ndarray, shape (p + 1,)
        Where pieces begin and end, s.
    coefficients : np.ndarray, shape (p, DEGREE + 1, c)
        Coefficients of the accelerations of c components, in powers of the time since the beginning of the piece,
        lowest first.
    x, v : np.ndarray, shape (c,)
        Position and velocity at the first time.
    """

    times: np.ndarray
    coefficients: np.ndarray
    x: np.ndarray
    v: np.ndarray

    @classmethod
    def fitted(
        cls, times: ArrayLike, acceleration: Callable[[np.ndarray], ArrayLike], x: ArrayLike = 0.0, v: ArrayLike = 0.0
    ) -> "Pieces":
        """The pieces of a function of time, whose jumps and kinks are all among the `times`.

        Parameters
        ----------
        acceleration : callable
            Function of times (k,) that returns (k,) or (k, c).

        Returns
        -------
        Pieces
            Whose accelerations are those of the function.

        Raises
        ------
        ModelError
            Where the function is no polynomial up to the third degree between the times, or the times do not increase.
        """
        edges = np.asarray(times, dtype=float)
        if edges.ndim != 1 or len(edges) < 2 or not (np.diff(edges) > 0).all():
            raise ModelError(f"The times of a motion must be at least two increasing numbers; got {times!r}.")
        inside = (1 - np.cos(np.pi * (np.arange(DEGREE + 3) + 0.5) / (DEGREE + 3))) / 2
        values = [
            np.reshape(acceleration(start + inside * step), (len(inside), -1))
            for start, step in zip(edges, np.diff(edges), strict=False)
        ]
        powers = inside[:, None] ** np.arange(DEGREE + 1)
        fits = [np.linalg.lstsq(powers, value, rcond=None)[0] for value in values]
        worst = max(np.abs(powers @ fit - value).max() for fit, value in zip(fits, values, strict=True))
        if not worst <= FIT * max(1e-3, np.abs(values).max()):
            raise ModelError(
                f"Between the given times the acceleration must be a polynomial up to degree {DEGREE}; it differs "
                f"from one by {worst:.2g}. Give every time at which it jumps or has a kink, or more times."
            )
        scales = np.diff(edges)[:, None, None] ** np.arange(DEGREE + 1)[None, :, None]
        c = values[0].shape[1]
        return cls(edges, np.stack(fits) / scales, np.broadcast_to(x, c) + 0.0, np.broadcast_to(v, c) + 0.0)

    @cached_property
    def _knots(self) -> tuple[np.ndarray, np.ndarray]:
        """Positions and velocities at the times, (p + 1, c)."""
        x, v = [np.asarray(self.x, dtype=float)], [np.asarray(self.v, dtype=float)]
        for coefficients, step in zip(self.coefficients, np.diff(self.times), strict=True):
            position, velocity, _ = _moved(coefficients, x[-1], v[-1], np.array([step]))
            x.append(position[0])
            v.append(velocity[0])
        return np.array(x), np.array(v)

    def piece(self, t: float) -> tuple[float, np.ndarray, np.ndarray, np.ndarray]:
        """The piece around a time.

        Parameters
        ----------
        t : float
            Time, s.

        Returns
        -------
        start : float
            Time at which the piece begins, s.
        coefficients : np.ndarray, shape (DEGREE + 1, c)
            Coefficients of the accelerations.
        x, v : np.ndarray, shape (c,)
            Position and velocity at the beginning of the piece.
        """
        k = int(np.searchsorted(self.times, t, side="right")) - 1
        x, v = self._knots
        if k < 0 or k == len(self.times) - 1:
            k = max(k, 0)
            return self.times[k], np.zeros_like(self.coefficients[0]), x[k], v[k]
        return self.times[k], self.coefficients[k], x[k], v[k]

    def at(self, t: ArrayLike) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Position, velocity and acceleration at many times.

        Parameters
        ----------
        t : array_like, shape (k,)
            Times, s.

        Returns
        -------
        x, v, a : np.ndarray, shape (k, c)
            Position, velocity and acceleration.
        """
        times = np.atleast_1d(np.asarray(t, dtype=float))
        rows = np.searchsorted(self.times, times, side="right")
        result = np.empty((3, len(times), self.coefficients.shape[2]))
        for row in np.unique(rows):
            here = rows == row
            start, coefficients, x, v = self.piece(times[here][0])
            result[:, here] = _moved(coefficients, x, v, times[here] - start)
        return result[0], result[1], result[2]


def _moved(coefficients: np.ndarray, x: np.ndarray, v: np.ndarray, time: np.ndarray) -> np.ndarray:
    """Position, velocity, acceleration a time after the beginning of a piece, (3, k, c)."""
    j = np.arange(DEGREE + 1)
    powers = time[:, None] ** j
    a = powers @ coefficients
    velocity = v + (powers * time[:, None] / (j + 1)) @ coefficients
    position = x + time[:, None] * v + (powers * time[:, None] ** 2 / ((j + 1) * (j + 2))) @ coefficients
    return np.stack([position, velocity, a])


_AT_REST = Pieces(np.array([0.0, 1.0]), np.zeros((1, DEGREE + 1, 3)), np.zeros(3), np.zeros(3))
_UNTURNED = Pieces(np.array([0.0, 1.0]), np.zeros((1, DEGREE + 1, 1)), np.zeros(1), np.zeros(1))


@dataclass(frozen=True, eq=False)
class GuidedBase:
    """Base of a tree that is carried along and turned about an axis; ``base(t)`` is its `BaseState`.

    Attributes
    ----------
    path : Pieces
        Motion of its origin, three components in m, inertial basis.
    turning : Pieces
        Motion of its angle about the axis, one component in rad.
    axis : np.ndarray, shape (3,)
        Unit vector, the same in both bases.
    """

    path: Pieces = _AT_REST
    turning: Pieces = _UNTURNED
    axis: Any = field(default_factory=lambda: np.array([0.0, 0.0, 1.0]))

    def __post_init__(self) -> None:
        axis = checked_numbers("The axis of a rotating base must be a nonzero vector", self.axis, (3,))
        if not axis.any():
            raise ModelError(f"The axis of a rotating base must be a nonzero vector; got {self.axis!r}.")
        object.__setattr__(self, "axis", axis / np.linalg.norm(axis))

    @classmethod
    def along(
        cls,
        direction: ArrayLike,
        times: ArrayLike,
        acceleration: Callable[[np.ndarray], ArrayLike],
        start: ArrayLike = (0.0, 0.0, 0.0),
    ) -> "GuidedBase":
        """Moved along a line from rest, such as by a `mechanics.kinematics.MotionProfile`.

        Parameters
        ----------
        direction : array_like, shape (3,)
            Direction of the line; its length is a factor of the acceleration.
        times : array_like
            Times at which the acceleration jumps or has a kink, s.
        acceleration : callable
            Function of times (k,) that returns (k,) in m/s².
        start : array_like, shape (3,), optional
            Origin of the base at the beginning, m.
        """
        direction = np.asarray(direction, dtype=float)
        path = Pieces.fitted(times, lambda t: np.asarray(acceleration(t))[:, None] * direction, start)
        return cls(path)

    @property
    def breaks(self) -> np.ndarray:
        """Times at which the accelerations may jump, s."""
        return np.empty(0) if self.rests else np.union1d(self.path.times, self.turning.times)

    @cached_property
    def rests(self) -> bool:
        """Whether it stays at the origin, unturned: the base of most trees."""
        numbers = [(m.x, m.v, m.coefficients) for m in (self.path, self.turning)]
        return not any(np.any(array) for arrays in numbers for array in arrays)

    def __call__(self, t: ArrayLike) -> BaseState:
        """The base at one time, or at times (k,)."""
        if self.rests and np.ndim(t) == 0:
            return AT_REST
        r, r_d, r_dd = self.path.at(t)
        angle, rate, rate_d = self.turning.at(t)
        A = rotation_vector_matrix(angle * self.axis)
        values = r, r_d, r_dd, A, rate * self.axis, rate_d * self.axis
        return BaseState(*values) if np.ndim(t) else BaseState(*(value[0] for value in values))
