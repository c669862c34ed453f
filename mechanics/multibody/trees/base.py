"""The base of a tree at one instant: where it is, how it moves and turns (W(13)-(19), and several bodies on it)."""

from collections.abc import Callable
from dataclasses import dataclass, field, fields
from functools import cached_property
from typing import Any

import numpy as np

from ...model import ModelError
from ...rotations.arrays import skew
from ..number_checks import checked_numbers

__all__ = ["AT_REST", "BaseMotion", "BaseState"]

ORTHONORMAL = 1e-9  # largest entry of A Aᵀ − E
_SHAPES = {"A": (3, 3)}


def _zero() -> Any:
    return field(default_factory=lambda: np.zeros(3))


@dataclass(frozen=True, eq=False)
class BaseState:
    """Motion of the base (body 0) at one instant, or at many: then all fields have the same leading dimensions.

    Attributes
    ----------
    r, r_d, r_dd : np.ndarray, shape (..., 3)
        Position, velocity, acceleration of the base's origin, inertial components, m, m/s, m/s².
    A : np.ndarray, shape (..., 3, 3)
        Rotation matrix, base to inertial.
    w, w_d : np.ndarray, shape (..., 3)
        Angular velocity and acceleration in components of the base, rad/s, rad/s².
    """

    r: Any = _zero()
    r_d: Any = _zero()
    r_dd: Any = _zero()
    A: Any = field(default_factory=lambda: np.eye(3))
    w: Any = _zero()
    w_d: Any = _zero()

    def __post_init__(self) -> None:
        for entry in fields(self):
            given, shape = getattr(self, entry.name), _SHAPES.get(entry.name, (3,))
            wanted = f"{entry.name} of a base has the shape {shape}, with leading dimensions for many instants"
            value = checked_numbers(wanted, given, (*np.shape(given)[: -len(shape)], *shape))
            object.__setattr__(self, entry.name, value)
        if not np.abs(self.A @ self.A.swapaxes(-1, -2) - np.eye(3)).max() < ORTHONORMAL:
            raise ModelError(f"A of a base must be a rotation matrix, A Aᵀ = E; got {np.round(self.A, 6).tolist()}.")

    def positions(self, c: np.ndarray) -> np.ndarray:
        """Positions of points that are fixed in the base, r_0 + A_0 c.

        Parameters
        ----------
        c : np.ndarray, shape (n, 3)
            Points fixed in the base, from its origin, basis of the base, m.

        Returns
        -------
        np.ndarray, shape (..., n, 3)
            Inertial basis, m.
        """
        return self.r[..., None, :] + self._turned(self.A, c)

    def velocities(self, c: np.ndarray) -> np.ndarray:
        """Velocities of points that are fixed in the base, r'_0 + A_0 (ω_0 × c).

        Parameters
        ----------
        c : np.ndarray, shape (n, 3)
            Points fixed in the base, from its origin, basis of the base, m.

        Returns
        -------
        np.ndarray, shape (..., n, 3)
            Inertial basis, m/s.
        """
        return self.r_d[..., None, :] + self._turned(self.A @ skew(self.w), c)

    def accelerations(self, c: np.ndarray) -> np.ndarray:
        """Accelerations of points that are fixed in the base, r''_0 + A_0 (ω'_0 × c + ω_0 × (ω_0 × c)).

        Parameters
        ----------
        c : np.ndarray, shape (n, 3)
            Points fixed in the base, from its origin, basis of the base, m.

        Returns
        -------
        np.ndarray, shape (..., n, 3)
            Inertial basis, m/s².
        """
        return self.r_dd[..., None, :] + self._turned(self._turning, c)

    @cached_property
    def _turning(self) -> np.ndarray:
        """(..., 3, 3) A_0 (ω̃'_0 + ω̃_0 ω̃_0): of a base at rest it is asked for at every instant."""
        spin = skew(self.w)
        return self.A @ (skew(self.w_d) + spin @ spin)

    @staticmethod
    def _turned(matrix: np.ndarray, c: np.ndarray) -> np.ndarray:
        return np.asarray(c) @ np.swapaxes(matrix, -1, -2)


BaseMotion = Callable[[float], BaseState]

AT_REST = BaseState()
