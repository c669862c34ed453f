"""A mechanical system with numbers: state form, linearization, equilibria, simulation."""

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from ..model import ModelError
from ..state_space.arguments import Values, check_vector, check_vectors
from ..state_space.integration import forced, integrate, longest_step, output_times
from ..state_space.linear import Linearization
from .loops import closed
from .run import LagrangianRun
from .values import Inputs, LagrangianValues

if TYPE_CHECKING:
    from .compiled import Compiled

__all__ = ["LagrangianModel"]


class LagrangianModel(LagrangianValues):
    """Numeric model of a `LagrangianSystem`; made by ``system.numeric(...)``."""

    @property
    def state_order(self) -> np.ndarray:
        """Position in [q, q̇] of each state."""
        return self.system.state_order

    def state(self, q: Values, q_d: Values) -> np.ndarray:
        """x from q and q̇ in the order of `system.states`, shape (..., 2 n)."""
        q, q_d = np.broadcast_arrays(np.asarray(q, float), np.asarray(q_d, float))
        return np.concatenate([q, q_d], axis=-1)[..., self.state_order]

    def split_state(self, x: Values) -> tuple[np.ndarray, np.ndarray]:
        """q and q̇ from x."""
        plain = check_vectors(x, "x", self.system.states)[..., np.argsort(self.state_order)]
        return plain[..., : self._n], plain[..., self._n :]

    def state_derivative(self, t: float, x: Values, u: Inputs = None) -> np.ndarray:
        """ẋ = f(x, u, t) in the order of `system.states`; (1.5a)."""
        q, q_d = self.split_state(x)
        return self.state(q_d, self.accelerations(q, q_d, u, t))

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

    def linearize(self, q: Values, u: Inputs = None, q_d: Values | None = None) -> Linearization:
        """ẋ ≈ A Δx + B Δu about a state, by implicit differentiation of (5.93).

        Returns
        -------
        Linearization : unpacks to A (2n, 2n) and B (2n, p), in the order of `system.states`
        """
        self._open("linearized")
        q = check_vector(q, "q", self.system.coordinates)
        q_d = np.zeros(self._n) if q_d is None else check_vector(q_d, "q_d", self.system.coordinates)
        acceleration = self.accelerations(q, q_d, u)
        n, p = self._n, len(self.system.inputs)
        columns = [*self._arguments(q, q_d, u, 0.0).columns, *acceleration]
        J = np.array(self._function("jacobians", "python")(*columns)).reshape(n, 2 * n + p)
        slope = -np.linalg.solve(self.mass_matrix(q, u), J)
        A = np.block([[np.zeros((n, n)), np.eye(n)], [slope[:, : 2 * n]]])
        B = np.vstack([np.zeros((n, p)), slope[:, 2 * n :]])
        return Linearization(A[np.ix_(self.state_order, self.state_order)], B[self.state_order])

    def compiled(self, u: Inputs = None) -> "Compiled":
        """ẋ = f(x, t) as a numba function: ``function, constants = model.compiled()``, for loops of your own.

        ``function(x, t, constants)`` takes x in the order of `system.states`, returns the rates as a tuple, and may
        be called by other numba functions. Needs the extra `fast`; compiles for about a second, once a system.
        """
        from .compiled import compiled

        return compiled(self, self._input_functions(u))

    def _open(self, what: str) -> None:
        if self.system.loops:
            raise ModelError(
                f"A system with closed loops is not {what}: eliminate the dependent coordinates with `constraints`."
            )

    def equilibria(self, u: Inputs = None, starts: Sequence[Values] | None = None) -> list:
        """Equilibria for constant inputs, each verified; see `mechanics.lagrange.equilibria`."""
        from .equilibria import numeric_equilibria

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
        found: dict[str, np.ndarray] = {}
        x0 = np.concatenate([q0, q_d0])
        if events:
            from ..state_space.events import integrate_with_events

            functions = {name: self._event(e, inputs) for name, e in events.items()}
            x, found = integrate_with_events(right, x0, times, functions, rtol, atol)
        else:
            x = integrate(right, x0, times, rtol, atol, method, longest_step(times, inputs))
        return LagrangianRun(self, times, x[:, : self._n], x[:, self._n :], inputs, found)

    def _simulate_compiled(
        self,
        x0: np.ndarray,
        times: np.ndarray,
        inputs: Mapping[str, Any],
        rtol: float,
        atol: float,
        events: Any,
    ) -> LagrangianRun:
        from .compiled import simulate_compiled

        if events:
            raise ModelError('The compiled path finds no events; leave method="compiled" out.')
        q, q_d = self.split_state(simulate_compiled(self, x0, times, inputs, rtol, atol))
        return LagrangianRun(self, times, q, q_d, inputs, {})

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
