"""Angular velocity of a frame: from its rotation matrix, from samples, and by addition (lecture 4.5).

An angular velocity is a column of length 3 in components of frame 0, unless `body` asks for those of the turning
frame.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike
from sympy import ImmutableMatrix, Symbol

from ..aliases import Matrix, Vector
from ..checking import array, column
from ..checking import matrix as as_matrix
from ..errors import ModelError
from .checking import ROUNDED, as_orientation
from .elementary import identity

__all__ = ["angular_velocity", "angular_velocity_from_samples", "total_angular_velocity"]

TIME = Symbol("t")  # equal to that of mechanics.symbols


def angular_velocity(R: Matrix, R_d: Matrix | None = None, *, body: bool = False) -> ImmutableMatrix:
    """Angular velocity of a frame whose rotation matrix is known over time.

    S(omega) = R_d R.T, in components of the frame itself R.T R_d                          (4.44), (4.45)

    Parameters
    ----------
    R : array_like, shape (3, 3)
        Rotation of the frame: expressions in t, or numbers at one instant.
    R_d : array_like, shape (3, 3), optional
        Its time derivative, 1/s; found by differentiation unless given.
    body : bool, default False
        Whether the components are those of the turning frame.

    Returns
    -------
    ImmutableMatrix, shape (3, 1)
        Angular velocity, rad/s.

    Raises
    ------
    ModelError
        If numbers are not a rotation, or the derivative does not keep it one; the message shows the defect.
    """
    R = as_orientation(R)
    R_d = R.diff(TIME) if R_d is None else as_matrix(R_d, "The derivative of a rotation matrix", (3, 3))
    S = R.T * R_d if body else R_d * R.T
    if not (S.free_symbols or R.free_symbols):
        _check_skew(S)
    return ImmutableMatrix([S[2, 1] - S[1, 2], S[0, 2] - S[2, 0], S[1, 0] - S[0, 1]]) / 2


def angular_velocity_from_samples(times: ArrayLike, rotations: ArrayLike, *, body: bool = False) -> np.ndarray:
    """Angular velocity of a measured motion: rotation matrices at some instants, joined by a smooth curve.

    Parameters
    ----------
    times : array_like, shape (n,)
        Instants, s, increasing.
    rotations : array_like, shape (n, 3, 3)
        Rotation matrices; the turn from one instant to the next is below π.
    body : bool, default False
        Whether the components are those of the turning frame.

    Returns
    -------
    ndarray, shape (n, 3)
        Angular velocities, rad/s.

    Raises
    ------
    ModelError
        If shapes do not fit or the instants do not increase.
    """
    from scipy.spatial.transform import Rotation, RotationSpline  # slow to import

    R, times = array(rotations, "The rotation matrices"), array(times, "The instants", (None,))
    if R.ndim != 3 or R.shape[1:] != (3, 3) or len(R) != np.size(times) or len(R) < 2:
        raise ModelError(
            f"A rotation matrix for each of at least two instants was expected, shape (n, 3, 3); got {R.shape} "
            f"for {np.size(times)} instants."
        )
    if not (np.diff(times) > 0).all():
        raise ModelError("The instants must increase from one to the next.")
    defect = np.abs(R @ R.swapaxes(1, 2) - np.eye(3)).max(axis=(1, 2))
    wrong = np.flatnonzero((defect > ROUNDED) | (np.linalg.det(R) < 0))
    if wrong.size:
        k = int(wrong[0])
        raise ModelError(
            f"Rotation matrices were expected; matrix {k}, at t = {times[k]:g} s, is none: {R[k].tolist()}."
        )
    omega = RotationSpline(times, Rotation.from_matrix(R))(times, order=1)
    return omega if body else np.einsum("nij,nj->ni", R, omega)


def total_angular_velocity(rotations: Sequence[Matrix], velocities: Sequence[Vector]) -> ImmutableMatrix:
    """Angular velocity of the last of several frames, each of which turns relative to the previous one.

    omega_0_n = omega_0_1 + R_0_1 omega_1_2 + ... + R_0_(n-1) omega_(n-1)_n               (4.57), (4.59)

    Parameters
    ----------
    rotations : sequence of array_like
        R_0_1, R_1_2, ..., (3, 3) each; the last one, R_(n-1)_n, may be left out.
    velocities : sequence of array_like
        omega_0_1 in components of frame 0, omega_1_2 in those of frame 1, ..., rad/s.

    Returns
    -------
    ImmutableMatrix, shape (3, 1)
        omega_0_n in components of frame 0, rad/s.

    Raises
    ------
    ModelError
        If the numbers of rotations and velocities do not fit.
    """
    if len(velocities) - len(rotations) not in (0, 1):
        raise ModelError(
            f"A rotation for each angular velocity (but for the last one) was expected; there are {len(rotations)} "
            f"rotations and {len(velocities)} angular velocities."
        )
    total, R = ImmutableMatrix([0, 0, 0]), identity
    for k, omega in enumerate(velocities):
        total = total + R * column(omega, "An angular velocity", (3,))
        if k < len(rotations):
            R = R * as_orientation(rotations[k])
    return total


def _check_skew(S: ImmutableMatrix) -> None:
    numbers = np.array(S.tolist(), dtype=float)
    defect = float(np.abs(numbers + numbers.T).max())
    if defect > 1e-6 * (1 + np.abs(numbers).max()):
        raise ModelError(
            f"The derivative of a rotation was expected, for which R_d R.T is skew-symmetric; here it is off by "
            f"{defect:.3g}."
        )
