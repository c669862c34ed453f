"""Radau IIA of order 5 for stiff force elements, with the linear algebra of bodies in joints.

`scipy.integrate.Radau` solves with (c E - J) for the Jacobian J of ẋ, a full matrix with thirteen rows a body. Here the
same is done by `linearised`: a sparse system of velocities and multipliers.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from scipy.integrate import Radau

from .linearised import Linearisation

__all__ = ["Choice", "StiffSolver"]

IN_A_ROW = 15  # steps that look stiff, before the implicit method takes over
LOOK = 30  # steps of it, after which it is judged
WORTH = 3.0  # times the work of an explicit step is that of an implicit one
BOUNDARY = 6.1  # of the stability domain of DOP853 on the negative real axis, and nearly that on the imaginary one


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


class Choice:
    """Which integrator is the cheaper one: the explicit one where accuracy limits its steps, or the implicit one.

    Source: E. Hairer, S. P. Nørsett, G. Wanner, *Solving Ordinary Differential Equations I*, program DOP853.

    Attributes
    ----------
    explicit_step : float
        Length of the explicit steps at the last change, s.
    """

    def __init__(self) -> None:
        self.explicit_step, self._patience = 0.0, IN_A_ROW
        self._stiff = self._calm = self._steps = 0
        self._since = 0.0

    def after(self, solver: Any) -> bool:
        """Whether the integrator shall change after this step, before its state is projected.

        Parameters
        ----------
        solver : scipy.integrate.DOP853 or StiffSolver
            After a step.
        """
        change = self._leaves_implicit(solver) if isinstance(solver, StiffSolver) else self._leaves_explicit(solver)
        if change:
            self._stiff = self._calm = self._steps = 0
            self._since = solver.t
        return change

    def _leaves_explicit(self, solver: Any) -> bool:
        stiff = _is_stiff(solver)
        self._stiff, self._calm = (self._stiff + 1, 0) if stiff else (self._stiff, self._calm + 1)
        if self._calm == 6:
            self._stiff = 0
        self.explicit_step = float(solver.h_previous) if stiff else self.explicit_step
        return self._stiff >= self._patience

    def _leaves_implicit(self, solver: Any) -> bool:
        self._steps += 1
        if self._steps < LOOK:
            return False
        slow = solver.t - self._since < WORTH * self._steps * self.explicit_step
        self._patience *= 20 if slow else 1
        self._steps, self._since = 0, solver.t
        return slow


def _is_stiff(solver: Any) -> bool:
    """Whether the last step of a `scipy.integrate.DOP853` was as long as stability allows.

    The two last stages lie at the same instant, so that their difference shows the largest eigenvalue.
    """
    K, h = solver.K, solver.h_previous
    stage = solver.y_old + h * (solver.A[-1, : len(K) - 2] @ K[:-2])
    apart = np.linalg.norm(solver.y - stage)
    return bool(h * np.linalg.norm(K[-1] - K[-2]) > BOUNDARY * apart > 0.0)
