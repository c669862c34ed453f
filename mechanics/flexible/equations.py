"""Equations of motion of a flexible body in a floating frame R.

    M(q) [a_R; ω̇; q̈] + h_ω(q, q̇, ω) + [0; 0; K_e q + D_e q̇] = h_ext + h_grav                                F(0)

All vectors are components in R. `a_R` is the absolute acceleration of the origin of R, **not** the rate of the
components of its velocity, v̇ = a_R - ω × v; therefore no m ω × v stands among the inertia forces. The six rows above
the elastic ones are force and moment about the origin of R.

``second_order=False`` drops I_2, the part of the inertia tensor that is quadratic in q, from M and from F(10), as a
linearisation in q does. It is there to be looked at: M can lose its definiteness, energy and spin are lost.
"""

from typing import NamedTuple

import numpy as np

from ..model import ModelError
from .standard_data import StandardData

__all__ = [
    "Acceleration", "driven_acceleration", "elastic_forces", "free_acceleration", "inertia_forces", "inertia_tensor",
    "mass_centre", "mass_matrix", "reaction", "rotational_coupling", "weight",
]  # fmt: skip

REST = np.zeros(3)
ROUNDING = 1e-12
SINGULAR = (
    "The mass matrix of the flexible body is singular. Its modes must be independent of each other and must not move a "
    "free body as a whole, and the nodes of a free body must not lie on a line; leave such modes out."
)


class Acceleration(NamedTuple):
    """Absolute acceleration of the origin of R, angular acceleration, both in components of R, and q̈."""

    a_R: np.ndarray
    w_d: np.ndarray
    q_dd: np.ndarray


def mass_centre(data: StandardData, q: np.ndarray) -> np.ndarray:
    """Mass centre of the deformed body, c = c0 + C1 q / m, F(2); q (..., n_q) to (..., 3), m."""
    return data.c0 + q @ data.C1.T / data.m


def inertia_tensor(data: StandardData, q: np.ndarray, second_order: bool = True) -> np.ndarray:
    """Inertia tensor of the deformed body about the origin of R, I = I0 + I1 + I2, F(3).

    (..., n_q) to (..., 3, 3), kg m².

    I1 = - Σ_l (C4_l + C4_lᵀ) q_l, F(4); I2 = - Σ_kl C6_kl q_k q_l, F(5), with the geometric stiffening if there is one.
    """
    n = data.n_q
    C4_q = (q @ data.C4.reshape(n, 9)).reshape(*q.shape[:-1], 3, 3)
    I = data.I0 - C4_q - C4_q.swapaxes(-1, -2)
    if not second_order:
        return I
    C6_q = (q @ data.quadratic).reshape(*q.shape[:-1], n, 9)
    return I - (q[..., None, :] @ C6_q).reshape(I.shape)


def rotational_coupling(data: StandardData, q: np.ndarray) -> np.ndarray:
    """C_r = C2ᵀ + Σ_l C5_lᵀ q_l, what couples rotation and deformation, F(7); (..., n_q) to (..., n_q, 3)."""
    C5_q = (q @ data.gyroscopic).reshape(*q.shape[:-1], 3, data.n_q)
    return (data.C2 + C5_q).swapaxes(-1, -2)


def mass_matrix(data: StandardData, q: np.ndarray, second_order: bool = True) -> np.ndarray:
    """M(q) = [[m E, (m c̃)ᵀ, C1], [m c̃, I, C_rᵀ], [C1ᵀ, C_r, M_e]], F(1), symmetric, (6 + n_q, 6 + n_q).

    With C_t = C1ᵀ, F(6), and M_e = C3_11 + C3_22 + C3_33, F(8).
    """
    M = np.zeros((6 + data.n_q, 6 + data.n_q))
    M[0, 0] = M[1, 1] = M[2, 2] = data.m
    M[3:6, :3] = _tilde(data.m * data.c0 + data.C1 @ q)
    M[:3, 3:6] = M[3:6, :3].T
    M[3:6, 3:6] = inertia_tensor(data, q, second_order)
    M[:3, 6:], M[6:, :3] = data.C1, data.C1.T
    M[6:, 3:6] = rotational_coupling(data, q)
    M[3:6, 6:] = M[6:, 3:6].T
    M[6:, 6:] = data.M_e
    return M


def inertia_forces(
    data: StandardData, q: np.ndarray, q_d: np.ndarray, w: np.ndarray, second_order: bool = True
) -> np.ndarray:
    """Generalised inertia forces h_ω = (h_t; h_r; h_e), left side of F(0), quadratic in (ω, q̇), (6 + n_q,).

    h_t = 2 ω × C1 q̇ + m ω × (ω × c), F(9)
    h_r = ω × I ω + Σ_l G_rl q̇_l ω with G_rl = - 2 C4_l - 2 Σ_k C6_kl q_k, F(10)
    h_e,k = ωᵀ O_e^k ω + (Σ_l G_el q̇_l ω)_k with O_e^k = C4_kᵀ + Σ_l C6_kl q_l and G_el = 2 C5_lᵀ, F(11)

    G_rl = - 2 X_l and the symmetric part of O_e^k is that of X_k: both are X_l = ∫ r̃ Φ̃_l dm = C4_l + Σ_k C6_kl q_k.
    """
    n, W = data.n_q, _tilde(w)
    X = data.C4.reshape(n, 9) + (q @ data.quadratic).reshape(n, 9)
    h = np.empty(6 + n)
    h[:3] = W @ (2.0 * (data.C1 @ q_d) + W @ (data.m * data.c0 + data.C1 @ q))
    G_r = -2.0 * (q_d @ X).reshape(3, 3)
    h[3:6] = W @ (inertia_tensor(data, q, second_order) @ w) + G_r @ w
    h[6:] = X @ (w[:, None] * w).reshape(9) + 2.0 * (w @ (q_d @ data.gyroscopic).reshape(3, n))
    return h


def elastic_forces(data: StandardData, q: np.ndarray, q_d: np.ndarray) -> np.ndarray:
    """K_e q + D_e q̇ with zeros above, left side of F(0), (6 + n_q,)."""
    return np.concatenate([np.zeros(6), data.K_e @ q + data.D_e @ q_d])


def weight(data: StandardData, q: np.ndarray, g: np.ndarray) -> np.ndarray:
    """h_grav = [m E; m c̃; C1ᵀ] g about the *deformed* mass centre, (6 + n_q,); g in components of R, Aᵀ g_I."""
    g = np.asarray(g, dtype=float)
    return np.concatenate([data.m * g, _tilde(data.m * data.c0 + data.C1 @ q) @ g, g @ data.C1])


def free_acceleration(
    data: StandardData,
    q: np.ndarray,
    q_d: np.ndarray,
    w: np.ndarray,
    h: np.ndarray,
    second_order: bool = True,
) -> Acceleration:
    """The accelerations of a body that nothing guides, under the loads h = h_ext + h_grav, by F(0).

    Raises
    ------
    ModelError
        where M is singular: modes that depend on each other or move the body as a whole, nodes on one line.
    """
    right = h - inertia_forces(data, q, q_d, w, second_order) - elastic_forces(data, q, q_d)
    z_d = _solve(mass_matrix(data, q, second_order), right, definite=second_order)
    return Acceleration(z_d[:3], z_d[3:6], z_d[6:])


def driven_acceleration(
    data: StandardData, q: np.ndarray, q_d: np.ndarray, h: np.ndarray | None = None,
    a_R: np.ndarray = REST, w: np.ndarray = REST, w_d: np.ndarray = REST,
) -> Acceleration:  # fmt: skip
    """The accelerations of a body whose frame R moves as prescribed; clamped, if it does not move at all.

    M_e q̈ = h_e - C_t a_R - C_r ω̇ - h_ω,e - K_e q - D_e q̇, the last rows of F(0); I_2 does not occur in them.
    """
    load = np.zeros(data.n_q) if h is None else h[6:]
    own = inertia_forces(data, q, q_d, w)[6:] + data.K_e @ q + data.D_e @ q_d
    frame = data.C1.T @ a_R + rotational_coupling(data, q) @ w_d
    return Acceleration(a_R, w_d, _solve(data.M_e, load - own - frame))


def reaction(
    data: StandardData, q: np.ndarray, q_d: np.ndarray, acceleration: Acceleration, w: np.ndarray = REST,
    h: np.ndarray | None = None, second_order: bool = True,
) -> np.ndarray:  # fmt: skip
    """Force and moment about the origin of R, (6,), in components of R, by which the support moves the body as it does.

    The first six rows of F(0): M z_d + h_ω - h.
    """
    load = 0.0 if h is None else h[:6]
    z_d = np.concatenate(acceleration)
    forces = mass_matrix(data, q, second_order) @ z_d + inertia_forces(data, q, q_d, w, second_order)
    return forces[:6] - load


def _tilde(a: np.ndarray) -> np.ndarray:
    """ã of one vector; many times a step, so without the ceremony of `skew`."""
    x, y, z = a
    return np.array([[0.0, -z, y], [z, 0.0, -x], [-y, x, 0.0]])


def _solve(M: np.ndarray, right: np.ndarray, definite: bool = True) -> np.ndarray:
    """Solution of M x = right; a definite M has pivots that rounding does not reach."""
    try:
        if definite:
            pivots = np.linalg.cholesky(M).diagonal() ** 2
            if (pivots < ROUNDING * M.diagonal()).any():
                raise np.linalg.LinAlgError
        return np.linalg.solve(M, right)
    except np.linalg.LinAlgError:
        raise ModelError(SINGULAR) from None
