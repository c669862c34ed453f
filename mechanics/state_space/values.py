"""The quantities of a state-space system as functions of time, state and inputs: rates, outputs, linearization."""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import sympy as sp

from ..model import ModelError, unknown_name
from .arguments import Values, broadcast, check_vector, check_vectors
from .description import StateSpaceDescription
from .linear import Linearization
from .numeric import InputValues, NumericModel

__all__ = ["StateSpaceValues", "truth"]


class StateSpaceValues(NumericModel[StateSpaceDescription]):
    """Rates, outputs and linearization of a `StateSpaceSystem` with numbers.

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

    def right_hand_side(self, mode: str, values: Callable) -> Callable[[np.ndarray, float], Sequence[float]]:
        """f(x, t) in one mode for the integrator; `values` gives the inputs at (t, x)."""
        function = self._function(("derivative", mode), "python")
        return lambda x, t: function(*x.tolist(), t, *values(t, x))

    def value(self, expression: Any, t: float, x: np.ndarray, u: Sequence[float]) -> float:
        """One expression at one state, unchecked: what the integrator calls in every step."""
        key = (expression,)
        return float(self._function(key, "python", key)(*x.tolist(), t, *u)[0])

    def _values(self, key: Any, x: Values, u: InputValues, t: Any, expressions: Any = None) -> np.ndarray:
        arguments = broadcast({"x": check_vectors(x, "x", self.system.states)}, t, u, self.system.inputs)
        return self._call(key, arguments, expressions)


def truth(relation: Any) -> sp.Expr:
    """1 where a condition holds, 0 elsewhere."""
    return sp.Piecewise((1, relation), (0, True))
