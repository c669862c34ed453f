"""Rows of driven joints: their vectors in body i and their offsets follow a function of time."""

from typing import NamedTuple

import numpy as np

from ..joints import Driven

__all__ = ["Clocked", "clocked_row", "vectors_at"]


class Clocked(NamedTuple):
    """A row that depends on time because its joint is driven.

    A displacement s(t) is added to the offset; an angle φ(t) turns e = cos φ `e` + sin φ `side`.

    Attributes
    ----------
    joint : Driven
        The driven joint.
    row : int
        Index of the row.
    e, side : np.ndarray, shape (3,)
        Vectors in the basis of body i; an angle φ(t) turns e to cos φ `e` + sin φ `side`.
    offset : float
        m; a displacement s(t) is added to it.
    """

    joint: Driven
    row: int
    e: np.ndarray
    side: np.ndarray | None
    offset: float


def clocked_row(joint: Driven, first: int) -> Clocked:
    """The row of the drive: the last of the displacements, or the last of all.

    Parameters
    ----------
    joint : Driven
        The driven joint.
    first : int
        Index of the joint's first row.
    """
    axes, R = joint.axes(0.0), joint.P.R
    if joint.coordinate == "angle":  # -x of P, turned about z, stays perpendicular to y of Q
        return Clocked(joint, first + len(axes.n) + len(axes.a) - 1, -R[:, 0], -R[:, 1], 0.0)
    n = R @ axes.n[-1]
    return Clocked(joint, first + len(axes.n) - 1, n, None, float(n @ joint.P.r))


def vectors_at(part: Clocked, t: float) -> tuple[np.ndarray, np.ndarray]:
    """Vector e and offset of a row at one instant, both with two derivatives.

    Parameters
    ----------
    part : Clocked
        The row.
    t : float
        Time, s.

    Returns
    -------
    e : np.ndarray, shape (3, 3)
        e, ė, ë in the basis of body i.
    offset : np.ndarray, shape (3,)
        m, m/s, m/s².
    """
    value, rate, acceleration = part.joint.motion(t)
    e, zero = np.zeros((3, 3)), np.zeros(3)
    if part.side is None:
        e[0] = part.e
        return e, np.array([part.offset + value, rate, acceleration])
    cosine, sine = np.cos(value), np.sin(value)
    e[0], away = cosine * part.e + sine * part.side, cosine * part.side - sine * part.e
    e[1], e[2] = rate * away, acceleration * away - rate**2 * e[0]
    return e, zero
