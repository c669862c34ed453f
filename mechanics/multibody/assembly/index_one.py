"""The index-1 equations solved: the multipliers first, G M⁻¹ Gᵀ λ = -γ' - G M⁻¹ (h - Q), then the accelerations."""

from collections.abc import Callable
from importlib.util import find_spec
from typing import NamedTuple

import numpy as np

from ...cache import is_compiling
from .banded import Band, Factor
from .description import SystemDescription
from .equations import State, attitudes, displaced, gyration, joined, rates, split
from .inertias import Inertias
from .rows import Blocks, Rows, Values, motion_of_bodies
from .sparsity import sparsity
from .special_rows import equations_with_special_rows, projection_with_special_rows

__all__ = ["Accelerations", "equations_of_motion", "projection", "solve", "taken_back", "with_power"]

MOST_STEPS = 30  # in which lent inertia is taken back
MOST_PROJECTIONS = 5
UNDETERMINED = 1e-8  # change of accelerations that still does not end
CLOSED = 1e-13  # m or -, what projection aims at


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

    Raises
    ------
    ModelError
        For a body without inertia whose rotation no joint holds.
    """
    system.check_determined(t, x)
    state = split(x, system.n)
    A, X = attitudes(state.q), gyration(state.z)
    values = system.rows.values(t, *motion_of_bodies(state.r, A, state.z[:, :3], X[:, :3, :3]))
    h, s_d = system.applied.forces(t, state, A)
    free = _unbound(system, h, state, X)
    G, wanted = values.G, _wanted(system, values)
    # M is constant and has a block for each body, so its inverse is known and λ can be eliminated first: a system of
    # u equations instead of 6 n + u, symmetric and positive definite where the rows are independent.
    spread = system.inertias.full_inverse @ G.T
    S, lam = G @ spread, np.zeros(len(G))

    def constrained(z_d: np.ndarray) -> np.ndarray:
        lam[:] = np.linalg.lstsq(S, wanted - G @ z_d.ravel(), rcond=1e-12)[0]  # singular where rows are redundant
        return z_d + (spread @ lam).reshape(-1, 6)

    return Accelerations(taken_back(system.inertias, free, constrained), lam, s_d)


def taken_back(inertias: Inertias, free: np.ndarray, constrained: Callable[[np.ndarray], np.ndarray]) -> np.ndarray:
    """Accelerations without the inertia that was lent to thin rods and point masses (see `Inertias`).

    Parameters
    ----------
    inertias : Inertias
        Mass matrices M and what was lent, L.
    free : np.ndarray, shape (..., n, 6)
        (M + L)⁻¹ (h - Q).
    constrained : callable
        Returns ż (..., n, 6) of the bodies in their joints for such a `free`.

    Returns
    -------
    np.ndarray, shape (..., n, 6)
        ż with M ż - Gᵀ λ = h - Q; NaN where nothing determines it.
    """
    z_d = constrained(free)
    if not len(inertias.lifted):
        return z_d
    for _ in range(MOST_STEPS):
        before = z_d
        z_d = constrained(free + (inertias.inverse @ (inertias.lift @ before[..., None]))[..., 0])
        change = np.abs(z_d - before).max() / (np.abs(z_d).max() or 1.0)
        if not change > 1e-14:
            return z_d
    return z_d if change < UNDETERMINED else np.full_like(z_d, np.nan)


def _unbound(system: SystemDescription, h: np.ndarray, state: State, X: np.ndarray) -> np.ndarray:
    """Accelerations (n, 6) without joints."""
    return (system.inertias.inverse @ (h - system.inertias.gyroscopic(state.z, X))[..., None])[..., 0]


def _wanted(system: SystemDescription, values: Values | Blocks) -> np.ndarray:
    """G ż.

    The differentiated constraint g̈ = 0 keeps an error of ġ for ever, and that of g grows; Baumgarte's terms make it a
    damped oscillator, g̈ + 2 a ġ + b² g = 0, in which both decay.
    """
    a, b = system.stabilisation
    return -values.gamma_dash - 2 * a * values.g_d - b * b * values.g


def equations_of_motion(
    system: SystemDescription, rows: Rows, compiled: bool | None = None
) -> Callable[[float, np.ndarray], np.ndarray]:
    """ẋ = f(t, x) with the given rows, which must be independent.

    Parameters
    ----------
    system : SystemDescription
        Bodies, joints and what acts on them.
    rows : Rows
        Some of its rows; best in the order of `sparse_order`.
    compiled : bool, optional
        Whether to use the loops of `compiled_index_one`; unless given, where numba is installed.

    Returns
    -------
    callable
        f(t, x).
    """
    both = with_power(system, rows, compiled)
    return lambda t, x: both(t, x)[0]


def with_power(
    system: SystemDescription, rows: Rows, compiled: bool | None = None
) -> Callable[[float, np.ndarray], tuple[np.ndarray, float]]:
    """ẋ = f(t, x), and the power of everything but weight and of joints that follow a function of time, W.

    Its integral is the change of the kinetic energy and of that of the weight; all other joints do no work.

    Parameters
    ----------
    system, rows, compiled
        As for `equations_of_motion`.

    Returns
    -------
    callable
        (t, x) -> ẋ (13 n + own,), power.
    """
    if rows.special:
        return equations_with_special_rows(system, rows)
    return (_by_loops if _uses_loops(compiled) else _by_arrays)(system, rows)


def projection(
    system: SystemDescription, rows: Rows, compiled: bool | None = None
) -> Callable[[float, np.ndarray], tuple[np.ndarray, float]]:
    """A function that moves a state (t, x) onto g = 0 and G z + γ = 0, with quaternions of length one.

    It also returns how far the rows are from being dependent there: the smallest squared sine of the angle between a
    row and those before it.

    Parameters
    ----------
    system : SystemDescription
        Bodies and joints.
    rows : Rows
        Independent rows, in a sparse order.
    compiled : bool, optional
        Whether to use the loops of `compiled_index_one`; unless given, where numba is installed.

    Returns
    -------
    callable
        (t, x) -> x (13 n + own,), squared sine.
    """
    if rows.special:
        return projection_with_special_rows(system, rows)
    return (_projected_by_loops if _uses_loops(compiled) else _projected_by_arrays)(system, rows)


def _uses_loops(compiled: bool | None) -> bool:
    return not is_compiling() and find_spec("numba") is not None if compiled is None else compiled


def _by_arrays(system: SystemDescription, rows: Rows) -> Callable[[float, np.ndarray], tuple[np.ndarray, float]]:
    band, masses, driven = Band(rows, system.inertias), system.inertias, [part.row for part in rows.clocked]

    def derivative(t: float, x: np.ndarray) -> tuple[np.ndarray, float]:
        state = split(x, system.n)
        A, X = attitudes(state.q), gyration(state.z)
        if not np.isfinite(x).all():  # a step that was too long; the integrator will shorten it
            return np.full(len(x), np.nan), np.nan
        values = rows.blocks(t, *motion_of_bodies(state.r, A, state.z[:, :3], X[:, :3, :3]))
        h, s_d = system.applied.besides_weight(t, state, A)
        factor, wanted = Factor(band, values.G), _wanted(system, values)
        free = _unbound(system, h + masses.weights(A), state, X)
        z_d = taken_back(masses, free, lambda z_d: factor.constrained(z_d, wanted))
        r_d, q_d = rates(A, state.q, state.z)
        power = (h * state.z).sum() + factor.lam[driven] @ band.times(values.G, state.z)[driven]
        return np.concatenate([r_d.ravel(), q_d.ravel(), z_d.ravel(), s_d]), float(power)

    return derivative


def _projected_by_arrays(
    system: SystemDescription, rows: Rows
) -> Callable[[float, np.ndarray], tuple[np.ndarray, float]]:
    band = Band(rows, system.inertias)

    def project(t: float, x: np.ndarray) -> tuple[np.ndarray, float]:
        state, before = split(x, system.n), np.inf
        state = state._replace(q=state.q / np.linalg.norm(state.q, axis=-1, keepdims=True))
        # Newton's method: a step takes rotations for small, so a single one leaves an error of second order. From where
        # an integrator ends two or three steps are enough.
        for attempt in range(MOST_PROJECTIONS + 1):
            W = gyration(state.z)[:, :3, :3]
            values = rows.blocks(t, *motion_of_bodies(state.r, attitudes(state.q), state.z[:, :3], W))
            factor, size = Factor(band, values.G), np.abs(values.g).max(initial=0.0)
            if size < CLOSED or attempt == MOST_PROJECTIONS or 1e3 * CLOSED > size > 0.5 * before:
                break
            before = size
            r, q = displaced(state.r, state.q, factor.constrained(np.zeros((system.n, 6)), -values.g))
            state = state._replace(r=r, q=q)
        # G z + γ is linear in z: one step, and only now, because G belongs to the corrected position
        z = state.z + factor.constrained(np.zeros((system.n, 6)), -values.g_d)
        return joined(state._replace(z=z)), factor.pivot

    return project


class _Loops:
    """The arguments of the compiled loops that belong to a system and its rows."""

    def __init__(self, system: SystemDescription, rows: Rows):
        self.rows, self._still, self.masses = rows, rows.at_clock(0.0), system.inertias
        self.envelope = sparsity(rows)

    def joints(self, t: float) -> tuple:
        """n, i, j, e, c, σ, offset and envelope at time t."""
        rows = self.rows
        e, offset = rows.at_clock(t) if rows.clocked else self._still
        return rows.n, rows.i, rows.j, e, rows.c, rows.sigma, offset, self.envelope


def _by_loops(system: SystemDescription, rows: Rows) -> Callable[[float, np.ndarray], tuple[np.ndarray, float]]:
    from .compiled_index_one import accelerated  # needs numba, which is optional and slow to import

    n, applied, loops = system.n, system.applied, _Loops(system, rows)
    a_b, still, own = np.array(system.stabilisation, dtype=float), np.zeros((n, 6)), slice(13 * n, None)
    masses = loops.masses
    inertias = masses.M, masses.inverse, masses.slowest, masses.lift, masses.lifted, masses.gravity

    def derivative(t: float, x: np.ndarray) -> tuple[np.ndarray, float]:
        h, s_d = still, None
        if not np.isfinite(x).all():  # a step that was too long; the integrator will shorten it
            return np.full(len(x), np.nan), np.nan
        if applied.not_lines or applied.loads or applied.actuators:
            state = split(x, n)
            h, s_d = applied.besides_weight(t, state, attitudes(state.q), applied.not_lines)
        x_d, power = accelerated(x, *loops.joints(t), *inertias, h, applied.lines, a_b)
        if len(applied.lines.i) and not np.isfinite(x_d).all():
            applied.besides_weight(t, split(x, n), attitudes(split(x, n).q))  # says which line has no length
        if s_d is not None:
            x_d[own] = s_d
        return x_d, power

    return derivative


def _projected_by_loops(
    system: SystemDescription, rows: Rows
) -> Callable[[float, np.ndarray], tuple[np.ndarray, float]]:
    from .compiled_index_one import projected

    loops, masses = _Loops(system, rows), system.inertias
    return lambda t, x: projected(x, *loops.joints(t), masses.inverse, masses.slowest, CLOSED, MOST_PROJECTIONS)
