"""Radau IIA of order 5 for stiff force elements, with the linear algebra of bodies in joints.

`scipy.integrate.Radau` solves with (c E - J) for the Jacobian J of ẋ, a full matrix with thirteen rows a body. Here the
same is done by `linearised`: a sparse system of velocities and multipliers.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from scipy.integrate import Radau

from .linearised import Linearisation

__all__ = ["StiffSolver"]


class _Shift(NamedTuple):
    """c E - J, before it is factored."""

    c: Any
    J: Linearisation


class _Scaled:
    """c E, for scipy's expression ``c * I - J``."""

    __array_ufunc__ = None  # numbers of numpy leave the product to this class

    def __init__(self, c: Any = 1.0):
        self.c = c

    def __rmul__(self, c: Any) -> "_Scaled":
        return _Scaled(c * self.c)

    def __sub__(self, J: Linearisation) -> _Shift:
        return _Shift(self.c, J)


class StiffSolver(Radau):
    """Radau IIA with a Jacobian that is a `Linearisation`; parameters as of `scipy.integrate.Radau`.

    Parameters
    ----------
    f : callable
        ẋ = f(t, x).
    t : float
        Time at the start, s.
    x : np.ndarray
        State at the start.
    end : float
        Time at the end, s.
    linearise : callable
        Returns the `Linearisation` of (t, x).
    options : dict
        Tolerances and first step.
    """

    def __init__(
        self,
        f: Callable[[float, np.ndarray], np.ndarray],
        t: float,
        x: np.ndarray,
        end: float,
        linearise: Callable[[float, np.ndarray], Linearisation],
        **options: Any,
    ):
        super().__init__(f, t, x, end, jac=linearise, **options)
        self.I = _Scaled()
        self.lu = lambda shift: shift.J.factored(shift.c)
        self.solve_lu = lambda solve, b: solve(b)

    def _validate_jac(self, jac: Any, sparsity: Any) -> tuple[Any, Linearisation]:
        """The function that scipy calls for a new Jacobian, and the first one."""
        return lambda t, x, f: jac(t, x), jac(self.t, self.y)
