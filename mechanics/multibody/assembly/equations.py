"""The equations of motion of bodies under constraints, in maximal coordinates, as arrays.

    [[M, -Gᵀ], [G, 0]] [ż; λ] = [h - Q; -γ' - 2 a ġ - b² g]

The state is x = (r; q; z; s): origins in the inertial basis (n, 3), quaternions (n, 4), velocities z = (v; ω) in the
bases of the bodies (n, 6), own states of force elements. All functions take one state or many, (..., size).
"""

from typing import NamedTuple

import numpy as np

from ...rotations.arrays import skew

__all__ = ["State", "attitudes", "displaced", "gyration", "joined", "rates", "split"]


class State(NamedTuple):
    """A state in its parts; leading axes, where there are any, count states.

    Attributes
    ----------
    r : np.ndarray, shape (..., n, 3)
        Origins of the bodies, inertial basis, m.
    q : np.ndarray, shape (..., n, 4)
        Quaternions, scalar first.
    z : np.ndarray, shape (..., n, 6)
        Velocities (v; ω), basis of each body, m/s, rad/s.
    s : np.ndarray, shape (..., own)
        Own states of force elements.
    """

    r: np.ndarray
    q: np.ndarray
    z: np.ndarray
    s: np.ndarray


def split(x: np.ndarray, n: int) -> State:
    """Parts of the state of n bodies.

    Parameters
    ----------
    x : np.ndarray, shape (..., 13 n + own)
        One state or many.
    n : int
        Number of bodies.
    """
    many = x.shape[:-1]
    r, q = x[..., : 3 * n].reshape(*many, n, 3), x[..., 3 * n : 7 * n].reshape(*many, n, 4)
    return State(r, q, x[..., 7 * n : 13 * n].reshape(*many, n, 6), x[..., 13 * n :])


def joined(state: State) -> np.ndarray:
    """The state as one row; the inverse of `split`.

    Parameters
    ----------
    state : State
        Parts of one state or many.

    Returns
    -------
    np.ndarray, shape (..., 13 n + own)
        State or states.
    """
    *many, n, _ = state.r.shape
    parts = [part.reshape(*many, n * part.shape[-1]) for part in state[:3]]
    return np.concatenate([*parts, state.s], axis=-1)


def _attitude_tensor() -> np.ndarray:
    """What turns the sixteen products q qᵀ into the nine entries of |q|² A, and |q|²."""
    T = np.zeros((4, 4, 3, 3))
    E, vector = np.eye(3), [(0, 1, 2), (1, 2, 0), (2, 0, 1)]
    T[0, 0] = E
    for k in range(3):
        T[k + 1, k + 1] -= E  # (q_0² - e·e) E + 2 e eᵀ + 2 q_0 ẽ
        for row in range(3):
            T[row + 1, k + 1, row, k] += 2
    for a, b, c in vector:
        T[0, a + 1, c, b] += 2
        T[0, a + 1, b, c] -= 2
    return np.hstack([T.reshape(16, 9), np.eye(4).reshape(16, 1)])


def _rate_tensor() -> np.ndarray:
    """What turns ω into the matrix of q̇ = ½ q ∘ (0, ω)."""
    T = np.zeros((3, 4, 4))
    for k, a in enumerate(np.eye(3)):
        T[k, 0, 1:], T[k, 1:, 0], T[k, 1:, 1:] = -a, a, -skew(a)
    return 0.5 * T.reshape(3, 16)


def _gyration_tensor() -> np.ndarray:
    """What turns z = (v; ω) into [[ω̃, 0], [ṽ, ω̃]]."""
    T = np.zeros((6, 6, 6))
    for k, a in enumerate(np.eye(3)):
        T[k, 3:, :3] = skew(a)
        T[k + 3, :3, :3] = T[k + 3, 3:, 3:] = skew(a)
    return T.reshape(6, 36)


_ATTITUDE, _RATE, _GYRATION = _attitude_tensor(), _rate_tensor(), _gyration_tensor()


def attitudes(q: np.ndarray) -> np.ndarray:
    """Rotation matrices of quaternions, by one product of matrices.

    Parameters
    ----------
    q : np.ndarray, shape (..., n, 4)
        Quaternions of any length but zero, scalar first.

    Returns
    -------
    np.ndarray, shape (..., n, 3, 3)
        Rotation matrices, body to inertial.
    """
    parts = (q[..., :, None] * q[..., None, :]).reshape(*q.shape[:-1], 16) @ _ATTITUDE
    return (parts[..., :9] / parts[..., 9:]).reshape(*q.shape[:-1], 3, 3)


def gyration(z: np.ndarray) -> np.ndarray:
    """Matrix X = [[ω̃, 0], [ṽ, ω̃]] of z = (v; ω), with which Q = X M z.

    Parameters
    ----------
    z : np.ndarray, shape (..., n, 6)
        Velocities (v; ω), basis of each body, m/s, rad/s.

    Returns
    -------
    np.ndarray, shape (..., n, 6, 6)
        X of each body.
    """
    return (z @ _GYRATION).reshape(*z.shape, 6)


def rates(A: np.ndarray, q: np.ndarray, z: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Rates ṙ = A v of the origins and q̇ = ½ q ∘ (0, ω) of the quaternions.

    Parameters
    ----------
    A : np.ndarray, shape (..., n, 3, 3)
        Rotation matrices, body to inertial.
    q : np.ndarray, shape (..., n, 4)
        Quaternions of any length but zero, scalar first.
    z : np.ndarray, shape (..., n, 6)
        Velocities (v; ω), basis of each body, m/s, rad/s.

    Returns
    -------
    r_d : np.ndarray, shape (..., n, 3)
        Inertial basis, m/s.
    q_d : np.ndarray, shape (..., n, 4)
        1/s.
    """
    r_d = (A @ z[..., :3, None])[..., 0]
    turn = (z[..., 3:] @ _RATE).reshape(*z.shape[:-1], 4, 4)
    return r_d, (turn @ q[..., None])[..., 0]


def displaced(r: np.ndarray, q: np.ndarray, step: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Bodies moved by small steps in their own bases.

    Parameters
    ----------
    r : np.ndarray, shape (..., n, 3)
        Origins, inertial basis, m.
    q : np.ndarray, shape (..., n, 4)
        Quaternions of any length but zero, scalar first.
    step : np.ndarray, shape (..., n, 6)
        Shifts in m and rotations in rad.

    Returns
    -------
    r : np.ndarray, shape (..., n, 3)
        New origins, inertial basis, m.
    q : np.ndarray, shape (..., n, 4)
        New quaternions of length one.
    """
    r_d, q_d = rates(attitudes(q), q, step)
    q = q + q_d
    return r + r_d, q / np.linalg.norm(q, axis=-1, keepdims=True)
