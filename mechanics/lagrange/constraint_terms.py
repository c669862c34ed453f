"""The terms of the equations of motion with closed loops, unsolved: what a numerical treatment of the loops needs."""

from typing import Any

from .derivation import dot
from .terms import Terms

__all__ = ["constraint_terms"]


def constraint_terms(terms: Terms) -> list[Any]:
    """M, f − C q̇ − g, J, φ̈ − J q̈, φ̇ and φ one after the other.

    Parameters
    ----------
    terms : Terms
        With m conditions, h of them on coordinates.

    Returns
    -------
    list, length n² + n + m n + m + m + h
        In symengine.
    """
    loops = terms.loops
    rates = [dot(row, loops.v) + drift for row, drift in zip(loops.J, loops.drift, strict=True)]
    entries = [x for rows in (terms.M, loops.J) for row in rows for x in row]
    n = len(terms.q)
    return [*entries[: n * n], *terms.residual, *entries[n * n :], *loops.bias, *rates, *loops.residual]
