"""Rows of constraints that are given by the force and moment that hold them: for contact points, curves and gears.

A constraint forbids a motion, and a force without power enforces it. A row is therefore given by the force f, the point
X at which it acts, and the moment m that a multiplier λ = 1 puts on each of its bodies (*Einheitskraft*); with the
velocity u = ṙ + w × (X − r) of the point of body k that is at X, and its angular velocity w, inertial components,

    ġ = Σ_k f_k · u_k + m_k · w_k,     γ′ = Σ_k ḟ_k · u_k + f_k · (r̈ + w × (Ẋ − ṙ)) + ṁ_k · w_k   where ż = 0.

For ż = 0 the components of w in the body stay as they are, so that ẇ = 0 in the inertial basis, too. A row that has no
position is not integrable (*nichtholonom*): its residual g is zero, and only its rate counts.
"""

from typing import NamedTuple

import numpy as np

from ..body.place import cross, turned
from ..markers import Marker

__all__ = ["Frame", "RowValues", "Wrenches", "evaluated", "frame_of", "opposite", "stacked"]


class Frame(NamedTuple):
    """A marker in motion, inertial components; leading axes, where there are any, count instants.

    Attributes
    ----------
    r, r_d : np.ndarray, shape (..., 3)
        Its point and the point's velocity, m, m/s.
    A, A_d : np.ndarray, shape (..., 3, 3)
        Rotation matrix, marker to inertial, and its derivative.
    """

    r: np.ndarray
    A: np.ndarray
    r_d: np.ndarray
    A_d: np.ndarray


class Wrenches(NamedTuple):
    """Rows of one joint between b bodies: residuals, and what a multiplier of one does to each body, with its rate.

    Attributes
    ----------
    g : np.ndarray, shape (..., u)
        Residuals, m or rad; zero where a row has no position.
    f, X, m : np.ndarray, shape (2, ..., u, b, 3)
        Force, the point at which it acts, moment; then their derivatives. Inertial components.
    """

    g: np.ndarray
    f: np.ndarray
    X: np.ndarray
    m: np.ndarray


class RowValues(NamedTuple):
    """What rows say: residuals, rates, Jacobians for z = (v; ω) of each body, and γ′.

    Attributes
    ----------
    g, g_d : np.ndarray, shape (..., u)
    G : np.ndarray, shape (..., u, b, 6)
    gamma_dash : np.ndarray, shape (..., u)
    """

    g: np.ndarray
    g_d: np.ndarray
    G: np.ndarray
    gamma_dash: np.ndarray


def frame_of(marker: Marker, r: np.ndarray, A: np.ndarray) -> Frame:
    """A marker from the motion of its body.

    Parameters
    ----------
    marker : Marker
        The marker.
    r : np.ndarray, shape (2, ..., 3)
        Origin of the body and its velocity, inertial basis.
    A : np.ndarray, shape (2, ..., 3, 3)
        Rotation matrix of the body and its derivative.
    """
    points, axes = r[:2] + turned(A[:2], marker.r), A[:2] @ marker.R
    return Frame(points[0], axes[0], points[1], axes[1])


def opposite(g: np.ndarray, f: np.ndarray, X: np.ndarray, m: np.ndarray | None = None) -> Wrenches:
    """Rows between two bodies: what body j gets, body i gets with the other sign at the same point.

    Parameters
    ----------
    g : np.ndarray, shape (..., u)
        Residuals.
    f, X : np.ndarray, shape (2, ..., u, 3)
        Force on body j and its point, with derivatives.
    m : np.ndarray, optional, shape (2, ..., u, 3)
        Moment on body j; none unless given.
    """
    m = np.zeros_like(f) if m is None else m
    return Wrenches(g, np.stack([-f, f], axis=-2), np.stack([X, X], axis=-2), np.stack([-m, m], axis=-2))


def stacked(*parts: Wrenches) -> Wrenches:
    """Several rows of the same bodies, one after the other."""
    g = np.concatenate([part.g for part in parts], axis=-1)
    return Wrenches(g, *(np.concatenate(column, axis=-3) for column in zip(*(part[1:] for part in parts), strict=True)))


def evaluated(rows: Wrenches, r: np.ndarray, A: np.ndarray) -> RowValues:
    """Residuals, rates, Jacobians and γ′ from the motion of the bodies.

    Parameters
    ----------
    rows : Wrenches
        Rows between b bodies.
    r : np.ndarray, shape (3, ..., b, 3)
        Origins of the bodies with two derivatives for ż = 0, inertial basis.
    A : np.ndarray, shape (2, ..., b, 3, 3)
        Their rotation matrices and the derivatives of these.
    """
    (f, f_d), (X, X_d), (m, m_d) = rows.f, rows.X, rows.m
    r, r_d, r_dd = r[..., None, :, :]
    turn, back = A[1] @ A[0].swapaxes(-1, -2), A[0].swapaxes(-1, -2)[..., None, :, :, :]
    w = np.stack([turn[..., 2, 1], turn[..., 0, 2], turn[..., 1, 0]], axis=-1)[..., None, :, :]
    u, u_d = r_d + cross(w, X - r), r_dd + cross(w, X_d - r_d)
    return RowValues(
        g=rows.g,
        g_d=(f * u + m * w).sum((-1, -2)),
        G=np.concatenate([turned(back, f), turned(back, cross(X - r, f) + m)], axis=-1),
        gamma_dash=(f_d * u + f * u_d + m_d * w).sum((-1, -2)),
    )
