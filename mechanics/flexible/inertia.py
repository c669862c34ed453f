"""Mass matrix of a flexible body and its parts, for the deformed body: mass centre, inertia tensor, coupling.

All vectors are components in the floating frame R. ``second_order=False`` drops I_2, the part of the inertia tensor
that is quadratic in q; see `mechanics.flexible.equations`.
"""

import numpy as np

from .standard_data import StandardData

__all__ = ["inertia_tensor", "mass_centre", "mass_matrix", "rotational_coupling", "tilde_of"]


def mass_centre(data: StandardData, q: np.ndarray) -> np.ndarray:
    """Mass centre of the deformed body, c = c0 + C1 q / m, F(2), with the foreshortening if there is one.

    Parameters
    ----------
    data : StandardData
        Standard data of the body.
    q : ndarray, shape (..., n_q)
        Elastic coordinates.

    Returns
    -------
    ndarray, shape (..., 3)
        Mass centre in components of R, m.
    """
    return data.moment_at(q) / data.m


def inertia_tensor(data: StandardData, q: np.ndarray, second_order: bool = True) -> np.ndarray:
    """Inertia tensor of the deformed body about the origin of R, I = I0 + I1 + I2, F(3).

    I1 = - Σ_l (C4_l + C4_lᵀ) q_l, F(4); I2 = - Σ_kl C6_kl q_k q_l, F(5), with the geometric stiffening if there is one.

    Parameters
    ----------
    data : StandardData
        Standard data of the body.
    q : ndarray, shape (..., n_q)
        Elastic coordinates.
    second_order : bool, default True
        Whether I2 is included.

    Returns
    -------
    ndarray, shape (..., 3, 3)
        Inertia tensor in components of R, kg m².
    """
    n = data.n_q
    C4_q = (q @ data.C4.reshape(n, 9)).reshape(*q.shape[:-1], 3, 3)
    I = data.I0 - C4_q - C4_q.swapaxes(-1, -2)
    if not second_order:
        return I
    C6_q = (q @ data.quadratic).reshape(*q.shape[:-1], n, 9)
    return I - (q[..., None, :] @ C6_q).reshape(I.shape)


def rotational_coupling(data: StandardData, q: np.ndarray) -> np.ndarray:
    """Coupling of rotation and deformation, C_r = C2ᵀ + Σ_l C5_lᵀ q_l, F(7).

    Parameters
    ----------
    data : StandardData
        Standard data of the body.
    q : ndarray, shape (..., n_q)
        Elastic coordinates.

    Returns
    -------
    ndarray, shape (..., n_q, 3)
    """
    C5_q = (q @ data.gyroscopic).reshape(*q.shape[:-1], 3, data.n_q)
    return (data.C2 + C5_q).swapaxes(-1, -2)


def mass_matrix(data: StandardData, q: np.ndarray, second_order: bool = True) -> np.ndarray:
    """M(q) = [[m E, (m c̃)ᵀ, C1], [m c̃, I, C_rᵀ], [C1ᵀ, C_r, M_e]], F(1).

    With C_t = C1ᵀ, F(6), and M_e = C3_11 + C3_22 + C3_33, F(8).

    Parameters
    ----------
    data : StandardData
        Standard data of the body.
    q : ndarray, shape (n_q,)
        Elastic coordinates.
    second_order : bool, default True
        Whether I_2 belongs to the inertia tensor.

    Returns
    -------
    ndarray, shape (6 + n_q, 6 + n_q)
        Symmetric.
    """
    M = np.zeros((6 + data.n_q, 6 + data.n_q))
    M[0, 0] = M[1, 1] = M[2, 2] = data.m
    M[3:6, :3] = tilde_of(data.moment_at(q))
    M[:3, 3:6] = M[3:6, :3].T
    M[3:6, 3:6] = inertia_tensor(data, q, second_order)
    M[:3, 6:] = data.C1_at(q)
    M[6:, :3] = M[:3, 6:].T
    M[6:, 3:6] = rotational_coupling(data, q)
    M[3:6, 6:] = M[6:, 3:6].T
    M[6:, 6:] = data.M_e
    return M


def tilde_of(a: np.ndarray) -> np.ndarray:
    """ã of one vector; used many times in each step, so without the overhead of `skew`."""
    x, y, z = a
    return np.array([[0.0, -z, y], [z, 0.0, -x], [-y, x, 0.0]])
