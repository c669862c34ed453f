"""The recursion of `recursion` as machine code: compiled once for all trees (extra `fast`) and cached on disk.

Vectors and matrices are in the bases of the bodies, which takes fewer operations: there inertias and arms are constant.

It is called by its address from the compiled integrator, so it takes pointers: state (quaternions of all bodies, then
angular velocities), time, constants, rates. The constants are those of `packing`; their last part is working memory,
a row for each body and row 0 for the base, so that nothing is allocated on the way. Imported only on demand.
"""

# mypy: disable-error-code="no-untyped-def"
# (numba infers the types of what it compiles)

import os
from contextlib import suppress
from math import atan2, sqrt
from pathlib import Path

import numpy as np
from numba import cfunc, njit, types

from ...cache import let_numba_cache
from . import blocks
from . import packing as at
from .blocks import (
    OPTIONS,
    add,
    add3,
    cross,
    dot,
    get3,
    get6,
    get9,
    inverse,
    minus,
    plus,
    product,
    put,
    rotation,
    rotation_about,
    rotation_vector,
    scaled,
    symmetric_times,
    times,
    times_back,
    transposed,
    turned_inertia,
)  # fmt: skip

__all__ = ["entry", "state_derivative"]

let_numba_cache(__file__)

# numba keeps machine code until the file of a function changes; what this one takes from other files counts, too.
_source, *_others = (Path(file).stat().st_mtime for file in (__file__, blocks.__file__, at.__file__))
if max(_others) > _source:
    with suppress(OSError):  # a file that cannot be written was installed, together with the others
        os.utime(__file__)

# Places in a row of the working memory: blocks about the inboard hinge as in `recursion`, T and A symmetric, but in the
# basis of the body, in which inertia and arms are constant; then the orientation, that relative to the parent, angular
# velocity and, in the basis of the parent, ω × (ω × e); on the way back the angular acceleration takes the place of ω.
T, H, A, MOMENT, BIAS, TURN, RELATIVE, W, U, ACCELERATION = 0, 6, 15, 21, 24, 27, 36, 45, 48, 51
W_D = W

_pointer, _number, _count = types.CPointer(types.float64), types.float64, types.int64
_vector = types.float64[::1]
KEPT = {k: v for k, v in OPTIONS.items() if k != "forceinline"}


@njit(**OPTIONS)
def _polynomials(k, o, t):
    """The values of three polynomials of t, whose coefficients stand one behind the other."""
    x = y = z = 0.0
    for j in range(at.DEGREE, -1, -1):
        x = x * t + k[o + j]
        y = y * t + k[o + at.DEGREE + 1 + j]
        z = z * t + k[o + 2 * (at.DEGREE + 1) + j]
    return x, y, z


@njit(**OPTIONS)
def _base(t, k, o):
    """Row of the base at o: how it is turned and turns; returns its accelerations r'' - g and ω' in its own basis."""
    time = t - k[at.TIME_AT]
    n, (angle, rate, rate_d) = get3(k, at.AXIS_AT), _polynomials(k, at.TURN_AT, time)  # n is the same in both bases
    turn = rotation_about(n, angle)
    put(k, o + TURN, turn)
    put(k, o + W, scaled(rate, n))
    return times_back(turn, _polynomials(k, at.R_DD_AT, time)), scaled(rate_d, n)


@njit(**OPTIONS)
def _own(x, n, k, b, o):
    """Blocks of a body alone in its row at o; its constants begin at b."""
    i, m = int(k[b + at.INDEX]), k[b + at.MASS]
    w, c, inertia = get3(x, 4 * n + 3 * i), scaled(m, get3(k, b + at.C_AT)), get6(k, b + at.I_AT)
    put(k, o + T, inertia)
    put(k, o + H, (0.0, -c[2], c[1], c[2], 0.0, -c[0], -c[1], c[0], 0.0))
    put(k, o + A, (m, 0.0, 0.0, m, 0.0, m))
    put(k, o + MOMENT, cross(w, symmetric_times(inertia, w)))
    put(k, o + BIAS, minus(scaled(dot(w, c), w), scaled(dot(w, w), c)))  # ω × (ω × c)
    put(k, o + TURN, rotation((x[4 * i], x[4 * i + 1], x[4 * i + 2], x[4 * i + 3])))
    put(k, o + W, w)


@njit(**OPTIONS)
def _joint(k, b, o, parent):
    """Orientation in the basis of the parent, and what the parent's turning adds to the acceleration of the hinge."""
    e, w = get3(k, b + at.E_AT), get3(k, parent + W)
    put(k, o + RELATIVE, product(transposed(get9(k, parent + TURN)), get9(k, o + TURN)))
    put(k, o + U, minus(scaled(dot(w, e), w), scaled(dot(w, w), e)))


@njit(**OPTIONS)
def _force(k, f, o):
    """A constant force and moment on the body in the row at o; the numbers of the force begin at f."""
    turn, m = get9(k, o + TURN), k[o + A]
    F, arm, M = get3(k, f + at.FORCE_AT), get3(k, f + at.POINT_AT), get3(k, f + at.COUPLE_AT)
    if not k[f + at.IS_FIXED]:
        F, M = times_back(turn, F), times_back(turn, M)
    centre = k[o + H + 7] / m, k[o + H + 2] / m, k[o + H + 3] / m  # from m c̃
    add(k, o + MOMENT, plus(cross(F, plus(centre, arm)), scaled(-1.0, M)))
    add(k, o + BIAS, scaled(-1.0, F))


@njit(**OPTIONS)
def _between(k, work, plus, minus):
    """From the basis of the body i+ of a joint to that of i-; one of them is the parent of the other."""
    if plus > 0 and int(k[at.HEAD + at.BODY * (plus - 1) + at.PARENT]) == minus:
        return get9(k, work + at.ROW * plus + RELATIVE)
    return transposed(get9(k, work + at.ROW * minus + RELATIVE))


@njit(**OPTIONS)
def _moment(k, law, i, j, turn):
    """Moment of a joint's law on the body in the row at i, in its basis; the opposite one acts on that at j."""
    o, kind = law + at.NUMBERS, k[law + at.KIND]
    if kind == at.SPRING:
        return scaled(-k[o], rotation_vector(product(transposed(get9(k, o + 1)), turn)))
    if kind == at.AXES:
        a, b = get3(k, o + 1), times_back(turn, get3(k, o + 4))
        across = cross(a, b)
        sine = sqrt(dot(across, across))
        return scaled(k[o] * atan2(sine, dot(a, b)) / sine if sine > 1e-9 else k[o], across)
    if kind == at.DAMPER:
        return scaled(-k[o], minus(get3(k, i + W), times_back(turn, get3(k, j + W))))
    torque = get3(k, o + 1)
    if k[o] == 1.0:
        return torque
    return times_back(get9(k, i + TURN), torque) if k[o] == 0.0 else times_back(turn, torque)


@njit(**OPTIONS)
def _loads(k, work):
    """Laws of the joints and forces, added to the blocks of the bodies."""
    for number in range(int(k[at.LAWS])):
        law = int(k[at.LAWS_AT]) + at.LAW * number
        plus, minus = int(k[law + at.PLUS]), int(k[law + at.MINUS])
        i, j, turn = work + at.ROW * plus, work + at.ROW * minus, _between(k, work, plus, minus)
        Y = _moment(k, law, i, j, turn)
        add(k, i + MOMENT, scaled(-1.0, Y))
        add(k, j + MOMENT, times(turn, Y))
    for number in range(int(k[at.FORCES])):
        f = int(k[at.FORCES_AT]) + at.FORCE * number
        _force(k, f, work + at.ROW * int(k[f + at.ON]))


@njit(**OPTIONS)
def _inwards(k, b, o, parent):
    """ω̇ = -(X a + y) instead of T ω̇ + H a + h = 0; the parent gets what its hinge sees, f = B a + p."""
    h, force, e, u = get3(k, o + MOMENT), get3(k, o + BIAS), get3(k, b + at.E_AT), get3(k, o + U)
    turn, solve, (h1, h2, h3, h4, h5, h6, h7, h8, h9) = get9(k, o + RELATIVE), inverse(get6(k, o + T)), get9(k, o + H)
    x, y, z = (h1, h4, h7), (h2, h5, h8), (h3, h6, h9)  # columns of H
    X, Y, Z = symmetric_times(solve, x), symmetric_times(solve, y), symmetric_times(solve, z)
    s, mass = symmetric_times(solve, h), get6(k, o + A)
    put(k, o + H, (X[0], Y[0], Z[0], X[1], Y[1], Z[1], X[2], Y[2], Z[2]))
    put(k, o + MOMENT, s)
    B = xx, xy, xz, yy, yz, zz = turned_inertia(turn, (
        mass[0] - dot(x, X), mass[1] - dot(x, Y), mass[2] - dot(x, Z),
        mass[3] - dot(y, Y), mass[4] - dot(y, Z), mass[5] - dot(z, Z),
    ))  # from here on in the basis of the parent  # fmt: skip
    f = plus(times(turn, minus(force, (dot(x, s), dot(y, s), dot(z, s)))), symmetric_times(B, u))
    X, Y, Z = cross(e, (xx, xy, xz)), cross(e, (xy, yy, yz)), cross(e, (xz, yz, zz))  # columns of ẽ B
    add(k, parent + T, (
        Z[0] * e[1] - Y[0] * e[2], X[0] * e[2] - Z[0] * e[0], Y[0] * e[0] - X[0] * e[1],
        X[1] * e[2] - Z[1] * e[0], Y[1] * e[0] - X[1] * e[1], Y[2] * e[0] - X[2] * e[1],
    ))  # -ẽ B ẽ  # fmt: skip
    add(k, parent + H, (X[0], Y[0], Z[0], X[1], Y[1], Z[1], X[2], Y[2], Z[2]))
    add(k, parent + A, B)
    add(k, parent + MOMENT, cross(e, f))
    add(k, parent + BIAS, f)


@njit(**OPTIONS)
def _outwards(k, b, o, parent):
    """Accelerations of the hinge and of the body, in its basis, from those of the parent."""
    turning = cross(get3(k, parent + W_D), get3(k, b + at.E_AT))
    a = times_back(get9(k, o + RELATIVE), add3(get3(k, parent + ACCELERATION), turning, get3(k, o + U)))
    w_d = scaled(-1.0, plus(times(get9(k, o + H), a), get3(k, o + MOMENT)))
    put(k, o + ACCELERATION, a)
    put(k, o + W_D, w_d)
    return w_d


@njit(**OPTIONS)
def _quaternion_rate(x, i, w, rates):
    """½ q ∘ (0, ω)."""
    q0, q1, q2, q3 = 0.5 * x[i], 0.5 * x[i + 1], 0.5 * x[i + 2], 0.5 * x[i + 3]
    rates[i] = -(q1 * w[0] + q2 * w[1] + q3 * w[2])
    put(rates, i + 1, plus(scaled(q0, w), cross((q1, q2, q3), w)))


@njit(types.void(_pointer, _number, _pointer, _pointer), cache=True, **KEPT)
def _rates(x, t, k, rates):
    n, work = int(k[at.COUNT]), int(k[at.WORK_AT])
    a_0, w_d_0 = _base(t, k, work)
    for i in range(n):
        b, o = at.HEAD + at.BODY * i, work + at.ROW * (i + 1)
        _own(x, n, k, b, o)
        _joint(k, b, o, work + at.ROW * int(k[b + at.PARENT]))
    _loads(k, work)
    for i in range(n - 1, -1, -1):
        b = at.HEAD + at.BODY * i
        _inwards(k, b, work + at.ROW * (i + 1), work + at.ROW * int(k[b + at.PARENT]))
    put(k, work + W_D, w_d_0)
    put(k, work + ACCELERATION, a_0)
    for i in range(n):
        b = at.HEAD + at.BODY * i
        body = int(k[b + at.INDEX])
        put(
            rates,
            4 * n + 3 * body,
            _outwards(k, b, work + at.ROW * (i + 1), work + at.ROW * int(k[b + at.PARENT])),
        )
        _quaternion_rate(x, 4 * body, get3(x, 4 * n + 3 * body), rates)


@cfunc("void(CPointer(float64), float64, CPointer(float64), CPointer(float64))", cache=True, **KEPT)
def entry(x, t, k, rates):
    """ẋ of any tree, on pointers."""
    _rates(x, t, k, rates)


@njit(_vector(_vector, _number, _vector), cache=True, **KEPT)
def state_derivative(x, t, constants):
    """Rate ẋ of a state of a tree.

    Parameters
    ----------
    x : np.ndarray, shape (7n,)
        State.
    t : float
        Time, s.
    constants : np.ndarray
        Numbers of `packing`; the last part of them is overwritten.
    """
    rates = np.empty(len(x))
    _rates(x.ctypes, t, constants.ctypes, rates.ctypes)
    return rates
