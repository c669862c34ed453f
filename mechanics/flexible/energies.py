"""Energies and momenta of a flexible body, for one state or for many along the first axes."""

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from .inertia import inertia_tensor, mass_centre, rotational_coupling
from .standard_data import StandardData

__all__ = ["Momenta", "elastic_energy", "kinetic_energy", "momenta", "weight_energy"]


class Momenta(NamedTuple):
    """Product of mass matrix and velocities, (P; D; p) = M (v; ω; q̇), in components of R.

    Attributes
    ----------
    P : ndarray, shape (..., 3)
        Momentum, kg m/s.
    D : ndarray, shape (..., 3)
        Angular momentum (*Drall*) about the origin of R, kg m²/s.
    p : ndarray, shape (..., n_q)
        Momenta of the elastic coordinates.
    """

    P: np.ndarray
    """momentum, (..., 3), kg m/s"""
    D: np.ndarray
    """angular momentum (*Drall*) about the origin of R, (..., 3), kg m²/s"""
    p: np.ndarray
    """momenta of the elastic coordinates, (..., n_q)"""


def momenta(
    data: StandardData,
    v: np.ndarray,
    w: np.ndarray,
    q: np.ndarray,
    q_d: np.ndarray,
    second_order: bool = True,
) -> Momenta:
    """Momentum ∫ v dm, angular momentum ∫ r × v dm about the origin of R, and ∫ Φᵀ v dm, each in components of R.

    P = m (v + ω × c) + C1 q̇;  D = m c × v + I ω + C_rᵀ q̇;  p = C1ᵀ v + C_r ω + M_e q̇, the rows of F(1).

    Parameters
    ----------
    data : StandardData
        Standard data of the body.
    v : ndarray, shape (..., 3)
        Velocity of the origin of R, in components of R, m/s.
    w : ndarray, shape (..., 3)
        Angular velocity, in components of R, rad/s.
    q, q_d : ndarray, shape (..., n_q)
        Elastic coordinates and their rates.
    second_order : bool, default True
        Whether I_2 belongs to the inertia tensor, see `mechanics.flexible.equations`.

    Returns
    -------
    Momenta
    """
    c, C_r, C1 = mass_centre(data, q), rotational_coupling(data, q), data.C1_at(q)
    P = data.m * (v + np.cross(w, c)) + np.einsum("...al,...l->...a", C1, q_d)
    spin = np.einsum("...ab,...b->...a", inertia_tensor(data, q, second_order), w)
    D = data.m * np.cross(c, v) + spin + np.einsum("...la,...l->...a", C_r, q_d)
    return Momenta(P, D, np.einsum("...al,...a->...l", C1, v) + np.einsum("...la,...a->...l", C_r, w) + q_d @ data.M_e)


def kinetic_energy(
    data: StandardData,
    v: np.ndarray,
    w: np.ndarray,
    q: np.ndarray,
    q_d: np.ndarray,
    second_order: bool = True,
) -> np.ndarray:
    """T = ½ (v; ω; q̇)ᵀ M (v; ω; q̇).

    Parameters
    ----------
    data : StandardData
        Standard data of the body.
    v : ndarray, shape (..., 3)
        Velocity of the origin of R, in components of R, m/s.
    w : ndarray, shape (..., 3)
        Angular velocity, in components of R, rad/s.
    q, q_d : ndarray, shape (..., n_q)
        Elastic coordinates and their rates.
    second_order : bool, default True
        Whether I_2 belongs to the inertia tensor, see `mechanics.flexible.equations`.

    Returns
    -------
    ndarray, shape (...)
        Energy, J.
    """
    P, D, p = momenta(data, v, w, q, q_d, second_order)
    return (np.sum(v * P, axis=-1) + np.sum(w * D, axis=-1) + np.sum(q_d * p, axis=-1)) / 2


def elastic_energy(data: StandardData, q: np.ndarray) -> np.ndarray:
    """V = ½ qᵀ K_e q.

    Parameters
    ----------
    data : StandardData
        Standard data of the body.
    q : ndarray, shape (..., n_q)
        Elastic coordinates.

    Returns
    -------
    ndarray, shape (...)
        Energy, J.
    """
    return np.einsum("...k,kl,...l->...", q, data.K_e, q) / 2


def weight_energy(data: StandardData, r: np.ndarray, A: np.ndarray, q: np.ndarray, g: ArrayLike) -> np.ndarray:
    """V = - m g·(r + A c).

    Parameters
    ----------
    data : StandardData
        Standard data of the body.
    r : ndarray, shape (..., 3)
        Origin of R in the inertial frame, m.
    A : ndarray, shape (..., 3, 3)
        Rotation matrix, components of R to inertial ones.
    q : ndarray, shape (..., n_q)
        Elastic coordinates.
    g : array_like, shape (3,)
        Gravity in the inertial frame, m/s².

    Returns
    -------
    ndarray, shape (...)
        Energy, J.
    """
    position = r + np.einsum("...ab,...b->...a", A, mass_centre(data, q))
    return -data.m * position @ np.asarray(g, dtype=float)
