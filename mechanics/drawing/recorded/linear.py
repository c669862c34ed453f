"""Linear algebra of recorded numbers: what the library takes from ``np.linalg``."""

# ruff: noqa: D102 (methods do what numpy's functions of the same names do)

import sys
from collections.abc import Callable
from itertools import combinations
from typing import Any

import numpy as np

from .number import MODELS, UNARY, Number, pair, select, value_of

__all__ = ["Linear", "concrete", "is_recorded", "unary"]


SWEEPS = 6  # of Jacobi's rotations: their error falls quadratically


def concrete(x: Any) -> np.ndarray:
    """The present values of an array."""
    array = np.asarray(x)
    return (
        np.vectorize(value_of, otypes=[float])(array) if array.dtype == object and array.size else array.astype(float)
    )


def is_recorded(x: Any) -> bool:
    """Whether a number of an array is recorded."""
    array = np.asarray(x, dtype=object)
    return any(isinstance(entry, Number) for entry in array.flat)


def unary(name: str, x: Any) -> Any:
    """A function of one number for all entries of an array."""
    each = np.frompyfunc(lambda a: a.unary(name) if isinstance(a, Number) else float(UNARY[name](a)), 1, 1)
    return each(np.asarray(x, dtype=object))


class Linear:
    """``np.linalg`` for recorded numbers: systems of equations by elimination, in the order of their rows."""

    LinAlgError = np.linalg.LinAlgError

    def __getattr__(self, name: str) -> Callable:
        """Of all else only present values are asked for: ranks, signs, sizes."""
        plain = getattr(np.linalg, name)
        return lambda x, *rest, **options: plain(concrete(x), *rest, **options)

    @staticmethod
    def norm(x: Any, axis: Any = None, keepdims: bool = False) -> Any:
        if not is_recorded(x):
            return np.linalg.norm(concrete(x), axis=axis, keepdims=keepdims)
        x = np.asarray(x)
        square = np.sum(x * x, axis=axis, keepdims=keepdims)
        return unary("sqrt", square)

    @staticmethod
    def solve(A: Any, b: Any) -> Any:
        if not (is_recorded(A) or is_recorded(b)):
            return np.linalg.solve(concrete(A), concrete(b))
        A, b = np.asarray(A, dtype=object), np.asarray(b, dtype=object)
        if A.ndim > 2:
            parts = [
                Linear.solve(a, c)
                for a, c in zip(A.reshape(-1, *A.shape[-2:]), b.reshape(-1, *b.shape[-2:]), strict=True)
            ]
            return np.array(parts, dtype=object).reshape(b.shape)
        return _eliminated(A, b[:, None])[:, 0] if b.ndim == 1 else _eliminated(A, b)

    @staticmethod
    def lstsq(S: Any, b: Any, rcond: Any = None) -> Any:
        """Of symmetric matrices: a solution of the equations that are independent at present."""
        if not is_recorded(S):
            now = concrete(S)
            return (
                (np.linalg.pinv(now) @ np.asarray(b),)
                if is_recorded(b)
                else np.linalg.lstsq(now, concrete(b), rcond=rcond)
            )
        S, b, now = np.asarray(S), np.asarray(b), concrete(S)
        kept: list[int] = []
        for k in range(len(S)):
            part = now[np.ix_([*kept, k], [*kept, k])]
            sizes = np.linalg.eigvalsh(part)
            if sizes[0] > 1e-11 * sizes[-1]:
                kept.append(k)
        found = np.zeros(len(S), dtype=object)
        found[kept] = Linear.solve(S[np.ix_(kept, kept)], b[kept])
        return found, None, len(kept), None

    @staticmethod
    def eigvalsh(A: Any) -> Any:
        """By Jacobi's rotations; a check of the library itself asks for present values alone."""
        asks = str(sys._getframe(1).f_globals.get("__name__"))
        if not (is_recorded(A) and asks.startswith(MODELS)):
            return np.linalg.eigvalsh(concrete(A))
        A, n = np.array(A, dtype=object), len(A)
        for _ in range(SWEEPS):
            for p, q in combinations(range(n), 2):
                A = _rotated(A, p, q)
        row = list(np.diag(A))
        for end in range(n, 1, -1):  # by comparing neighbours, so that the order is part of the program
            for k in range(end - 1):
                row[k : k + 2] = pair("min", row[k], row[k + 1]), pair("max", row[k], row[k + 1])
        return np.array(row, dtype=object)

    @staticmethod
    def pinv(J: Any) -> Any:
        """Of a matrix whose columns are independent."""
        return Linear.solve(np.asarray(J).T @ J, np.asarray(J).T) if is_recorded(J) else np.linalg.pinv(concrete(J))

    @staticmethod
    def inv(A: Any) -> Any:
        A = np.asarray(A)
        return Linear.solve(A, np.broadcast_to(np.eye(A.shape[-1]), A.shape))


def _eliminated(A: np.ndarray, b: np.ndarray) -> np.ndarray:
    """A⁻¹ b; the pivots are those that the present values ask for."""
    A, b, n = A.copy(), b.copy(), len(A)
    order, now = np.arange(n), concrete(A)
    for k in range(n):
        best = k + int(np.argmax(np.abs(now[order[k:], k])))
        if abs(now[order[k], k]) < 0.1 * abs(now[order[best], k]):
            order[[k, best]] = order[[best, k]]
        p = order[k]
        for i in order[k + 1 :]:
            if isinstance(A[i, k], Number) or A[i, k] != 0.0:
                factor = A[i, k] / A[p, k]
                A[i, k:] = A[i, k:] - factor * A[p, k:]
                b[i] = b[i] - factor * b[p]
                now[i] = concrete(A[i])
    x = np.empty_like(b)
    for k in range(n - 1, -1, -1):
        p = order[k]
        rest = b[p]
        for j in range(k + 1, n):
            rest = rest - A[p, j] * x[j]
        x[k] = rest / A[p, k]
    return x


def _rotated(A: np.ndarray, p: int, q: int) -> np.ndarray:
    """A symmetric matrix, turned so that its entry p, q vanishes."""
    apart, twice = A[q, q] - A[p, p], 2.0 * A[p, q]
    size = unary("abs", apart) + unary("sqrt", apart * apart + twice * twice) + 1e-300
    t = twice * select(apart < 0.0, -1.0, 1.0) / size
    c = 1.0 / unary("sqrt", 1.0 + t * t)
    R = np.eye(len(A)).astype(object)
    R[p, p] = R[q, q] = c
    R[p, q], R[q, p] = t * c, -t * c
    found = R.T @ A @ R
    found[p, q] = found[q, p] = 0.0
    return found
