"""A state-space system with numbers: derivative, outputs, linearization, equilibria, simulation."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

import numpy as np
import sympy as sp

from ..model import ModelError, unknown_name
from .arguments import Values, broadcast, check_vector, check_vectors
from .hybrid import Switch, simulate_modes
from .integration import forced, integrate, longest_step, output_times
from .linear import Linearization
from .numeric import InputValues, NumericModel
from .run import StateSpaceRun

__all__ = ["StateSpaceModel", "truth"]


class StateSpaceModel(NumericModel):
    """Numeric model of a `StateSpaceSystem`; made by ``system.numeric(...)``.

    Methods take states of shape (..., n), so that many states are one call; `u` maps input names to numbers.
    """

    @property
    def _n(self) -> int:
        return len(self.system.states)

    def state_derivative(self, t: Any, x: Values, u: InputValues = None, mode: str | None = None) -> np.ndarray:
        """ẋ = f(x, u, t), shape (..., n); (1.5a)."""
        if mode is None:
            return self._in_their_modes(t, x, u)
        if mode not in self.system.modes:
            raise ModelError(unknown_name(mode, self.system.modes, "mode"))
        return self._values(("derivative", mode), x, u, t)

    def _in_their_modes(self, t: Any, x: Values, u: InputValues) -> np.ndarray:
        """The derivative of each state in the mode that it belongs to."""
        derivative = self._values(("derivative", self.system.start_mode), x, u, t)
        for name, mode in reversed(list(self.system.modes.items())):
            if mode.holds is not False:
                belongs = self.evaluate([truth(mode.holds)], x, u, t) > 0.5
                derivative = np.where(belongs, self._values(("derivative", name), x, u, t), derivative)
        return derivative

    def start_mode(self, x: Values, u: InputValues = None, t: float = 0.0) -> str:
        """The mode in which a simulation from x starts: the one whose condition holds, else the first."""
        for name, mode in self.system.modes.items():
            if mode.holds is not False and self.evaluate([truth(mode.holds)], x, u, t)[0] > 0.5:
                return name
        return self.system.start_mode

    @property
    def start(self) -> np.ndarray:
        """The state in which a simulation starts unless another one is given, (n,)."""
        values = dict(zip(self.system.states.symbols, self.system.states.defaults.values(), strict=True))
        given = list(self.system.start.values())
        numbers: Any = self.evaluate(given, list(values.values())) if given else []
        return np.array(list((values | dict(zip(self.system.start, numbers, strict=True))).values()), dtype=float)

    def output(self, name: str, x: Values, u: InputValues = None, t: Any = 0.0) -> np.ndarray:
        """One of `system.outputs`, y = h(x, u, t), shape (...); (1.5b)."""
        entries, shape = self._output(name)
        values = self.evaluate(entries, x, u, t)
        return values.reshape(values.shape[:-1] + shape)

    def evaluate(self, expressions: Sequence[Any], x: Values, u: InputValues = None, t: Any = 0.0) -> np.ndarray:
        """Any sympy expressions in the symbols of the system, shape (..., number of expressions)."""
        key = tuple(expressions)
        return self._values(key, x, u, t, key)

    def linearize(self, x: Values, u: InputValues = None, mode: str | None = None) -> Linearization:
        """ẋ ≈ A Δx + B Δu about x; unpacks to A (n, n), B (n, p)."""
        mode = self.system.start_mode if mode is None else mode
        J = self._values(("jacobians", mode), check_vector(x, "x", self.system.states), u, 0.0).reshape(self._n, -1)
        return Linearization(J[:, : self._n], J[:, self._n :])

    def equilibria(self, u: InputValues = None, starts: Sequence[Values] | None = None) -> list[np.ndarray]:
        """States with f(x, u) = 0 for constant inputs, from several starts, each verified."""
        from scipy.optimize import root

        default = self.start
        rng = np.random.default_rng(1)
        points = [np.asarray(s, float) for s in starts or [default, *(default + rng.normal(size=(20, self._n)) * 2)]]
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
    ) -> StateSpaceRun:
        """Motion from x0.

        Parameters
        ----------
        x0 : (n,) start; `start` unless given
        t : end time, or output times, s
        u : numbers, expressions or functions of t, or feedback laws of (t, x), by input name
        rtol, atol, method : of the integrator, the system's `accuracy` unless given; a system with modes
            always uses DOP853 with zero crossings

        Raises
        ------
        ModelError, SimulationError
            for bad input, or an integration that fails or runs away.
        """
        x0 = self.start if x0 is None else check_vector(x0, "x0", self.system.states)
        times, inputs = output_times(t), self._input_functions(u)
        rtol = self.system.accuracy if rtol is None else rtol
        atol = self.system.accuracy if atol is None else atol
        values = forced(list(inputs.items()))
        longest = longest_step(times, inputs, self.system.is_timed)
        if self.system.is_hybrid:
            x, modes, events = simulate_modes(self, x0, times, values, rtol, atol, longest)
        else:
            right = self._right_hand_side(self.system.start_mode, values)
            x = integrate(right, x0, times, rtol, atol, method, longest)
            modes, events = [self.system.start_mode] * len(times), []
        return StateSpaceRun(self, times, x, modes, events, inputs)

    def _right_hand_side(self, mode: str, values: Callable) -> Callable[[np.ndarray, float], Sequence[float]]:
        function = self._function(("derivative", mode), "python")
        return lambda x, t: function(*x.tolist(), t, *values(t, x))

    def _switches(self, mode: str, values: Callable) -> list[Switch]:
        """The transitions of a mode with numbers."""
        return [
            Switch(
                transition,
                partial(self._at, transition.when, values),
                partial(self._holds, transition.guard, values),
                partial(self._reset, transition.reset, values),
            )
            for transition in self.system.modes[mode].transitions
        ]

    def _at(self, expression: Any, values: Callable, t: float, x: np.ndarray) -> float:
        key = (expression,)
        return float(self._function(key, "python", key)(*x.tolist(), t, *values(t, x))[0])

    def _holds(self, relation: Any, values: Callable, t: float, x: np.ndarray) -> bool:
        return relation is True or self._at(truth(relation), values, t, x) > 0.5

    def _reset(self, reset: Mapping[Any, Any], values: Callable, t: float, x: np.ndarray) -> np.ndarray:
        return np.array([self._at(reset.get(s, s), values, t, x) for s in self.system.states.symbols])

    def _values(self, key: Any, x: Values, u: InputValues, t: Any, expressions: Any = None) -> np.ndarray:
        arguments = broadcast({"x": check_vectors(x, "x", self.system.states)}, t, u, self.system.inputs)
        return self._call(key, arguments, expressions)


def truth(relation: Any) -> sp.Expr:
    """1 where a condition holds, 0 elsewhere."""
    return sp.Piecewise((1, relation), (0, True))
