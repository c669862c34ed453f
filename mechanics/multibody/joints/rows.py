"""Rows of implicit constraints: axes of marker P along which Q must not move, axes of P and Q that stay perpendicular.

Every function takes one joint, or arrays whose first axis counts rows of many joints: the vectors are (..., 3), the
places (..., 3) and (..., 3, 3). Index i and marker P are the first body, j and Q the second; all in the basis of i.
"""

from typing import NamedTuple

import numpy as np

from ..body.place import Place, cross, to_basis, turned

__all__ = ["Axes", "Constraint", "Moving", "perpendicular_rows", "position_rows"]


class Axes(NamedTuple):
    """What the rows of one joint are made of, in components of its markers, at one instant.

    Attributes
    ----------
    n : np.ndarray, shape (p, 3)
        Axes of P along which Q must not move: n · d = c, d from P to Q in the basis of P.
    c, c_d, c_dd : np.ndarray, shape (p,)
        Prescribed displacement along these axes and its two derivatives, m.
    a, a_d, a_dd : np.ndarray, shape (k, 3)
        Axes of P and their derivatives in the basis of P (they move where a joint is driven).
    b : np.ndarray, shape (k, 3)
        Axes of Q that must be perpendicular to them: a · A_PQ b = 0.
    """

    n: np.ndarray
    c: np.ndarray
    c_d: np.ndarray
    c_dd: np.ndarray
    a: np.ndarray
    a_d: np.ndarray
    a_dd: np.ndarray
    b: np.ndarray


class Constraint(NamedTuple):
    """Constraints on all three levels: g = 0,  G_i z_i + G_j z_j + γ = 0,  G_i ż_i + G_j ż_j + γ′ = 0.

    Attributes
    ----------
    g : np.ndarray, shape (u,)
        Residual, m for rows of position, dimensionless (rad where small) for perpendicular axes.
    G_i, G_j : np.ndarray, shape (u, 6)
    gamma, gamma_dash : np.ndarray, shape (u,)
    """

    g: np.ndarray
    G_i: np.ndarray
    G_j: np.ndarray
    gamma: np.ndarray
    gamma_dash: np.ndarray


class Moving(NamedTuple):
    """Two bodies in motion, of one joint or row by row.

    Attributes
    ----------
    place_i, place_j : Place
        Poses of body i and body j.
    z_i, z_j : np.ndarray, shape (..., 6)
        Their velocities (v; ω), each in the basis of the body, m/s, rad/s.
    """

    place_i: Place
    z_i: np.ndarray
    place_j: Place
    z_j: np.ndarray


def position_rows(motion: Moving, r_P: np.ndarray, r_Q: np.ndarray, n: np.ndarray, axes: Axes) -> Constraint:
    """Rows n · (l − r_P) = c with l = A_ij (ρ_j + r_Q) − ρ_i from O_i to Q, R(2.46); n in the basis of body i.

    l̇ = A_ij (v_j + ω_j × r_Q) − v_i − ω_i × l makes G_i = [−n, n × l] and G_j = [A_ji n, r_Q × A_ji n]; the next
    derivative γ′ = n · (A_ij (ω_j × v_j + ω_j × (ω_j × r_Q)) − ω_i × v_i − ω_i × (ω_i × l) − 2 ω_i × l̇) − c̈,
    on and off the constraints.

    Parameters
    ----------
    motion : Moving
        Poses and velocities of both bodies.
    r_P : np.ndarray, shape (..., 3)
        From O_i to P, basis of body i, m.
    r_Q : np.ndarray, shape (..., 3)
        From O_j to Q, basis of body j, m.
    n : np.ndarray, shape (..., 3)
        Axes along which Q must not move, basis of body i.
    axes : Axes
        Prescribed displacements along these axes.
    """
    i, z_i, j, z_j = motion
    v_i, w_i, v_j, w_j = z_i[..., :3], z_i[..., 3:], z_j[..., :3], z_j[..., 3:]
    A_ij = np.swapaxes(i.A, -1, -2) @ j.A
    l = to_basis(i.A, j.r + turned(j.A, r_Q) - i.r)
    v_Q = v_j + cross(w_j, r_Q)
    l_d = turned(A_ij, v_Q) - v_i - cross(w_i, l)
    a_rest = turned(A_ij, cross(w_j, v_Q)) - cross(w_i, v_i + cross(w_i, l) + 2.0 * l_d)
    n_j = to_basis(A_ij, n)
    return Constraint(
        g=_dot(n, l - r_P) - axes.c,
        G_i=np.concatenate([-n, cross(n, l)], axis=-1),
        G_j=np.concatenate([n_j, cross(r_Q, n_j)], axis=-1),
        gamma=-axes.c_d,
        gamma_dash=_dot(n, a_rest) - axes.c_dd,
    )


def perpendicular_rows(motion: Moving, R_P: np.ndarray, R_Q: np.ndarray, axes: Axes) -> Constraint:
    """Rows a · A_ij b = 0 for axes a of P and b of Q, here turned into the basis of body i.

    With the relative angular velocity ω_r = A_ij ω_j − ω_i the axis b moves by ḃ = ω_r × b, so that
    ġ = (b × a) · ω_r + ȧ · b and γ′ = (b × a) · (−ω_i × A_ij ω_j) + a · (ω_r × (ω_r × b)) + 2 ȧ · (ω_r × b) + ä · b.

    Parameters
    ----------
    motion : Moving
        Poses and velocities of both bodies.
    R_P, R_Q : np.ndarray, shape (..., 3, 3)
        Rotation matrices of the markers, marker to body.
    axes : Axes
        Axes of P and Q that must be perpendicular.
    """
    A_ij = np.swapaxes(motion.place_i.A, -1, -2) @ motion.place_j.A
    a, a_d, a_dd = turned(R_P, axes.a), turned(R_P, axes.a_d), turned(R_P, axes.a_dd)
    b = turned(A_ij, turned(R_Q, axes.b))
    w_i, w_j = motion.z_i[..., 3:], turned(A_ij, motion.z_j[..., 3:])
    b_d = cross(w_j - w_i, b)
    moment = cross(b, a)
    zero = np.zeros_like(moment)
    return Constraint(
        g=_dot(a, b),
        G_i=np.concatenate([zero, -moment], axis=-1),
        G_j=np.concatenate([zero, to_basis(A_ij, moment)], axis=-1),
        gamma=_dot(a_d, b),
        gamma_dash=_dot(a, cross(w_j - w_i, b_d))
        - _dot(moment, cross(w_i, w_j))
        + 2.0 * _dot(a_d, b_d)
        + _dot(a_dd, b),
    )


def _dot(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    return np.sum(a * b, axis=-1)
