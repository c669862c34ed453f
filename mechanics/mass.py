"""Mass geometry: inertia tensors of simple shapes, other reference points and other axes.

Inertia tensors hold tensor components (`I_xy = -∫ x y dm`), kg m². All functions take numbers and symbols.
"""

from collections.abc import Sequence
from typing import Any

from sympy import ImmutableMatrix, Rational, diag, eye

from .poses import vector

__all__ = ["change_of_basis", "cuboid", "parallel_axis", "solid_cylinder", "solid_sphere"]


def solid_sphere(m: Any, r: Any) -> ImmutableMatrix:
    """Homogeneous ball about its centre: I = 2 m r² / 5 about every axis; (3.123), (5.84)."""
    return ImmutableMatrix(Rational(2, 5) * m * r**2 * eye(3))


def cuboid(m: Any, a: Any, b: Any, c: Any) -> ImmutableMatrix:
    """Homogeneous cuboid with the edges a, b, c along x, y, z, about its centre; (5.32).

    I = m / 12 diag(b² + c², a² + c², a² + b²)
    """
    return ImmutableMatrix(m * diag(b**2 + c**2, a**2 + c**2, a**2 + b**2) / 12)


def solid_cylinder(m: Any, r: Any, h: Any) -> ImmutableMatrix:
    """Homogeneous cylinder of radius r and height h along z, about its centre; (5.32).

    I = m / 12 diag(3 r² + h², 3 r² + h², 6 r²)
    """
    return ImmutableMatrix(m * diag(3 * r**2 + h**2, 3 * r**2 + h**2, 6 * r**2) / 12)


def parallel_axis(inertia_s: Any, m: Any, offset: Sequence[Any]) -> ImmutableMatrix:
    """Inertia tensor about a point shifted by `offset` from the mass centre (Steiner).

    I_A = I_S + m (aᵀ a E − a aᵀ)                                                (3.126)

    Parameters
    ----------
    inertia_s : (3, 3) about the mass centre
    m : mass, kg
    offset : vector a between the mass centre and A, in the same axes, m
    """
    a = vector(offset)
    return ImmutableMatrix(ImmutableMatrix(inertia_s) + m * (a.dot(a) * eye(3) - a * a.T))


def change_of_basis(inertia_1: Any, R_0_1: Any) -> ImmutableMatrix:
    """Inertia tensor in frame 0 from its components in frame 1: I_0 = R I_1 Rᵀ; (5.15)."""
    R = ImmutableMatrix(R_0_1)
    return R * ImmutableMatrix(inertia_1) * R.T
