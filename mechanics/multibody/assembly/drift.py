"""Drift control: integration of the index-1 equations with projection onto the constraints after every step.

Differentiated constraints hold only their second derivative, so errors of position grow (*Drift*). After every step of
the integrator the state returns to g = 0 and G z + γ = 0 on the shortest way in the metric of the mass matrix:

    Δ = -M⁻¹ Gᵀ (G M⁻¹ Gᵀ)⁻¹ g,     Δz = -M⁻¹ Gᵀ (G M⁻¹ Gᵀ)⁻¹ (G z + γ)
"""

from typing import TYPE_CHECKING

import numpy as np

from ...model import SimulationError
from .equations import displaced, joined
from .index_one import equations_of_motion
from .rows import Rows, Values

if TYPE_CHECKING:
    from .system import RigidBodySystem

__all__ = ["integrated", "projected"]

CLOSED = 1e-13  # m or -, what projection aims at
OPEN = 1e-9  # a row that was left out as redundant must not open by more
AT_ONCE = 2_000_000  # numbers in the Jacobians of the states that are projected at once
MOST_STEPS = 100_000


def projected(system: "RigidBodySystem", rows: Rows, t: float | np.ndarray, x: np.ndarray) -> np.ndarray:
    """The state (or many) on the constraints of position and velocity, with quaternions of length one."""
    state = system.split(x)
    q = state.q / np.linalg.norm(state.q, axis=-1, keepdims=True)
    state = state._replace(q=q)
    if not len(rows):
        return joined(state)
    for _ in range(5):
        values = system.constraints(t, joined(state), rows)
        if np.abs(values.g).max(initial=0.0) < CLOSED:
            break
        r, q = displaced(state.r, state.q, -_shortest(system, values, values.g))
        state = state._replace(r=r, q=q)
    return joined(state._replace(z=state.z - _shortest(system, values, values.g_d)))


def _shortest(system: "RigidBodySystem", values: Values, wrong: np.ndarray) -> np.ndarray:
    """M⁻¹ Gᵀ (G M⁻¹ Gᵀ)⁻¹ wrong, (..., n, 6)."""
    spread = system.inertias.full_inverse @ values.G.swapaxes(-1, -2)
    step = spread @ np.linalg.solve(values.G @ spread, wrong[..., None])
    return step.reshape(*wrong.shape[:-1], system.n, 6)


def integrated(
    system: "RigidBodySystem",
    x: np.ndarray,
    times: np.ndarray,
    rtol: float,
    atol: float,
    longest: float = np.inf,
) -> np.ndarray:
    """States at `times` (k, size) by the method of Dormand and Prince of order 8, on the constraints everywhere.

    Parameters
    ----------
    x : (13 n + own,) consistent start
    times : (k,) increasing, s
    rtol, atol : of the integrator
    longest : step, s

    Raises
    ------
    SimulationError
        where the integration stops, or a constraint that was redundant at the start opens on the way.
    """
    kept = np.setdiff1d(np.arange(len(system.rows)), system.dependent(times[0], x))
    rows = system.rows.only(kept) if len(kept) < len(system.rows) else system.rows
    try:
        with np.errstate(all="ignore"):
            raw = _stepped(system, rows, x, times, rtol, atol, longest)
            chunk = max(1, AT_ONCE // max(1, len(rows) * 6 * system.n))
            parts = range(0, len(times), chunk)
            states = np.concatenate(
                [projected(system, rows, times[k : k + chunk], raw[k : k + chunk]) for k in parts]
            )
    except np.linalg.LinAlgError:
        raise _singular(times[0]) from None
    _check_left_out(system, times, states, len(kept))
    return states


def _stepped(
    system: "RigidBodySystem",
    rows: Rows,
    x: np.ndarray,
    times: np.ndarray,
    rtol: float,
    atol: float,
    longest: float,
) -> np.ndarray:
    """States at the output times, each interpolated within a step between two projected states."""
    from scipy.integrate import DOP853

    f = equations_of_motion(system, rows)
    solver = DOP853(f, times[0], projected(system, rows, times[0], x), times[-1], longest, rtol, atol)
    states, done = [solver.y[None]], 1
    for _ in range(MOST_STEPS):
        if solver.status != "running":
            break
        solver.step()
        if solver.status == "failed" or not np.isfinite(solver.y).all():
            raise _singular(solver.t)
        reached = int(np.searchsorted(times, solver.t, side="right"))
        if reached > done:
            states.append(solver.dense_output()(times[done:reached]).T)
            done = reached
        solver.y = projected(system, rows, solver.t, solver.y)
        solver.f = f(solver.t, solver.y)
    if done < len(times):
        raise SimulationError(
            f"The simulation stopped at t = {solver.t:.6g} s after {MOST_STEPS} steps; the motion is too fast."
        )
    return np.concatenate(states)


def _check_left_out(system: "RigidBodySystem", times: np.ndarray, states: np.ndarray, kept: int) -> None:
    """What was redundant at the start must stay so; a position where joints block each other is found like this."""
    if kept == len(system.rows):
        return
    g = np.abs(np.array([system.constraints(t, x).g for t, x in zip(times, states, strict=True)]))
    k, row = np.unravel_index(g.argmax(), g.shape)
    if g[k, row] > OPEN:
        name = system.rows.names[row]
        raise SimulationError(
            f"The joint {name.joint!r} ({name.forbids}) was redundant at the start, but is not on the way: it opens by "
            f"{g[k, row]:.3g} at t = {times[k]:.6g} s. Start where no two bodies are in line."
        )


def _singular(t: float) -> SimulationError:
    return SimulationError(
        f"The simulation stopped at t = {t:.6g} s: the constraints become dependent there (a dead centre, a "
        "linkage whose bodies are in line), or forces grow beyond all limits. Change lengths or the start."
    )
