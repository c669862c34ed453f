"""The quantities of a state-space system as functions of time, state and inputs: rates, outputs, linearization."""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import sympy as sp
from numpy.typing import ArrayLike
from sympy.logic.boolalg import Boolean

from ..model import ModelError, unknown_name
from .arguments import Values, broadcast, check_vector, check_vectors
from .description import StateSpaceDescription
from .linear import Linearization
from .numeric import InputValues, NumericModel

__all__ = ["StateSpaceValues", "truth"]


class StateSpaceValues(NumericModel[StateSpaceDescription]):
    """Rates, outputs and linearization of a `StateSpaceSystem` with numbers.

    Methods take states of shape (..., n), so that one call serves many states.
    """

    @property
    def _n(self) -> int:
        return len(self.system.states)

    def state_derivative(self, t: ArrayLike, x: Values, u: InputValues = None, mode: str | None = None) -> np.ndarray:
        """ẋ = f(x, u, t); (1.5a).

        Parameters
        ----------
        t : array_like, shape (...)
            Time, s.
        x : array_like, shape (..., n)
            States.
        u : mapping of str to array_like, or None
            Inputs by name, each of shape (...); the defaults unless given.
        mode : str or None
            Name of the mode whose equations are taken; for each state the one that it belongs to unless given.

        Returns
        -------
        ndarray, shape (..., n)

        Raises
        ------
        ModelError
            For an unknown mode or input, shapes that do not fit, or rates that are not finite.
        """
        if mode is None:
            return self._in_their_modes(t, x, u)
        if mode not in self.system.modes:
            raise ModelError(unknown_name(mode, self.system.modes, "mode"))
        return self._values(("derivative", mode), x, u, t)

    def _in_their_modes(self, t: ArrayLike, x: Values, u: InputValues) -> np.ndarray:
        """The derivative of each state in the mode that it belongs to."""
        derivative = self._values(("derivative", self.system.start_mode), x, u, t)
        for name, mode in reversed(list(self.system.modes.items())):
            if mode.holds is not False:
                belongs = self.evaluate([truth(mode.holds)], x, u, t) > 0.5
                derivative = np.where(belongs, self._values(("derivative", name), x, u, t), derivative)
        return derivative

    def start_mode(self, x: Values, u: InputValues = None, t: float = 0.0) -> str:
        """The mode in which a simulation starts.

        Parameters
        ----------
        x : array_like, shape (n,)
            State at the start.
        u : mapping of str to float, or None
            Inputs there, by name.
        t : float
            Time of the start, s.

        Returns
        -------
        str
            The first mode whose condition `holds`, or else the first mode.
        """
        for name, mode in self.system.modes.items():
            if mode.holds is not False and self.evaluate([truth(mode.holds)], x, u, t)[0] > 0.5:
                return name
        return self.system.start_mode

    @property
    def start(self) -> np.ndarray:
        """The state in which a simulation starts unless another one is given, shape (n,)."""
        values = dict(zip(self.system.states.symbols, self.system.states.defaults.values(), strict=True))
        given = list(self.system.start.values())
        numbers: Any = self.evaluate(given, list(values.values())) if given else []
        return np.array(list((values | dict(zip(self.system.start, numbers, strict=True))).values()), dtype=float)

    def output(self, name: str, x: Values, u: InputValues = None, t: ArrayLike = 0.0) -> np.ndarray:
        """One of `system.outputs`, y = h(x, u, t); (1.5b).

        Parameters
        ----------
        name : str
            Name of the output.
        x, u, t
            As for `state_derivative`.

        Returns
        -------
        ndarray, shape (...)
            With one more axis for a column.
        """
        entries, shape = self._output(name)
        values = self.evaluate(entries, x, u, t)
        return values.reshape(values.shape[:-1] + shape)

    def evaluate(
        self, expressions: Sequence[sp.Expr], x: Values, u: InputValues = None, t: ArrayLike = 0.0
    ) -> np.ndarray:
        """Any expressions in the symbols of the system.

        Parameters
        ----------
        expressions : sequence of Expr, length m
            In states, inputs, parameters and t.
        x, u, t
            As for `state_derivative`.

        Returns
        -------
        ndarray, shape (..., m)
        """
        key = tuple(expressions)
        return self._values(key, x, u, t, key)

    def linearize(self, x: Values, u: InputValues = None, mode: str | None = None) -> Linearization:
        """Δẋ ≈ A Δx + B Δu about a state.

        Parameters
        ----------
        x : array_like, shape (n,)
            State.
        u : mapping of str to float, or None
            Inputs by name; the defaults unless given.
        mode : str or None
            Name of the mode; the first one unless given.

        Returns
        -------
        Linearization
            Unpacks to A (n, n) and B (n, p).
        """
        mode = self.system.start_mode if mode is None else mode
        J = self._values(("jacobians", mode), check_vector(x, "x", self.system.states), u, 0.0).reshape(self._n, -1)
        return Linearization(J[:, : self._n], J[:, self._n :])

    def right_hand_side(self, mode: str, values: Callable) -> Callable[[np.ndarray, float], Sequence[float]]:
        """The function f(x, t) of one mode for the integrator, unchecked.

        Parameters
        ----------
        mode : str
            Name of the mode.
        values : callable
            Function of (t, x) that returns the inputs in their order.
        """
        function = self._function(("derivative", mode), "python")
        return lambda x, t: function(*x.tolist(), t, *values(t, x))

    def timed_equations(self) -> list[sp.Expr]:
        """Equations and conditions in which the time itself appears, with numbers for the parameters."""
        if not self.system.is_timed:
            return []
        numbers = {self.system.parameters[name].symbol: value for name, value in self.parameters.items()}
        return [sp.sympify(e).subs(numbers) for e in self.system.equations_and_conditions()]

    def value(self, expression: sp.Expr, t: float, x: np.ndarray, u: Sequence[float]) -> float:
        """One expression at one state, unchecked, for every step of an integration; arguments as in `evaluate`."""
        key = (expression,)
        return float(self._function(key, "python", key)(*x.tolist(), t, *u)[0])

    def _values(self, key: Any, x: Values, u: InputValues, t: Any, expressions: Any = None) -> np.ndarray:
        arguments = broadcast({"x": check_vectors(x, "x", self.system.states)}, t, u, self.system.inputs)
        return self._call(key, arguments, expressions)


def truth(relation: Boolean | bool) -> sp.Expr:
    """An expression that is 1 where the relation holds, 0 elsewhere."""
    return sp.Piecewise((1, relation), (0, True))
