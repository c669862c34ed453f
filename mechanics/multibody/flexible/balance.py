"""A warning where the energy of a flexible mechanism changes more than loads, drives and tolerances explain."""

import warnings

import numpy as np

from ...integration.imbalance import factor, sentence
from ...model import SimulationWarning
from .flexible_run import FlexibleRun

__all__ = ["warn_of_imbalance"]

PROBES = 8  # states in which the tolerances are expressed as energy


def warn_of_imbalance(run: FlexibleRun, rtol: float, atol: float) -> None:
    """Warn of an energy balance that the tolerances do not explain.

    Parameters
    ----------
    run : FlexibleRun
        Any.
    rtol, atol : float
        Tolerances with which it was simulated.
    """
    error, size = run.energy_error, float(run.kinetic.max() + np.ptp(run.potential) + np.ptp(run.work))
    quick = factor(rtol) * rtol * size
    if not (np.abs(error) > quick).any():
        return
    if (np.abs(error) > quick + _explained(run, rtol, atol)).any():
        text = sentence(run.t, error, size, "method='DOP853', smaller rtol and atol, or fewer modes")
        warnings.warn(text, SimulationWarning, stacklevel=3)


def _explained(run: FlexibleRun, rtol: float, atol: float) -> float:
    """The energy that an error of so many tolerances in every state amounts to, J."""
    few = np.unique(np.linspace(0, len(run.t) - 1, PROBES).astype(int))
    t, x, work = run.t[few], run.x[few], run.work[few]

    def energy(states: np.ndarray) -> np.ndarray:
        return FlexibleRun(run.equations, run.states, t, states, work).energy

    here, moved = energy(x), factor(rtol) * (atol + rtol * np.abs(x))
    changes = [np.abs(energy(x + moved * row) - here) for row in np.eye(x.shape[1])]
    return float(np.sum(changes, axis=0).max() + 1e-12 * np.abs(here).max())
