"""Motions that end where their model does: a beam that bends too far, a mass at its stop."""

from collections.abc import Callable
from typing import Any

import numpy as np

__all__ = ["integrate_and_hold"]


def integrate_and_hold(
    motion: Any, room: Callable[[np.ndarray], float], times: np.ndarray, rtol: float, atol: float
) -> np.ndarray:
    """States at the times, (k, n); from the moment when `room` of the state falls to zero they stay as they are.

    Parameters
    ----------
    motion : with `start` (n,) and `state_derivative(t, x)`
    room : positive where the model holds
    """
    from scipy.integrate import solve_ivp

    def left(t: float, x: np.ndarray) -> float:
        return room(x)

    left.terminal = True  # type: ignore[attr-defined]
    span = (times[0], times[-1])
    found = solve_ivp(motion.state_derivative, span, motion.start, "DOP853", times, events=left, rtol=rtol, atol=atol)
    good = found.y.shape[1]
    x = np.empty((len(times), len(motion.start)))
    x[:good] = found.y.T
    if good < len(times):
        x[good:] = found.y_events[0][0] if len(found.y_events[0]) else np.nan
    return x
