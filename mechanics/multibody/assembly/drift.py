"""Drift control: the index-1 equations integrated with stabilisation, and projected onto the constraints.

Differentiated constraints hold only in their second derivative, so errors of position grow (*Drift*). The terms
-2 a ġ - b² g keep them as small as the tolerance. The rest is removed by projection: the state returns to g = 0 and
G z + γ = 0 on the shortest way in the metric of the mass matrix,

    Δ = -M⁻¹ Gᵀ (G M⁻¹ Gᵀ)⁻¹ g,     Δz = -M⁻¹ Gᵀ (G M⁻¹ Gᵀ)⁻¹ (G z + γ)

at the output times; where the tolerance is tight, after every step of the integrator.
"""

import warnings
from collections.abc import Callable, Sequence

import numpy as np

from ...model import SimulationError
from ...state_space.integration import integrate
from .description import SystemDescription
from .equations import displaced, joined
from .index_one import equations_of_motion
from .rows import Rows, Values

__all__ = ["integrated", "projected"]

CLOSED = 1e-13  # m or -, what projection aims at
TIGHT = 1e-9  # below this relative tolerance every step is projected
OPEN = 1e-9  # a row that was left out as redundant must not open by more
AT_ONCE = 2_000_000  # numbers in the Jacobians of the states that are projected at once
MOST_STEPS = 100_000
STIFF = 2_000  # steps from one output to the next


def projected(system: SystemDescription, rows: Rows, t: float | np.ndarray, x: np.ndarray) -> np.ndarray:
    """The state (or many) projected onto the constraints of position and velocity, with quaternions of length one.

    Parameters
    ----------
    system : SystemDescription
        System whose constraints they are.
    rows : Rows
        Independent rows of its constraints.
    t : float or np.ndarray
        Time or times, s.
    x : np.ndarray, shape (..., 13 n + own)
        One state or many, near the constraints.

    Returns
    -------
    np.ndarray, shape (..., 13 n + own)
        States that satisfy the rows.
    """
    state = system.split(x)
    q = state.q / np.linalg.norm(state.q, axis=-1, keepdims=True)
    state = state._replace(q=q)
    if not len(rows):
        return joined(state)
    # Newton's method: a step takes rotations for small, so a single one leaves an error of second order. From where an
    # integrator ends two or three steps are enough; five bound the effort.
    for _ in range(5):
        values = system.constraints(t, joined(state), rows)
        if np.abs(values.g).max(initial=0.0) < CLOSED:
            break
        r, q = displaced(state.r, state.q, -_shortest(system, values, values.g))
        state = state._replace(r=r, q=q)
    # G z + γ is linear in z: one step, and only now, because G belongs to the corrected position
    return joined(state._replace(z=state.z - _shortest(system, values, values.g_d)))


def _shortest(system: SystemDescription, values: Values, wrong: np.ndarray) -> np.ndarray:
    """M⁻¹ Gᵀ (G M⁻¹ Gᵀ)⁻¹ wrong, (..., n, 6)."""
    spread = system.inertias.full_inverse @ values.G.swapaxes(-1, -2)
    step = spread @ np.linalg.solve(values.G @ spread, wrong[..., None])
    return step.reshape(*wrong.shape[:-1], system.n, 6)


def integrated(
    system: SystemDescription,
    x: np.ndarray,
    times: np.ndarray,
    rtol: float,
    atol: float,
    breaks: Sequence[float] = (),
) -> np.ndarray:
    """States at `times` (k, size), all of them on the constraints.

    By LSODA with stabilisation; for relative tolerances below 1e-9 by the method of Dormand and Prince of order 8, with
    projection after every step.

    Parameters
    ----------
    x : np.ndarray, shape (13 n + own,)
        Consistent start.
    times : np.ndarray, shape (k,)
        Output times, increasing, s.
    rtol, atol : float
        Tolerances of the integrator.
    breaks : sequence of float, optional
        Times at which something begins or ends, s; the integrator restarts there.

    Raises
    ------
    SimulationError
        Where the integration stops, or a constraint that was redundant at the start opens on the way.
    """
    # Redundant rows make G M⁻¹ Gᵀ singular, and the motion does not need them: what they forbid, others forbid already.
    # That holds only as long as they stay dependent, which is checked at the end.
    left_out = system.dependent(times[0], x)
    rows = system.rows.only(np.setdiff1d(np.arange(len(system.rows)), left_out))
    solve = _stabilised if rtol >= TIGHT else _stepped
    try:
        with np.errstate(all="ignore"):
            raw = _in_parts(lambda start, t: solve(system, rows, start, t, rtol, atol), x, times, breaks)
            parts = [projected(system, rows, times[k], raw[k]) for k in _parts(system, rows, times)]
    except np.linalg.LinAlgError:
        raise _singular(times[0]) from None
    states = np.concatenate(parts)
    _check_left_out(system, system.rows.only(left_out), times, states)
    return states


def _stabilised(
    system: SystemDescription, rows: Rows, x: np.ndarray, times: np.ndarray, rtol: float, atol: float
) -> np.ndarray:
    """States at the output times, as close to the constraints as the tolerance."""
    f = equations_of_motion(system, rows)
    if system.elements:
        states = _by_adams(f, x, times, rtol, atol)
        if states is not None:
            return states
    return integrate(lambda x, t: f(t, x), x, times, rtol, atol, "LSODA")


def _by_adams(
    f: Callable[[float, np.ndarray], np.ndarray], x: np.ndarray, times: np.ndarray, rtol: float, atol: float
) -> np.ndarray | None:
    """States by the method of Adams alone; None where the forces are too stiff for it.

    LSODA would see the damped springs of a suspension as stiff, and spend its time on Jacobians of a state
    with thirteen numbers a body.
    """
    from scipy.integrate import ode

    solver = ode(f).set_integrator("vode", method="adams", rtol=0.1 * rtol, atol=0.1 * atol, nsteps=STIFF)
    solver.set_initial_value(x, times[0])
    states = [x]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)  # it is asked whether it was successful
        for t in times[1:]:
            states.append(solver.integrate(t))
            if not solver.successful():
                return None
    return np.array(states)


def _in_parts(
    solve: Callable[[np.ndarray, np.ndarray], np.ndarray], x: np.ndarray, times: np.ndarray, breaks: Sequence[float]
) -> np.ndarray:
    """States of a solver that restarts at every break; `solve` takes a start and times."""
    ends = [*sorted(b for b in breaks if times[0] < b < times[-1]), times[-1]]
    states, begin = [x[None]], times[0]
    for end in ends:
        wanted = times[(times > begin) & (times <= end)]
        part = solve(x, np.unique([begin, *wanted, end]))
        states.append(part[1 : len(wanted) + 1])
        x, begin = part[-1], end
    return np.concatenate(states)


def _stepped(
    system: SystemDescription,
    rows: Rows,
    x: np.ndarray,
    times: np.ndarray,
    rtol: float,
    atol: float,
) -> np.ndarray:
    """States at the output times, each interpolated within a step between two projected states."""
    from scipy.integrate import DOP853

    f = equations_of_motion(system, rows)
    start, first = projected(system, rows, times[0], x), _first_step(times)
    solver = DOP853(f, times[0], start, times[-1], rtol=rtol, atol=atol, first_step=first)
    states, done = [solver.y[None]], 1
    for _ in range(MOST_STEPS):
        if solver.status != "running":
            break
        solver.step()
        if solver.status == "failed" or not np.isfinite(solver.y).all():
            raise _singular(solver.t)
        reached = int(np.searchsorted(times, solver.t, side="right"))
        if reached > done:
            # before the projection: the interpolant belongs to the step as it was integrated
            states.append(solver.dense_output()(times[done:reached]).T)
            done = reached
        solver.y = projected(system, rows, solver.t, solver.y)
        solver.f = f(solver.t, solver.y)  # its first stage was evaluated at the state before the projection
    if done < len(times):
        raise SimulationError(
            f"The simulation stopped at t = {solver.t:.6g} s after {MOST_STEPS} steps; the motion is too fast."
        )
    return np.concatenate(states)


def _first_step(times: np.ndarray) -> float:
    """A short one: a system at rest would let the integrator choose one that steps over the beginning."""
    return min(1e-3, 0.1 * float(times[-1] - times[0]))


def _check_left_out(system: SystemDescription, rows: Rows, times: np.ndarray, states: np.ndarray) -> None:
    """What was redundant at the start must stay so; this finds positions in which joints block each other."""
    if not len(rows):
        return
    g = np.abs(np.concatenate([system.constraints(times[k], states[k], rows).g for k in _parts(system, rows, times)]))
    k, row = np.unravel_index(g.argmax(), g.shape)
    if g[k, row] > OPEN:
        name = rows.names[row]
        raise SimulationError(
            f"The joint {name.joint!r} ({name.forbids}) was redundant at the start, but is not on the way: it opens by "
            f"{g[k, row]:.3g} at t = {times[k]:.6g} s. Start from a position in which no two bodies are in line."
        )


def _parts(system: SystemDescription, rows: Rows, times: np.ndarray) -> list[slice]:
    """Slices of the output times, so that the Jacobians of one slice fit into memory."""
    size = max(1, AT_ONCE // max(1, len(rows) * 6 * system.n))
    return [slice(k, k + size) for k in range(0, len(times), size)]


def _singular(t: float) -> SimulationError:
    return SimulationError(
        f"The simulation stopped at t = {t:.6g} s: the constraints become dependent there (a dead centre, a "
        "linkage whose bodies are in line), or forces grow without bound. Change the lengths or the start."
    )
