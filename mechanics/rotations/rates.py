"""Angular velocity: from a rotation matrix, by addition, and from the rates of angles, axis or quaternion (4.5).

An angular velocity is a column of length 3 in components of frame 0, unless `body` asks for those of the turning
frame. All functions take numbers and expressions alike; what they return is not simplified.
"""

from collections.abc import Sequence
from functools import reduce
from operator import mul
from typing import Any

import numpy as np
from sympy import Expr, ImmutableMatrix, Symbol, cos, cot, det, sin, sympify

from .checking import as_rotation
from .elementary import identity, rotation_x, rotation_y, rotation_z, tilde
from .sequences import check_axes, from_sequence

__all__ = [
    "angular_velocity",
    "angular_velocity_from_samples",
    "axis_angle_rate_inverse",
    "axis_angle_rate_matrix",
    "quaternion_rate_inverse",
    "quaternion_rate_matrix",
    "rate_determinant",
    "rate_inverse",
    "rate_matrix",
    "total_angular_velocity",
]

_UNIT = {"x": identity[:, 0], "y": identity[:, 1], "z": identity[:, 2]}
_ELEMENTARY = {"x": rotation_x, "y": rotation_y, "z": rotation_z}
TIME = Symbol("t")  # equal to that of mechanics.symbols
SINGULAR = 1e-9  # of a determinant, below which rates are not determined any more


def angular_velocity(R: Any, R_d: Any = None, *, body: bool = False) -> ImmutableMatrix:
    """Angular velocity of a frame whose rotation matrix is known over time.

    S(omega) = R_d R.T, in components of the frame itself R.T R_d                          (4.44), (4.45)

    Parameters
    ----------
    R : (3, 3), rotation of the frame: expressions in t, or numbers at one instant
    R_d : (3, 3), its time derivative, 1/s; found by differentiation if it is not given
    body : whether the components are those of the turning frame

    Returns
    -------
    (3, 1) column, rad/s

    Raises
    ------
    ValueError
        for numbers that are no rotation, or a derivative that does not keep it one; the message has the defect.
    """
    R = _three_by_three(R, "rotation matrix")
    R_d = R.diff(TIME) if R_d is None else _three_by_three(R_d, "derivative of a rotation matrix")
    S = R.T * R_d if body else R_d * R.T
    if not (S.free_symbols or R.free_symbols):
        as_rotation(R)
        _check_skew(S)
    return ImmutableMatrix([S[2, 1] - S[1, 2], S[0, 2] - S[2, 0], S[1, 0] - S[0, 1]]) / 2


def angular_velocity_from_samples(times: Any, rotations: Any, *, body: bool = False) -> np.ndarray:
    """Angular velocity of a measured motion: rotation matrices at some instants, joined by a smooth curve.

    Parameters
    ----------
    times : (n,), s, increasing
    rotations : (n, 3, 3), turns from one instant to the next below pi
    body : whether the components are those of the turning frame

    Returns
    -------
    (n, 3) array, rad/s
    """
    from scipy.spatial.transform import Rotation, RotationSpline

    R = np.asarray(rotations, dtype=float)
    if R.ndim != 3 or R.shape[1:] != (3, 3) or len(R) != np.size(times) or len(R) < 2:
        raise ValueError(
            f"A rotation matrix for each of at least two instants was expected, shape (n, 3, 3); got {R.shape} "
            f"for {np.size(times)} instants."
        )
    if not (np.diff(times) > 0).all():
        raise ValueError("The instants must increase from one to the next.")
    omega = RotationSpline(times, Rotation.from_matrix(R))(times, order=1)
    return omega if body else np.einsum("nij,nj->ni", R, omega)


def total_angular_velocity(rotations: Sequence[Any], velocities: Sequence[Any]) -> ImmutableMatrix:
    """Angular velocity of the last of several frames, each of which turns relative to the one before.

    omega_0_n = omega_0_1 + R_0_1 omega_1_2 + ... + R_0_(n-1) omega_(n-1)_n               (4.57), (4.59)

    Parameters
    ----------
    rotations : R_0_1, R_1_2, ..., (3, 3) each; the last one, R_(n-1)_n, may be left out
    velocities : omega_0_1 in components of frame 0, omega_1_2 in those of frame 1, ..., rad/s
    """
    if len(velocities) - len(rotations) not in (0, 1):
        raise ValueError(
            f"A rotation for each angular velocity (but for the last one) was expected; there are {len(rotations)} "
            f"rotations and {len(velocities)} angular velocities."
        )
    total, R = ImmutableMatrix([0, 0, 0]), identity
    for k, omega in enumerate(velocities):
        total = total + R * _column(omega, 3, "angular velocity")
        if k < len(rotations):
            R = R * _three_by_three(rotations[k], "rotation matrix")
    return total


def rate_matrix(axes: str, angles: Sequence[Any], *, fixed: bool = False, body: bool = False) -> ImmutableMatrix:
    """Angular velocity from the rates of angles: omega = J_w rates, for any sequence of axes; (4.62), (4.63).

    The columns are the axes about which the angles turn at this instant: the k-th is R_0_(k-1) e_k.

    Parameters
    ----------
    axes, angles, fixed : as for `from_sequence`
    body : whether the angular velocity has the components of the turning frame

    Returns
    -------
    (3, number of angles) matrix
    """
    if fixed:
        return _mirrored(rate_matrix(axes[::-1], list(angles)[::-1], body=body))
    R = from_sequence(axes, angles)  # refuses what is no sequence
    before = [reduce(mul, _turns(axes[:k], angles), identity) for k in range(len(axes))]
    J = ImmutableMatrix.hstack(*(turn * _UNIT[axis] for turn, axis in zip(before, axes, strict=True)))
    return R.T * J if body else J


def rate_determinant(axes: str, angles: Sequence[Any], *, fixed: bool = False) -> Expr:
    """Determinant of the rate matrix of three angles; it depends on the second one only, and is -sin for z-y-z.

    Where it is zero, the first and the third axis are parallel: gimbal lock.
    """
    _check_three(axes, angles)
    value = det(_core(axes[::-1], list(angles)[::-1]) if fixed else _core(axes, angles))
    return -value if fixed else value  # two columns change their places


def rate_inverse(axes: str, angles: Sequence[Any], *, fixed: bool = False, body: bool = False) -> ImmutableMatrix:
    """Rates of three angles from the angular velocity: rates = J_w^-1 omega; arguments as for `rate_matrix`.

    Raises
    ------
    ValueError
        for numbers at which the angles are singular; the message says which angle, and what is lost.
    """
    determinant = rate_determinant(axes, angles, fixed=fixed)
    if determinant.is_number and abs(float(determinant)) < SINGULAR:
        raise ValueError(_gimbal_lock(axes, angles, fixed))
    if fixed:
        return _mirrored(rate_inverse(axes[::-1], list(angles)[::-1], body=body).T).T
    core = _core(axes, angles)
    cofactors = ImmutableMatrix.vstack(*(core[:, i].cross(core[:, j]).T for i, j in ((1, 2), (2, 0), (0, 1))))
    inverse = cofactors / determinant * _ELEMENTARY[axes[0]](angles[0]).T
    return inverse * from_sequence(axes, angles) if body else inverse


def axis_angle_rate_matrix(axis: Sequence[Any], angle: Any) -> ImmutableMatrix:
    """Angular velocity from the rates of a unit axis n and of the angle about it, in components of frame 0.

    omega = [sin(angle) E + (1 - cos(angle)) S(n), n] [n_d, angle_d]

    Returns
    -------
    (3, 4) matrix; the first three columns belong to the axis, which has only rates with n . n_d = 0
    """
    n = _unit(axis, 3, "axis")
    return (sin(angle) * identity + (1 - cos(angle)) * tilde(n)).row_join(n)


def axis_angle_rate_inverse(axis: Sequence[Any], angle: Any) -> ImmutableMatrix:
    """Rates of a unit axis and of the angle about it from the angular velocity in frame 0; (4, 3) matrix.

    angle_d = n . omega,  n_d = (omega x n + cot(angle/2) (omega - n (n . omega))) / 2

    Raises
    ------
    ValueError
        where the angle is a multiple of 2 pi: there every axis describes the same rotation.
    """
    n, angle = _unit(axis, 3, "axis"), sympify(angle)
    if angle.is_number and abs(float(sin(angle / 2))) < SINGULAR:
        raise ValueError(
            f"The rate of the axis is not determined at the angle {float(angle):g} rad: no rotation has every axis. "
            "Use a quaternion there."
        )
    across = identity - n * n.T
    return ((cot(angle / 2) * across - tilde(n)) / 2).col_join(n.T)


def quaternion_rate_matrix(quaternion: Sequence[Any], *, body: bool = False) -> ImmutableMatrix:
    """Angular velocity from the rates of a unit quaternion, scalar first: omega = 2 G q_d; (3, 4) matrix 2 G.

    G = [-v, w E + S(v)] for q = (w, v); with `body` [-v, w E - S(v)]. There is no singularity.
    """
    w, *v = _unit(quaternion, 4, "quaternion")
    sign = -1 if body else 1
    return 2 * (-ImmutableMatrix(v)).row_join(w * identity + sign * tilde(v))


def quaternion_rate_inverse(quaternion: Sequence[Any], *, body: bool = False) -> ImmutableMatrix:
    """Rates of a unit quaternion, scalar first, from the angular velocity: q_d = G.T omega / 2; (4, 3) matrix."""
    return quaternion_rate_matrix(quaternion, body=body).T / 4


# --- details ----------------------------------------------------------------------------------------------


def _turns(axes: str, angles: Sequence[Any]) -> list[ImmutableMatrix]:
    return [_ELEMENTARY[axis](angle) for axis, angle in zip(axes, angles, strict=False)]


def _core(axes: str, angles: Sequence[Any]) -> ImmutableMatrix:
    """The rate matrix in components of the frame after the first rotation, which only knows the second angle."""
    first, second, third = (_UNIT[axis] for axis in axes)
    return ImmutableMatrix.hstack(first, second, _ELEMENTARY[axes[1]](angles[1]) * third)


def _mirrored(J: ImmutableMatrix) -> ImmutableMatrix:
    """The columns in reversed order: fixed axes are momentary ones, the last one first; (4.17)."""
    return ImmutableMatrix.hstack(*(J[:, k] for k in reversed(range(J.cols))))


def _check_three(axes: str, angles: Sequence[Any]) -> None:
    check_axes(axes)
    if len(axes) != 3 or len(angles) != 3 or axes[1] in (axes[0], axes[2]):
        raise ValueError(
            "Rates follow from an angular velocity for three angles about axes of which neighbours differ, such as "
            f"'zyz'; got {axes!r} with {len(angles)} angles."
        )


def _gimbal_lock(axes: str, angles: Sequence[Any], fixed: bool) -> str:
    J = rate_matrix(axes, angles, fixed=fixed)
    is_parallel = float(_core(axes, angles)[:, 2].dot(_UNIT[axes[0]])) > 0
    is_parallel ^= fixed and len(set(axes)) == 3  # the mirrored sequence turns the other way round
    lost = J[:, 0].cross(J[:, 1]).evalf(3, chop=True).T.tolist()[0]
    return (
        f"The angles about {axes!r} are singular where the second one is {float(angles[1]):g} rad: the first and the "
        f"third axis are {'parallel' if is_parallel else 'opposite'}, only the "
        f"{'sum' if is_parallel else 'difference'} of their rates is determined, and no rates turn the body about "
        f"{lost} in frame 0. Use other angles there, or a quaternion."
    )


def _three_by_three(matrix: Any, what: str) -> ImmutableMatrix:
    found = ImmutableMatrix(matrix.tolist() if isinstance(matrix, np.ndarray) else matrix)
    if found.shape != (3, 3):
        raise ValueError(f"A 3x3 {what} was expected; got a matrix of shape {found.shape}.")
    return found


def _column(components: Any, length: int, what: str) -> ImmutableMatrix:
    found = ImmutableMatrix([sympify(c) for c in components])
    if found.shape != (length, 1):
        raise ValueError(f"A {what} with {length} components was expected; got {list(components)!r}.")
    return found


def _unit(components: Any, length: int, what: str) -> ImmutableMatrix:
    """A column whose length is one, as far as it is a number."""
    found = _column(components, length, what)
    size = found.dot(found)
    if size.is_number and abs(float(size) - 1) > 1e-6:
        raise ValueError(
            f"A {what} of length 1 was expected; {list(components)!r} has the length {float(size) ** 0.5:g}. "
            "Divide by it."
        )
    return found


def _check_skew(S: ImmutableMatrix) -> None:
    numbers = np.array(S.tolist(), dtype=float)
    defect = float(np.abs(numbers + numbers.T).max())
    if defect > 1e-6 * (1 + np.abs(numbers).max()):
        raise ValueError(
            f"The derivative of a rotation was expected, for which R_d R.T is skew-symmetric; here it is off by "
            f"{defect:.3g}."
        )
