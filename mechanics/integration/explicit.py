"""Explicit methods of Runge and Kutta that see when a step has been taken blindly.

Some stages of these methods count neither in the result nor in the estimate of its error: they only lead to the next
stages. Where a stiff contact begins within a step, such a stage can throw all the following ones far out of it: they
agree with each other, the estimate is zero, and the body falls through. Here the states of all stages must be within
reach of the rates that count; else the step is tried again with a shorter one.
"""

import numpy as np
from scipy import integrate

__all__ = ["DOP853", "REACH", "RK45", "TOLERANCES"]

REACH = 5.0  # times the way that the fastest rate that counts makes in a step
TOLERANCES = 1e3  # deviations below so many tolerances are none


class _Careful:
    """A step is rejected as well where one of its stages has been thrown out."""

    A: np.ndarray
    B: np.ndarray

    def _estimate_error_norm(self, K: np.ndarray, h: float, scale: np.ndarray) -> float:
        if self._is_thrown_out(K, h, scale):
            return np.inf
        return float(super()._estimate_error_norm(K, h, scale))  # type: ignore[misc]

    def _is_thrown_out(self, K: np.ndarray, h: float, scale: np.ndarray) -> bool:
        way = np.abs(self.A @ K[: self.A.shape[1]]).max(axis=0)
        fastest = np.abs(K[: len(self.B)][self.B != 0]).max(axis=0)
        return not bool((abs(h) * (way - REACH * fastest) <= TOLERANCES * scale).all())


class RK45(_Careful, integrate.RK45):
    """`scipy.integrate.RK45`; parameters as there."""


class DOP853(_Careful, integrate.DOP853):
    """`scipy.integrate.DOP853`; parameters as there."""
