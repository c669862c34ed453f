"""A mechanical system with numbers: how its motion is integrated, and what the integrators call."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
from sympy import Expr, sympify

from ..checking import number, real
from ..integration import Budget, integrate
from ..integration.sliding import Sides
from ..integration.steps import Options
from ..integration.zeros import integrate_with_events
from ..model import ModelError
from ..protocol import Events
from ..state_space.inputs import as_input, forced, longest_step
from ..state_space.sides import sides_of
from .compiled_simulation import simulate_compiled
from .loop_closure import closed
from .loop_simulation import closed_accelerations, watched
from .quantities import Inputs, LagrangianValues

__all__ = ["LagrangianIntegration"]


class LagrangianIntegration(LagrangianValues):
    """The private part of `LagrangianModel`: routes from a start to states at the output times."""

    def _integrate(
        self, x0: np.ndarray, times: np.ndarray, inputs: Mapping[str, Any], options: Options,
        events: Mapping[str, Callable[[float, np.ndarray], float]], breaks: Sequence[float], compiled: bool,
    ) -> tuple[np.ndarray, Events]:  # fmt: skip
        """[q, q̇] at the output times with the generated program, and the zeros of the events."""
        if compiled:
            watch, sides = options.budget.watch, options.budget.watch.sides  # type: ignore[union-attr]
            back = np.argsort(self.state_order)
            watch.states = tuple(self.system.states)
            watch.sides = lambda t, left, right: sides(t, left[back], right[back]) if sides else ""
            states = simulate_compiled(self, x0[self.state_order], times, inputs, options, breaks)
            return np.concatenate(self.split_state(states), axis=1), Events()
        right = self._right_hand_side(inputs)
        if self.system.multipliers:
            right = watched(right, times)
        if events:
            return integrate_with_events(right, x0, times, events, options, breaks)
        tolerances = options.rtol, options.atol, options.method, options.longest
        return integrate(right, x0, times, *tolerances, breakpoints=breaks, budget=options.budget), Events()

    def _closed_start(
        self, q0: np.ndarray, q_d0: np.ndarray, inputs: Mapping[str, Any], t: float
    ) -> tuple[np.ndarray, np.ndarray]:
        """The nearest start that satisfies the constraints."""
        if not self.system.multipliers:
            return q0, q_d0
        return closed(self, q0, q_d0, u={name: u for name, u in inputs.items() if not callable(u)}, t=t)

    def _options(
        self, times: np.ndarray, inputs: Mapping[str, Any], rtol: float, atol: float, method: str, limit: float | None
    ) -> Options:
        names = list(self.system.coordinates)
        budget = Budget(limit, states=[*names, *(f"{name}_d" for name in names)])
        budget.watch.sides = self._sides(inputs)
        return Options(rtol, atol, method, longest_step(times, inputs, self.system.fewest_steps), budget)

    def _sides(self, inputs: Mapping[str, Any]) -> Sides:
        """What jumps on a surface along which the motion slides."""
        n, order = self._n, self.state_order
        values = forced(list(inputs.items()))

        def value(expression: Expr, t: float, x: np.ndarray) -> float:
            u = dict(zip(inputs, values(t, x[order]), strict=True))
            return float(self.evaluate([expression], x[:n], x[n:], u, t)[0])

        return sides_of(inputs, self.system.generalized_forces, value, order)

    def _timed_equations(self) -> list[Expr]:
        """What contains the time itself, with numbers for the parameters: there it may have kinks."""
        if not self.system.is_timed:
            return []
        numbers = {self.system.parameters[name].symbol: value for name, value in self.parameters.items()}
        system = self.system
        given = (system.kinetic_energy, system.potential_energy, *system.generalized_forces)
        return [sympify(e).subs(numbers) for e in given]

    def _ordered(self, events: Events) -> Events:
        """Events with their states in the order of `system.states`."""
        order = self.state_order
        return Events([e._replace(before=e.before[order], after=e.after[order]) for e in events], events.names)

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

    def _event(self, name: str, event: Any, inputs: Mapping[str, Any]) -> Callable[[float, np.ndarray], float]:
        n, order = self._n, self.state_order
        if callable(event):
            law = as_input(event)
            assert callable(law)
            return lambda t, x: _number(law(t, x[order]), name, t)
        real(event, f"The event {name}, an expression or a function of (t, x),")
        values = forced(list(inputs.items()))
        return lambda t, x: float(
            self.evaluate([event], x[:n], x[n:], dict(zip(inputs, values(t, x[order]), strict=True)), t)[0]
        )

    def _with_dependent_loops(self, q: Any, q_d: Any, u: Inputs, t: Any, error: ModelError) -> np.ndarray:
        n, (columns, shape) = self._n, self._arguments(q, q_d, u, t)
        rows = np.stack([np.broadcast_to(c, shape or ()).reshape(-1) for c in columns], axis=1)
        inputs = dict(zip(self.system.inputs, rows[:, 2 * n + 1 :].T, strict=True))
        values = closed_accelerations(self, rows[:, :n], rows[:, n : 2 * n], inputs, rows[:, 2 * n], error)
        return values.reshape(*(shape or ()), n)


def _number(value: Any, name: str, t: float) -> float:
    """What the function of an event returns; checked in full only where it is no plain number."""
    if isinstance(value, float) and value - value == 0.0:
        return value
    return number(value, f"The event {name} at t = {t:.6g} s")
