"""Equations of motion of a flexible body in a floating frame R.

    M(q) [a_R; ω̇; q̈] + h_ω(q, q̇, ω) + [0; 0; K_e q + D_e q̇] = h_ext + h_grav                                F(0)

All vectors are components in R. `a_R` is the absolute acceleration of the origin of R, **not** the rate of the
components of its velocity, v̇ = a_R - ω × v; therefore there is no m ω × v among the inertia forces. The six rows above
the elastic ones are force and moment about the origin of R.

``second_order=False`` drops I_2, the part of the inertia tensor that is quadratic in q, from M and from F(10), as a
linearisation in q does. It is there for comparison: M can become indefinite, energy and momentum are not conserved.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from ..model import ModelError
from .inertia import inertia_tensor, mass_centre, mass_matrix, rotational_coupling, tilde_of
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
    """Accelerations of a flexible body.

    Attributes
    ----------
    a_R : ndarray, shape (3,)
        Absolute acceleration of the origin of R, in components of R, m/s².
    w_d : ndarray, shape (3,)
        Angular acceleration, in components of R, rad/s².
    q_dd : ndarray, shape (n_q,)
        Second rates of the elastic coordinates.
    """

    a_R: np.ndarray
    w_d: np.ndarray
    q_dd: np.ndarray


def inertia_forces(
    data: StandardData, q: np.ndarray, q_d: np.ndarray, w: np.ndarray, second_order: bool = True
) -> np.ndarray:
    """Generalised inertia forces h_ω = (h_t; h_r; h_e), left side of F(0), quadratic in (ω, q̇).

    h_t = 2 ω × C1 q̇ + m ω × (ω × c), F(9); with foreshortening C1 + C1_geo q for C1, and q̇ᵀ C1_geo q̇ in addition
    h_r = ω × I ω + Σ_l G_rl q̇_l ω with G_rl = - 2 C4_l - 2 Σ_k C6_kl q_k, F(10)
    h_e,k = ωᵀ O_e^k ω + (Σ_l G_el q̇_l ω)_k with O_e^k = C4_kᵀ + Σ_l C6_kl q_l and G_el = 2 C5_lᵀ, F(11)

    G_rl = - 2 X_l and the symmetric part of O_e^k is that of X_k: both are X_l = ∫ r̃ Φ̃_l dm = C4_l + Σ_k C6_kl q_k.

    Parameters
    ----------
    data : StandardData
        Standard data of the body.
    q, q_d : ndarray, shape (n_q,)
        Elastic coordinates and their rates.
    w : ndarray, shape (3,)
        Angular velocity in components of R, rad/s.
    second_order : bool, default True
        Whether I_2 belongs to the inertia tensor.

    Returns
    -------
    ndarray, shape (6 + n_q,)
        N, N m, and generalised forces.
    """
    n, W = data.n_q, tilde_of(w)
    X = data.C4.reshape(n, 9) + (q @ data.quadratic).reshape(n, 9)
    h = np.empty(6 + n)
    h[:3] = W @ (2.0 * (data.C1_at(q) @ q_d) + W @ data.moment_at(q))
    if data.foreshortens:
        h[:3] += data.C1_geo @ q_d @ q_d
    G_r = -2.0 * (q_d @ X).reshape(3, 3)
    h[3:6] = W @ (inertia_tensor(data, q, second_order) @ w) + G_r @ w
    h[6:] = X @ (w[:, None] * w).reshape(9) + 2.0 * (w @ (q_d @ data.gyroscopic).reshape(3, n))
    return h


def elastic_forces(data: StandardData, q: np.ndarray, q_d: np.ndarray) -> np.ndarray:
    """K_e q + D_e q̇ with zeros above, left side of F(0).

    Parameters
    ----------
    data : StandardData
        Standard data of the body.
    q, q_d : ndarray, shape (n_q,)
        Elastic coordinates and their rates.

    Returns
    -------
    ndarray, shape (6 + n_q,)
    """
    return np.concatenate([np.zeros(6), data.K_e @ q + data.D_e @ q_d])


def weight(data: StandardData, q: np.ndarray, g: ArrayLike) -> np.ndarray:
    """h_grav = [m E; m c̃; C1ᵀ] g about the *deformed* mass centre.

    Parameters
    ----------
    data : StandardData
        Standard data of the body.
    q : ndarray, shape (n_q,)
        Elastic coordinates.
    g : array_like, shape (3,)
        Gravity in components of R, Aᵀ g_I, m/s².

    Returns
    -------
    ndarray, shape (6 + n_q,)
        N, N m, and generalised forces.
    """
    g = np.asarray(g, dtype=float)
    return np.concatenate([data.m * g, tilde_of(data.moment_at(q)) @ g, g @ data.C1_at(q)])


def free_acceleration(
    data: StandardData,
    q: np.ndarray,
    q_d: np.ndarray,
    w: np.ndarray,
    h: np.ndarray,
    second_order: bool = True,
) -> Acceleration:
    """Accelerations of an unconstrained body under the loads h = h_ext + h_grav, by F(0).

    Parameters
    ----------
    data : StandardData
        Standard data of the body.
    q, q_d : ndarray, shape (n_q,)
        Elastic coordinates and their rates.
    w : ndarray, shape (3,)
        Angular velocity in components of R, rad/s.
    h : ndarray, shape (6 + n_q,)
        Loads in components of R.
    second_order : bool, default True
        Whether I_2 belongs to the inertia tensor.

    Returns
    -------
    Acceleration

    Raises
    ------
    ModelError
        If M is singular: modes that depend on each other or move the body as a whole, nodes on one line.
    """
    right = h - inertia_forces(data, q, q_d, w, second_order) - elastic_forces(data, q, q_d)
    z_d = _solve(mass_matrix(data, q, second_order), right, definite=second_order)
    return Acceleration(z_d[:3], z_d[3:6], z_d[6:])


def driven_acceleration(
    data: StandardData, q: np.ndarray, q_d: np.ndarray, h: np.ndarray | None = None,
    a_R: np.ndarray = REST, w: np.ndarray = REST, w_d: np.ndarray = REST,
) -> Acceleration:  # fmt: skip
    """Accelerations of a body whose frame R has a prescribed motion; clamped, if it does not move at all.

    M_e q̈ = h_e - C_t a_R - C_r ω̇ - h_ω,e - K_e q - D_e q̇, the last rows of F(0); I_2 does not occur in them.

    Parameters
    ----------
    data : StandardData
        Standard data of the body.
    q, q_d : ndarray, shape (n_q,)
        Elastic coordinates and their rates.
    h : ndarray, shape (6 + n_q,), optional
        Loads in components of R; none unless given.
    a_R : ndarray, shape (3,), optional
        Absolute acceleration of the origin of R, in components of R, m/s².
    w, w_d : ndarray, shape (3,), optional
        Angular velocity and acceleration in components of R, rad/s and rad/s².

    Returns
    -------
    Acceleration

    Raises
    ------
    ModelError
        If M_e is singular.
    """
    load = np.zeros(data.n_q) if h is None else h[6:]
    own = inertia_forces(data, q, q_d, w)[6:] + data.K_e @ q + data.D_e @ q_d
    frame = data.C1_at(q).T @ a_R + rotational_coupling(data, q) @ w_d
    return Acceleration(a_R, w_d, _solve(data.M_e, load - own - frame))


def reaction(
    data: StandardData, q: np.ndarray, q_d: np.ndarray, acceleration: Acceleration, w: np.ndarray = REST,
    h: np.ndarray | None = None, second_order: bool = True,
) -> np.ndarray:  # fmt: skip
    """Force and moment about the origin of R that the support exerts on the body.

    The first six rows of F(0): M z_d + h_ω - h.

    Parameters
    ----------
    data : StandardData
        Standard data of the body.
    q, q_d : ndarray, shape (n_q,)
        Elastic coordinates and their rates.
    acceleration : Acceleration
        Accelerations of the body.
    w : ndarray, shape (3,), optional
        Angular velocity in components of R, rad/s.
    h : ndarray, shape (6 + n_q,), optional
        Loads in components of R; none unless given.
    second_order : bool, default True
        Whether I_2 belongs to the inertia tensor.

    Returns
    -------
    ndarray, shape (6,)
        Force, N, and moment, N m, in components of R.
    """
    load = 0.0 if h is None else h[:6]
    z_d = np.concatenate(acceleration)
    forces = mass_matrix(data, q, second_order) @ z_d + inertia_forces(data, q, q_d, w, second_order)
    return forces[:6] - load


def _solve(M: np.ndarray, right: np.ndarray, definite: bool = True) -> np.ndarray:
    """Solution of M x = right; pivots of a definite M must exceed rounding errors."""
    try:
        if definite:
            # numpy solves a nearly singular system without a warning; the pivots show it
            pivots = np.linalg.cholesky(M).diagonal() ** 2
            if (pivots < ROUNDING * M.diagonal()).any():
                raise np.linalg.LinAlgError
        return np.linalg.solve(M, right)
    except np.linalg.LinAlgError:
        raise ModelError(SINGULAR) from None
