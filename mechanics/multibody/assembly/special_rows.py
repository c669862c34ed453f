"""Equations of motion and projection of systems with rolling, screws, gears or curves, as one full linear system.

    [[M, -Gᵀ], [G, 0]] [ż; λ] = [h - Q; -γ' - 2 a ġ - b² g]

Their rows may depend on more than two bodies, so the forms of `index_one` for rows between two do not apply. M need not
have an inverse, as long as the joints hold what has no inertia.
"""

from collections.abc import Callable

import numpy as np

from .description import SystemDescription
from .equations import State, attitudes, displaced, gyration, joined, rates, split
from .rows import Rows, Values, motion_of_bodies

__all__ = ["equations_with_special_rows", "projection_with_special_rows", "saddle"]

MOST_STEPS = 5
CLOSED = 1e-13  # m or -, what projection aims at


def equations_with_special_rows(
    system: SystemDescription, rows: Rows
) -> Callable[[float, np.ndarray], tuple[np.ndarray, float]]:
    """ẋ and the power of what acts, with the given rows, which must be independent; see `index_one.with_power`.

    Parameters
    ----------
    system : SystemDescription
        Bodies, joints and what acts on them.
    rows : Rows
        Some of its rows.
    """
    (a, b), driven = system.stabilisation, [part.row for part in rows.clocked]

    def derivative(t: float, x: np.ndarray) -> tuple[np.ndarray, float]:
        if not np.isfinite(x).all():  # a step that was too long; the integrator will shorten it
            return np.full(len(x), np.nan), np.nan
        state = split(x, system.n)
        A, X = attitudes(state.q), gyration(state.z)
        values = _values(system, rows, t, state)
        h, s_d = system.applied.besides_weight(t, state, A)
        wanted = -values.gamma_dash - 2 * a * values.g_d - b * b * values.g
        force = h + system.inertias.weights(A) - system.inertias.gyroscopic(state.z, X)
        z_d, lam = saddle(system, values.G, force.ravel(), wanted)
        r_d, q_d = rates(A, state.q, state.z)
        power = (h * state.z).sum() + lam[driven] @ (values.G[driven] @ state.z.ravel())
        return np.concatenate([r_d.ravel(), q_d.ravel(), z_d, s_d]), float(power)

    return derivative


def projection_with_special_rows(
    system: SystemDescription, rows: Rows
) -> Callable[[float, np.ndarray], tuple[np.ndarray, float]]:
    """A function that moves a state (t, x) onto g = 0 and G z + γ = 0, with quaternions of length one.

    Parameters
    ----------
    system : SystemDescription
        Bodies and joints.
    rows : Rows
        Independent rows.

    Returns
    -------
    callable
        (t, x) -> x (13 n + own,), and how far the rows are from being dependent: the smallest squared sine of the
        angle between a row and those before it, in the metric of M⁻¹.
    """
    none, half = np.zeros(6 * system.n), np.linalg.cholesky(system.inertias.full_inverse)

    def project(t: float, x: np.ndarray) -> tuple[np.ndarray, float]:
        state = split(x, system.n)
        state = state._replace(q=state.q / np.linalg.norm(state.q, axis=-1, keepdims=True))
        for attempt in range(MOST_STEPS + 1):
            values = _values(system, rows, t, state)
            if np.abs(values.g).max(initial=0.0) < CLOSED or attempt == MOST_STEPS:
                break
            step, _ = saddle(system, values.G, none, -values.g)
            r, q = displaced(state.r, state.q, step.reshape(-1, 6))
            state = state._replace(r=r, q=q)
        change, _ = saddle(system, values.G, none, -values.g_d)
        return joined(state._replace(z=state.z + change.reshape(-1, 6))), _independence(values.G @ half)

    return project


def saddle(
    system: SystemDescription, G: np.ndarray, force: np.ndarray, wanted: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """The solution ż (6 n,), λ (u,) of M ż - Gᵀ λ = force, G ż = wanted; NaN where there is none.

    Parameters
    ----------
    system : SystemDescription
        Bodies.
    G : np.ndarray, shape (u, 6 n)
        Jacobian of independent rows.
    force : np.ndarray, shape (6 n,)
        N, N m.
    wanted : np.ndarray, shape (u,)
        G ż.
    """
    n, u = 6 * system.n, len(G)
    K = np.zeros((n + u, n + u))
    blocks = K[:n, :n].reshape(system.n, 6, system.n, 6)
    each = np.arange(system.n)
    blocks[each, :, each, :] = system.inertias.M
    K[:n, n:], K[n:, :n] = -G.T, G
    try:
        found = np.linalg.solve(K, np.concatenate([force, wanted]))
    except np.linalg.LinAlgError:
        found = np.full(n + u, np.nan)
    return found[:n], found[n:]


def _values(system: SystemDescription, rows: Rows, t: float, state: State) -> Values:
    W = gyration(state.z)[..., :3, :3]
    return rows.values(t, *motion_of_bodies(state.r, attitudes(state.q), state.z[..., :3], W))


def _independence(G: np.ndarray) -> float:
    """The smallest squared sine between a row and those before it, by R of a QR decomposition."""
    if not len(G):
        return 1.0
    diagonal = np.diag(np.linalg.qr(G.T, mode="r"))
    return float((diagonal**2 / (G**2).sum(1)).min())
