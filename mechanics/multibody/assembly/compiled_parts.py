"""Kinematics, constraints and forces of bodies as loops that numba compiles, for `compiled_index_one`.

Arrays as in `equations` and `rows`: P (3, n + 1, 3) and B (3, n + 1, 3, 3) are origins and bases with two derivatives,
the ground as the last body.
"""

# mypy: disable-error-code="no-untyped-def"
# (numba infers the types of what it compiles)

from typing import Any

import numpy as np
from numba import njit

__all__ = ["OPTIONS", "bases", "collect", "free", "move", "pull", "rows", "supplied", "turn"]

SHORTEST = 1e-12  # m; below it a line has no direction
OPTIONS: dict[str, Any] = {"cache": True, "error_model": "numpy"}


@njit(**OPTIONS)
def bases(x, n, P, B):
    """Origins and bases with two derivatives (see `rows.motion_of_bodies`), the ground as the last body."""
    for k in range(n):
        o, z = 3 * n + 4 * k, 7 * n + 6 * k
        q0, q1, q2, q3 = x[o], x[o + 1], x[o + 2], x[o + 3]
        s = 2.0 / (q0 * q0 + q1 * q1 + q2 * q2 + q3 * q3)
        B[0, k, 0, 0], B[0, k, 0, 1], B[0, k, 0, 2] = (
            1 - s * (q2 * q2 + q3 * q3),
            s * (q1 * q2 - q0 * q3),
            s * (q1 * q3 + q0 * q2),
        )
        B[0, k, 1, 0], B[0, k, 1, 1], B[0, k, 1, 2] = (
            s * (q1 * q2 + q0 * q3),
            1 - s * (q1 * q1 + q3 * q3),
            s * (q2 * q3 - q0 * q1),
        )
        B[0, k, 2, 0], B[0, k, 2, 1], B[0, k, 2, 2] = (
            s * (q1 * q3 - q0 * q2),
            s * (q2 * q3 + q0 * q1),
            1 - s * (q1 * q1 + q2 * q2),
        )
        for r in range(3):
            P[0, k, r] = x[3 * k + r]
            for m in range(2):
                b0, b1, b2 = B[m, k, r, 0], B[m, k, r, 1], B[m, k, r, 2]
                P[m + 1, k, r] = b0 * x[z] + b1 * x[z + 1] + b2 * x[z + 2]
                B[m + 1, k, r, 0] = b1 * x[z + 5] - b2 * x[z + 4]
                B[m + 1, k, r, 1] = b2 * x[z + 3] - b0 * x[z + 5]
                B[m + 1, k, r, 2] = b0 * x[z + 4] - b1 * x[z + 3]
    B[0, n, 0, 0] = B[0, n, 1, 1] = B[0, n, 2, 2] = 1.0


@njit(**OPTIONS)
def rows(P, B, i, j, e, c, sigma, offset, G, g):
    """Jacobians (u, 2, 6) of all rows, and g (3, u): residuals, their rates, and γ'."""
    a, D = np.empty((3, 3)), np.empty((3, 3))
    for k in range(len(i)):
        b, d, s = i[k], j[k], sigma[k]
        for r in range(3):
            a[0, r] = a[1, r] = a[2, r] = 0.0
            for m in range(3):
                a[0, r] += B[0, b, r, m] * e[0, k, m]
                a[1, r] += B[1, b, r, m] * e[0, k, m] + B[0, b, r, m] * e[1, k, m]
                a[2, r] += B[2, b, r, m] * e[0, k, m] + 2 * B[1, b, r, m] * e[1, k, m] + B[0, b, r, m] * e[2, k, m]
            for m in range(3):
                turned = B[m, d, r, 0] * c[k, 0] + B[m, d, r, 1] * c[k, 1] + B[m, d, r, 2] * c[k, 2]
                D[m, r] = s * (P[m, d, r] - P[m, b, r]) + turned
        position, speed, rest = -offset[0, k], -offset[1, k], -offset[2, k]
        for r in range(3):
            position += a[0, r] * D[0, r]
            speed += a[1, r] * D[0, r] + a[0, r] * D[1, r]
            rest += a[2, r] * D[0, r] + 2 * a[1, r] * D[1, r] + a[0, r] * D[2, r]
        g[0, k], g[1, k], g[2, k] = position, speed, rest
        for r in range(3):
            m, o = (r + 1) % 3, (r + 2) % 3
            beta_m = B[0, b, 0, m] * D[0, 0] + B[0, b, 1, m] * D[0, 1] + B[0, b, 2, m] * D[0, 2]
            beta_o = B[0, b, 0, o] * D[0, 0] + B[0, b, 1, o] * D[0, 1] + B[0, b, 2, o] * D[0, 2]
            G[k, 0, r], G[k, 0, 3 + r] = -s * e[0, k, r], e[0, k, m] * beta_o - e[0, k, o] * beta_m
            alpha_r = B[0, d, 0, r] * a[0, 0] + B[0, d, 1, r] * a[0, 1] + B[0, d, 2, r] * a[0, 2]
            alpha_m = B[0, d, 0, m] * a[0, 0] + B[0, d, 1, m] * a[0, 1] + B[0, d, 2, m] * a[0, 2]
            alpha_o = B[0, d, 0, o] * a[0, 0] + B[0, d, 1, o] * a[0, 1] + B[0, d, 2, o] * a[0, 2]
            G[k, 1, r], G[k, 1, 3 + r] = s * alpha_r, c[k, m] * alpha_o - c[k, o] * alpha_m


@njit(**OPTIONS)
def free(x, n, B, M, inverse, gravity, h, out):
    """M⁻¹ (h + weight - Q) of every body, with Q = (ω × P; ω × D + v × P) of the momenta (P; D) = M z."""
    p, f = np.empty(6), np.empty(6)
    for k in range(n):
        z = 7 * n + 6 * k
        for r in range(6):
            p[r], f[r] = 0.0, h[k, r]
            for m in range(6):
                p[r] += M[k, r, m] * x[z + m]
            for m in range(3):
                for o in range(3):
                    f[r] += M[k, r, m] * B[0, k, o, m] * gravity[o]
        for r in range(3):
            s, t = (r + 1) % 3, (r + 2) % 3
            f[r] -= x[z + 3 + s] * p[t] - x[z + 3 + t] * p[s]
            f[3 + r] -= x[z + 3 + s] * p[3 + t] - x[z + 3 + t] * p[3 + s] + x[z + s] * p[t] - x[z + t] * p[s]
        for r in range(6):
            out[k, r] = 0.0
            for m in range(6):
                out[k, r] += inverse[k, r, m] * f[m]


@njit(**OPTIONS)
def pull(n, P, B, lines, h):
    """Add the forces of linear springs and dampers along lines (see `applied.Lines`); NaN where one has no length."""
    D, D_d = np.empty(3), np.empty(3)
    for k in range(len(lines.i)):
        i, j, length, rate = lines.i[k], lines.j[k], 0.0, 0.0
        for r in range(3):
            D[r], D_d[r] = P[0, j, r] - P[0, i, r], P[1, j, r] - P[1, i, r]
            for m in range(3):
                D[r] += B[0, j, r, m] * lines.q[k, m] - B[0, i, r, m] * lines.p[k, m]
                D_d[r] += B[1, j, r, m] * lines.q[k, m] - B[1, i, r, m] * lines.p[k, m]
            length += D[r] * D[r]
            rate += D[r] * D_d[r]
        length = np.sqrt(length)
        F = lines.k[k] * (length - lines.l_0[k]) + lines.d[k] * rate / length
        F = F / length if length > SHORTEST else np.nan
        _push(i, n, B, lines.p[k], F, D, h)
        _push(j, n, B, lines.q[k], -F, D, h)


@njit(**OPTIONS)
def _push(body, n, B, point, F, D, h):
    """Add the force F D at a point of a body."""
    if body == n:
        return
    f = np.zeros(3)
    for r in range(3):
        for m in range(3):
            f[r] += B[0, body, m, r] * F * D[m]
    for r in range(3):
        s, t = (r + 1) % 3, (r + 2) % 3
        h[body, r] += f[r]
        h[body, 3 + r] += point[s] * f[t] - point[t] * f[s]


@njit(**OPTIONS)
def supplied(x, n, i, j, e, offset, G, lam, h):
    """Power of the forces h, and of the joints that follow a function of time: the others do no work."""
    power = 0.0
    for k in range(n):
        for r in range(6):
            power += h[k, r] * x[7 * n + 6 * k + r]
    for k in range(len(i)):
        if offset[1, k] != 0.0 or e[1, k, 0] != 0.0 or e[1, k, 1] != 0.0 or e[1, k, 2] != 0.0:
            for r in range(6):
                if i[k] != n:
                    power += lam[k] * G[k, 0, r] * x[7 * n + 6 * i[k] + r]
                if j[k] != n:
                    power += lam[k] * G[k, 1, r] * x[7 * n + 6 * j[k] + r]
    return power


@njit(**OPTIONS)
def collect(x, n, P, free, out):
    """ṙ, q̇ = ½ q ∘ (0, ω) and ż into one row."""
    for k in range(n):
        o, z = 3 * n + 4 * k, 7 * n + 6 * k
        q0, q1, q2, q3, w1, w2, w3 = x[o], x[o + 1], x[o + 2], x[o + 3], x[z + 3], x[z + 4], x[z + 5]
        out[o] = -0.5 * (q1 * w1 + q2 * w2 + q3 * w3)
        out[o + 1] = 0.5 * (q0 * w1 + q2 * w3 - q3 * w2)
        out[o + 2] = 0.5 * (q0 * w2 + q3 * w1 - q1 * w3)
        out[o + 3] = 0.5 * (q0 * w3 + q1 * w2 - q2 * w1)
        for r in range(3):
            out[3 * k + r] = P[1, k, r]
        for r in range(6):
            out[z + r] = free[k, r]


@njit(**OPTIONS)
def move(x, n, B, step):
    """Bodies moved by steps (n, 6) in their own bases (see `equations.displaced`)."""
    for k in range(n):
        for r in range(3):
            x[3 * k + r] += B[0, k, r, 0] * step[k, 0] + B[0, k, r, 1] * step[k, 1] + B[0, k, r, 2] * step[k, 2]
    turn(x, n, step)


@njit(**OPTIONS)
def turn(x, n, step):
    """q + ½ q ∘ (0, turn) of length one."""
    for k in range(n):
        o = 3 * n + 4 * k
        q0, q1, q2, q3, w1, w2, w3 = x[o], x[o + 1], x[o + 2], x[o + 3], step[k, 3], step[k, 4], step[k, 5]
        x[o] -= 0.5 * (q1 * w1 + q2 * w2 + q3 * w3)
        x[o + 1] += 0.5 * (q0 * w1 + q2 * w3 - q3 * w2)
        x[o + 2] += 0.5 * (q0 * w2 + q3 * w1 - q1 * w3)
        x[o + 3] += 0.5 * (q0 * w3 + q1 * w2 - q2 * w1)
        length = np.sqrt(x[o] ** 2 + x[o + 1] ** 2 + x[o + 2] ** 2 + x[o + 3] ** 2)
        for r in range(4):
            x[o + r] /= length
