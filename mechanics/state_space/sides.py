"""What jumps between two neighbouring states: an input, or a function such as sign(s) in the equations."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

import numpy as np
import sympy as sp
from sympy.core.relational import Relational

__all__ = ["sides_of"]

DIFFERS = 1e-6  # of the size of an input


def sides_of(
    inputs: Mapping[str, Any],
    equations: Iterable[sp.Basic],
    value: Callable[[sp.Expr, float, np.ndarray], float],
    order: np.ndarray | slice = slice(None),
) -> Callable[[float, np.ndarray, np.ndarray], str]:
    """A function of the time and two states that says what jumps between them; see `integration.sliding.Sides`.

    Parameters
    ----------
    inputs : mapping
        Numbers or functions of (t, x) by name.
    equations : iterable of sympy
        What may hold functions that jump.
    value : callable
        (expression, t, x) -> number.
    order : ndarray or slice
        Indices of the states, in the order in which inputs take them.
    """

    def sides(t: float, left: np.ndarray, right: np.ndarray) -> str:
        for name, law in inputs.items():
            if callable(law):
                a, b = float(law(t, left[order])), float(law(t, right[order]))
                if abs(a - b) > DIFFERS * max(abs(a), abs(b)):
                    return f"the input {name} jumps from {a:.4g} to {b:.4g}"
        for surface in _surfaces(equations):
            if value(surface, t, left) * value(surface, t, right) <= 0:
                return f"the equations jump where {surface} = 0"
        return ""

    return sides


def _surfaces(equations: Iterable[sp.Basic]) -> list[sp.Expr]:
    """Arguments of sign and Heaviside, and the differences of what is compared."""
    found = dict[sp.Expr, None]()
    for equation in equations:
        e = sp.sympify(equation)
        found |= dict.fromkeys(part.args[0] for part in e.atoms(sp.sign, sp.Heaviside))
        found |= dict.fromkeys(part.lhs - part.rhs for part in e.atoms(Relational))
    return [*found]
