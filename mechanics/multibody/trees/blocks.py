"""Algebra of vectors and 3x3 matrices for compiled code: tuples of numbers, which live in registers.

Vectors are (x, y, z), matrices row by row, symmetric ones (xx, xy, xz, yy, yz, zz). `p` is a pointer to float64, `o`
the place in it where something begins. Imported only by `compiled_recursion`.
"""

# mypy: disable-error-code="no-untyped-def"
# (numba infers the types of what it compiles)

from math import atan2, cos, sin, sqrt
from typing import Any

from numba import njit

__all__ = [
    "OPTIONS", "add", "add3", "cross", "dot", "get3", "get6", "get9", "inverse", "minus", "plus", "product", "put",
    "rotation", "rotation_about", "rotation_vector", "scaled", "symmetric_times", "times", "times_back", "transposed",
    "turned_inertia",
]  # fmt: skip

OPTIONS: dict[str, Any] = {
    "error_model": "numpy",
    "fastmath": {"reassoc", "contract", "nsz", "arcp"},  # NaN and infinity keep their meaning
    "forceinline": True,
}


@njit(**OPTIONS)
def get3(p, o):
    """Vector at o."""
    return p[o], p[o + 1], p[o + 2]


@njit(**OPTIONS)
def get6(p, o):
    """Symmetric matrix at o."""
    return p[o], p[o + 1], p[o + 2], p[o + 3], p[o + 4], p[o + 5]


@njit(**OPTIONS)
def get9(p, o):
    """Matrix at o."""
    return p[o], p[o + 1], p[o + 2], p[o + 3], p[o + 4], p[o + 5], p[o + 6], p[o + 7], p[o + 8]


@njit(**OPTIONS)
def put(p, o, values):
    """Store a tuple at o."""
    for k in range(len(values)):
        p[o + k] = values[k]


@njit(**OPTIONS)
def add(p, o, values):
    """Add a tuple to what is at o."""
    for k in range(len(values)):
        p[o + k] += values[k]


@njit(**OPTIONS)
def plus(a, b):
    """Sum of two vectors."""
    return a[0] + b[0], a[1] + b[1], a[2] + b[2]


@njit(**OPTIONS)
def add3(a, b, c):
    """Sum of three vectors."""
    return a[0] + b[0] + c[0], a[1] + b[1] + c[1], a[2] + b[2] + c[2]


@njit(**OPTIONS)
def minus(a, b):
    """Difference of two vectors."""
    return a[0] - b[0], a[1] - b[1], a[2] - b[2]


@njit(**OPTIONS)
def scaled(s, a):
    """Number times vector."""
    return s * a[0], s * a[1], s * a[2]


@njit(**OPTIONS)
def dot(a, b):
    """Scalar product."""
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


@njit(**OPTIONS)
def cross(a, b):
    """Vector product."""
    return a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]


@njit(**OPTIONS)
def times(A, v):
    """A v."""
    return dot(A[0:3], v), dot(A[3:6], v), dot(A[6:9], v)


@njit(**OPTIONS)
def times_back(A, v):
    """Aᵀ v."""
    return (
        A[0] * v[0] + A[3] * v[1] + A[6] * v[2],
        A[1] * v[0] + A[4] * v[1] + A[7] * v[2],
        A[2] * v[0] + A[5] * v[1] + A[8] * v[2],
    )


@njit(**OPTIONS)
def symmetric_times(T, v):
    """T v, T symmetric."""
    return (
        T[0] * v[0] + T[1] * v[1] + T[2] * v[2],
        T[1] * v[0] + T[3] * v[1] + T[4] * v[2],
        T[2] * v[0] + T[4] * v[1] + T[5] * v[2],
    )


@njit(**OPTIONS)
def inverse(T):
    """T⁻¹, T symmetric and positive definite, by its cofactors."""
    xx, xy, xz = T[3] * T[5] - T[4] * T[4], T[2] * T[4] - T[1] * T[5], T[1] * T[4] - T[2] * T[3]
    s = 1.0 / (T[0] * xx + T[1] * xy + T[2] * xz)
    yy, yz, zz = T[0] * T[5] - T[2] * T[2], T[1] * T[2] - T[0] * T[4], T[0] * T[3] - T[1] * T[1]
    return s * xx, s * xy, s * xz, s * yy, s * yz, s * zz


@njit(**OPTIONS)
def turned_inertia(A, T):
    """A T Aᵀ, T symmetric."""
    x, y, z = symmetric_times(T, A[0:3]), symmetric_times(T, A[3:6]), symmetric_times(T, A[6:9])
    return (
        dot(A[0:3], x), dot(A[0:3], y), dot(A[0:3], z), dot(A[3:6], y), dot(A[3:6], z), dot(A[6:9], z)
    )  # fmt: skip


@njit(**OPTIONS)
def rotation(q):
    """Rotation matrix of a quaternion of any length but zero."""
    s = 2.0 / (q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3])
    x, y, z = s * q[1], s * q[2], s * q[3]
    wx, wy, wz = q[0] * x, q[0] * y, q[0] * z
    xx, xy, xz, yy, yz, zz = q[1] * x, q[1] * y, q[1] * z, q[2] * y, q[2] * z, q[3] * z
    return (
        1.0 - (yy + zz), xy - wz, xz + wy,
        xy + wz, 1.0 - (xx + zz), yz - wx,
        xz - wy, yz + wx, 1.0 - (xx + yy),
    )  # fmt: skip


@njit(**OPTIONS)
def rotation_about(n, angle):
    """Rotation matrix by an angle about the unit vector n."""
    half = 0.5 * angle
    return rotation((cos(half), sin(half) * n[0], sin(half) * n[1], sin(half) * n[2]))


@njit(**OPTIONS)
def rotation_vector(D):
    """Rotation vector of a rotation matrix, |θ| < π."""
    v = 0.5 * (D[7] - D[5]), 0.5 * (D[2] - D[6]), 0.5 * (D[3] - D[1])
    s, c = sqrt(dot(v, v)), 0.5 * (D[0] + D[4] + D[8] - 1.0)
    return scaled(atan2(s, c) / s if s > 1e-8 else 1.0, v)


@njit(**OPTIONS)
def product(A, B):
    """A B."""
    x, y, z = (B[0], B[3], B[6]), (B[1], B[4], B[7]), (B[2], B[5], B[8])
    return (
        dot(A[0:3], x), dot(A[0:3], y), dot(A[0:3], z),
        dot(A[3:6], x), dot(A[3:6], y), dot(A[3:6], z),
        dot(A[6:9], x), dot(A[6:9], y), dot(A[6:9], z),
    )  # fmt: skip


@njit(**OPTIONS)
def transposed(A):
    """Aᵀ."""
    return A[0], A[3], A[6], A[1], A[4], A[7], A[2], A[5], A[8]
