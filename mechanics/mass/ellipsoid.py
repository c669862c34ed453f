"""Inertia tensors as ellipsoids: that of constant energy, and the solid ellipsoid that moves like the body."""

from typing import Any

import numpy as np
from sympy import Expr, ImmutableMatrix, diag, sqrt

from ..aliases import Matrix, Scalar
from ..model import ModelError
from .inertia import checked_inertia, finite, principal_axes
from .second_moments import second_moments

__all__ = ["Ellipsoid", "equivalent_ellipsoid", "inertia_ellipsoid"]

Ellipsoid = tuple[Any, Any]
"""Half axes (3,), and their directions as columns of a rotation matrix (3, 3)."""


def inertia_ellipsoid(inertia: Matrix, level: Scalar = 1) -> Ellipsoid:
    """The ellipsoid xᵀ I x = level (*Trägheitsellipsoid*): its half axes are √(level / I_i), along the principal axes.

    With level = 2 T its points are all angular velocities at which the body has the energy T (5.12). The longest axis
    belongs to the smallest moment; the angular momentum I ω is perpendicular to the surface at ω.

    Parameters
    ----------
    inertia : array_like, shape (3, 3)
        Inertia tensor, kg m²; numbers, or symbols in principal axes.
    level : Expr or float, default 1
        The constant on the right, such as 2 T in J.

    Returns
    -------
    Ellipsoid
        Half axes (3, 1), and their directions as columns of a rotation matrix (3, 3).

    Raises
    ------
    ModelError
        If no body has this tensor, if it has symbols outside of the principal axes, or if it is that of a rod without
        thickness, whose ellipsoid is an endless cylinder.
    """
    level = _positive(level, "The level of the energy")
    moments, R = _principal(checked_inertia(inertia))
    largest = max((abs(x) for x in moments if x.is_number), default=0)
    if any(x.is_number and x <= 1e-12 * largest for x in moments):
        raise ModelError(
            "The inertia ellipsoid of a body without extent across one of its axes is infinitely long; give it some "
            f"thickness. Its principal moments are {', '.join(f'{float(x):.3g}' for x in moments)} kg m^2."
        )
    return ImmutableMatrix([sqrt(level / x) for x in moments]), R


def equivalent_ellipsoid(inertia: Matrix, m: Scalar) -> Ellipsoid:
    """Half axes and directions of the homogeneous ellipsoid that has the same mass and the same inertia tensor.

    a_i² = 5 J_i / m with the second moments J about the principal axes (5.10): a body of any shape moves like it.

    Parameters
    ----------
    inertia : array_like, shape (3, 3)
        Inertia tensor about the mass centre, kg m²; numbers, or symbols in principal axes.
    m : Expr or float
        Mass, kg.

    Returns
    -------
    Ellipsoid
        Half axes (3, 1), m, and their directions as columns of a rotation matrix (3, 3).

    Raises
    ------
    ModelError
        If no body has this tensor.
    """
    m = _positive(m, "The mass")
    moments, R = _principal(checked_inertia(inertia))
    J = second_moments(diag(*moments))
    return ImmutableMatrix([sqrt(5 * _not_negative(J[i, i]) / m) for i in range(3)]), R


def _principal(tensor: ImmutableMatrix) -> tuple[list[Any], ImmutableMatrix]:
    """Principal moments and axes; a tensor that is diagonal keeps the order of its axes."""
    if tensor.is_diagonal():
        return [tensor[i, i] for i in range(3)], ImmutableMatrix.eye(3)
    moments, R = principal_axes(tensor)
    return list(ImmutableMatrix(moments.tolist())), ImmutableMatrix(np.asarray(R).tolist())


def _positive(value: Scalar, what: str) -> Expr:
    found = finite(value, what)
    if found.is_nonpositive:
        raise ModelError(f"{what} must be positive; got {value}.")
    return found


def _not_negative(x: Any) -> Any:
    """Zero in place of a small negative rounding error, as for a thin plate."""
    return max(x, 0) if x.is_number else x
