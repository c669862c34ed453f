"""The balance of energy of a motion whose power is known at the output times."""

import warnings
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from ..integration.imbalance import factor, sentence
from ..model import SimulationWarning

__all__ = ["Balance", "balance", "refined", "warn_of_imbalance"]

DEGREE = 5  # of splines
LEAST = 500  # times at which the power is looked at
DOUBTS = 3.0  # of the difference of two quadratures, for what both may be wrong
PROBES = 8  # states in which the tolerances are expressed as energy


class Balance(NamedTuple):
    """The energy balance along a run.

    Attributes
    ----------
    error : ndarray, shape (k,)
        E(t) − E(0) − work, J.
    doubt : ndarray, shape (k,)
        By how much the work changes up to there if every second output is left out, J.
    """

    error: np.ndarray
    doubt: np.ndarray


def refined(t: np.ndarray) -> tuple[np.ndarray, int]:
    """Output times with as many others between them as the balance needs, equally many in each interval.

    Parameters
    ----------
    t : ndarray, shape (k,)
        Output times, s.

    Returns
    -------
    t : ndarray
        Times, s.
    every : int
        Each of so many is an output time.
    """
    every = -(-LEAST // max(len(t) - 1, 1))
    steps = np.arange((len(t) - 1) * every + 1) / every
    return np.interp(steps, np.arange(len(t)), t), every


def balance(motion: Any, t: np.ndarray, x: np.ndarray) -> Balance | None:
    """The energy balance, with splines of degree 5 through the power between the times at which it jumps.

    Parameters
    ----------
    motion : Motion
        With a method ``power(t, x)``, W: of all that is not in its energies; and, if it may jump, with `breaks`.
    t : ndarray, shape (k,)
        Output times, s.
    x : ndarray, shape (k, n)
        States.

    Returns
    -------
    Balance or None
        None where the motion does not know its power.
    """
    power = motion.power(t, x) if hasattr(motion, "power") else None
    if power is None:
        return None
    energy = np.sum(motion.energies(t, x), axis=0)
    gained = energy - energy[0]
    if not power.any():
        return Balance(gained, np.zeros_like(gained))
    fine, coarse = (_work(t, power, getattr(motion, "breaks", ()), every) for every in (1, 2))
    doubt = np.concatenate([[0.0], np.abs(np.diff(fine - coarse))]).cumsum()
    return Balance(gained - fine, doubt)


def warn_of_imbalance(motion: Any, t: np.ndarray, x: np.ndarray, found: Balance, rtol: float, atol: float) -> None:
    """Warn of an energy balance that the tolerances do not explain.

    Parameters
    ----------
    motion, t, x
        As for `balance`.
    found : Balance
        What it returned.
    rtol, atol : float
        Tolerances with which it was simulated.
    """
    kinetic, potential = motion.energies(t, x)
    size = float(np.abs(kinetic).max() + np.ptp(potential) + np.ptp(found.error))
    allowed = factor(rtol) * rtol * size + DOUBTS * found.doubt
    if not (np.abs(found.error) > allowed).any():
        return
    if (np.abs(found.error) > allowed + _explained(motion, t, x, rtol, atol)).any():
        text = sentence(t, found.error, size, "smaller rtol and atol, or a shorter time")
        warnings.warn(text, SimulationWarning, stacklevel=3)


def _work(t: np.ndarray, power: np.ndarray, breaks: Sequence[float], every: int) -> np.ndarray:
    """∫ power dt from the first time on, (k,), from some of the outputs between two breaks."""
    from scipy.interpolate import make_interp_spline  # slow to import

    inside = [b for b in breaks if t[0] < b < t[-1]]
    rows, work, before = np.searchsorted(inside, t), np.empty(len(t)), 0.0
    ends = [t[0], *inside, t[-1]]
    for k, (begin, end) in enumerate(zip(ends, ends[1:], strict=False)):
        here = (rows == k) & ~np.isin(t, inside)  # at a jump the power is that of one of its sides
        some = np.flatnonzero(here)[::every]
        degree = min(DEGREE, len(some) - 1)
        if degree < 1:  # no output between two breaks: this is one of the doubts
            work[rows == k] = before
            continue
        integral = make_interp_spline(t[some], power[some], k=degree - 1 + degree % 2).antiderivative()
        work[rows == k] = before + integral(t[rows == k]) - integral(begin)
        before += float(integral(end) - integral(begin))
    return work


def _explained(motion: Any, t: np.ndarray, x: np.ndarray, rtol: float, atol: float) -> float:
    """The energy that an error of so many tolerances in every state amounts to, J."""
    few = np.unique(np.linspace(0, len(t) - 1, PROBES).astype(int))
    at, states = t[few], x[few]
    here, moved = np.sum(motion.energies(at, states), axis=0), factor(rtol) * (atol + rtol * np.abs(states))
    changes = [np.abs(np.sum(motion.energies(at, states + moved * e), axis=0) - here) for e in np.eye(x.shape[1])]
    return float(np.sum(changes, axis=0).max() + 1e-12 * np.abs(here).max())
