"""Frames at the nodes of a flexible body: where they are, how they move, and the Jacobians of that.

A node lies at ρ = R_0 + Φ q in components of the body's frame R, its axes are turned by D = exp(θ~), θ = Ψ q. Joints
see such a frame as they see a rigid body: position, orientation, velocity z = (v; ω) and ż in its own basis. With the
velocities (v_R; ω; q̇) and the accelerations (a_R; ω̇; q̈) of the flexible body, a_R absolute as in F(0),

    z = J (v_R; ω; q̇),    ż = J (a_R; ω̇; q̈) + β,    J = [[Dᵀ, −Dᵀ ρ~, Dᵀ Φ], [0, Dᵀ, T Ψ]]

    β_v = Dᵀ (ω × (ω × ρ) + 2 ω × Φ q̇ + q̇ᵀ Φ_geo q̇) − ω_m × v_m,    β_ω = Ṫ θ̇ − (T θ̇) × Dᵀ ω

With foreshortening ρ = R_0 + Φ q + ½ qᵀ Φ_geo q, and Φ + Φ_geo q stands for Φ. T θ̇ is the angular velocity that
belongs to a rotation vector θ, in the turned basis: T = E − a θ~ + b θ~², a = (1 − cos |θ|)/|θ|²,
b = (|θ| − sin |θ|)/|θ|³. Elastic rotations are small, but G must be the exact derivative of g, otherwise constraints
drift; so nothing is linearised here.
"""

from math import factorial
from typing import NamedTuple

import numpy as np

from ..body.place import Place

__all__ = ["MovingNode", "moving_node", "turning_of"]

E = np.eye(3)
TERMS = range(14)  # of the series in |θ|²: exact to rounding for |θ| < π
SERIES = np.array([[(-1.0) ** k / factorial(2 * k + 2), (-1.0) ** k / factorial(2 * k + 3)] for k in TERMS])
SERIES_RATE = SERIES[1:] * np.arange(1, len(SERIES))[:, None]


class MovingNode(NamedTuple):
    """A node's frame at one instant.

    Attributes
    ----------
    place : Place
        Its pose in the inertial frame.
    z : np.ndarray, shape (6,)
        Its velocity (v; ω) in its own basis, m/s, rad/s.
    J : np.ndarray, shape (6, 6 + n_q)
        Jacobian z = J (v_R; ω; q̇).
    bias : np.ndarray, shape (6,)
        β of ż = J (a_R; ω̇; q̈) + β, ż being derivatives of components.
    """

    place: Place
    z: np.ndarray
    J: np.ndarray
    bias: np.ndarray


def moving_node(
    frame: Place, u: np.ndarray, q: np.ndarray, R_0: np.ndarray, Phi: np.ndarray, Psi: np.ndarray,
    Phi_geo: np.ndarray | None = None,
) -> MovingNode:  # fmt: skip
    """The frame of a node.

    Parameters
    ----------
    frame : Place
        Pose of the body's frame R.
    u : np.ndarray, shape (6 + n_q,)
        Velocities (v_R; ω; q̇), the first two in components of R.
    q : np.ndarray, shape (n_q,)
        Elastic coordinates.
    R_0 : np.ndarray, shape (3,)
        Undeformed position in R, m.
    Phi, Psi : np.ndarray, shape (3, n_q)
        Modes of translation and rotation at the node.
    Phi_geo : np.ndarray, shape (3, n_q, n_q), optional
        Foreshortening.
    """
    w, q_d, rho = u[3:6], u[6:], R_0 + Phi @ q
    second = np.zeros(3)
    if Phi_geo is not None:
        drawn = Phi_geo @ q
        rho, Phi, second = rho + drawn @ q / 2, Phi + drawn, Phi_geo @ q_d @ q_d
    D, T, turned_on = turning_of(Psi @ q, Psi @ q_d)
    J = np.zeros((6, len(u)))
    J[:3, :3] = J[3:, 3:6] = D.T
    J[:3, 3:6] = -D.T @ _tilde(rho)
    J[:3, 6:], J[3:, 6:] = D.T @ Phi, T @ Psi
    z = J @ u
    bias = np.empty(6)
    bias[:3] = D.T @ (_cross(w, _cross(w, rho) + 2.0 * (Phi @ q_d)) + second) - _cross(z[3:], z[:3])
    bias[3:] = turned_on - _cross(T @ (Psi @ q_d), D.T @ w)
    return MovingNode(Place(frame.r + frame.A @ rho, frame.A @ D), z, J, bias)


def turning_of(theta: np.ndarray, theta_d: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Rotation D = exp(θ~), T with ω = T θ̇ in the turned basis, and Ṫ θ̇.

    Parameters
    ----------
    theta, theta_d : np.ndarray, shape (3,)
        Rotation vector, rad, and its rate.
    """
    if not theta.any() and not theta_d.any():  # rigid bodies, and nodes where a beam is clamped to its frame
        return E, E, np.zeros(3)
    square, X = float(theta @ theta), _tilde(theta)
    powers = square ** np.arange(len(SERIES))
    (a, b), (a_rate, b_rate) = powers @ SERIES, powers[:-1] @ SERIES_RATE
    rate, once = 2.0 * float(theta @ theta_d), _cross(theta, theta_d)
    twice = _cross(theta, once)
    D = E + (1.0 - b * square) * X + a * X @ X
    Tdot_theta_d = -a_rate * rate * once + b_rate * rate * twice + b * _cross(theta_d, once)
    return D, E - a * X + b * X @ X, Tdot_theta_d


def _cross(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """a × b of two vectors; several times quicker than anything that takes arrays of them."""
    (ax, ay, az), (bx, by, bz) = a.tolist(), b.tolist()
    return np.array([ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx])


def _tilde(a: np.ndarray) -> np.ndarray:
    """ã of one vector, without the overhead of `skew`."""
    x, y, z = a
    return np.array([[0.0, -z, y], [z, 0.0, -x], [-y, x, 0.0]])
