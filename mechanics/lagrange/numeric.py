"""A mechanical system with numbers: state form, linearization, equilibria, simulation."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from ..model import ModelError
from ..protocol import Events
from ..state_space.arguments import Values, check_vector
from ..state_space.events import integrate_with_events
from ..state_space.integration import forced, integrate, longest_step, output_times
from .closing import closed
from .compiled import Compiled, compiled, simulate_compiled
from .equilibria import Equilibrium, numeric_equilibria
from .run import LagrangianRun
from .values import Inputs, LagrangianValues

__all__ = ["LagrangianModel"]


class LagrangianModel(LagrangianValues):
    """Numeric model of a `LagrangianSystem`; made by ``system.numeric(...)``."""

    def closed(self, q: Values, q_d: Values | None = None, keep: Sequence[str] = ()) -> tuple[np.ndarray, np.ndarray]:
        """The nearest position and rates that close the loops; coordinates in `keep` stay as they are.

        Raises
        ------
        ModelError
            if the loops do not close near q.
        """
        q = check_vector(q, "q", self.system.coordinates)
        q_d = check_vector(np.zeros(self._n) if q_d is None else q_d, "q_d", self.system.coordinates)
        return closed(self, q, q_d, keep)

    def compiled(self, u: Inputs = None) -> Compiled:
        """ẋ = f(x, t) as a numba function: ``function, constants = model.compiled()``, for loops of your own.

        ``function(x, t, constants)`` takes x in the order of `system.states`, returns the rates as a tuple, and may
        be called by other numba functions. Needs the extra `fast`; compiles for about a second, once a system.
        """
        return compiled(self, self._input_functions(u))

    def equilibria(self, u: Inputs = None, starts: Sequence[Values] | None = None) -> list[Equilibrium]:
        """Equilibria for constant inputs, each verified; see `mechanics.lagrange.equilibria`."""
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
        events: Mapping[str, Any] | None = None,
    ) -> LagrangianRun:
        """Motion from q0, q̇0; with closed loops from the nearest start that closes them.

        Parameters
        ----------
        q0, q_d0 : (n,) start; the start values of the coordinates and rest unless given
        t : end time, or output times, s
        u : numbers, expressions of t or functions of (t, x), by input name
        rtol, atol, method : of the integrator, see `mechanics.state_space.integrate`; ``"compiled"`` runs equations
            and integrator (DOP853) as machine code, for constant inputs and without events (extra `fast`)
        events : expressions or functions of (t, x) by name; their zero crossings are found in `run.events`

        Raises
        ------
        ModelError, SimulationError
            for bad input, or an integration that fails or runs away.
        """
        coordinates = self.system.coordinates
        q0 = check_vector(list(coordinates.defaults.values()) if q0 is None else q0, "q0", coordinates)
        q_d0 = check_vector(np.zeros(self._n) if q_d0 is None else q_d0, "q_d0", coordinates)
        if self.system.loops:
            q0, q_d0 = closed(self, q0, q_d0)
        times = output_times(t)
        inputs = self._input_functions(u)
        if method == "compiled":
            return self._simulate_compiled(self.state(q0, q_d0), times, inputs, rtol, atol, events)
        right = self._right_hand_side(inputs)
        found = Events()
        x0 = np.concatenate([q0, q_d0])
        if events:
            functions = {name: self._event(e, inputs) for name, e in events.items()}
            x, found = integrate_with_events(right, x0, times, functions, rtol, atol)
        else:
            x = integrate(right, x0, times, rtol, atol, method, longest_step(times, inputs))
        return LagrangianRun(self, times, x[:, : self._n], x[:, self._n :], inputs, self._ordered(found))

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
            raise ModelError('The compiled path finds no events; leave method="compiled" out.')
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
