"""The energy balance of a motion: how much energy it has that it got from nowhere.

E(t) − E(0) − ∫ P dt with E = T + V and the power P of everything that is not conservative: forces, dampers, inputs, and
what moves as a given function of the time. In a motion that obeys its equations it is of the size of the tolerances;
where an integrator has stepped over a singularity, or damped the motion by its method, it is not.
"""

from typing import Any, NamedTuple

import numpy as np

from ..integration.imbalance import factor, sentence
from ..model import ModelError
from ..state_space.interpolation import quintic
from ..state_space.run import input_history
from .work_in_between import integrated_work

__all__ = ["Balance", "balance", "explained", "imbalance", "is_rough"]

POINTS, WEIGHTS = np.polynomial.legendre.leggauss(3)
NODES, WEIGHTS = (POINTS + 1) / 2, WEIGHTS / 2  # Gauss's formula on [0, 1], exact up to degree 5
PUSH = 1e-4  # of a time step, for the rate of an input
JUMP = 5.0  # times the usual change: an input that does not change so much in one step does not jump
DOUBTS = 3.0  # of the difference of two quadratures, for what both may be wrong
PROBES = 32  # states in which the tolerances are expressed as energy
FINE = 1e-9  # part of the energy by which two quadratures may differ in an interval
ROUGH = 0.3  # relative difference of a step from the trapezoidal rule that is not that of a smooth motion


class Balance(NamedTuple):
    """The energy balance along a run.

    Attributes
    ----------
    error : ndarray, shape (k,)
        E(t) − E(0) − work, J.
    doubt : ndarray, shape (k,)
        By how much quadratures and interpolations differ up to there, J; large where power or accelerations jump.
    """

    error: np.ndarray
    doubt: np.ndarray


def balance(run: Any, *, again: bool = True) -> Balance:
    """The energy balance of a run, with the power integrated by Gauss's formula of order 6 between the output times.

    Parameters
    ----------
    run : LagrangianRun
        States in between are interpolated by polynomials of degree 5 with the rates and accelerations.
    again : bool
        Whether the equations are integrated once more where these polynomials are not good enough.

    Returns
    -------
    Balance
    """
    from scipy.interpolate import CubicHermiteSpline  # slow to import

    gained = run.energy - run.energy[0]
    if all(x == 0 for x in run.model.system.program("power").outputs):
        return Balance(gained, np.zeros_like(gained))
    path, steps = quintic(run.t, run.q, run.q_d, run.q_dd), np.diff(run.t)
    times = run.t[:-1, None] + steps[:, None] * NODES
    inside = _power(run, path, times)
    ends = _power(run, path, run.t)[:, 0]
    work = steps * (inside[..., 0] @ WEIGHTS)
    doubt = np.abs(work - steps * (ends[:-1] + 4 * inside[:, 1, 0] + ends[1:]) / 6)
    plain = _power(run, CubicHermiteSpline(run.t, run.q, run.q_d), times)[..., 0]  # without the accelerations
    doubt += np.abs(work - steps * (plain @ WEIGHTS))
    rough = (doubt > FINE * (np.abs(run.kinetic).max() + np.ptp(run.potential))) | _is_missed(run)
    if again and rough.any():
        found, known = integrated_work(run, rough)
        work, doubt = np.where(known, found, work), np.where(known, 0.0, doubt)
    for i, (name, value) in enumerate(run._inputs.items()):
        if callable(value) and np.any(inside[..., 1 + i]):
            fed, uncertain = _fed(run, path, times, name, inside[..., 1 + i])
            work, doubt = work + fed, doubt + uncertain
    lost, doubts = np.cumsum([work, doubt], axis=1)
    return Balance(gained - np.concatenate([[0.0], lost]), np.concatenate([[0.0], doubts]))


def _is_missed(run: Any) -> np.ndarray:
    """Intervals in which something may happen that their ends do not show, bool, shape (k - 1,)."""
    steps, a = np.diff(run.t)[:, None], run.q_dd
    gap = np.abs(np.diff(run.q_d, axis=0) - steps / 2 * (a[:-1] + a[1:]))
    jumps = np.histogram(run._breaks, run.t)[0] > 0
    return jumps | (gap > ROUGH * np.abs(run.q_d).max(axis=0)).any(axis=1)


def _states(run: Any, path: Any, times: np.ndarray) -> tuple[np.ndarray, np.ndarray, dict[str, np.ndarray]]:
    """q, q̇ and the inputs at times of the shape (...)."""
    q, q_d, flat = path(times), path(times, 1), times.ravel()
    u = input_history(run._inputs, flat, run.model.state(q, q_d).reshape(len(flat), -1))
    return q, q_d, {name: values.reshape(times.shape) for name, values in u.items()}


def _power(run: Any, path: Any, times: np.ndarray) -> np.ndarray:
    """P, then ∂V/∂u for every input, at times of the shape (...)."""
    q, q_d, u = _states(run, path, times)
    return run.model._values("power", q, q_d, u, times)


def _fed(run: Any, path: Any, times: np.ndarray, name: str, slope: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Energy that an input brings into springs and potentials, ∫ ∂V/∂u u̇ dt, per step; where u jumps, its jump of V."""
    steps, middle = np.diff(run.t), times[:, 1]
    push = PUSH * steps[:, None]
    rate = (_states(run, path, times + push)[2][name] - _states(run, path, times - push)[2][name]) / (2 * push)
    smooth = steps * ((slope * rate) @ WEIGHTS)
    q, q_d, u = _states(run, path, middle)
    ends = [u | {name: run.u[name][part]} for part in (slice(None, -1), slice(1, None))]
    before, after = (run.model.potential_energy(q, end, middle) for end in ends)
    jump = after - before
    jumps = (np.abs(smooth - jump) > 0.5 * np.abs(jump)) & (np.abs(jump) > JUMP * np.median(np.abs(smooth)))
    return np.where(jumps, jump, smooth), np.where(jumps, np.abs(smooth - jump), 0.0)


def explained(run: Any, rtol: float, atol: float) -> float:
    """The energy that an error of so many tolerances in every state amounts to, J."""
    tolerances = factor(rtol)
    few = np.unique(np.linspace(0, len(run.t) - 1, PROBES).astype(int))
    x = np.concatenate([run.q[few], run.q_d[few]], axis=1)
    u, t, n = {name: values[few] for name, values in run.u.items()}, run.t[few], run.q.shape[1]
    moved = x + tolerances * (atol + rtol * np.abs(x)) * np.eye(2 * n)[:, None, :]
    energies = [
        run.model.kinetic_energy(y[..., :n], y[..., n:], u, t) + run.model.potential_energy(y[..., :n], u, t)
        for y in (moved, x)
    ]
    size = np.abs(run.kinetic).max() + np.ptp(run.potential)
    rounding = 1e-12 * np.abs(run.potential).max()
    return float(np.abs(energies[0] - energies[1]).sum(axis=0).max() + tolerances * rtol * size + rounding)


def is_rough(run: Any) -> bool:
    """Whether coordinates and rates do not fit together from one output time to the next, as after a jump."""
    steps, v = np.diff(run.t)[:, None], run.q_d
    gap = np.abs(np.diff(run.q, axis=0) - steps / 2 * (v[:-1] + v[1:]))
    return bool((gap > ROUGH * steps * np.abs(v).max(axis=0)).any())


def imbalance(run: Any, rtol: float, atol: float) -> str:
    """A sentence if the energy balance of a run is not explained by its tolerances, else nothing.

    Parameters
    ----------
    run : LagrangianRun
        Any.
    rtol, atol : float
        Tolerances with which it was simulated.
    """
    try:
        allowed = explained(run, rtol, atol)
        for again in (False, True):  # the quick one decides nearly always
            error, doubt = balance(run, again=again)
            if not (np.abs(error) > allowed + DOUBTS * doubt).any():
                return ""
    except ModelError:  # a power that is not defined somewhere: nothing can be said
        return ""
    size = float(np.abs(run.kinetic).max() + np.ptp(run.potential))
    return sentence(run.t, error, size, 'method="DOP853", smaller rtol and atol, or a shorter time')
