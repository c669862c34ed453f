"""Comparing expressions and numbers with what the lecture prints."""

import random
from typing import Any

import numpy as np
import sympy as sp
from sympy.core.function import AppliedUndef

POINTS = 4


def entries(x: Any) -> list[Any]:
    """All entries of a matrix, or the expression alone."""
    return [sp.sympify(e) for e in (x if hasattr(x, "shape") or isinstance(x, list | tuple) else [x])]


def point(expressions: list[Any], seed: int) -> dict[Any, sp.Rational]:
    """A value between 0.2 and 1.4 for every symbol, coordinate and rate in the expressions."""
    rng = random.Random(seed)
    found = {a for e in expressions for a in e.atoms(sp.Symbol, AppliedUndef, sp.Derivative)}
    return {a: sp.Rational(rng.randint(200, 1400), 1000) for a in sorted(found, key=str)}


def assert_same(ours: Any, printed: Any, what: str) -> None:
    """Both are the same function: their difference is zero, to 25 digits, at random points."""
    a, b = entries(ours), entries(printed)
    assert len(a) == len(b), f"{what}: {len(a)} entries instead of {len(b)}"
    for k, (x, y) in enumerate(zip(a, b, strict=True)):
        for seed in range(POINTS):
            values = point([x, y], seed)
            left, right = x.xreplace(values).evalf(30), y.xreplace(values).evalf(30)
            assert abs(left - right) < sp.Float("1e-24") * (1 + abs(right)), (
                f"{what}: entry {k + 1} is not what it must be.\n  is      {x}\n  must be {y}\n"
                f"  difference {sp.N(left - right, 5)} at {values}"
            )


def assert_close(ours: Any, expected: Any, what: str, rtol: float = 1e-9, scale: Any = 0.0) -> None:
    """Both are the same numbers, relative to the largest of them or of the terms `scale` that they are made of."""
    a, b = np.asarray(ours, dtype=float), np.asarray(expected, dtype=float)
    assert a.shape == b.shape, f"{what}: the shape {a.shape} instead of {b.shape}"
    error = float(np.max(np.abs(a - b), initial=0.0))
    size = max(np.max(np.abs(b), initial=0.0), np.max(np.abs(scale)))
    assert error <= rtol * (1e-3 + size), f"{what}: off by {error:g}\n  {a}\n  {b}"


def slope(function: Any, x: np.ndarray, h: float = 1e-5) -> np.ndarray:
    """Derivatives of a vector function by central differences of order 4: (outputs..., inputs)."""
    columns = []
    for step in np.eye(len(x)) * h:
        f = [np.asarray(function(x + k * step), dtype=float) for k in (-2, -1, 1, 2)]
        columns.append((f[0] - 8 * f[1] + 8 * f[2] - f[3]) / (12 * h))
    return np.stack(columns, axis=-1)
