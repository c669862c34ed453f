"""Elementary rotations and skew-symmetric matrices (lecture 4.1, 4.5)."""

from collections.abc import Sequence
from typing import Any

from sympy import ImmutableMatrix, cos, sin, zeros

__all__ = ["identity", "rotation_x", "rotation_y", "rotation_z", "tilde", "vee"]

identity = ImmutableMatrix.eye(3)


def rotation_x(angle: Any) -> ImmutableMatrix:
    """Elementary rotation about the x axis, counterclockwise by `angle` (rad); (4.10b)."""
    c, s = cos(angle), sin(angle)
    # fmt: off
    return ImmutableMatrix([[1, 0,  0],
                            [0, c, -s],
                            [0, s,  c]])
    # fmt: on


def rotation_y(angle: Any) -> ImmutableMatrix:
    """Elementary rotation about the y axis, counterclockwise by `angle` (rad); (4.10a)."""
    c, s = cos(angle), sin(angle)
    # fmt: off
    return ImmutableMatrix([[ c, 0, s],
                            [ 0, 1, 0],
                            [-s, 0, c]])
    # fmt: on


def rotation_z(angle: Any) -> ImmutableMatrix:
    """Elementary rotation about the z axis, counterclockwise by `angle` (rad); (4.9)."""
    c, s = cos(angle), sin(angle)
    # fmt: off
    return ImmutableMatrix([[c, -s, 0],
                            [s,  c, 0],
                            [0,  0, 1]])
    # fmt: on


def tilde(a: Sequence[Any]) -> ImmutableMatrix:
    """Skew-symmetric matrix of a vector, so that ``tilde(a) * b`` is the cross product a x b; (4.45), (4.51)."""
    x, y, z = a
    # fmt: off
    return ImmutableMatrix([[ 0, -z,  y],
                            [ z,  0, -x],
                            [-y,  x,  0]])
    # fmt: on


def vee(matrix: Any) -> ImmutableMatrix:
    """Vector of a skew-symmetric matrix, the inverse of `tilde`.

    Raises
    ------
    ValueError
        if the matrix is not skew-symmetric; the message shows its symmetric part.
    """
    matrix = ImmutableMatrix(matrix)
    symmetric = (matrix + matrix.T).expand()
    if symmetric != zeros(3, 3):
        raise ValueError(f"A skew-symmetric 3x3 matrix was expected; S + S.T is {symmetric.tolist()}.")
    return ImmutableMatrix([matrix[2, 1], matrix[0, 2], matrix[1, 0]])
