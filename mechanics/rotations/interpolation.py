"""Interpolation between two orientations by a single rotation about a fixed axis."""

from sympy import ImmutableMatrix

from ..aliases import Matrix, Scalar
from ..checking import checked
from .axis_angle import axis_angle, rotation_about
from .checking import as_rotation

__all__ = ["slerp"]


@checked()
def slerp(start: Matrix, end: Matrix, share: Scalar) -> ImmutableMatrix:
    """The orientation after a fraction of the shortest rotation from `start` to `end` (spherical linear interpolation).

    R = R_a R(n, share · angle) with axis n and angle of the relative rotation R_aᵀ R_b. The axis stays where it is,
    and where the share grows uniformly, so does the angle. Half a turn may go either way; one of them is taken.

    Parameters
    ----------
    start, end : array_like, shape (3, 3)
        Rotation matrices.
    share : Expr or float
        From 0 at `start` to 1 at `end`, a number or an expression such as t/T; beyond, the rotation continues.

    Returns
    -------
    ImmutableMatrix, shape (3, 3)

    Raises
    ------
    ModelError
        If a matrix is not a rotation.
    """
    R_a, R_b = as_rotation(start), as_rotation(end)
    turn = axis_angle(R_a.T * R_b)
    return ImmutableMatrix(R_a * rotation_about(turn.axis, share * turn.angle))
