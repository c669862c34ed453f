"""Checks that a matrix is a rotation, (4.4)-(4.8), and the message for one that is not."""

import random
from collections.abc import Sequence
from typing import Any

import numpy as np
from sympy import Float, ImmutableMatrix, MatrixBase, Symbol, cos, sin
from sympy.core.function import AppliedUndef, Derivative

from ..aliases import Matrix, Vector
from ..checking import column
from ..checking import matrix as as_matrix
from ..errors import ModelError

__all__ = ["array", "as_orientation", "as_rotation", "direction_cosines", "floats", "nearest_rotation"]

TOLERANCE = 1e-8  # products of many rotations stay far below, a matrix typed with four digits far above
ROUNDED = 1e-2  # a smaller defect looks like rounding


def direction_cosines(basis_0: Sequence[Vector], basis_1: Sequence[Vector]) -> ImmutableMatrix:
    """Rotation matrix R_0_1 of frame 1 seen from frame 0, from the basis vectors of both; (4.4), (4.6).

    Row j, column k: e_j0ᵀ e_k1, the cosine of the angle between two axes.

    Parameters
    ----------
    basis_0, basis_1 : sequence of array_like
        The unit vectors e_x, e_y, e_z of each frame, length 3, all in the same components.

    Returns
    -------
    ImmutableMatrix, shape (3, 3)
        R_0_1.

    Raises
    ------
    ModelError
        If the vectors of a frame are not a right-handed orthonormal basis.
    """
    E_0, E_1 = (as_rotation(_columns(basis), "A right-handed orthonormal basis") for basis in (basis_0, basis_1))
    return ImmutableMatrix(E_0.T * E_1)


def _columns(basis: Any) -> ImmutableMatrix:
    """Three vectors side by side."""
    columns = [column(vector, "Each vector of a basis", (3,)) for vector in basis] if np.iterable(basis) else []
    if len(columns) != 3:
        raise ModelError(f"Three vectors with three components each were expected; got {basis!r}.")
    return ImmutableMatrix.hstack(*columns)


def as_rotation(matrix: Matrix, expected: str = "A rotation matrix") -> ImmutableMatrix:
    """The matrix, if it is a rotation: R.T R = E (4.8) and det R = 1.

    Expressions are checked at random values of their symbols. Nine different symbols or functions
    are accepted as any rotation.

    Parameters
    ----------
    matrix : array_like, shape (3, 3)
        Numbers or expressions.
    expected : str, default "A rotation matrix"
        What the message says was expected.

    Returns
    -------
    ImmutableMatrix, shape (3, 3)

    Raises
    ------
    ModelError
        If it is not a rotation, with the defect R.T R - E, the determinant, and how to fix it.
    """
    R = as_matrix(matrix, expected, (3, 3))
    if len({entry for entry in R.flat() if isinstance(entry, Symbol | AppliedUndef)}) == 9:
        return R
    numbers = array(R)
    defect = numbers.T @ numbers - np.eye(3)
    determinant = float(np.linalg.det(numbers))
    if np.abs(defect).max() > TOLERANCE or determinant < 0:
        raise ModelError(f"{expected} was expected; {_reason(defect, determinant)}")
    return R


def as_orientation(matrix: Matrix, expected: str = "A rotation matrix") -> ImmutableMatrix:
    """The matrix, unless it is clear that it is no rotation: for numbers, and for sines and cosines of angles.

    The entries of other formulas may depend on each other, as those of a unit quaternion do, or the nine entries of a
    rotation that is found later; at values of their own they are no rotation.

    Parameters
    ----------
    matrix : array_like, shape (3, 3)
        Numbers or expressions.
    expected : str, default "A rotation matrix"
        What the message says was expected.

    Returns
    -------
    ImmutableMatrix, shape (3, 3)

    Raises
    ------
    ModelError
        If it is not a rotation.
    """
    R = as_matrix(matrix, expected, (3, 3))
    is_of_angles = not R.xreplace({f: Float(0.5) for f in R.atoms(sin, cos)}).free_symbols
    return as_rotation(R, expected) if is_of_angles else R


def _reason(defect: np.ndarray, determinant: float) -> str:
    """Why a matrix is not a rotation, and how to fix it."""
    size = np.abs(defect).max()
    if size <= TOLERANCE:
        return (
            "the axes of this one are orthonormal, but det R = -1: a reflection. "
            "Exchange two axes, or change the sign of one."
        )
    rows = np.round(defect, 6) + 0.0
    facts = f"here R.T R - E is {rows.tolist()} and det R = {determinant:.6g}."
    if size < ROUNDED and determinant > 0:
        return f"{facts} That looks like rounding; nearest_rotation(R) gives the rotation next to it."
    return f"{facts} The columns must have the length 1 and be perpendicular to each other."


def nearest_rotation(matrix: Matrix) -> ImmutableMatrix:
    """The rotation with the least sum of squared differences from a matrix of numbers, measured or rounded.

    R = U diag(1, 1, det(U Vᵀ)) Vᵀ with the singular value decomposition U S Vᵀ of the matrix.

    Parameters
    ----------
    matrix : array_like, shape (3, 3)
        Numbers.

    Returns
    -------
    ImmutableMatrix, shape (3, 3)

    Raises
    ------
    ModelError
        If several rotations are equally near.
    """
    U, s, V = np.linalg.svd(array(as_matrix(matrix, "A matrix close to a rotation", (3, 3))))
    sign = np.sign(np.linalg.det(U @ V))
    if s[1] + sign * s[2] <= TOLERANCE * s[0]:
        raise ModelError(
            "A matrix close to one rotation was expected; several rotations are equally close to this one."
        )
    return ImmutableMatrix((U @ np.diag([1.0, 1.0, sign]) @ V).tolist())


def array(matrix: MatrixBase) -> np.ndarray:
    """The entries as floats, at random values of the symbols in them.

    Parameters
    ----------
    matrix : MatrixBase
        Matrix of numbers or expressions.

    Returns
    -------
    ndarray
        Floats, in the shape of the matrix.

    Raises
    ------
    ModelError
        If an entry is not finite and real.
    """
    unknown = sorted(matrix.atoms(Symbol, AppliedUndef, Derivative), key=str)
    source = random.Random(4)
    values = matrix.xreplace({x: Float(source.uniform(0.2, 1.4)) for x in unknown}).evalf()
    try:
        numbers = np.array(values.tolist(), dtype=float)
    except TypeError:
        numbers = np.array([np.nan])
    if not np.isfinite(numbers).all():
        raise ModelError(f"A matrix of finite real numbers was expected; got {matrix.tolist()}.")
    return numbers


def floats(matrix: MatrixBase) -> np.ndarray | None:
    """The entries of a matrix of measured numbers; None for expressions and exact numbers, which stay symbolic.

    Parameters
    ----------
    matrix : MatrixBase
        Matrix of numbers or expressions.

    Returns
    -------
    ndarray or None
        Floats, in the shape of the matrix.
    """
    is_numeric = not matrix.free_symbols and matrix.has(Float)
    return array(matrix) if is_numeric else None
