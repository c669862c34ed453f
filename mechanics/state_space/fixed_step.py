"""Integration in steps of fixed size: the methods that everybody writes first, and what they do to the energy."""

from collections.abc import Callable, Sequence

import numpy as np

from ..checking import array, function, shown
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
        For an unknown method, too many steps, times that do not increase, or a derivative of another shape.
    SimulationError
        Where the steps run away: they are too large for the method.
    """
    if not isinstance(method, str) or method not in METHODS:
        raise ModelError(unknown_name(method, METHODS, "method"))
    times, start = array(times, "The times", (None,)), array(x0, "The start values", (None,))
    if len(times) < 2 or (np.diff(times) <= 0).any():
        raise ModelError(f"The times must be two or more numbers that increase; got {shown(times)}.")
    if method == "symplectic" and len(start) % 2:
        raise ModelError(f"The state of a symplectic method is [q, q_d], an even number of values; got {len(start)}.")
    if len(times) > MOST_STEPS:
        raise ModelError(f"At most {MOST_STEPS} steps are taken; got {len(times) - 1}. Take larger steps.")
    states = np.empty((len(times), len(start)))
    states[0] = start
    _check_derivative(derivative, start, float(times[0]))
    with np.errstate(all="ignore"):
        for k, (t, h) in enumerate(zip(times, np.diff(times), strict=False)):
            states[k + 1] = METHODS[method](derivative, states[k], float(t), float(h))
    if not np.isfinite(states).all():
        raise SimulationError("The steps run away: they are too large for this method. Take smaller ones.")
    return states


def _check_derivative(derivative: Derivative, x: np.ndarray, t: float) -> None:
    """One number for each state, at the start; later values are only checked to be finite, at the end."""
    try:
        rates = function(derivative, "The derivative")(x, t)
    except (TypeError, IndexError) as error:
        raise ModelError(
            f"The derivative must be a function of (x, t), with as many start values as it uses; it said: {error}."
        ) from None
    array(rates, "The derivative", x.shape)


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
