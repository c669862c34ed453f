"""Elementary rotations and skew-symmetric matrices (lecture 4.1, 4.5)."""

from sympy import ImmutableMatrix, cos, sin, zeros

from ..aliases import Matrix, Scalar, Vector
from ..checking import checked, column
from ..checking import matrix as as_matrix
from ..errors import ModelError

__all__ = ["identity", "rotation_x", "rotation_y", "rotation_z", "tilde", "vee"]

identity = ImmutableMatrix.eye(3)


@checked()
def rotation_x(angle: Scalar) -> ImmutableMatrix:
    """Elementary rotation about the x axis; (4.10b).

    Parameters
    ----------
    angle : Expr or float
        Angle, rad, counterclockwise.

    Returns
    -------
    ImmutableMatrix, shape (3, 3)
    """
    c, s = cos(angle), sin(angle)
    # fmt: off
    return ImmutableMatrix([[1, 0,  0],
                            [0, c, -s],
                            [0, s,  c]])
    # fmt: on


@checked()
def rotation_y(angle: Scalar) -> ImmutableMatrix:
    """Elementary rotation about the y axis; (4.10a).

    Parameters
    ----------
    angle : Expr or float
        Angle, rad, counterclockwise.

    Returns
    -------
    ImmutableMatrix, shape (3, 3)
    """
    c, s = cos(angle), sin(angle)
    # fmt: off
    return ImmutableMatrix([[ c, 0, s],
                            [ 0, 1, 0],
                            [-s, 0, c]])
    # fmt: on


@checked()
def rotation_z(angle: Scalar) -> ImmutableMatrix:
    """Elementary rotation about the z axis; (4.9).

    Parameters
    ----------
    angle : Expr or float
        Angle, rad, counterclockwise.

    Returns
    -------
    ImmutableMatrix, shape (3, 3)
    """
    c, s = cos(angle), sin(angle)
    # fmt: off
    return ImmutableMatrix([[c, -s, 0],
                            [s,  c, 0],
                            [0,  0, 1]])
    # fmt: on


def tilde(a: Vector) -> ImmutableMatrix:
    """Skew-symmetric matrix of a vector, so that ``tilde(a) * b`` is the cross product a x b; (4.45), (4.51).

    Parameters
    ----------
    a : array_like, shape (3,)
        Vector.

    Returns
    -------
    ImmutableMatrix, shape (3, 3)
    """
    x, y, z = column(a, "The vector of a skew-symmetric matrix", (3,))
    # fmt: off
    return ImmutableMatrix([[ 0, -z,  y],
                            [ z,  0, -x],
                            [-y,  x,  0]])
    # fmt: on


def vee(matrix: Matrix) -> ImmutableMatrix:
    """Vector of a skew-symmetric matrix, the inverse of `tilde`.

    Parameters
    ----------
    matrix : array_like, shape (3, 3)
        Skew-symmetric matrix.

    Returns
    -------
    ImmutableMatrix, shape (3, 1)

    Raises
    ------
    ModelError
        If the matrix is not skew-symmetric; the message shows S + S.T.
    """
    matrix = as_matrix(matrix, "A skew-symmetric matrix", (3, 3))
    symmetric = (matrix + matrix.T).expand()
    if symmetric != zeros(3, 3):
        raise ModelError(f"A skew-symmetric 3x3 matrix was expected; S + S.T is {symmetric.tolist()}.")
    return ImmutableMatrix([matrix[2, 1], matrix[0, 2], matrix[1, 0]])
