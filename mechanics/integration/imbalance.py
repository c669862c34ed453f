"""The sentence about a motion whose energy changes more than forces and tolerances explain."""

import numpy as np

__all__ = ["FACTOR", "factor", "sentence"]

FACTOR = 1e3  # errors of steps add up: so many tolerances are no reason to doubt a motion, ...
LARGE, FEW = 0.02, 20.0  # ... but no more than 2 % of the states, or 20 tolerances


def factor(rtol: float) -> float:
    """How many tolerances a state may be off at the end of a run without a warning.

    Parameters
    ----------
    rtol : float
        Relative tolerance of the run.
    """
    return min(FACTOR, max(LARGE / rtol, FEW))


def sentence(t: np.ndarray, error: np.ndarray, size: float, advice: str) -> str:
    """Where, by how much and how an energy balance is off, and what to try.

    Parameters
    ----------
    t, error : ndarray, shape (k,)
        Output times, s, and the energy that nothing explains, J.
    size : float
        By how much the energies of the motion change, J.
    advice : str
        What may help, such as "smaller rtol and atol".
    """
    changes = np.abs(np.diff(error))
    k, last = int(np.argmax(changes)), int(np.argmax(np.abs(error)))
    is_jump = changes[k] > 0.2 * np.abs(error[last])
    how = f"it jumps at t = {t[k + 1]:.4g} s, and what follows may have no meaning" if is_jump else "it grows slowly"
    return (
        f"The energy balance of the motion is off by {error[last]:.3g} J at t = {t[last]:.4g} s; its energies "
        f"change by {size:.3g} J: {how}. The integrator may have stepped over a singularity, or damped the motion. Try "
        f"{advice}; `run.energy_error` shows the balance."
    )
