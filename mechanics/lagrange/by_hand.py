"""The Euler–Lagrange equations step by step, as one writes them by hand."""

from collections.abc import Sequence
from typing import Any

import sympy as sp

from ..model import ModelError
from ..symbols import t

__all__ = ["euler_lagrange"]


def euler_lagrange(L: Any, q: Sequence[Any], forces: Sequence[Any] | None = None) -> list[sp.Eq]:
    """d/dt ∂L/∂q̇ⱼ − ∂L/∂qⱼ = fⱼ for each coordinate; (5.69).

    Nothing is simplified, so that every term can be found again in L. `LagrangianSystem` gives the same
    equations in the form M q̈ + C q̇ + g = f.

    Parameters
    ----------
    L : Lagrange function T − V in the coordinates and their rates
    q : coordinates, functions of the time `t`
    forces : generalized forces without potential, one a coordinate; zero unless given

    Raises
    ------
    ModelError
        if the numbers of coordinates and forces differ, or a coordinate is no function of `t`.
    """
    forces = [0] * len(q) if forces is None else list(forces)
    if len(forces) != len(q):
        raise ModelError(
            f"One generalized force a coordinate was expected: {len(q)} coordinates, {len(forces)} forces."
        )
    for x in q:
        if sp.sympify(x).diff(t) == 0:
            raise ModelError(f"The coordinate {x} does not depend on the time; make it with Coordinates(...).")
    L = sp.sympify(L)
    return [sp.Eq(L.diff(x.diff(t)).diff(t) - L.diff(x), f, evaluate=False) for x, f in zip(q, forces, strict=True)]
