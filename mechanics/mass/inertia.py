"""Inertia tensors: of simple shapes about their centres, about other points, in other axes, about one axis."""

import numpy as np
from sympy import Expr, ImmutableMatrix, Rational, diag, eye

from ..aliases import Matrix, Scalar, Vector
from ..checking import checked, real, vector
from ..model import ModelError
from ..rotations import as_orientation
from .second_moments import square_matrix

__all__ = [
    "change_of_basis",
    "check_moments",
    "checked_inertia",
    "cuboid",
    "moment_about_axis",
    "parallel_axis",
    "principal_axes",
    "solid_cylinder",
    "solid_sphere",
]

ROUNDING = 1e-9  # of the largest moment, by which the tensor of a thin body may violate the inequality


@checked(nonnegative="m r")
def solid_sphere(m: Scalar, r: Scalar) -> ImmutableMatrix:
    """Homogeneous ball about its centre: I = 2 m r² / 5 about every axis; (3.123), (5.84).

    Parameters
    ----------
    m : Expr or float
        Mass, kg.
    r : Expr or float
        Radius, m.

    Returns
    -------
    ImmutableMatrix, shape (3, 3)
        Inertia tensor, kg m².
    """
    return ImmutableMatrix(Rational(2, 5) * m * r**2 * eye(3))


@checked(nonnegative="m a b c")
def cuboid(m: Scalar, a: Scalar, b: Scalar, c: Scalar) -> ImmutableMatrix:
    """Homogeneous cuboid with the edges a, b, c along x, y, z, about its centre; (3.132), (5.32).

    I = m / 12 diag(b² + c², a² + c², a² + b²)

    Parameters
    ----------
    m : Expr or float
        Mass, kg.
    a, b, c : Expr or float
        Edges, m.

    Returns
    -------
    ImmutableMatrix, shape (3, 3)
        Inertia tensor, kg m².
    """
    return ImmutableMatrix(m * diag(b**2 + c**2, a**2 + c**2, a**2 + b**2) / 12)


@checked(nonnegative="m r h")
def solid_cylinder(m: Scalar, r: Scalar, h: Scalar) -> ImmutableMatrix:
    """Homogeneous cylinder of radius r and height h along z, about its centre; (3.122), (5.32).

    I = m / 12 diag(3 r² + h², 3 r² + h², 6 r²)

    Parameters
    ----------
    m : Expr or float
        Mass, kg.
    r : Expr or float
        Radius, m.
    h : Expr or float
        Height, m.

    Returns
    -------
    ImmutableMatrix, shape (3, 3)
        Inertia tensor, kg m².
    """
    return ImmutableMatrix(m * diag(3 * r**2 + h**2, 3 * r**2 + h**2, 6 * r**2) / 12)


def parallel_axis(inertia_s: Matrix, m: Scalar, offset: Vector) -> ImmutableMatrix:
    """Inertia tensor about a point shifted by `offset` from the mass centre (parallel-axis theorem, Steiner).

    I_A = I_S + m (aᵀ a E − a aᵀ)                                                (3.126)

    Parameters
    ----------
    inertia_s : array_like, shape (3, 3)
        Inertia tensor about the mass centre, kg m².
    m : Expr or float
        Mass, kg.
    offset : array_like, shape (3,)
        Vector a between the mass centre and A, in the same axes, m.

    Returns
    -------
    ImmutableMatrix, shape (3, 3)
        Inertia tensor about A, kg m².
    """
    I_S, a = symmetric_tensor(inertia_s), place(offset, "The offset")
    return ImmutableMatrix(I_S + finite(m, "A mass") * (a.dot(a) * eye(3) - a * a.T))


def change_of_basis(inertia_1: Matrix, R_0_1: Matrix) -> ImmutableMatrix:
    """Inertia tensor in frame 0 from its components in frame 1: I_0 = R I_1 Rᵀ; (5.15).

    Parameters
    ----------
    inertia_1 : array_like, shape (3, 3)
        Inertia tensor in components of frame 1, kg m².
    R_0_1 : array_like, shape (3, 3)
        Rotation matrix of frame 1 seen from frame 0.

    Returns
    -------
    ImmutableMatrix, shape (3, 3)
        Inertia tensor in components of frame 0, kg m².
    """
    R = as_orientation(R_0_1)
    return ImmutableMatrix(R * symmetric_tensor(inertia_1) * R.T)


def moment_about_axis(inertia: Matrix, direction: Vector) -> Expr:
    """Mass moment of inertia about an axis through the tensor's point: nᵀ I n, for e_z the I_zz of (3.120).

    Parameters
    ----------
    inertia : array_like, shape (3, 3)
        Inertia tensor about a point of the axis, kg m².
    direction : array_like, shape (3,)
        Direction of the axis, of any length but zero.

    Returns
    -------
    Expr
        Moment of inertia, kg m².

    Raises
    ------
    ModelError
        If the direction has the length zero.
    """
    d = place(direction, "The direction")
    square = d.dot(d)
    if square.is_zero:
        raise ModelError("The direction of an axis must not be the zero vector; got [0, 0, 0].")
    return (d.T * symmetric_tensor(inertia) * d)[0, 0] / square


def checked_inertia(inertia: Matrix) -> ImmutableMatrix:
    """The tensor, if a body can have it; entries with symbols are not checked.

    A tensor is symmetric, and no principal moment is larger than the sum of the other two, because
    ∫ x² dm, ∫ y² dm, ∫ z² dm ≥ 0: the second moments J = ½ tr(I) E − I (5.10) have no negative eigenvalue.

    Parameters
    ----------
    inertia : array_like, shape (3, 3)
        Inertia tensor, kg m².

    Returns
    -------
    ImmutableMatrix, shape (3, 3)

    Raises
    ------
    ModelError
        If it has another shape, is not symmetric, or violates the inequality.
    """
    tensor = square_matrix(inertia, "An inertia tensor")
    if not tensor.free_symbols:
        check_moments(np.array(tensor.tolist(), dtype=float))
    return tensor


def symmetric_tensor(inertia: Matrix) -> ImmutableMatrix:
    """The tensor, if it is symmetric; else a `ModelError`. Whether a body can have it is not asked.

    The rules for moving, turning and using a tensor hold for parts, holes and the numbers of an exercise as well.
    """
    tensor = square_matrix(inertia, "An inertia tensor")
    if any(e.is_number and abs(e) > ROUNDING * tensor.norm() for e in tensor - tensor.T):
        raise ModelError(f"An inertia tensor must be symmetric, I_xy = I_yx; got {tensor.tolist()}.")
    return ImmutableMatrix(tensor)


def check_moments(tensor: np.ndarray) -> None:
    """Refuse a tensor of numbers that no body has, as `checked_inertia` does, without sympy.

    Parameters
    ----------
    tensor : ndarray, shape (3, 3)
        Inertia tensor, kg m².

    Raises
    ------
    ModelError
        If it is not symmetric, not finite, or violates the inequality.
    """
    size = np.abs(tensor).max()
    if not np.isfinite(size):
        raise ModelError(f"An inertia tensor must hold finite numbers; got {tensor.tolist()}.")
    if np.abs(tensor - tensor.T).max() > ROUNDING * size:
        raise ModelError(f"An inertia tensor must be symmetric, I_xy = I_yx; got {tensor.tolist()}.")
    J = np.trace(tensor) / 2 * np.eye(3) - tensor  # (5.11)
    if np.linalg.eigvalsh(J).min() < -ROUNDING * size:
        moments = ", ".join(f"{x:.6g}" for x in np.linalg.eigvalsh(tensor))
        raise ModelError(
            f"No body has the principal moments {moments} kg m^2: none may be larger than the sum of the other two. "
            "Check signs, holes that stick out of their body, and the order of the dimensions."
        )


def principal_axes(inertia: Matrix) -> tuple[np.ndarray, np.ndarray]:
    """Principal moments in ascending order, and the principal axes as columns of a rotation matrix.

    I = R diag(I_1, I_2, I_3) Rᵀ                                                 (5.15)

    Parameters
    ----------
    inertia : array_like, shape (3, 3)
        Inertia tensor of numbers, kg m².

    Returns
    -------
    moments : ndarray, shape (3,)
        Principal moments, kg m².
    R : ndarray, shape (3, 3)
        Right-handed principal axes as columns; where moments are equal, they are one choice of many.

    Raises
    ------
    ModelError
        If the tensor has symbols, or no body has it.
    """
    tensor = checked_inertia(inertia)
    if tensor.free_symbols:
        names = ", ".join(sorted(map(str, tensor.free_symbols)))
        raise ModelError(f"Principal axes need numbers; got {names} without a value. Put in values first.")
    moments, R = np.linalg.eigh(np.array(tensor.tolist(), dtype=float))
    return moments, R * [1, 1, np.sign(np.linalg.det(R))]


def finite(value: Scalar, what: str = "A mass or a dimension") -> Expr:
    """A finite number or expression.

    Parameters
    ----------
    value : Expr or float
        Number or expression.
    what : str, optional
        What the message calls it.

    Returns
    -------
    Expr

    Raises
    ------
    ModelError
        If it is anything else.
    """
    return real(value, what)


def place(components: Vector, what: str = "The vector") -> ImmutableMatrix:
    """A column of three finite components; the third is zero if only two are given.

    Parameters
    ----------
    components : array_like, shape (3,)
        Numbers or expressions.
    what : str, optional
        What the message calls it.

    Returns
    -------
    ImmutableMatrix, shape (3, 1)

    Raises
    ------
    ModelError
        If it is anything else.
    """
    return vector(components, what)
