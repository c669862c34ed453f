"""A mechanical system with numbers: simulation, equilibria, closed loops, machine code."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
from sympy import Expr

from ..integration import Budget, integrate, output_times
from ..integration.steps import Options
from ..integration.zeros import integrate_with_events
from ..model import ModelError
from ..protocol import Events
from ..state_space.arguments import Values, check_vector
from ..state_space.inputs import breakpoints_of, forced, longest_step
from .compiled_simulation import Compiled, compiled, simulate_compiled
from .equilibria import Equilibrium, numeric_equilibria
from .loop_closure import closed
from .quantities import Inputs, LagrangianValues
from .run import LagrangianRun

__all__ = ["LagrangianModel"]


class LagrangianModel(LagrangianValues):
    """Numeric model of a `LagrangianSystem`; made by ``system.numeric(...)``.

    Beside what every model has: M, C, g, f, accelerations and energies for one state or many, linearization,
    equilibria, simulation.

    Attributes
    ----------
    system : LagrangianSystem
        What it was made from.
    parameters : dict
        Values of the parameters by name.
    """

    def closed(
        self, q: Values, q_d: Values | None = None, keep: Sequence[str] = (), u: Inputs = None, t: float = 0.0
    ) -> tuple[np.ndarray, np.ndarray]:
        """The nearest position and rates that close the loops and meet the nonholonomic constraints.

        Parameters
        ----------
        q : array_like, shape (n,)
            Position from which the search starts.
        q_d : array_like, shape (n,), or None
            Rates there; zero unless given.
        keep : sequence of str
            Names of coordinates that stay as they are, with their rates.
        u : mapping of str to float, or None
            Inputs by name; the defaults unless given.
        t : float
            Time, s; it matters where a constraint contains it.

        Returns
        -------
        q, q_d : ndarray, shape (n,)

        Raises
        ------
        ModelError
            If the loops do not close near q, or no rates meet all constraints.
        """
        q = check_vector(q, "q", self.system.coordinates)
        q_d = check_vector(np.zeros(self._n) if q_d is None else q_d, "q_d", self.system.coordinates)
        return closed(self, q, q_d, keep, u, float(t))

    def compiled(self, u: Inputs = None) -> Compiled:
        """ẋ = f(x, t) as a numba function, for loops of your own: ``function, constants = model.compiled()``.

        It may be called by other numba functions. Compiling takes about a second, once for each system.

        Parameters
        ----------
        u : mapping of str to float, or None
            Constant inputs by name; the defaults unless given.

        Returns
        -------
        function : callable
            ``function(x, t, constants)`` takes x in the order of `system.states` and returns ẋ as a tuple.
        constants : ndarray
            From the values of parameters and inputs.

        Raises
        ------
        ModelError
            Without numba (the extra `fast`), or for an input that is a function.
        """
        return compiled(self, self._input_functions(u))

    def equilibria(self, u: Inputs = None, starts: Sequence[Values] | None = None) -> list[Equilibrium]:
        """Equilibria g(q) = f(q, 0, u) for constant inputs, each verified; see `numeric_equilibria`.

        Parameters
        ----------
        u : mapping of str to float, or None
            Inputs by name; the defaults unless given.
        starts : sequence of array_like, each of shape (n,), or None
            Positions from which the search starts; a grid unless given.

        Returns
        -------
        list of Equilibrium
            Sorted by the coordinates.

        Raises
        ------
        ModelError
            For unknown inputs, starts of the wrong shape, or a system with closed loops.
        """
        self._open("searched for equilibria")
        return numeric_equilibria(self, u, starts)

    def simulate(
        self,
        q0: Values | None = None,
        q_d0: Values | None = None,
        t: float | Values = 10.0,
        u: Inputs = None,
        *,
        rtol: float = 1e-8,
        atol: float = 1e-8,
        method: str = "auto",
        events: Mapping[str, Expr | Callable[[float, np.ndarray], float]] | None = None,
        breakpoints: Sequence[float] = (),
        time_limit: float | None = 60.0,
    ) -> LagrangianRun:
        """Motion from q0, q̇0; with constraints from the nearest start that meets them.

        Parameters
        ----------
        q0, q_d0 : array_like, shape (n,), or None
            Coordinates and rates at the start; the start values of the coordinates and rest unless given.
        t : float, or array_like of shape (k,)
            End time, or output times, s.
        u : mapping, or None
            By the name of the input: numbers, expressions of t, tables ``(times, values)``, functions of t, or feedback
            laws of (t, x).
        rtol, atol : float
            Tolerances of the run.
        method : str
            See `mechanics.integration.integrate`, or ``"compiled"``.
        events : mapping, or None
            Expressions or functions of (t, x) by name; their zero crossings are found in `run.events`, also two within
            one step. A zero at the start itself does not count.
        breakpoints : sequence of float
            Times at which a function among the inputs is not smooth, s: a short pulse is stepped over otherwise. Those
            of expressions and tables are known.
        time_limit : float or None
            Computing time after which the simulation gives up, s; None for no limit.

        Returns
        -------
        LagrangianRun

        Raises
        ------
        ModelError, SimulationError
            For bad input, or an integration that fails or runs away.

        Notes
        -----
        ``method="compiled"`` runs the equations and the integrator (DOP853) as machine code. It helps where one system
        is simulated many times, as in a parameter study: 200 runs take a tenth of the time. A single short run gains
        nothing, because the first one of a system takes up to a second to compile. Inputs must be constant, events
        are not found, and numba is needed (the extra `fast`).

        Where the equations become singular on the way, as when the rope of a crane is wound up to zero length, the
        steps of DOP853 become ever shorter until it stops with a `SimulationError`. LSODA may step over such a point;
        what follows has no meaning.

        Examples
        --------
        The period of a pendulum for 50 lengths, from when its rate changes sign for the second time after the start:

        >>> import numpy as np
        >>> from mechanics import systems
        >>> pendulum = systems.load("mathematical_pendulum")
        >>> times = np.linspace(0, 6, 601)
        >>> lengths = np.linspace(0.5, 2.0, 50)
        >>> runs = [pendulum.numeric(l=l).simulate([0.1], t=times, method="compiled") for l in lengths]
        >>> periods = [run.t[np.flatnonzero(np.diff(np.sign(run["phi_d"])))[2]] for run in runs]
        >>> bool(np.allclose(periods, 2 * np.pi * np.sqrt(lengths / 9.81), atol=0.02))
        True
        """
        coordinates = self.system.coordinates
        q0 = check_vector(list(coordinates.defaults.values()) if q0 is None else q0, "q0", coordinates)
        q_d0 = check_vector(np.zeros(self._n) if q_d0 is None else q_d0, "q_d0", coordinates)
        times = output_times(t)
        inputs = self._input_functions(u)
        self._check_steady(inputs)
        if self.system.multipliers:
            constant = {name: value for name, value in inputs.items() if not callable(value)}
            q0, q_d0 = closed(self, q0, q_d0, u=constant, t=float(times[0]))
        if method == "compiled":
            return self._simulate_compiled(self.state(q0, q_d0), times, inputs, rtol, atol, events)
        right = self._right_hand_side(inputs)
        found = Events()
        x0 = np.concatenate([q0, q_d0])
        longest, breaks = longest_step(times, inputs, self.system.is_timed), breakpoints_of(inputs, times, breakpoints)
        names = list(self.system.coordinates)
        budget = Budget(time_limit, states=[*names, *(f"{name}_d" for name in names)])
        if events:
            functions = {name: self._event(e, inputs) for name, e in events.items()}
            options = Options(rtol, atol, method, longest, budget)
            x, found = integrate_with_events(right, x0, times, functions, options, breaks)
        else:
            x = integrate(right, x0, times, rtol, atol, method, longest, breakpoints=breaks, budget=budget)
        return LagrangianRun(self, times, x[:, : self._n], x[:, self._n :], inputs, self._ordered(found))

    def _check_steady(self, inputs: Mapping[str, Any]) -> None:
        if moving := [name for name in self.system.steady_inputs if callable(inputs[name])]:
            raise ModelError(
                f"The input {moving[0]} is in a position, a damper or a constraint, whose equations need its rate; a "
                "simulation takes a number for it. Write the motion as an expression of the time t in the description."
            )

    def _ordered(self, events: Events) -> Events:
        """Events with their states in the order of `system.states`."""
        order = self.state_order
        return Events([e._replace(before=e.before[order], after=e.after[order]) for e in events], events.names)

    def _simulate_compiled(
        self,
        x0: np.ndarray,
        times: np.ndarray,
        inputs: Mapping[str, Any],
        rtol: float,
        atol: float,
        events: Any,
    ) -> LagrangianRun:
        if events:
            raise ModelError(f'A compiled simulation finds no events; got {list(events)}. Leave out method="compiled".')
        q, q_d = self.split_state(simulate_compiled(self, x0, times, inputs, rtol, atol))
        return LagrangianRun(self, times, q, q_d, inputs, Events())

    def _right_hand_side(self, inputs: Mapping[str, Any]) -> Callable[[np.ndarray, float], list[float]]:
        """f(x, t) on [q, q̇] for the integrator."""
        if any(callable(value) for value in inputs.values()):
            return self._driven(inputs)
        return self._made(self.system.program("derivative"), [*self.parameters.values(), *inputs.values()], vector=True)

    def _driven(self, inputs: Mapping[str, Any]) -> Callable[[np.ndarray, float], list[float]]:
        accelerations, n = self._function("accelerations", "python"), self._n
        order = self.state_order
        values = forced(list(inputs.items()))

        def derivative(x: np.ndarray, t: float) -> list[float]:
            plain = x.tolist()
            return [*plain[n:], *accelerations(*plain, t, *values(t, x[order]))]

        return derivative

    def _event(self, event: Any, inputs: Mapping[str, Any]) -> Callable[[float, np.ndarray], float]:
        n, order = self._n, self.state_order
        if callable(event):
            return lambda t, x: float(event(t, x[order]))
        values = forced(list(inputs.items()))
        return lambda t, x: float(
            self.evaluate([event], x[:n], x[n:], dict(zip(inputs, values(t, x[order]), strict=True)), t)[0]
        )
