"""Motions that end where their model does: a beam that bends too far, a mass at its stop."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from ...flexible.motion import DrivenMotion, FreeMotion

__all__ = ["integrate_and_hold"]


@dataclass(frozen=True)
class _Event:
    """What scipy stops at: a function of time and state with a zero."""

    margin: Callable[[np.ndarray], float]
    terminal: ClassVar[bool] = True

    def __call__(self, t: float, x: np.ndarray) -> float:
        return self.margin(x)


def integrate_and_hold(
    motion: DrivenMotion | FreeMotion,
    margin: Callable[[np.ndarray], float],
    times: np.ndarray,
    rtol: float,
    atol: float,
) -> np.ndarray:
    """States at given times; from the instant at which the margin falls to zero they stay as they are.

    Parameters
    ----------
    motion : DrivenMotion or FreeMotion
        With its start, n states, and their derivatives.
    margin : callable
        Function of a state (n,) that is positive where the model holds.
    times : ndarray, shape (k,)
        s.
    rtol, atol : float
        Tolerances of the integration.

    Returns
    -------
    ndarray, shape (k, n)
        The states.
    """
    from scipy.integrate import solve_ivp  # takes half a second to import

    span, end = (times[0], times[-1]), _Event(margin)
    found = solve_ivp(motion.state_derivative, span, motion.start, "DOP853", times, events=end, rtol=rtol, atol=atol)
    good = found.y.shape[1]
    x = np.empty((len(times), len(motion.start)))
    x[:good] = found.y.T
    if good < len(times):
        x[good:] = found.y_events[0][0] if len(found.y_events[0]) else np.nan
    return x
