"""Multipliers of bodies under constraints, refined with their own error, as a loop of a recorded program."""

from typing import Any

import numpy as np

from ...multibody.assembly import banded, compiled_index_one
from .arrays import Recorder
from .subprograms import Rule, repeated

__all__ = ["constrained"]

REFINED = Rule(banded.PASSES, enough=1e-13, roughly=1e-5)
"""As often as Python refines; in a rough run the multipliers need not be much better than the motion."""


def constrained(
    n: int, i: Any, j: Any, G: Any, envelope: Any, S: Any, spread: Any, wanted: Any, lam: Any, total: Any, z: Any
) -> None:
    """As `mechanics.multibody.assembly.compiled_index_one._constrained`."""
    u = len(i)

    def missing(wanted: Any, G: Any, z: Any) -> list[Any]:
        """The largest entry of wanted - G z, and all of them."""
        left = [
            wanted[k] - sum(G[k, side] @ z[body] for side, body in enumerate((i[k], j[k])) if body != n)
            for k in range(u)
        ]
        return [_largest(left), *left]

    def refined(given: list[Any]) -> list[Any]:
        shapes = (1,), (u,), (u,), z.shape, wanted.shape, G.shape, S.shape, spread.shape
        ends = np.cumsum([np.prod(shape, dtype=int) for shape in shapes])
        parts = np.split(np.array(given, dtype=object), ends[:-1])
        _, lam, total, moved, goal, rows, factor, wide = (
            part.reshape(s) for part, s in zip(parts, shapes, strict=True)
        )
        compiled_index_one._solve(envelope, factor, lam)
        compiled_index_one._add_multiplied(n, i, j, wide, lam, moved)
        return [*missing(goal, rows, moved), *(total + lam), *moved.ravel()]

    state, fixed = [*missing(wanted, G, z), *[0.0] * u, *z.ravel()], [*wanted, *G.ravel(), *S, *spread.ravel()]
    state = repeated(refined, state, fixed, REFINED)
    lam[:], total[:], z[:] = state[1 : u + 1], state[u + 1 : 2 * u + 1], np.reshape(state[2 * u + 1 :], z.shape)


def _largest(numbers: list[Any]) -> Any:
    found: Any = 0.0
    for x in numbers:
        found = Recorder().maximum(found, Recorder().abs(x))[()]
    return found
