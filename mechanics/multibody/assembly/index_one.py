"""The index-1 equations solved: the multipliers first, G M⁻¹ Gᵀ λ = -γ' - G M⁻¹ (h - Q), then the accelerations."""

from collections.abc import Callable
from importlib.util import find_spec
from typing import NamedTuple

import numpy as np

from ...cache import is_compiling
from .description import SystemDescription
from .equations import attitudes, gyration, rates, split
from .rows import Rows, motion_of_bodies

__all__ = ["Accelerations", "equations_of_motion", "solve"]

FEW = 60  # rows; for more the solver of numpy is faster than a loop


class Accelerations(NamedTuple):
    """What the equations of motion give in one state.

    Attributes
    ----------
    z_d : np.ndarray, shape (n, 6)
        (v̇; ω̇) of the bodies, derivatives of components.
    lam : np.ndarray, shape (u,)
        Multipliers of all rows; of those with the smallest norm where constraints are redundant.
    s_d : np.ndarray
        Rates of the own states of force elements.
    """

    z_d: np.ndarray
    lam: np.ndarray
    s_d: np.ndarray


def _prepared(system: SystemDescription, rows: Rows, t: float, x: np.ndarray) -> tuple:
    """Free accelerations b (6 n,), G, M⁻¹ Gᵀ, the right side for λ, and what rates need."""
    state = split(x, system.n)
    A, X = attitudes(state.q), gyration(state.z)
    values = rows.values(t, *motion_of_bodies(state.r, A, state.z[:, :3], X[:, :3, :3]))
    h, s_d = system.applied.forces(t, state, A)
    # M is constant and has a block for each body, so its inverse is known and λ can be eliminated first: a system of
    # u equations instead of 6 n + u, symmetric and positive definite where the rows are independent.
    free = system.inertias.inverse @ (h - system.inertias.gyroscopic(state.z, X))[..., None]
    # The differentiated constraint g̈ = 0 keeps an error of ġ for ever, and that of g grows; Baumgarte's terms make it a
    # damped oscillator, g̈ + 2 a ġ + b² g = 0, in which both decay.
    a, b = system.stabilisation
    wanted = -values.gamma_dash - 2 * a * values.g_d - b * b * values.g - values.G @ free.ravel()
    return free.ravel(), values.G, system.inertias.full_inverse @ values.G.T, wanted, state, A, s_d


def solve(system: SystemDescription, t: float, x: np.ndarray) -> Accelerations:
    """Accelerations of one state, with the multipliers of smallest norm.

    Parameters
    ----------
    system : SystemDescription
        Bodies, joints and what acts on them.
    t : float
        Time, s.
    x : np.ndarray, shape (13 n + own,)
        State.
    """
    free, G, spread, wanted, *_, s_d = _prepared(system, system.rows, t, x)
    lam = np.linalg.lstsq(G @ spread, wanted, rcond=1e-12)[0]  # redundant rows make the matrix singular
    return Accelerations((free + spread @ lam).reshape(-1, 6), lam, s_d)


def equations_of_motion(
    system: SystemDescription, rows: Rows, compiled: bool | None = None
) -> Callable[[float, np.ndarray], np.ndarray]:
    """ẋ = f(t, x) with the given rows, which must be independent.

    Parameters
    ----------
    system : SystemDescription
        Bodies, joints and what acts on them.
    rows : Rows
        Some of its rows.
    compiled : bool, optional
        Whether to use the loops of `compiled_index_one`; unless given, where numba is installed and there are few rows.

    Returns
    -------
    callable
        f(t, x).
    """
    few = len(rows) <= FEW and not is_compiling() and find_spec("numba") is not None
    return _by_loops(system, rows) if (few if compiled is None else compiled) else _by_arrays(system, rows)


def _by_arrays(system: SystemDescription, rows: Rows) -> Callable[[float, np.ndarray], np.ndarray]:
    def derivative(t: float, x: np.ndarray) -> np.ndarray:
        free, G, spread, wanted, state, A, s_d = _prepared(system, rows, t, x)
        z_d = free + spread @ _positive(G @ spread, wanted) if len(wanted) else free
        r_d, q_d = rates(A, state.q, state.z)
        return np.concatenate([r_d.ravel(), q_d.ravel(), z_d, s_d])

    return derivative


def _positive(S: np.ndarray, right: np.ndarray) -> np.ndarray:
    """S⁻¹ right by Cholesky's method; NaN where S is not positive definite, and rows are dependent."""
    from scipy.linalg.lapack import dposv

    _, solution, failed = dposv(S, right)
    return np.full(len(right), np.nan) if failed else solution


def _by_loops(system: SystemDescription, rows: Rows) -> Callable[[float, np.ndarray], np.ndarray]:
    from .compiled_index_one import accelerated  # needs numba, which is optional and slow to import

    n, masses, applied = system.n, system.inertias, system.applied
    a_b, clock, still = np.array(system.stabilisation), rows.at_clock(0.0), np.zeros((n, 6))
    own = slice(13 * n, None)

    def derivative(t: float, x: np.ndarray) -> np.ndarray:
        e, offset = rows.at_clock(t) if rows.clocked else clock
        h, s_d = still, None
        if not applied.is_weight_alone:
            if not np.isfinite(x).all():  # a step that was too long; the integrator will shorten it
                return np.full(len(x), np.nan)
            state = split(x, n)
            h, s_d = applied.besides_weight(t, state, attitudes(state.q))
        x_d = accelerated(
            x, n, rows.i, rows.j, e, rows.c, rows.sigma, offset, masses.M, masses.inverse, masses.gravity, h, a_b
        )  # fmt: skip
        if s_d is not None:
            x_d[own] = s_d
        return x_d

    return derivative
