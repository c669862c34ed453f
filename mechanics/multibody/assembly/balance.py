"""The balance of energy along a motion: what comes from outside, and what nothing explains."""

import warnings

import numpy as np

from ...integration.imbalance import factor, sentence
from ...model import SimulationWarning
from ..body import Place
from .description import SystemDescription
from .equations import attitudes
from .reactions import multipliers
from .work import energies

__all__ = ["power_from_outside", "unexplained", "warn_of_imbalance"]

SHARE = 0.1  # of the tolerances that a state may be off: the states return to the constraints in every step
PROBES = 32  # states in which the tolerances are expressed as energy


def power_from_outside(system: SystemDescription, t: np.ndarray, x: np.ndarray) -> np.ndarray:
    """Power of actuators, drives and loads, minus what dampers turn into heat.

    Parameters
    ----------
    system : SystemDescription
        Bodies, joints and what acts on them.
    t : np.ndarray, shape (k,)
        Times, s.
    x : np.ndarray, shape (k, 13 n + own)
        States.

    Returns
    -------
    np.ndarray, shape (k,)
        W.
    """
    state, applied = system.split(x), system.applied
    A, power = attitudes(state.q), np.zeros(len(t))
    if system.elements:
        power += applied.total("supplied_power", t, state, A)
        power -= applied.total("dissipated_power", t, state, A)
    for load, i in applied.loads:
        here = zip(t, state.r[:, i], A[:, i], state.z[:, i], strict=True)
        power += [load.wrench(s, Place(r, a)) @ z for s, r, a, z in here]
    if system.is_driven:  # other joints do no work
        G = system.constraints(t, x).G
        z = state.z.reshape(len(t), -1)
        power += (multipliers(system, t, x) * (G @ z[..., None])[..., 0]).sum(-1)
    return power


def unexplained(system: SystemDescription, x: np.ndarray, work: np.ndarray) -> np.ndarray:
    """Change of the energy of bodies and weight that is not the work of forces and drives, J, (k,).

    The energy of springs is on both sides: their forces are among those that do the work.

    Parameters
    ----------
    system : SystemDescription
        Bodies, joints and what acts on them.
    x : np.ndarray, shape (k, 13 n + own)
        States.
    work : np.ndarray, shape (k,)
        Of all forces but weight, and of drives, J.
    """
    energy = np.sum(energies(system, x), axis=0)
    return energy - energy[0] - work


def warn_of_imbalance(
    system: SystemDescription, t: np.ndarray, x: np.ndarray, work: np.ndarray, rtol: float, atol: float
) -> None:
    """Warn of an energy balance that the tolerances do not explain.

    Parameters
    ----------
    system : SystemDescription
        Bodies, joints and what acts on them.
    t : np.ndarray, shape (k,)
        Times, s.
    x : np.ndarray, shape (k, 13 n + own)
        States.
    work : np.ndarray, shape (k,)
        Of all forces but weight, and of drives, J.
    rtol, atol : float
        Tolerances with which it was simulated.
    """
    error, (kinetic, weight) = unexplained(system, x, work), energies(system, x)
    size = float(np.abs(kinetic).max() + np.ptp(weight) + np.ptp(work))
    quick = factor(rtol) * rtol * size
    if not (np.abs(error) > quick).any():
        return
    if (np.abs(error) > quick + _explained(system, t, x, rtol, atol)).any():
        advice = "smaller rtol and atol, another start, or `breaks` where something begins or ends"
        warnings.warn(sentence(t, error, size, advice), SimulationWarning, stacklevel=4)


def _explained(system: SystemDescription, t: np.ndarray, x: np.ndarray, rtol: float, atol: float) -> float:
    """The energy that an error of so many tolerances in every state amounts to, J."""
    few = np.unique(np.linspace(0, len(t) - 1, PROBES).astype(int))
    state = system.split(x[few])
    A = attitudes(state.q)
    h = np.abs(system.applied.forces_along(t[few], state, A))
    moved = np.concatenate([np.abs(state.r), np.ones_like(state.r)], axis=-1)  # positions, and angles
    by_places = h * (atol + rtol * moved)
    by_speeds = np.abs(system.inertias.momenta(state.z)) * (atol + rtol * np.abs(state.z))
    turned_over = (h * np.abs(state.z)).sum((1, 2)).mean() * (t[-1] - t[0])
    rounding = 1e-12 * float(np.abs(energies(system, x[few])[1]).max())
    each = (by_places + by_speeds).sum((1, 2)).max() + rtol * turned_over
    return float(SHARE * factor(rtol) * each + rounding)
