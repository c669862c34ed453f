"""The explicit form of a joint: places, velocities and accelerations by recursion R(2.49)-R(2.53).

A joint is a relative pose (A_g, s) of marker Q in marker P, and a velocity of Q in P that it leaves free,
ω_r = S_w u + ω_t in the basis of Q, ṡ = S_v u + v_t in the basis of P. The rest is the same for all kinds.
"""

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from ...rotations.arrays import skew
from ..body.place import Place, cross

if TYPE_CHECKING:
    from .joint import Joint

__all__ = [
    "Drift",
    "J_i",
    "J_y",
    "Subspace",
    "acceleration_terms",
    "place_j",
    "speeds_of",
    "velocity_j",
    "zeta",
]


class Subspace(NamedTuple):
    """Free velocities: S_w (3, f) of the rotation in the basis of Q, S_v (3, f) of the shift in the basis of P."""

    w: np.ndarray
    v: np.ndarray


class Drift(NamedTuple):
    """Prescribed velocity ω_t (3,), v_t (3,) of a drive, and the derivatives of these components."""

    w: np.ndarray
    v: np.ndarray
    w_d: np.ndarray
    v_d: np.ndarray


NO_DRIFT = Drift(np.zeros(3), np.zeros(3), np.zeros(3), np.zeros(3))


def place_j(joint: "Joint", place_i: Place, y: np.ndarray, t: float) -> Place:
    """A_j = A_i R_P A_g R_Qᵀ, r_j = r_i + A_i (r_P + R_P s) − A_j r_Q, R(2.50)."""
    A_g, s = joint.pose(y, t)
    A_j = place_i.A @ joint.P.R @ A_g @ joint.Q.R.T
    return Place(place_i.r + place_i.A @ (joint.P.r + joint.P.R @ s) - A_j @ joint.Q.r, A_j)


def J_i(joint: "Joint", y: np.ndarray, t: float) -> np.ndarray:
    """[[A_ji, −A_ji b̃ + r̃_Q A_ji], [0, A_ji]] with b = r_P + R_P s, from O_i to Q on body i."""
    A_g, s = joint.pose(y, t)
    A_ji = joint.Q.R @ A_g.T @ joint.P.R.T
    J = np.zeros((6, 6))
    J[:3, :3] = J[3:, 3:] = A_ji
    J[:3, 3:] = skew(joint.Q.r) @ A_ji - A_ji @ skew(joint.P.r + joint.P.R @ s)
    return J


def J_y(joint: "Joint", y: np.ndarray, t: float) -> np.ndarray:
    """[[R_Q A_gᵀ S_v + r̃_Q R_Q S_w], [R_Q S_w]]; for a spherical joint [[r̃_Q], [E]]."""
    A_g, _ = joint.pose(y, t)
    S = joint.subspace(y, t)
    w = joint.Q.R @ S.w
    return np.concatenate([joint.Q.R @ A_g.T @ S.v + skew(joint.Q.r) @ w, w])


def zeta(joint: "Joint", y: np.ndarray, t: float) -> np.ndarray:
    """The same with what the drive prescribes in place of S u."""
    A_g, _ = joint.pose(y, t)
    drift = joint.drift(y, t)
    w = joint.Q.R @ drift.w
    return np.concatenate([joint.Q.R @ A_g.T @ drift.v + cross(joint.Q.r, w), w])


def velocity_j(joint: "Joint", z_i: np.ndarray, y: np.ndarray, u: np.ndarray, t: float) -> np.ndarray:
    """z_j = J_i z_i + J_y u + ζ, R(2.53)."""
    return J_i(joint, y, t) @ z_i + J_y(joint, y, t) @ u + zeta(joint, y, t)


def acceleration_terms(joint: "Joint", z_i: np.ndarray, y: np.ndarray, u: np.ndarray, t: float) -> np.ndarray:
    """J̇_i z_i + J̇_y u + ζ̇, by the rules for turning bases: with B = A_ji R_P, d/dt (B x) = B ẋ − ω_r × B x.

    ω̇_j: −ω_r × A_ji ω_i + R_Q (Ṡ_w u + ω̇_t);
    v̇_j: A_ji (ω_i × R_P ṡ) − ω_r × (A_ji (v_i + ω_i × b) + B ṡ) + B (Ṡ_v u + v̇_t) + r_Q × (the line above).
    """
    A_g, s = joint.pose(y, t)
    S, drift, (S_w_d_u, S_v_d_u) = joint.subspace(y, t), joint.drift(y, t), joint.subspace_terms(y, u, t)
    R_P, R_Q, B = joint.P.R, joint.Q.R, joint.Q.R @ A_g.T
    A_ji, v_i, w_i = B @ R_P.T, np.asarray(z_i)[:3], np.asarray(z_i)[3:]
    w_r, s_d = R_Q @ (S.w @ u + drift.w), S.v @ u + drift.v
    w_d = R_Q @ (S_w_d_u + drift.w_d) - cross(w_r, A_ji @ w_i)
    carried = A_ji @ (v_i + cross(w_i, joint.P.r + R_P @ s)) + B @ s_d
    v_d = A_ji @ cross(w_i, R_P @ s_d) - cross(w_r, carried) + B @ (S_v_d_u + drift.v_d) + cross(joint.Q.r, w_d)
    return np.concatenate([v_d, w_d])


def speeds_of(joint: "Joint", y: np.ndarray, z_i: np.ndarray, z_j: np.ndarray, t: float) -> np.ndarray:
    """u from z_j − J_i z_i − ζ = J_y u, least squares."""
    rest = np.asarray(z_j) - J_i(joint, y, t) @ np.asarray(z_i) - zeta(joint, y, t)
    return np.linalg.lstsq(J_y(joint, y, t), rest, rcond=None)[0]
