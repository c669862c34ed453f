"""Conditions for standard data to belong to a body: shapes, redundancies, and one inequality for all integrals."""

import numpy as np
from numpy.typing import ArrayLike

from ..checking import array as array_of_numbers
from ..model import ModelError
from ..rotations.arrays import skew
from .integrals import Integrals

__all__ = ["array", "check", "check_masses", "check_redundant", "gram", "modes_in"]

ROUNDING = 1e-6  # relative: files carry six or seven digits, a wrong sign is never that small


def array(name: str, value: ArrayLike, shape: tuple[int | None, ...]) -> np.ndarray:
    """A read-only array of finite numbers.

    Parameters
    ----------
    name : str
        What the message calls it.
    value : array_like
        Numbers.
    shape : tuple of int or None
        Expected shape; None stands for any length.

    Returns
    -------
    ndarray

    Raises
    ------
    ModelError
        If the value has another shape, or entries that are not finite numbers.
    """
    result = array_of_numbers(value, name, shape)
    result.flags.writeable = False
    return result


def modes_in(C1: ArrayLike) -> int:
    """The number of modes: the columns of C1.

    Parameters
    ----------
    C1 : array_like, shape (3, n_q)
        First integral.

    Returns
    -------
    int

    Raises
    ------
    ModelError
        If C1 does not have three rows.
    """
    return int(array("C1", C1, (3, None)).shape[1])


def check_masses(masses: np.ndarray) -> None:
    """Refuse masses of nodes that are negative, or all zero.

    Parameters
    ----------
    masses : ndarray, shape (N,)
        Masses, kg.

    Raises
    ------
    ModelError
        With the smallest mass.
    """
    if len(masses) == 0 or masses.min() < 0 or masses.sum() <= 0:
        raise ModelError(
            f"masses must not be negative and not all zero; the smallest of {len(masses)} is "
            f"{min(masses, default=0.0):g} kg. A hole is not a node of negative mass: leave its nodes out."
        )


def check(data: Integrals) -> None:
    """Refuse data that contradict each other or that no body has.

    Parameters
    ----------
    data : Integrals
        Standard data.

    Raises
    ------
    ModelError
        With the relation that is violated.
    """
    if data.m <= 0:
        raise ModelError(f"The mass m must be positive; got {data.m:g} kg.")
    _same("I0 = I0ᵀ", data.I0, data.I0.T, np.abs(data.I0).max())
    size = np.abs(data.C3).max(initial=0.0)
    _same("C3[a, b] = C3[b, a]ᵀ", data.C3, data.C3.transpose(1, 0, 3, 2), size)
    size = max(np.abs(data.C4).max(initial=0.0), np.abs(data.C2).max(initial=0.0))
    antisymmetric = data.C4 - data.C4.transpose(0, 2, 1)
    _same("C4[l] - C4[l]ᵀ = tilde(C2[:, l])", antisymmetric, skew(data.C2.T), size)
    for name in ("K_e", "D_e", "K_geo", "C1_geo"):
        matrix = getattr(data, name)
        _same(f"{name} = {name}ᵀ", matrix, np.swapaxes(matrix, -1, -2), np.abs(matrix).max(initial=0.0))
    for name in ("K_e", "D_e"):
        _not_negative(name, getattr(data, name))
    _realizable(data)


def check_redundant(data: Integrals, C5: ArrayLike | None = None, C6: ArrayLike | None = None) -> None:
    """Compare C5 and C6 of a table with what follows from C3.

    Parameters
    ----------
    data : Integrals
        Standard data.
    C5 : array_like, shape (n_q, 3, n_q), optional
        Integral of the table.
    C6 : array_like, shape (n_q, n_q, 3, 3), optional
        Integral of the table.

    Raises
    ------
    ModelError
        With the relation that is violated.
    """
    for name, given, relation in (
        ("C5", C5, "C5[l][a, m] = sum_bc eps_abc C3[b, c][l, m]"),
        ("C6", C6, "C6[k, l][a, b] = C3[a, b][l, k] - delta_ab (M_e)_kl"),
    ):
        if given is not None:
            own = getattr(data, name)
            _same(relation, array(name, given, own.shape), own, np.abs(data.C3).max(initial=0.0))


def gram(data: Integrals) -> np.ndarray:
    """The products ∫ f_i f_j dm of the functions 1, the three of R_0, and the three of every mode.

    All of F(m) … F(C6) are sums of its entries. It belongs to a body if and only if it has no negative eigenvalue.

    Parameters
    ----------
    data : Integrals
        Standard data.

    Returns
    -------
    ndarray, shape (4 + 3 n_q, 4 + 3 n_q)
    """
    n = 3 * data.n_q
    J = np.trace(data.I0) / 2 * np.eye(3) - data.I0  # ∫ R_0 R_0ᵀ dm
    S = data.C4 - np.trace(data.C4, axis1=1, axis2=2)[:, None, None] / 2 * np.eye(3)  # ∫ Φ_l R_0ᵀ dm
    G = np.zeros((4 + n, 4 + n))
    G[0, 0], G[1:4, 1:4] = data.m, J
    G[0, 1:4] = G[1:4, 0] = data.m * data.c0
    G[0, 4:] = G[4:, 0] = data.C1.reshape(n)
    G[4:, 1:4] = S.transpose(1, 0, 2).reshape(n, 3)
    G[1:4, 4:] = G[4:, 1:4].T
    G[4:, 4:] = data.C3.transpose(0, 2, 1, 3).reshape(n, n)
    return G


def _realizable(data: Integrals) -> None:
    """No negative eigenvalue of the products, first of the rigid body, then of the modes as well."""
    G = gram(data)
    size = np.concatenate([[data.m], np.full(3, np.trace(data.I0) / 2), np.tile(np.diag(data.M_e), 3)])
    size = np.maximum(size, 1e-300)
    scale = 1 / np.sqrt(np.maximum(np.diag(G), ROUNDING * size))
    G = scale[:, None] * G * scale  # modes have any units: without scaling, small ones would pass unseen
    if np.linalg.eigvalsh(G[:4, :4])[0] < -1e-5:
        raise ModelError(
            "No body has this m, c0 and I0: about the mass centre, I0 - m c0~ᵀ c0~ must have moments that are not "
            "negative, none larger than the sum of the other two. I0 is taken about the origin of R, not about the "
            "mass centre, and has - ∫ x y dm beside its diagonal."
        )
    if np.linalg.eigvalsh(G)[0] < -1e-5:
        raise ModelError(
            "No body has these integrals: (∫ f g dm)² <= ∫ f² dm ∫ g² dm is violated among 1, R_0 and the modes (m, "
            "c0, I0, C1, C3 and C4). Take all of them from the same nodes, and C4 with the sign of ∫ R_0~ Φ_l~ dm."
        )


def _same(relation: str, left: np.ndarray, right: np.ndarray, size: float) -> None:
    error = np.abs(left - right)
    if error.max(initial=0.0) > ROUNDING * size:
        where = "".join(f"[{k}]" for k in np.unravel_index(error.argmax(), error.shape))
        raise ModelError(
            f"The data contradict each other: {relation} must hold; entry {where} is off by {error.max():.3g}."
        )


def _not_negative(name: str, matrix: np.ndarray) -> None:
    lowest = np.linalg.eigvalsh(matrix)[:1]
    if (lowest < -ROUNDING * np.abs(matrix).max(initial=0.0)).any():
        kind = {
            "K_e": "Deformation would give energy instead of storing it",
            "D_e": "Damping would give energy",
        }[name]
        raise ModelError(f"{name} must have no negative eigenvalue; the lowest is {lowest[0]:.3g}. {kind}.")
