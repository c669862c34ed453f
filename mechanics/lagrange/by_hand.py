"""The Euler–Lagrange equations step by step, as one writes them by hand."""

from collections.abc import Sequence

import sympy as sp

from ..checking import column, real
from ..model import ModelError
from ..symbols import t

__all__ = ["euler_lagrange"]


def euler_lagrange(L: sp.Expr, q: Sequence[sp.Expr], forces: Sequence[sp.Expr] | None = None) -> list[sp.Eq]:
    """d/dt ∂L/∂q̇ⱼ − ∂L/∂qⱼ = fⱼ for each coordinate; (5.69).

    Nothing is simplified, so that every term can be traced back to L. `LagrangianSystem` gives the same
    equations in the form M q̈ + C q̇ + g = f.

    Parameters
    ----------
    L : Expr
        Lagrangian T − V in the coordinates and their rates, J.
    q : sequence of Expr, length n
        Coordinates, functions of the time `t`.
    forces : sequence of Expr, length n, or None
        Generalized forces without potential; zero unless given.

    Returns
    -------
    list of Eq, length n

    Raises
    ------
    ModelError
        If the numbers of coordinates and forces differ, or a coordinate is no function of `t`.

    Examples
    --------
    >>> from mechanics.model import Coordinates, Parameters
    >>> q = Coordinates(x=("m", "deflection"))
    >>> p = Parameters(m=(1.0, "kg", "mass"), c=(4.0, "N/m", "stiffness"))
    >>> euler_lagrange(p.m * q.x.diff() ** 2 / 2 - p.c * q.x**2 / 2, q.symbols)
    [Eq(c*x + m*x_dd, 0)]
    """
    L, q = real(L, "The Lagrangian L"), list(column(q, "The coordinates q"))
    forces = [0] * len(q) if forces is None else list(forces)
    if len(forces) != len(q):
        raise ModelError(
            f"One generalized force for each of {len(q)} coordinates was expected; got {len(forces)} forces."
        )
    for x in q:
        if sp.sympify(x).diff(t) == 0:
            raise ModelError(f"The coordinate {x} does not depend on the time t; make it with Coordinates(...).")
    return [sp.Eq(L.diff(x.diff(t)).diff(t) - L.diff(x), f, evaluate=False) for x, f in zip(q, forces, strict=True)]
