"""A state-space system with numbers: equilibria and simulation."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from ..checking import array
from ..integration import Budget, integrate, output_times
from ..integration.steps import Options
from ..integration.times import check_tolerances
from .arguments import Values, check_vector
from .hybrid import simulate_modes
from .inputs import breakpoints_of, forced, longest_step
from .numeric import InputValues
from .quantities import StateSpaceValues
from .run import StateSpaceRun
from .sides import sides_of

__all__ = ["StateSpaceModel"]


class StateSpaceModel(StateSpaceValues):
    """Numeric model of a `StateSpaceSystem`; made by ``system.numeric(...)``.

    Beside what every model has: the rates ẋ, the outputs y = h(x, u, t), linearization, equilibria, simulation.

    Attributes
    ----------
    system : StateSpaceSystem
        What it was made from.
    parameters : dict
        Values of the parameters by name.
    """

    def equilibria(self, u: InputValues = None, starts: Sequence[Values] | None = None) -> list[np.ndarray]:
        """States with f(x, u) = 0 for constant inputs, each verified.

        Parameters
        ----------
        u : mapping of str to float, or None
            Constant inputs by name; the defaults unless given.
        starts : sequence of array_like, each of shape (n,), or None
            Where the search starts; the start values and random states around them unless given.

        Returns
        -------
        list of ndarray, each of shape (n,)
            Sorted. It can be incomplete: the search finds one equilibrium for each start at most.
        """
        from scipy.optimize import root  # slow to import

        default = self.start
        rng = np.random.default_rng(1)
        given: Any = starts
        if starts is None:
            points = [default, *(default + rng.normal(size=(20, self._n)) * 2)]
        else:
            points = [*array(given, "The starts", (None, self._n))]
        found: list[np.ndarray] = []
        for point in points:
            result = root(lambda x: self.state_derivative(0.0, x, u), point, method="lm", options={"xtol": 1e-13})
            size = np.abs(self.state_derivative(0.0, point, u)).max() or 1.0
            is_root = np.abs(result.fun).max() <= 1e-9 * max(size, 1.0)
            if is_root and not any(np.allclose(result.x, x, atol=1e-6) for x in found):
                found.append(np.where(np.abs(result.x) < 1e-10, 0.0, result.x))
        return sorted(found, key=lambda x: x.tolist())

    def simulate(
        self,
        x0: Values | None = None,
        t: float | Values = 10.0,
        u: InputValues = None,
        *,
        rtol: float | None = None,
        atol: float | None = None,
        method: str = "auto",
        breakpoints: Sequence[float] = (),
        time_limit: float | None = 60.0,
    ) -> StateSpaceRun:
        """Motion from x0.

        Parameters
        ----------
        x0 : array_like, shape (n,), or None
            State at the start; `start` unless given.
        t : float, or array_like of shape (k,)
            End time, or output times, s.
        u : mapping, or None
            By the name of the input: numbers, expressions of t, tables ``(times, values)``, functions of t, or feedback
            laws of (t, x).
        rtol, atol : float or None
            Tolerances of the run; the system's `accuracy` unless given.
        method : str
            See `mechanics.integration.integrate`.
        breakpoints : sequence of float
            Times at which a function among the inputs is not smooth, s: a short pulse is stepped over otherwise. Those
            of expressions and tables are known.
        time_limit : float or None
            Computing time after which the simulation gives up, s; None for no limit.

        Returns
        -------
        StateSpaceRun

        Raises
        ------
        ModelError, SimulationError
            For bad input, or an integration that fails, runs away or takes too long.

        Notes
        -----
        Transitions are found to rounding, also two within one step. After a transition the motion leaves the surface
        on which the condition is zero; a marker or counter that resets nothing of the motion counts each crossing once.
        Conditions that vanish at the same instant are served in the order in which the mode lists its transitions.
        Where they accumulate, as the bounces of a ball, the simulation goes over to the mode of `rest`, or ends with an
        error.
        """
        x0 = self.start if x0 is None else check_vector(x0, "x0", self.system.states)
        times, inputs = output_times(t), self._input_functions(u)
        rtol = self.system.accuracy if rtol is None else rtol
        atol = self.system.accuracy if atol is None else atol
        check_tolerances(rtol, atol)
        values = forced(list(inputs.items()))
        longest = longest_step(times, inputs, self.system.fewest_steps)
        breaks = breakpoints_of(inputs, times, breakpoints, self.timed_equations())
        budget = Budget(time_limit, states=list(self.system.states))
        equations = [e for mode in self.system.modes.values() for e in mode.equations.values()]
        budget.watch.sides = sides_of(inputs, equations, lambda e, t, x: self.value(e, t, x, values(t, x)))
        if self.system.is_hybrid:
            options = Options(rtol, atol, method, longest, budget)
            x, modes, events = simulate_modes(self, x0, times, values, options, breaks)
        else:
            right = self.right_hand_side(self.system.start_mode, values)
            x = integrate(right, x0, times, rtol, atol, method, longest, breakpoints=breaks, budget=budget)
            modes, events = [self.system.start_mode] * len(times), []
        return StateSpaceRun(self, times, x, modes, events, inputs)
