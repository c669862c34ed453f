"""Angular velocity from the rates of angles, of axis and angle, or of a quaternion, and back (lecture 4.5).

An angular velocity is a column of length 3 in components of frame 0, unless `body` asks for those of the turning
frame. All functions take numbers and expressions alike; results are not simplified.
"""

from collections.abc import Sequence
from functools import reduce
from operator import mul
from typing import Any

from sympy import Expr, ImmutableMatrix, cos, cot, det, sin

from ..aliases import Scalar, Vector
from ..checking import column, real
from ..errors import ModelError
from .elementary import identity, rotation_x, rotation_y, rotation_z, tilde
from .sequences import check_axes, from_sequence

__all__ = [
    "axis_angle_rate_inverse",
    "axis_angle_rate_matrix",
    "quaternion_rate_inverse",
    "quaternion_rate_matrix",
    "rate_determinant",
    "rate_inverse",
    "rate_matrix",
]

_UNIT = {"x": identity[:, 0], "y": identity[:, 1], "z": identity[:, 2]}
_ELEMENTARY = {"x": rotation_x, "y": rotation_y, "z": rotation_z}
SINGULAR = 1e-9  # of a determinant, below which rates are not determined any more


def rate_matrix(axes: str, angles: Sequence[Scalar], *, fixed: bool = False, body: bool = False) -> ImmutableMatrix:
    """Angular velocity from the rates of angles: omega = J_w rates, for any sequence of axes; (4.62), (4.63).

    The columns are the axes about which the angles turn at this instant: the k-th is R_0_(k-1) e_k.

    Parameters
    ----------
    axes : str
        Letters x, y, z in the order of the rotations, such as ``"zyz"``.
    angles : sequence of Expr or float
        One angle for each axis, rad.
    fixed : bool, default False
        Whether the axes stay where they are, as for `from_sequence`.
    body : bool, default False
        Whether the angular velocity has the components of the turning frame.

    Returns
    -------
    ImmutableMatrix, shape (3, n)
        J_w for n angles.

    Raises
    ------
    ModelError
        If axes and angles do not fit.
    """
    check_axes(axes)
    angles = list(column(angles, "The list of angles"))
    if fixed:
        return _mirrored(rate_matrix(axes[::-1], angles[::-1], body=body))
    R = from_sequence(axes, angles)  # refuses what is not a sequence
    before = [reduce(mul, _turns(axes[:k], angles), identity) for k in range(len(axes))]
    J = ImmutableMatrix.hstack(*(turn * _UNIT[axis] for turn, axis in zip(before, axes, strict=True)))
    return R.T * J if body else J


def rate_determinant(axes: str, angles: Sequence[Scalar], *, fixed: bool = False) -> Expr:
    """Determinant of the rate matrix of three angles; it depends only on the second one, and is -sin for z-y-z.

    Where it is zero, the first and the third axis are parallel: gimbal lock.

    Parameters
    ----------
    axes : str
        Three letters, neighbours different.
    angles : sequence of Expr or float
        Three angles, rad.
    fixed : bool, default False
        Whether the axes stay where they are.

    Returns
    -------
    Expr

    Raises
    ------
    ModelError
        If there are not three axes and angles.
    """
    _check_three(axes, angles)
    value = det(_core(axes[::-1], list(angles)[::-1]) if fixed else _core(axes, angles))
    return -value if fixed else value  # two columns swap places


def rate_inverse(axes: str, angles: Sequence[Scalar], *, fixed: bool = False, body: bool = False) -> ImmutableMatrix:
    """Rates of three angles from the angular velocity: rates = J_w^-1 omega.

    Parameters
    ----------
    axes : str
        Three letters, neighbours different.
    angles : sequence of Expr or float
        Three angles, rad.
    fixed, body : bool, default False
        As for `rate_matrix`.

    Returns
    -------
    ImmutableMatrix, shape (3, 3)
        J_w^-1.

    Raises
    ------
    ModelError
        If the angles are singular numbers; the message says which angle, and what is lost.
    """
    determinant = rate_determinant(axes, angles, fixed=fixed)
    if determinant.is_number and abs(float(determinant)) < SINGULAR:
        raise ModelError(_gimbal_lock(axes, angles, fixed))
    if fixed:
        return _mirrored(rate_inverse(axes[::-1], list(angles)[::-1], body=body).T).T
    core = _core(axes, angles)
    cofactors = ImmutableMatrix.vstack(*(core[:, i].cross(core[:, j]).T for i, j in ((1, 2), (2, 0), (0, 1))))
    inverse = cofactors / determinant * _ELEMENTARY[axes[0]](angles[0]).T
    return inverse * from_sequence(axes, angles) if body else inverse


def axis_angle_rate_matrix(axis: Vector, angle: Scalar) -> ImmutableMatrix:
    """Angular velocity from the rates of a unit axis n and of the angle about it, in components of frame 0.

    omega = [sin(angle) E + (1 - cos(angle)) S(n), n] [n_d, angle_d]

    Parameters
    ----------
    axis : array_like, shape (3,)
        Unit vector n.
    angle : Expr or float
        Angle about it, rad.

    Returns
    -------
    ImmutableMatrix, shape (3, 4)
        The first three columns belong to the axis, whose rates satisfy n . n_d = 0.

    Raises
    ------
    ModelError
        If the axis does not have the length 1.
    """
    n, angle = _unit(axis, 3, "axis"), real(angle, "The angle")
    return (sin(angle) * identity + (1 - cos(angle)) * tilde(n)).row_join(n)


def axis_angle_rate_inverse(axis: Vector, angle: Scalar) -> ImmutableMatrix:
    """Rates of a unit axis and of the angle about it from the angular velocity in frame 0.

    angle_d = n . omega,  n_d = (omega x n + cot(angle/2) (omega - n (n . omega))) / 2

    Parameters
    ----------
    axis : array_like, shape (3,)
        Unit vector n.
    angle : Expr or float
        Angle about it, rad.

    Returns
    -------
    ImmutableMatrix, shape (4, 3)
        The last row belongs to the angle.

    Raises
    ------
    ModelError
        If the angle is a multiple of 2 π: there every axis describes the same rotation.
    """
    n, angle = _unit(axis, 3, "axis"), real(angle, "The angle")
    if angle.is_number and abs(float(sin(angle / 2))) < SINGULAR:
        raise ModelError(
            f"The rate of the axis is not determined at the angle {float(angle):g} rad: there every axis is possible. "
            "Use a quaternion there."
        )
    across = identity - n * n.T
    return ((cot(angle / 2) * across - tilde(n)) / 2).col_join(n.T)


def quaternion_rate_matrix(quaternion: Vector, *, body: bool = False) -> ImmutableMatrix:
    """Angular velocity from the rates of a unit quaternion, scalar first: omega = 2 G q_d.

    G = [-v, w E + S(v)] for q = (w, v); with `body` [-v, w E - S(v)]. There is no singularity.

    Parameters
    ----------
    quaternion : array_like, shape (4,)
        Unit quaternion, scalar first.
    body : bool, default False
        Whether the angular velocity has the components of the turning frame.

    Returns
    -------
    ImmutableMatrix, shape (3, 4)
        2 G.

    Raises
    ------
    ModelError
        If the quaternion does not have the length 1.
    """
    w, *v = _unit(quaternion, 4, "quaternion")
    sign = -1 if body else 1
    return 2 * (-ImmutableMatrix(v)).row_join(w * identity + sign * tilde(v))


def quaternion_rate_inverse(quaternion: Vector, *, body: bool = False) -> ImmutableMatrix:
    """Rates of a unit quaternion, scalar first, from the angular velocity: q_d = G.T omega / 2.

    Parameters
    ----------
    quaternion : array_like, shape (4,)
        Unit quaternion, scalar first.
    body : bool, default False
        Whether the angular velocity has the components of the turning frame.

    Returns
    -------
    ImmutableMatrix, shape (4, 3)
        G.T / 2.

    Raises
    ------
    ModelError
        If the quaternion does not have the length 1.
    """
    return quaternion_rate_matrix(quaternion, body=body).T / 4


# --- details ----------------------------------------------------------------------------------------------


def _turns(axes: str, angles: Sequence[Any]) -> list[ImmutableMatrix]:
    return [_ELEMENTARY[axis](angle) for axis, angle in zip(axes, angles, strict=False)]


def _core(axes: str, angles: Sequence[Any]) -> ImmutableMatrix:
    """The rate matrix in components of the frame after the first rotation, which depends only on the second angle."""
    first, second, third = (_UNIT[axis] for axis in axes)
    return ImmutableMatrix.hstack(first, second, _ELEMENTARY[axes[1]](angles[1]) * third)


def _mirrored(J: ImmutableMatrix) -> ImmutableMatrix:
    """The columns in reverse order, as of rotations about fixed instead of current axes; (4.17)."""
    return ImmutableMatrix.hstack(*(J[:, k] for k in reversed(range(J.cols))))


def _check_three(axes: str, angles: Sequence[Any]) -> None:
    check_axes(axes)
    column(angles, "The list of angles")
    if len(axes) != 3 or len(angles) != 3 or axes[1] in (axes[0], axes[2]):
        raise ModelError(
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


def _unit(components: Any, length: int, what: str) -> ImmutableMatrix:
    """A column whose length is one, as far as it is a number."""
    found = column(components, f"A unit {what}", (length,))
    size = found.dot(found)
    if size.is_number and abs(float(size) - 1) > 1e-6:
        raise ModelError(
            f"A {what} of length 1 was expected; {list(components)!r} has the length {float(size) ** 0.5:g}. "
            "Divide by it."
        )
    return found
