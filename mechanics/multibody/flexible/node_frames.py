"""Frames at the nodes of a flexible body: where they are, how they move, and the Jacobians of that.

A node lies at ρ = R_0 + Φ q in components of the body's frame R, its axes are turned by D = exp(θ~), θ = Ψ q. Joints
see such a frame as they see a rigid body: position, orientation, velocity z = (v; ω) and ż in its own basis. With the
velocities (v_R; ω; q̇) and the accelerations (a_R; ω̇; q̈) of the flexible body, a_R absolute as in F(0),

    z = J (v_R; ω; q̇),    ż = J (a_R; ω̇; q̈) + β,    J = [[Dᵀ, −Dᵀ ρ~, Dᵀ Φ], [0, Dᵀ, T Ψ]]

    β_v = Dᵀ (ω × (ω × ρ) + 2 ω × Φ q̇) − ω_m × v_m,    β_ω = Ṫ θ̇ − (T θ̇) × Dᵀ ω

T θ̇ is the angular velocity that belongs to a rotation vector θ, in the turned basis: T = E − a θ~ + b θ~²,
a = (1 − cos |θ|)/|θ|², b = (|θ| − sin |θ|)/|θ|³. Elastic rotations are small, but G must be the exact derivative of g,
otherwise constraints drift; so nothing is linearised here.
"""

from math import factorial
from typing import NamedTuple

import numpy as np
from numpy.polynomial import Polynomial

from ..body.place import Place, cross

__all__ = ["MovingNode", "moving_node", "turning_of"]

E = np.eye(3)
TERMS = range(14)  # of the series in |θ|²: exact to rounding for |θ| < π
A_OF_SQUARE = Polynomial([(-1.0) ** k / factorial(2 * k + 2) for k in TERMS])
B_OF_SQUARE = Polynomial([(-1.0) ** k / factorial(2 * k + 3) for k in TERMS])
A_RATE, B_RATE = A_OF_SQUARE.deriv(), B_OF_SQUARE.deriv()


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
    frame: Place, u: np.ndarray, q: np.ndarray, R_0: np.ndarray, Phi: np.ndarray, Psi: np.ndarray
) -> MovingNode:
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
    """
    w, q_d, rho = u[3:6], u[6:], R_0 + Phi @ q
    D, T, turned_on = turning_of(Psi @ q, Psi @ q_d)
    J = np.zeros((6, len(u)))
    J[:3, :3] = J[3:, 3:6] = D.T
    J[:3, 3:6] = -D.T @ _tilde(rho)
    J[:3, 6:], J[3:, 6:] = D.T @ Phi, T @ Psi
    z = J @ u
    bias = np.empty(6)
    bias[:3] = D.T @ cross(w, cross(w, rho) + 2.0 * (Phi @ q_d)) - cross(z[3:], z[:3])
    bias[3:] = turned_on - cross(T @ (Psi @ q_d), D.T @ w)
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
    a, b = A_OF_SQUARE(square), B_OF_SQUARE(square)
    rate, once = 2.0 * float(theta @ theta_d), cross(theta, theta_d)
    twice = cross(theta, once)
    D = E + (1.0 - b * square) * X + a * X @ X
    Tdot_theta_d = -A_RATE(square) * rate * once + B_RATE(square) * rate * twice + b * cross(theta_d, once)
    return D, E - a * X + b * X @ X, Tdot_theta_d


def _tilde(a: np.ndarray) -> np.ndarray:
    """ã of one vector, without the overhead of `skew`."""
    x, y, z = a
    return np.array([[0.0, -z, y], [z, 0.0, -x], [-y, x, 0.0]])
