"""The explicit Runge-Kutta method of order 8 by Dormand and Prince (DOP853), compiled by numba.

The same method, error estimate and step control as `scipy.integrate.DOP853`, whose coefficients it takes; but the
loop over the steps and the interpolation to the output times run without Python. It calls the system's function by
its address, so it is compiled once for all systems and kept on disk. Imported only where it is asked for.

Inside, arrays are plain pointers: the reference counts of numba's arrays would cost more than the arithmetic.

Source: E. Hairer, S. P. Nørsett, G. Wanner, *Solving Ordinary Differential Equations I*, section II.5.
"""

# mypy: disable-error-code="no-untyped-def"
# (numba infers the types of what it compiles)

from typing import Any, NamedTuple

import numpy as np
from numba import njit, types
from scipy.integrate import DOP853

from ..cache import let_numba_cache
from ..integration.explicit import REACH, TOLERANCES

__all__ = ["BAD_START", "DONE", "RAN_AWAY", "STEP_TOO_SMALL", "UNFINISHED", "solve", "workspace"]

let_numba_cache(__file__)

DONE, BAD_START, STEP_TOO_SMALL, UNFINISHED, RAN_AWAY = range(5)
PROGRESS = 4  # numbers kept between two calls: time, step size, next output, whether the last step was rejected

STAGES = DOP853.n_stages
WIDTH = STAGES + 1 + len(DOP853.C_EXTRA)  # all stages: of the method, at its result, for the interpolation
DEGREE = 3 + len(DOP853.D)  # of the polynomial inside a step
_A = np.zeros((WIDTH, WIDTH))
_A[:STAGES, :STAGES] = DOP853.A
_A[STAGES, :STAGES] = DOP853.B  # the stage at the result
_A[STAGES + 1 :, : DOP853.A_EXTRA.shape[1]] = DOP853.A_EXTRA
_C = np.concatenate([DOP853.C, [1.0], DOP853.C_EXTRA])
_E3, _E5, _D = DOP853.E3, DOP853.E5, DOP853.D
_SAFETY, _SLOWEST, _FASTEST = 0.9, 0.2, 10.0

_number, _count, _pointer = types.float64, types.int64, types.CPointer(types.float64)
_vector, _outcome = types.float64[::1], types.Tuple((types.int64, types.float64))
_derivative = types.FunctionType(types.void(_pointer, _number, _pointer, _pointer))
_options: dict[str, Any] = {
    "error_model": "numpy",
    "fastmath": {"reassoc", "contract"},  # sums may be reordered; NaN and infinity keep their meaning
}


class _Work(NamedTuple):
    """The numbers of one step: `K` (n, WIDTH) the rates of all stages, `F` (n, DEGREE) the polynomial inside."""

    constants: Any
    x: Any
    new: Any
    point: Any
    rates: Any
    K: Any
    F: Any


@njit(**_options)
def _stage(f, n, s, t, h, w, point):
    """Stage s of a step from (t, x): K[:, s] = f(t + c_s h, x + h Σ a_sj K[:, j])."""
    for i in range(n):
        total = 0.0
        for j in range(s):
            total += _A[s, j] * w.K[i * WIDTH + j]
        point[i] = w.x[i] + h * total
    f(point, t + _C[s] * h, w.constants, w.rates)
    for i in range(n):
        w.K[i * WIDTH + s] = w.rates[i]


@njit(**_options)
def _is_thrown_out(n, h, w, rtol, atol):
    """Whether a stage lies beyond the reach of the rates that count; see `integration.explicit`."""
    for i in range(n):
        fastest = 0.0
        for s in range(STAGES):
            if _A[STAGES, s] != 0.0:
                fastest = max(fastest, abs(w.K[i * WIDTH + s]))
        allowed = REACH * abs(h) * fastest + TOLERANCES * (atol + rtol * max(abs(w.x[i]), abs(w.new[i])))
        for s in range(1, STAGES):
            way = 0.0
            for j in range(s):
                way += _A[s, j] * w.K[i * WIDTH + j]
            if not abs(h * way) <= allowed:
                return True
    return False


@njit(**_options)
def _try_step(f, n, t, h, w, rtol, atol):
    """All stages of a step to `new`; the norm of its error against the tolerances, below 1 if it is accepted."""
    for s in range(1, STAGES):
        _stage(f, n, s, t, h, w, w.point)
    _stage(f, n, STAGES, t, h, w, w.new)
    if _is_thrown_out(n, h, w, rtol, atol):
        return np.inf
    sum5 = sum3 = 0.0
    for i in range(n):
        e5 = e3 = 0.0
        for s in range(STAGES + 1):
            e5 += _E5[s] * w.K[i * WIDTH + s]
            e3 += _E3[s] * w.K[i * WIDTH + s]
        scale = atol + rtol * max(abs(w.x[i]), abs(w.new[i]))
        sum5 += (e5 / scale) ** 2
        sum3 += (e3 / scale) ** 2
    if sum5 == 0.0 and sum3 == 0.0:
        return 0.0
    return abs(h) * sum5 / np.sqrt((sum5 + 0.01 * sum3) * n)


@njit(**_options)
def _first_step(f, n, t, w, end, rtol, atol):
    """Step size at the start, from the first two derivatives; `rates` holds the first."""
    d0 = d1 = d2 = 0.0
    for i in range(n):
        scale = atol + rtol * abs(w.x[i])
        d0 += (w.x[i] / scale) ** 2 / n
        d1 += (w.rates[i] / scale) ** 2 / n
    d0, d1 = np.sqrt(d0), np.sqrt(d1)
    h = min(1e-6 if d0 < 1e-5 or d1 < 1e-5 else 0.01 * d0 / d1, end - t)
    for i in range(n):
        w.point[i] = w.x[i] + h * w.rates[i]
    f(w.point, t + h, w.constants, w.rates)
    for i in range(n):
        d2 += ((w.rates[i] - w.K[i * WIDTH]) / (atol + rtol * abs(w.x[i]))) ** 2 / n
    steepest = max(d1, np.sqrt(d2) / h)
    other = max(1e-6, h * 1e-3) if steepest <= 1e-15 else (0.01 / steepest) ** 0.125
    return min(100.0 * h, other, end - t)


@njit(**_options)
def _interpolant(f, n, t, h, w):
    """Coefficients F of the polynomial inside the step; needs three more stages."""
    for s in range(STAGES + 1, WIDTH):
        _stage(f, n, s, t, h, w, w.point)
    for i in range(n):
        difference, first, last = w.new[i] - w.x[i], h * w.K[i * WIDTH], h * w.K[i * WIDTH + STAGES]
        w.F[i * DEGREE] = difference
        w.F[i * DEGREE + 1] = first - difference
        w.F[i * DEGREE + 2] = 2.0 * difference - last - first
        for k in range(len(_D)):
            total = 0.0
            for s in range(WIDTH):
                total += _D[k, s] * w.K[i * WIDTH + s]
            w.F[i * DEGREE + 3 + k] = h * total


@njit(**_options)
def _record(f, n, t, h, following, w, times, k, count, states):
    """Fill the states at the output times inside this step, from the k-th on; the number filled so far."""
    if times[k] <= following:
        _interpolant(f, n, t, h, w)
    while k < count and times[k] <= following:
        theta = (times[k] - t) / h
        for i in range(n):
            value = 0.0
            for j in range(DEGREE - 1, -1, -1):
                value = (value + w.F[i * DEGREE + j]) * (theta if j % 2 == 0 else 1.0 - theta)
            states[k * n + i] = w.x[i] + value
        k += 1
    return k


@njit(**_options)
def _finite(values, n, limit):
    bad = 0
    for i in range(n):
        bad += not abs(values[i]) < limit  # also counts NaN
    return bad == 0


@njit(**_options)
def _factor(error, rejected):
    """By how much the next step is longer or shorter; after a rejected one it does not grow."""
    wanted = _SAFETY * error**-0.125 if error > 0.0 else _FASTEST
    if error < 1.0:
        return min(1.0 if rejected else _FASTEST, wanted)
    return max(_SLOWEST, wanted) if error < np.inf else _SLOWEST  # the error may be no number at all


@njit(
    _outcome(_derivative, _count, _count, *[_pointer] * 10, *[_number] * 4, _count),
    cache=True,
    **_options,
)
def _run(
    f, n, count, times, states, constants, x, new, point, rates, K, F, progress, rtol, atol, longest, limit, steps
):
    w = _Work(constants, x, new, point, rates, K, F)
    t, h, k, rejected, end = progress[0], progress[1], int(progress[2]), progress[3] > 0.0, times[count - 1]
    if k == 0:  # the start
        f(x, t, constants, rates)
        for i in range(n):
            states[i], K[i * WIDTH] = x[i], rates[i]
        if not _finite(rates, n, np.inf):
            return BAD_START, t
        h, k = _first_step(f, n, t, w, end, rtol, atol), 1
    while k < count and steps > 0:
        if not h > 10.0 * np.spacing(t):
            return STEP_TOO_SMALL, t
        h, steps = min(h, longest, end - t), steps - 1
        error = _try_step(f, n, t, h, w, rtol, atol)
        factor, rejected = _factor(error, rejected), not error < 1.0
        if not rejected:
            following = end if h == end - t else t + h
            k, t = _record(f, n, t, h, following, w, times, k, count, states), following
            if not _finite(new, n, limit):
                return RAN_AWAY, t
            for i in range(n):
                x[i], K[i * WIDTH] = new[i], K[i * WIDTH + STAGES]
        h *= factor
    progress[0], progress[1], progress[2], progress[3] = t, h, k, 1.0 if rejected else 0.0
    return (UNFINISHED if k < count else DONE), t


def workspace(x0: np.ndarray, start: float) -> tuple[np.ndarray, np.ndarray]:
    """The arrays that a run keeps between two calls of `solve`: its work, and how far it has come.

    Parameters
    ----------
    x0 : ndarray, shape (n,)
        Start values.
    start : float
        First time, s.
    """
    n = len(x0)
    work = np.zeros(n * (4 + WIDTH + DEGREE))
    work[:n] = x0
    return work, np.array([start, 0.0, 0.0, 0.0])


@njit(
    _outcome(_derivative, _count, *[_vector] * 4, *[_number] * 4, _count, types.float64[:, ::1]),
    cache=True,
    **_options,
)
def solve(f, n, times, constants, work, progress, rtol, atol, longest, limit, steps, states):
    """Fill `states` (k, n) at `times` (k,), as far as some steps come; return the outcome and the time reached.

    Parameters
    ----------
    f : numba cfunc
        (state, t, constants, rates) on pointers to float64; writes the rates.
    n : int
        Number of states.
    times : ndarray, shape (k,)
        Increasing output times, s.
    constants : ndarray
        Of f.
    work, progress : ndarray
        As `workspace` returns them, or as the call before left them.
    rtol, atol : float
        Tolerances of the step control.
    longest : float
        Longest step, s.
    limit : float
        A state above it has run away.
    steps : int
        Steps that this call may make.
    states : ndarray, shape (k, n)
        Is filled, as far as the integration comes.

    Returns
    -------
    outcome : int
        `DONE`, `UNFINISHED` (call again), or what went wrong.
    reached : float
        Time at which it ended, s.
    """
    x, new, point, rates = work[:n], work[n : 2 * n], work[2 * n : 3 * n], work[3 * n : 4 * n]
    K, F = work[4 * n : (4 + WIDTH) * n], work[(4 + WIDTH) * n :]
    return _run(
        f, n, len(times), times.ctypes, states.ctypes, constants.ctypes, x.ctypes, new.ctypes, point.ctypes,
        rates.ctypes, K.ctypes, F.ctypes, progress.ctypes, rtol, atol, longest, limit, steps,
    )  # fmt: skip
