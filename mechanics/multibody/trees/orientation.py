"""Coordinates for the orientation of a body: Bryant angles, Euler angles, quaternions; W(64)-(67).

Three angles always have a position in which they are singular; the four numbers of a quaternion have none, so
simulations use them. Arrays have the coordinates along the last axis. Matrices map body to inertial components,
angular velocities are in the basis of the body.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Protocol

import numpy as np
import sympy as sp

from ...model import ModelError
from ...rotations import from_sequence, rate_inverse
from ...rotations.arrays import matrix_quaternion, quaternion_matrix, quaternion_rate

__all__ = ["BRYANT", "EULER", "QUATERNION", "Angles", "Orientation", "Quaternions"]

SINGULAR = 1e-6  # of the cosine or sine by which the rates are divided


class Orientation(Protocol):
    """Coordinates of the orientation of a body.

    Attributes
    ----------
    size : int
        How many there are.
    """

    size: int

    def matrix(self, q: np.ndarray) -> np.ndarray:
        """Rotation matrices of the coordinates.

        Parameters
        ----------
        q : np.ndarray, shape (..., size)
            Coordinates.

        Returns
        -------
        np.ndarray, shape (..., 3, 3)
            Body to inertial.
        """

    def rates(self, q: np.ndarray, w: np.ndarray) -> np.ndarray:
        """Rates of the coordinates, q' = f(q, ω) of W(2).

        Parameters
        ----------
        q : np.ndarray, shape (..., size)
            Coordinates.
        w : np.ndarray, shape (..., 3)
            Angular velocities, basis of the body, rad/s.

        Returns
        -------
        np.ndarray, shape (..., size)
            Rates.
        """

    def of(self, A: np.ndarray) -> np.ndarray:
        """Coordinates of rotation matrices.

        Parameters
        ----------
        A : np.ndarray, shape (..., 3, 3)
            Rotation matrices, body to inertial.

        Returns
        -------
        np.ndarray, shape (..., size)
            Coordinates.
        """


@dataclass(frozen=True)
class Angles:
    """Three angles about axes of the turning body.

    Attributes
    ----------
    axes : str
        The axes in their order, such as "xyz".
    name, symbols : str
        For messages.
    """

    axes: str
    name: str
    symbols: Sequence[str]
    size: int = 3

    def matrix(self, q: np.ndarray) -> np.ndarray:
        """Rotation matrices of angles; W(65), W(67).

        Parameters
        ----------
        q : np.ndarray, shape (..., 3)
            Angles, rad.

        Returns
        -------
        np.ndarray, shape (..., 3, 3)
            Body to inertial.
        """
        q = np.asarray(q, dtype=float)
        entries = np.broadcast_arrays(*_functions(self.axes)[0](*np.moveaxis(q, -1, 0)))
        return np.stack(entries, axis=-1).reshape(*q.shape[:-1], 3, 3)

    def rates(self, q: np.ndarray, w: np.ndarray) -> np.ndarray:
        """Rates of the angles from angular velocities in the basis of the body; W(64), W(66).

        Parameters
        ----------
        q : np.ndarray, shape (..., 3)
            Angles, rad.
        w : np.ndarray, shape (..., 3)
            Angular velocities, basis of the body, rad/s.

        Returns
        -------
        np.ndarray, shape (..., 3)
            Rad/s.

        Raises
        ------
        ModelError
            Where the first and the third axis coincide (*gimbal lock*): the message names the angle and the body.
        """
        q, w = np.asarray(q, dtype=float), np.asarray(w, dtype=float)
        self._check(q)
        rates = _functions(self.axes)[1](*np.moveaxis(q, -1, 0), *np.moveaxis(w, -1, 0))
        return np.stack(np.broadcast_arrays(*rates), axis=-1)

    def of(self, A: np.ndarray) -> np.ndarray:
        """Angles of rotation matrices; the second angle of x-y-z is between -π/2 and π/2.

        Parameters
        ----------
        A : np.ndarray, shape (..., 3, 3)
            Rotation matrices, body to inertial.

        Returns
        -------
        np.ndarray, shape (..., 3)
            Rad.
        """
        from scipy.spatial.transform import Rotation

        A = np.asarray(A, dtype=float)
        angles = Rotation.from_matrix(A.reshape(-1, 3, 3)).as_euler(self.axes.upper())
        return angles.reshape(*A.shape[:-2], 3)

    def divisor(self, q: np.ndarray) -> np.ndarray:
        """By what the rates are divided: the cosine of the second angle for three axes, its sine for two.

        Parameters
        ----------
        q : np.ndarray, shape (..., 3)
            Angles, rad.

        Returns
        -------
        np.ndarray, shape (...)
            The rates are singular where it is zero.
        """
        second = np.asarray(q, dtype=float)[..., 1]
        return np.cos(second) if len(set(self.axes)) == 3 else np.sin(second)

    def _check(self, q: np.ndarray) -> None:
        lost = np.flatnonzero(np.abs(self.divisor(q)) < SINGULAR)
        if len(lost):
            angle = float(q.reshape(-1, 3)[lost[0], 1])
            raise ModelError(
                f"{self.name} are singular in row {lost[0] + 1}: at {self.symbols[1]} = {angle:.6g} rad the axes of "
                f"{self.symbols[0]} and {self.symbols[2]} coincide and their rates are undetermined. "
                "Use quaternions, or choose other body axes."
            )


@dataclass(frozen=True)
class Quaternions:
    """Unit quaternions, scalar first: q' = ½ q ∘ (0, ω), never singular.

    Attributes
    ----------
    size : int
        Four.
    """

    size: int = 4

    def matrix(self, q: np.ndarray) -> np.ndarray:
        """Rotation matrices, (..., 4) to (..., 3, 3)."""
        return quaternion_matrix(q)

    def rates(self, q: np.ndarray, w: np.ndarray) -> np.ndarray:
        """Rates of the quaternions, (..., 4)."""
        return quaternion_rate(q, w)

    def of(self, A: np.ndarray) -> np.ndarray:
        """Quaternions of rotation matrices, (..., 3, 3) to (..., 4)."""
        return matrix_quaternion(A)


@cache
def _functions(axes: str) -> tuple[Callable[..., list], Callable[..., list]]:
    """Entries of the rotation matrix, and rates of the angles, as functions of arrays of numbers."""
    q, w = sp.symbols("q:3", real=True), sp.symbols("w:3", real=True)
    entries = [*from_sequence(axes, q)]
    rates = [*(rate_inverse(axes, q, body=True) * sp.Matrix(w))]
    return sp.lambdify(q, entries, "numpy", cse=True), sp.lambdify([*q, *w], rates, "numpy", cse=True)


BRYANT = Angles("xyz", "Bryant angles", ("alpha_1", "alpha_2", "alpha_3"))
EULER = Angles("zxz", "Euler angles", ("psi", "theta", "phi"))
QUATERNION = Quaternions()
