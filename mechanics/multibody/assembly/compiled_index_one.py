"""The same index-1 equations as `index_one`, as loops that numba compiles (extra `fast`); imported only on demand.

A linkage has few bodies, so that calls of numpy take most of the time; here one evaluation takes some microseconds, and
for chains and ladders it grows with the number of bodies (see `sparsity`). The machine code is cached on disk and
serves every system, because all data are arguments. Loops stand where numpy would have a slice: numba compiles them in
a third of the time.
"""

# mypy: disable-error-code="no-untyped-def"
# (numba infers the types of what it compiles)

import os
from contextlib import suppress
from pathlib import Path

import numpy as np
from numba import njit

from ...cache import let_numba_cache
from . import compiled_parts
from .banded import PASSES, SOFT
from .compiled_parts import OPTIONS, bases, collect, free, move, pull, rows, supplied, turn

__all__ = ["accelerated", "projected"]

let_numba_cache(__file__)

# numba keeps machine code until the file of a function changes; what this one takes from the other file counts, too.
_source, _other = (Path(file).stat().st_mtime for file in (__file__, compiled_parts.__file__))
if _other > _source:
    with suppress(OSError):  # a file that cannot be written was installed, together with the other
        os.utime(__file__)

REFINED = 30
UNDETERMINED = 1e-8


@njit(**OPTIONS)
def _factored(n, i, j, G, inverse, slowest, envelope, spread, S, least):
    """S = G M⁻¹ Gᵀ factored by Cholesky's method in its envelope; spread (u, 2, 6) becomes M⁻¹ Gᵀ.

    Pivots are softened (see `banded.SOFT`). Returns the smallest one in relation to what it is for the slowest body:
    about the square of the sine between a row and those before it.
    """
    first, base, _, pairs = envelope
    for k in range(len(i)):
        least[k] = 0.0
        for side in range(2):
            body = i[k] if side == 0 else j[k]
            for r in range(6):
                spread[k, side, r] = 0.0
                if body != n:
                    least[k] += slowest[r] * G[k, side, r] ** 2
                    for m in range(6):
                        spread[k, side, r] += inverse[body, r, m] * G[k, side, m]
    for k in range(len(S)):
        S[k] = 0.0
    for p in range(len(pairs)):
        a, s, b, o = pairs[p, 0], pairs[p, 1], pairs[p, 2], pairs[p, 3]
        for r in range(6):
            S[pairs[p, 4]] += spread[a, s, r] * G[b, o, r]
    return _cholesky(first, base, S, least)


@njit(fastmath={"reassoc", "contract"}, **OPTIONS)
def _cholesky(first, base, S, least):
    worst = 1.0
    for r in range(len(first)):
        row, lowest = base[r], first[r]
        for c in range(lowest, r):
            column, value = base[c], S[row + c]
            for m in range(max(lowest, first[c]), c):
                value -= S[row + m] * S[column + m]
            S[row + c] = value / S[column + c]
        value = S[row + r]
        for m in range(lowest, r):
            value -= S[row + m] * S[row + m]
        worst = min(worst, value / least[r])
        S[row + r] = np.sqrt(max(value, 0.0) + SOFT * least[r])
    return worst


@njit(fastmath={"reassoc", "contract"}, **OPTIONS)
def _solve(envelope, S, right):
    """S⁻¹ right in place, with the factor."""
    first, base, _, _ = envelope
    for r in range(len(right)):
        row, value = base[r], right[r]
        for m in range(first[r], r):
            value -= S[row + m] * right[m]
        right[r] = value / S[row + r]
    for r in range(len(right) - 1, -1, -1):
        row = base[r]
        right[r] /= S[row + r]
        for m in range(first[r], r):
            right[m] -= S[row + m] * right[r]


@njit(**OPTIONS)
def _add_multiplied(n, i, j, spread, lam, z):
    """z += M⁻¹ Gᵀ λ."""
    for k in range(len(i)):
        for r in range(6):
            if i[k] != n:
                z[i[k], r] += spread[k, 0, r] * lam[k]
            if j[k] != n:
                z[j[k], r] += spread[k, 1, r] * lam[k]


@njit(**OPTIONS)
def _constrained(n, i, j, G, envelope, S, spread, wanted, lam, total, z):
    """z += M⁻¹ Gᵀ λ with G z = wanted, and λ in `total`; refined, because the pivots are softened."""
    first, before = 0.0, np.inf
    for k in range(len(i)):
        total[k] = 0.0
    for _ in range(PASSES):
        size = 0.0
        for k in range(len(i)):
            lam[k] = wanted[k]
            for r in range(6):
                if i[k] != n:
                    lam[k] -= G[k, 0, r] * z[i[k], r]
                if j[k] != n:
                    lam[k] -= G[k, 1, r] * z[j[k], r]
            size = max(size, abs(lam[k]))
        first = max(first, size)
        if size <= 1e-13 * first or size > 0.5 * before:
            break
        before = size
        _solve(envelope, S, lam)
        for k in range(len(i)):
            total[k] += lam[k]
        _add_multiplied(n, i, j, spread, lam, z)


@njit(**OPTIONS)
def _copy(n, z, there):
    for k in range(n):
        for r in range(6):
            there[k, r] = z[k, r]


@njit(**OPTIONS)
def _fill(n, z, value):
    for k in range(n):
        for r in range(6):
            z[k, r] = value


@njit(**OPTIONS)
def _refined(n, i, j, G, envelope, S, spread, wanted, lam, total, inverse, lift, lifted, unbound, z_d):
    """Accelerations of bodies without inertia about an axis: the inertia that was lent to them is taken back.

    The equations are solved with M + L, so that M ż + L ż = ... ; L ż of the last solution on the right side makes the
    next one nearer to that of M alone (see `Inertias`). NaN where nothing determines the motion.
    """
    largest, change, before = 0.0, 0.0, np.empty((n, 6))
    for _ in range(REFINED):
        largest = change = 0.0
        _copy(n, z_d, before)
        _copy(n, unbound, z_d)
        for k in lifted:
            for r in range(6):
                for m in range(6):
                    for o in range(3):
                        z_d[k, r] += inverse[k, r, m] * lift[k, m, 3 + o] * before[k, 3 + o]
        _constrained(n, i, j, G, envelope, S, spread, wanted, lam, total, z_d)
        for k in range(n):
            for r in range(6):
                largest = max(largest, abs(z_d[k, r]))
                change = max(change, abs(z_d[k, r] - before[k, r]))
        if change <= 1e-14 * largest:
            return
    if not change <= UNDETERMINED * largest:
        _fill(n, z_d, np.nan)


@njit(**OPTIONS)
def accelerated(x, n, i, j, e, c, sigma, offset, envelope, M, inverse, slowest, lift, lifted, gravity, h, lines, a_b):
    """ẋ of bodies under constraints, without the own states of force elements, and the power of `supplied`.

    Parameters
    ----------
    x : np.ndarray, shape (13 n + own,)
        State.
    i, j, e, c, sigma, offset : np.ndarray
        Arrays of `Rows`; e (3, u, 3) and offset (3, u) with their derivatives.
    envelope : Sparsity
        Of these rows.
    M, inverse, slowest, lift, lifted, gravity : np.ndarray
        Arrays of `Inertias`.
    h : np.ndarray, shape (n, 6)
        Forces of other elements and of loads, basis of each body, N, N m.
    lines : Lines
        Linear springs and dampers along lines.
    a_b : np.ndarray, shape (2,)
        Coefficients a and b of the stabilisation, 1/s.
    """
    u, out, total = len(i), np.zeros(len(x)), np.zeros(len(i))
    P, B, unbound = np.zeros((3, n + 1, 3)), np.zeros((3, n + 1, 3, 3)), np.zeros((n, 6))
    G, g, spread, lam, S = (
        np.zeros((u, 2, 6)),
        np.zeros((3, u)),
        np.zeros((u, 2, 6)),
        np.zeros(u),
        np.zeros(envelope[2]),
    )
    bases(x, n, P, B)
    rows(P, B, i, j, e, c, sigma, offset, G, g)
    if len(lines.i):
        h = h.copy()
        pull(n, P, B, lines, h)
    free(x, n, B, M, inverse, gravity, h, unbound)
    _factored(n, i, j, G, inverse, slowest, envelope, spread, S, lam)
    for k in range(u):
        g[2, k] = -g[2, k] - 2 * a_b[0] * g[1, k] - a_b[1] * a_b[1] * g[0, k]
    z_d = unbound.copy()
    _constrained(n, i, j, G, envelope, S, spread, g[2], lam, total, z_d)
    if len(lifted):
        _refined(n, i, j, G, envelope, S, spread, g[2], lam, total, inverse, lift, lifted, unbound, z_d)
    collect(x, n, P, z_d, out)
    return out, supplied(x, n, i, j, e, offset, G, total, h)


@njit(**OPTIONS)
def _negated(u, g):
    """Residuals and their rates with the other sign; returns the largest residual."""
    size = 0.0
    for k in range(u):
        g[0, k], g[1, k] = -g[0, k], -g[1, k]
        size = max(size, abs(g[0, k]))
    return size


@njit(**OPTIONS)
def projected(x, n, i, j, e, c, sigma, offset, envelope, inverse, slowest, closed, most):
    """A state moved onto the constraints of position and velocity, and how far its rows are from being dependent.

    Parameters
    ----------
    x : np.ndarray, shape (13 n + own,)
        State; its quaternions may have any length but zero.
    i, j, e, c, sigma, offset, envelope, inverse, slowest
        As for `accelerated`.
    closed : float
        Residual at which the positions are accepted.
    most : int
        Largest number of steps of Newton's method.
    """
    u, x = len(i), x.copy()
    P, B, step = np.zeros((3, n + 1, 3)), np.zeros((3, n + 1, 3, 3)), np.zeros((n, 6))
    G, g, spread, lam, S = (
        np.zeros((u, 2, 6)),
        np.zeros((3, u)),
        np.zeros((u, 2, 6)),
        np.zeros(u),
        np.zeros(envelope[2]),
    )
    step_z, total = np.zeros((n, 6)), np.zeros(u)
    turn(x, n, step)
    worst, before = 1.0, np.inf
    for attempt in range(most + 1):
        bases(x, n, P, B)
        rows(P, B, i, j, e, c, sigma, offset, G, g)
        worst = _factored(n, i, j, G, inverse, slowest, envelope, spread, S, lam)
        size = _negated(u, g)
        if size < closed or attempt == most or (size < 1e3 * closed and size > 0.5 * before):
            break
        before = size
        _fill(n, step, 0.0)
        _constrained(n, i, j, G, envelope, S, spread, g[0], lam, total, step)
        move(x, n, B, step)
    _constrained(n, i, j, G, envelope, S, spread, g[1], lam, total, step_z)
    for k in range(n):
        for r in range(6):
            x[7 * n + 6 * k + r] += step_z[k, r]
    return x, worst
