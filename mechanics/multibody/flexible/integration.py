"""Integration of the index-1 equations, step by step: a budget, projection onto the constraints, and refusals."""

from typing import Any

import numpy as np

from ...integration import Budget
from ...integration.times import check_tolerances
from ...model import ModelError, SimulationError
from .index_one import BodyInMotion, Equations, constraints, pieces
from .starts import joined, shifted
from .validity import check_valid

__all__ = ["METHODS", "integrated", "projected"]

METHODS = ("auto", "DOP853", "Radau")
SWINGS = 2e5  # rad of the fastest mode in a run: beyond, an explicit method needs too many steps
CLOSED = 1e-13  # m or -, what projection aims at
DIFFERENCE = 1e-7  # step of the differences for the Jacobian, m or rad
BROKEN = 1e-6  # of a row that was left out as redundant


def integrated(
    system: Equations, start: np.ndarray, times: np.ndarray, rtol: float, atol: float, method: str, budget: Budget
) -> np.ndarray:
    """States at the output times, and the work done until then.

    Parameters
    ----------
    system : Equations
        Bodies, joints and loads.
    start : np.ndarray, shape (n,)
        Consistent state.
    times : np.ndarray, shape (k,)
        Output times, s.
    rtol, atol : float
        Tolerances.
    method : str
        ``"auto"``, ``"DOP853"`` or ``"Radau"``.
    budget : Budget
        What the run may cost.

    Returns
    -------
    np.ndarray, shape (k, n + 1)
        States on the constraints, and the work of drives, loads and damping in J.

    Raises
    ------
    SimulationError
        Where the budget is used up, the step becomes too small, or the equations no longer hold.
    """
    rates = Rates(system)
    solver = _solver(system, rates, start, times, rtol, atol, method)
    found = np.empty((len(times), len(start) + 1))
    found[0], done = solver.y, 1
    while done < len(times):
        try:
            message = solver.step()
        except (ValueError, OverflowError, FloatingPointError) as error:
            raise SimulationError(_failed(solver.t, str(error))) from None
        if solver.status == "failed" or not np.isfinite(solver.y).all():
            raise SimulationError(_failed(solver.t, rates.refused or message or "the state is no longer finite"))
        budget.spend(solver.t, lambda: system.derivative(solver.t, solver.y), solver.y)
        between = solver.dense_output()
        while done < len(times) and times[done] <= solver.t:
            found[done] = projected(system, times[done], between(times[done]))
            done += 1
        _put_back(system, solver)
        check_valid(solver.t, system, pieces(system.bodies, solver.y))
    return found


def projected(system: Equations, t: float, x: np.ndarray) -> np.ndarray:
    """A state moved onto the constraints, Δ = −M⁻¹ Gᵀ (G M⁻¹ Gᵀ)⁻¹ g, then its velocities likewise.

    Parameters
    ----------
    system : Equations
        Bodies and joints.
    t : float
        Time, s.
    x : np.ndarray, shape (n + 1,)
        State near the constraints, with the work.

    Returns
    -------
    np.ndarray, shape (n + 1,)

    Raises
    ------
    SimulationError
        If rows that were redundant at the start contradict the others now.
    """
    parts = pieces(system.bodies, x)
    kept = slice(None) if system.kept is None else system.kept
    for _ in range(3):
        rows = constraints(system, t, parts)
        if np.abs(rows.g[kept]).max(initial=0.0) < CLOSED:
            break
        parts = shifted(system, parts, -_shortest(system, parts, rows.G[kept], rows.g[kept]))
    if np.abs(rows.g).max(initial=0.0) > BROKEN:
        raise SimulationError(
            f"At t = {t:.4g} s constraints that were redundant at the start contradict the others by "
            f"{np.abs(rows.g).max():.3g}: the mechanism jams. Start in another position, or use joints that allow more."
        )
    u = np.concatenate([part.u for part in parts])
    u = u - _shortest(system, parts, rows.G[kept], (rows.G @ u + rows.gamma)[kept])
    parts = [part._replace(u=u[own]) for part, own in zip(parts, system.columns, strict=True)]
    return np.append(joined(parts), x[-1])


def _shortest(system: Equations, parts: list[BodyInMotion], G: np.ndarray, wrong: np.ndarray) -> np.ndarray:
    if not len(wrong):
        return np.zeros(system.n_u)
    spread = np.empty((system.n_u, len(G)))
    for own, M in zip(system.columns, system.masses(parts), strict=True):
        spread[own] = np.linalg.solve(M, G[:, own].T)
    return spread @ np.linalg.solve(G @ spread, wrong)


class Rates:
    """ẋ for the integrator: NaN where it tries a step that is too long, so that it takes a shorter one.

    Attributes
    ----------
    refused : str
        Why the last evaluation failed; empty if it did not.
    """

    def __init__(self, system: Equations):
        self.system, self.refused = system, ""

    def __call__(self, t: float, x: np.ndarray) -> np.ndarray:
        """ẋ with the power, (n + 1,)."""
        try:
            self.refused = ""
            return self.system.derivative(t, x)
        except SimulationError as error:
            self.refused = str(error)
            return np.full(len(x), np.nan)

    def jacobian(self, t: float, x: np.ndarray) -> np.ndarray:
        """∂ẋ/∂x by differences, (n + 1, n + 1).

        The steps fit positions in m and angles in rad. Those of scipy follow the size of each state, and are lost in
        rounding where an elastic coordinate passes zero.
        """
        before, found = self(t, x), np.zeros((len(x), len(x)))
        for k in range(len(x) - 1):  # nothing depends on the work, the last entry
            moved = x.copy()
            moved[k] += DIFFERENCE * (1 + abs(x[k]))
            found[:, k] = (self(t, moved) - before) / (moved[k] - x[k])
        return found


def _solver(
    system: Equations, rates: Rates, start: np.ndarray, times: np.ndarray, rtol: float, atol: float, method: str
) -> Any:
    from scipy.integrate import Radau  # slow to import

    from ...integration.explicit import DOP853

    if method not in METHODS:
        raise ModelError(f"Expected a method among {', '.join(METHODS)}; got {method!r}.")
    check_tolerances(rtol, atol)
    fastest = max(body.fastest for body in system.bodies)
    if method == "auto":
        method = "DOP853" if fastest * (times[-1] - times[0]) < SWINGS else "Radau"
    start, end = np.append(start, 0.0), times[-1]
    options = {"rtol": max(rtol, 1e-13), "atol": atol}
    if method == "DOP853":
        return DOP853(rates, times[0], start, end, **options)
    return Radau(rates, times[0], start, end, jac=rates.jacobian, **options)


def _put_back(system: Equations, solver: Any) -> None:
    """The integrator goes on from the projected state."""
    solver.y = projected(system, solver.t, solver.y)
    solver.f = system.derivative(solver.t, solver.y)


def _failed(t: float, reason: str) -> str:
    return (
        f"The simulation stopped at t = {t:.6g} s: {reason.rstrip('.')}. Try a looser tolerance such as rtol=1e-6, "
        "method='Radau' for stiff modes, or fewer modes; a mechanism in a singular position needs another drive."
    )
