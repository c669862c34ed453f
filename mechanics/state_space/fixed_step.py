"""Integration in steps of fixed size: the methods that everybody writes first, and what they do to the energy."""

from collections.abc import Callable, Sequence

import numpy as np

from ..model import ModelError, SimulationError, unknown_name

__all__ = ["METHODS", "fixed_steps"]

Derivative = Callable[[np.ndarray, float], Sequence[float]]
Step = Callable[[Derivative, np.ndarray, float, float], np.ndarray]
MOST_STEPS = 200_000


def fixed_steps(derivative: Derivative, x0: Sequence[float], times: np.ndarray, method: str = "rk4") -> np.ndarray:
    """States at `times`, one step from each time to the next.

    ``"euler"``: x + h f(x), order 1. ``"symplectic"``: rates first, coordinates with the new rates, order 1; the
    state is [q, q̇]. ``"heun"``: mean of two slopes, order 2. ``"rk4"``: the classical Runge–Kutta method, order 4.

    Parameters
    ----------
    derivative : callable
        f(x, t).
    x0 : sequence of float, length n
        Start values.
    times : ndarray, shape (k,)
        Increasing, s.
    method : str
        One of `METHODS`.

    Returns
    -------
    ndarray, shape (k, n)

    Raises
    ------
    ModelError
        For an unknown method, or too many steps.
    SimulationError
        Where the steps run away: they are too large for the method.
    """
    if method not in METHODS:
        raise ModelError(unknown_name(method, METHODS, "method"))
    if len(times) > MOST_STEPS:
        raise ModelError(f"At most {MOST_STEPS} steps are taken; got {len(times) - 1}. Take larger steps.")
    states = np.empty((len(times), len(x0)))
    states[0] = x0
    with np.errstate(all="ignore"):
        for k, (t, h) in enumerate(zip(times, np.diff(times), strict=False)):
            states[k + 1] = METHODS[method](derivative, states[k], float(t), float(h))
    if not np.isfinite(states).all():
        raise SimulationError("The steps run away: they are too large for this method. Take smaller ones.")
    return states


def _slope(derivative: Derivative, x: np.ndarray, t: float) -> np.ndarray:
    return np.asarray(derivative(x, t), dtype=float)


def _euler(f: Derivative, x: np.ndarray, t: float, h: float) -> np.ndarray:
    return x + h * _slope(f, x, t)


def _symplectic(f: Derivative, x: np.ndarray, t: float, h: float) -> np.ndarray:
    n = len(x) // 2
    rates = x[n:] + h * _slope(f, x, t)[n:]
    return np.concatenate([x[:n] + h * rates, rates])


def _heun(f: Derivative, x: np.ndarray, t: float, h: float) -> np.ndarray:
    first = _slope(f, x, t)
    return x + h * (first + _slope(f, x + h * first, t + h)) / 2


def _rk4(f: Derivative, x: np.ndarray, t: float, h: float) -> np.ndarray:
    k1 = _slope(f, x, t)
    k2 = _slope(f, x + h / 2 * k1, t + h / 2)
    k3 = _slope(f, x + h / 2 * k2, t + h / 2)
    k4 = _slope(f, x + h * k3, t + h)
    return x + h / 6 * (k1 + 2 * k2 + 2 * k3 + k4)


METHODS: dict[str, Step] = {"euler": _euler, "symplectic": _symplectic, "heun": _heun, "rk4": _rk4}
