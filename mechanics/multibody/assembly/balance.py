"""The balance of energy along a motion: what comes from outside, and what nothing explains."""

import numpy as np

from ..body import Place
from .description import SystemDescription
from .equations import attitudes
from .reactions import multipliers

__all__ = ["power_from_outside", "unexplained"]


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


def unexplained(t: np.ndarray, energy: np.ndarray, power: np.ndarray) -> np.ndarray:
    """E − E(0) − ∫ power dt, by Simpson's rule over the output times.

    Parameters
    ----------
    t : np.ndarray, shape (k,)
        Times, s.
    energy : np.ndarray, shape (k,)
        J.
    power : np.ndarray, shape (k,)
        W.

    Returns
    -------
    np.ndarray, shape (k,)
        J.
    """
    from scipy.integrate import cumulative_simpson  # slow to import

    change = energy - energy[0]
    return change - cumulative_simpson(power, x=t, initial=0.0) if power.any() else change
