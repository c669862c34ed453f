"""Reactions of the joints (*Zwangskräfte*) along a motion: multipliers of many instants at once, and what they mean."""

from typing import NamedTuple

import numpy as np

from ..joints import Joint
from .description import SystemDescription
from .equations import State, attitudes, gyration
from .index_one import taken_back
from .rows import motion_of_bodies

__all__ = ["Reaction", "multipliers", "reactions", "reactions_under"]


class Reaction(NamedTuple):
    """What a joint does to body j at the point Q, in the axes of marker P; body i gets the opposite there.

    Attributes
    ----------
    force, moment : np.ndarray, shape (..., 3)
        N, N m.
    """

    force: np.ndarray
    moment: np.ndarray


def multipliers(system: SystemDescription, t: np.ndarray, x: np.ndarray) -> np.ndarray:
    """Multipliers λ of k states, the smallest ones where constraints are redundant.

    The independent rows give λ' with (G M⁻¹ Gᵀ) λ' = -γ' - G M⁻¹ (h - Q). The others are combinations of them,
    G = T G', so all λ with Tᵀ λ = λ' do the same to the bodies; λ = T (Tᵀ T)⁻¹ λ' is the smallest.

    Parameters
    ----------
    system : SystemDescription
        Bodies, joints and what acts on them.
    t : np.ndarray, shape (k,)
        Times, s.
    x : np.ndarray, shape (k, 13 n + own)
        States on the constraints.

    Returns
    -------
    np.ndarray, shape (k, u)
        One for each row, N or N m.
    """
    state, u = system.split(x), len(system.rows)
    A, X = attitudes(state.q), gyration(state.z)
    W = X[..., :3, :3]
    values = system.rows.values(t, *motion_of_bodies(state.r, A, state.z[..., :3], W))
    h = system.applied.forces_along(t, state, A)
    free = (system.inertias.inverse @ (h - system.inertias.gyroscopic(state.z, X))[..., None])[..., 0]
    left_out = system.dependent(t[0], x[0])  # the same for the whole motion; `drift.integrated` checks that
    kept = np.setdiff1d(np.arange(u), left_out)
    G = values.G[:, kept]
    spread = system.inertias.full_inverse @ G.swapaxes(-1, -2)
    S, small = G @ spread, np.zeros((len(x), len(kept), 1))

    def constrained(z_d: np.ndarray) -> np.ndarray:
        wanted = -values.gamma_dash[:, kept, None] - G @ z_d.reshape(len(x), -1, 1)
        small[:] = np.linalg.solve(S, wanted)
        return z_d + (spread @ small).reshape(z_d.shape)

    taken_back(system.inertias, free, constrained)
    if not len(left_out):
        return small[..., 0]
    T = np.zeros((len(x), u, len(kept)))
    T[:, kept, np.arange(len(kept))] = 1.0
    T[:, left_out] = np.linalg.solve(S, (values.G[:, left_out] @ spread).swapaxes(-1, -2)).swapaxes(-1, -2)
    return (T @ np.linalg.solve(T.swapaxes(-1, -2) @ T, small))[..., 0]


def reactions(system: SystemDescription, t: np.ndarray, x: np.ndarray) -> dict[str, Reaction]:
    """Force and moment of every joint along a motion.

    Parameters
    ----------
    system : SystemDescription
        Bodies, joints and what acts on them.
    t : np.ndarray, shape (k,)
        Times, s.
    x : np.ndarray, shape (k, 13 n + own)
        States on the constraints.

    Returns
    -------
    dict
        A `Reaction` with (k, 3) each by the name of the joint.
    """
    lam, state = multipliers(system, t, x), system.split(x)
    G = system.constraints(t, x).G.reshape(len(x), -1, system.n, 6)
    return _by_name(system, lam, G, state.r, attitudes(state.q))


def reactions_under(
    system: SystemDescription, t: float, state: State, A: np.ndarray, h: np.ndarray
) -> dict[str, Reaction]:
    """Force and moment of every joint in one state, for forces that are given instead of those that act.

    Parameters
    ----------
    system : SystemDescription
        Bodies and joints.
    t : float
        Time, s.
    state : State
        Parts of one state.
    A : np.ndarray, shape (n, 3, 3)
        Rotation matrices, body to inertial.
    h : np.ndarray, shape (n, 6)
        Forces on the bodies, weight included, basis of each body, N, N m.

    Returns
    -------
    dict
        A `Reaction` with (3,) each by the name of the joint.
    """
    X = gyration(state.z)
    values = system.rows.values(t, *motion_of_bodies(state.r, A, state.z[:, :3], X[:, :3, :3]))
    free = (system.inertias.inverse @ (h - system.inertias.gyroscopic(state.z, X))[..., None])[..., 0]
    spread = system.inertias.full_inverse @ values.G.T
    S, lam = values.G @ spread, np.zeros(len(values.G))

    def constrained(z_d: np.ndarray) -> np.ndarray:
        wanted = -values.gamma_dash - values.G @ z_d.ravel()
        lam[:] = np.linalg.lstsq(S, wanted, rcond=1e-12)[0]  # singular where rows are redundant
        return z_d + (spread @ lam).reshape(z_d.shape)

    taken_back(system.inertias, free, constrained)
    found = _by_name(system, lam[None], values.G.reshape(1, -1, system.n, 6), state.r[None], A[None])
    return {name: Reaction(*(part[0] for part in reaction)) for name, reaction in found.items()}


def _by_name(
    system: SystemDescription, lam: np.ndarray, G: np.ndarray, r: np.ndarray, A: np.ndarray
) -> dict[str, Reaction]:
    first, found = 0, {}
    for joint in system.joints:
        rows = slice(first, first + joint.u)
        found[joint.name] = _reaction(system, joint, lam[:, rows], G[:, rows], r, A)
        first += joint.u
    return found


def _reaction(
    system: SystemDescription, joint: Joint, lam: np.ndarray, G: np.ndarray, r: np.ndarray, A: np.ndarray
) -> Reaction:
    """Gᵀ λ of body j, or the opposite of body i where j is the ground, as force and moment at Q in the axes of P."""
    i, j = (system.index[name] for name in joint.bodies)
    on_j = j < system.n
    body, sign = (j, 1.0) if on_j else (i, -1.0)
    h = sign * (lam[:, None] @ G[:, :, body])[:, 0]
    force, moment = ((A[:, body] @ part[..., None])[..., 0] for part in (h[:, :3], h[:, 3:]))
    Q = r[:, j] + A[:, j] @ joint.Q.r if on_j else joint.Q.r
    moment = moment - np.cross(Q - r[:, body], force)
    P = A[:, i] @ joint.P.R if i < system.n else joint.P.R
    into = np.swapaxes(np.broadcast_to(P, A[:, body].shape), -1, -2)
    return Reaction((into @ force[..., None])[..., 0], (into @ moment[..., None])[..., 0])
