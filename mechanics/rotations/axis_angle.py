"""Rotation about any axis: from axis and angle to the matrix and back (Euler's theorem, Rodrigues' formula)."""

from typing import NamedTuple

import numpy as np
from sympy import Expr, ImmutableMatrix, atan2, cos, pi, sin, sqrt

from ..aliases import Matrix, Scalar, Vector
from ..checking import checked, column, shown
from ..errors import ModelError
from .checking import as_rotation, floats
from .elementary import identity, tilde

__all__ = ["AxisAngle", "axis_angle", "direction", "rotation_about"]

TOLERANCE = 1e-9  # rad, from 0 and from pi


class AxisAngle(NamedTuple):
    """One axis and one angle of a rotation.

    Attributes
    ----------
    axis : ImmutableMatrix, shape (3, 1)
        Unit vector.
    angle : Expr or float
        Angle, rad, between 0 and π.
    freedom : str, optional
        What the matrix does not determine: ``"any axis"`` at angle 0, ``"either sign of the axis"`` at π, else ``""``.
    """

    axis: ImmutableMatrix
    angle: Expr
    freedom: str = ""


@checked()
def rotation_about(axis: Vector, angle: Scalar) -> ImmutableMatrix:
    """Rotation about an axis through the origin (Rodrigues' formula).

    R = E + sin(angle) ñ + (1 - cos(angle)) ñ² with the unit vector n = axis / |axis| and ñ of (4.45).

    Parameters
    ----------
    axis : array_like, shape (3,)
        Axis, of any length but zero.
    angle : Expr or float
        Angle, rad, counterclockwise.

    Returns
    -------
    ImmutableMatrix, shape (3, 3)

    Raises
    ------
    ModelError
        If the axis is the zero vector.
    """
    a = direction(axis)
    n = tilde(a / sqrt(a.dot(a)))
    return ImmutableMatrix(identity + sin(angle) * n + (1 - cos(angle)) * n * n)


def axis_angle(R: Matrix) -> AxisAngle:
    """Axis and angle of a rotation matrix, the inverse of `rotation_about`.

    With w = vee(R - R.T) = 2 sin(angle) n the angle is atan2(|w|, tr R - 1), and the axis is w / |w|. Where the angle
    is 0 or pi, w vanishes: at 0 any axis is valid (e_z is returned), at pi the axis is that of R + R.T = 4 n nᵀ - 2 E,
    and its opposite serves as well.

    Parameters
    ----------
    R : array_like, shape (3, 3)
        Rotation matrix of numbers or expressions (which are taken to be neither 0 nor π).

    Returns
    -------
    AxisAngle

    Raises
    ------
    ModelError
        If the matrix is not a rotation.
    """
    R = as_rotation(R)
    numbers = floats(R)
    if numbers is not None:
        return _numeric(numbers)
    # fmt: off
    w = ImmutableMatrix([R[2, 1] - R[1, 2],
                         R[0, 2] - R[2, 0],
                         R[1, 0] - R[0, 1]])
    # fmt: on
    if w.is_zero_matrix:
        return _symmetric(R)
    length = sqrt(w.dot(w))
    return AxisAngle(ImmutableMatrix(w / length), atan2(length, R.trace() - 1))


def direction(axis: Vector) -> ImmutableMatrix:
    """The axis of a rotation as a column; any length but zero will do."""
    a = column(axis, "An axis", (3,))
    if a.is_zero_matrix:
        raise ModelError(f"An axis is a vector of three components that is not zero; got {shown(axis)}.")
    return a


def _numeric(R: np.ndarray) -> AxisAngle:
    """The same for floats, where scipy keeps all digits near 0 and pi, too."""
    from scipy.spatial.transform import Rotation  # slow to import

    vector = Rotation.from_matrix(R).as_rotvec()
    angle = float(np.linalg.norm(vector))
    if angle < TOLERANCE:
        return AxisAngle(ImmutableMatrix([0, 0, 1]), 0.0, "any axis")
    axis = ImmutableMatrix((vector / angle).tolist())
    return AxisAngle(axis, angle, "either sign of the axis" if np.pi - angle < TOLERANCE else "")


def _symmetric(R: ImmutableMatrix) -> AxisAngle:
    """A rotation with R = R.T: none at all, or half a turn about the axis of which R + E = 2 n nᵀ has a column."""
    if ImmutableMatrix(R - identity).is_zero_matrix:
        return AxisAngle(ImmutableMatrix([0, 0, 1]), R[0, 0] * 0, "any axis")
    columns = ImmutableMatrix(R + identity)
    column = next(columns[:, k] for k in range(3) if columns[k, k] != 0)
    return AxisAngle(ImmutableMatrix(column / sqrt(column.dot(column))), pi, "either sign of the axis")
