"""Whether a motion is stiff: where an explicit integrator is limited by its stability, an implicit one is cheaper."""

from typing import Any

from ...integration.stiffness import is_at_the_edge

__all__ = ["Choice", "is_explicit"]

IN_A_ROW = 15  # steps that look stiff, before the implicit method takes over
LOOK = 30  # steps of it, after which it is judged
WORTH = 3.0  # times the work of an explicit step is that of an implicit one


def is_explicit(solver: Any) -> bool:
    """Whether it is a method of Runge and Kutta with stages one after the other."""
    return hasattr(solver, "K")


class Choice:
    """Which integrator is the cheaper one: the explicit one where accuracy limits its steps, or the implicit one.

    Source: E. Hairer, S. P. Nørsett, G. Wanner, *Solving Ordinary Differential Equations I*, program DOP853.

    Parameters
    ----------
    size : int
        Number of states that count; those after them are integrals along the motion.

    Attributes
    ----------
    explicit_step : float
        Length of the explicit steps at the last change, s.
    """

    def __init__(self, size: int) -> None:
        self.size = size
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
        change = self._leaves_explicit(solver) if is_explicit(solver) else self._leaves_implicit(solver)
        if change:
            self._stiff = self._calm = self._steps = 0
            self._since = solver.t
        return change

    def _leaves_explicit(self, solver: Any) -> bool:
        stiff = is_at_the_edge(solver, self.size)
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
