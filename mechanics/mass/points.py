"""Point masses: the centre of mass of lecture section 3.2, derived from the moment of the weights."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from sympy import ImmutableMatrix, sympify, zeros

from ..aliases import Scalar, Vector
from ..checking import column
from ..model import ModelError
from .inertia import finite, parallel_axis, place
from .solid import Solid

__all__ = ["center_of_mass", "point_masses", "weight_moment"]


def center_of_mass(m: Sequence[Scalar], r: Sequence[Vector]) -> ImmutableMatrix:
    """Centre of mass of rigidly coupled point masses.

    r_S = Σ m_i r_i / Σ m_i                                                      (3.22), (3.23), (3.31)

    Parameters
    ----------
    m : sequence of Expr or float, shape (n,)
        Masses m_i, kg; negative ones are holes.
    r : sequence of array_like, shape (n,)
        Position vectors r_i of 2 or 3 components, m.

    Returns
    -------
    ImmutableMatrix, shape (3, 1)
        r_S, m.

    Raises
    ------
    ModelError
        If the lists have different lengths, values are not finite, or the masses add up to zero.
    """
    masses, positions = _pairs(m, r)
    total = sum(masses, sympify(0))
    if total.is_zero:
        raise ModelError("The masses add up to zero, so there is no centre of mass; at least one must not vanish.")
    return ImmutableMatrix(_weighted(masses, positions) / total)


def weight_moment(
    m: Sequence[Scalar], r: Sequence[Vector], gravity: Vector, about: Vector = (0, 0, 0)
) -> ImmutableMatrix:
    """Moment of the weights of point masses about a point; zero about the centre of mass for any gravity.

    τ_A = Σ (r_i − r_A) × m_i g                                                  (3.20), (3.26)

    Parameters
    ----------
    m : sequence of Expr or float, shape (n,)
        Masses m_i, kg.
    r : sequence of array_like, shape (n,)
        Position vectors r_i, m.
    gravity : array_like, shape (3,)
        Gravitational acceleration, m/s².
    about : array_like, shape (3,), default (0, 0, 0)
        Reference point A, m.

    Returns
    -------
    ImmutableMatrix, shape (3, 1)
        Moment, N m.
    """
    masses, positions = _pairs(m, r)
    arms = [position - place(about, "The reference point") for position in positions]
    return ImmutableMatrix(_weighted(masses, arms).cross(place(gravity, "Gravity")))


def point_masses(m: Sequence[Scalar], r: Sequence[Vector]) -> Solid:
    """Rigidly coupled point masses as one solid: mass, centre (3.23), and inertia tensor about it.

    Parameters
    ----------
    m : sequence of Expr or float, shape (n,)
        Masses m_i, kg.
    r : sequence of array_like, shape (n,)
        Position vectors r_i, m.

    Returns
    -------
    Solid
    """
    center = center_of_mass(m, r)
    masses, positions = _pairs(m, r)
    parts = [parallel_axis(zeros(3), x, y - center) for x, y in zip(masses, positions, strict=True)]
    return Solid(sum(masses, sympify(0)), center, sum(parts, zeros(3)))


def _weighted(masses: Sequence[Any], vectors: Sequence[Any]) -> Any:
    """Σ m_i r_i."""
    return sum((x * y for x, y in zip(masses, vectors, strict=True)), zeros(3, 1))


def _pairs(m: Sequence[Scalar], r: Sequence[Vector]) -> tuple[list[Any], list[ImmutableMatrix]]:
    """Masses and positions as sympy objects, one of each for each point."""
    m, r = list(column(m, "The list of masses")), list(r) if np.iterable(r) else []
    if len(m) != len(r) or not m:
        raise ModelError(f"Every point needs a mass and a position; got {len(m)} masses and {len(r)} positions.")
    return [finite(x, "A mass") for x in m], [place(position, "A position") for position in r]
