"""A system with numbers: fast functions, accelerations, linearization, simulation."""

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np

from ..codegen import Program
from ..model import ModelError, check_value
from ..state_space.integration import forced, integrate, output_times
from ..state_space.linear import Linearization
from .run import LagrangianRun
from .system import LagrangianSystem

__all__ = ["LagrangianModel"]

Values = Sequence[float] | np.ndarray
Inputs = Mapping[str, Any] | None
BLOCK = 2048  # states a block: temporaries stay in the cache


class Arguments(NamedTuple):
    """Checked arguments of one call: columns (n, ...) or plain numbers, and the shape of the states."""

    columns: list[Any]
    shape: tuple[int, ...] | None  # None: one single state


class LagrangianModel:
    """Numeric model of a `LagrangianSystem`; made by ``system.numeric(...)``.

    All methods take arrays of shape (..., n), so that many states are one call.
    `u` is a mapping of input names to numbers (or arrays of shape (...)); inputs left out have their default.
    """

    def __init__(self, system: LagrangianSystem, parameters: Mapping[str, float]):
        self.system = system
        self.parameters = dict(parameters)
        self._functions: dict[Any, Callable] = {}
        self._n = len(system.coordinates)

    def __repr__(self) -> str:
        values = ", ".join(f"{name}={value:g}" for name, value in self.parameters.items())
        return f"LagrangianModel of {self.system.id or self.system.title!r}: {values}"

    # --- functions of the state -------------------------------------------------------------------------

    def mass_matrix(self, q: Values, u: Inputs = None) -> np.ndarray:
        """M(q), shape (..., n, n); (5.21)."""
        return self._matrix("mass_matrix", q, None, u)

    def coriolis_matrix(self, q: Values, q_d: Values, u: Inputs = None) -> np.ndarray:
        """C(q, q̇) from the Christoffel symbols, shape (..., n, n); (5.97)."""
        return self._matrix("coriolis_matrix", q, q_d, u)

    def potential_forces(self, q: Values, u: Inputs = None) -> np.ndarray:
        """g(q) = ∂V/∂q, shape (..., n); (5.96)."""
        return self._values("potential_forces", q, None, u)

    def generalized_forces(self, q: Values, q_d: Values | None = None, u: Inputs = None, t: Any = 0.0) -> np.ndarray:
        """f, the forces without potential, shape (..., n); (5.68)."""
        return self._values("generalized_forces", q, q_d, u, t)

    def accelerations(self, q: Values, q_d: Values | None = None, u: Inputs = None, t: Any = 0.0) -> np.ndarray:
        """q̈ = M⁻¹ (f − C q̇ − g), shape (..., n); (5.93).

        Raises
        ------
        ModelError
            where the mass matrix is singular.
        """
        try:
            result = self._values("accelerations", q, q_d, u, t)
        except ZeroDivisionError:
            result = np.array([np.nan])
        if not np.isfinite(result).all():
            raise ModelError(
                f"The mass matrix is singular at q = {np.asarray(q).tolist()}: the coordinates do not describe the "
                "motion there. Choose another position, or other coordinates."
            )
        return result

    def kinetic_energy(self, q: Values, q_d: Values, u: Inputs = None) -> Any:
        """T = q̇ᵀ M q̇ / 2, shape (...); (5.19)."""
        return self._values("kinetic_energy", q, q_d, u)[..., 0]

    def potential_energy(self, q: Values, u: Inputs = None) -> Any:
        """V(q) with the lecture's zero, shape (...); (5.20)."""
        return self._values("potential_energy", q, None, u)[..., 0]

    def evaluate(
        self, expressions: Sequence[Any], q: Values, q_d: Values | None = None, u: Inputs = None, t: Any = 0.0
    ) -> np.ndarray:
        """Any sympy expressions in the symbols of the system, shape (..., number of expressions)."""
        key = tuple(expressions)
        return self._values(key, q, q_d, u, t, expressions=key)

    def output(self, name: str, q: Values, q_d: Values | None = None, u: Inputs = None, t: Any = 0.0) -> np.ndarray:
        """One of `system.outputs`, in the shape it has there."""
        from ..model import unknown_name

        if name not in self.system.outputs:
            raise ModelError(unknown_name(name, self.system.outputs, "output"))
        value = self.system.outputs[name]
        entries = list(value) if hasattr(value, "shape") else [value]
        values = self.evaluate(entries, q, q_d, u, t)
        if not hasattr(value, "shape"):
            return values[..., 0]
        shape = (value.shape[0],) if value.shape[1] == 1 else value.shape
        return values.reshape(*values.shape[:-1], *shape)

    # --- state space ------------------------------------------------------------------------------------

    @cached_property
    def _order(self) -> np.ndarray:
        """Position in [q, q̇] of each state."""
        names = [str(s) for s in (*self.system.coordinates.symbols, *self._rates)]
        return np.array([names.index(str(v.symbol)) for v in self.system.states.values()])

    @property
    def _rates(self) -> list[Any]:
        from ..symbols import t

        return [x.diff(t) for x in self.system.coordinates.symbols]

    def state(self, q: Values, q_d: Values) -> np.ndarray:
        """x from q and q̇ in the order of `system.states`, shape (..., 2 n)."""
        return np.concatenate([np.asarray(q, float), np.asarray(q_d, float)], axis=-1)[..., self._order]

    def split_state(self, x: Values) -> tuple[np.ndarray, np.ndarray]:
        """q and q̇ from x."""
        x = np.asarray(x, float)
        if x.shape[-1:] != (2 * self._n,):
            raise ModelError(f"The state has {2 * self._n} entries ({', '.join(self.system.states)}); {x.shape} came.")
        plain = x[..., np.argsort(self._order)]
        return plain[..., : self._n], plain[..., self._n :]

    def state_derivative(self, t: float, x: Values, u: Inputs = None) -> np.ndarray:
        """ẋ = f(x, u, t) in the order of `system.states`; (1.5a)."""
        q, q_d = self.split_state(x)
        return self.state(q_d, self.accelerations(q, q_d, u, t))

    def linearize(self, q: Values, u: Inputs = None, q_d: Values | None = None) -> Linearization:
        """ẋ ≈ A Δx + B Δu about a state, by implicit differentiation of (5.93).

        Returns
        -------
        Linearization : unpacks to A (2n, 2n) and B (2n, p), in the order of `system.states`
        """
        q = self._one_state(q, "q")
        q_d = np.zeros(self._n) if q_d is None else self._one_state(q_d, "q_d")
        acceleration = self.accelerations(q, q_d, u)
        n, p = self._n, len(self.system.inputs)
        columns = [*self._arguments(q, q_d, u, 0.0).columns, *acceleration]
        J = np.array(self._function("jacobians", "python")(*columns)).reshape(n, 2 * n + p)
        slope = -np.linalg.solve(self.mass_matrix(q, u), J)
        A = np.block([[np.zeros((n, n)), np.eye(n)], [slope[:, : 2 * n]]])
        B = np.vstack([np.zeros((n, p)), slope[:, 2 * n :]])
        return Linearization(A[np.ix_(self._order, self._order)], B[self._order])

    def equilibria(self, u: Inputs = None, starts: Sequence[Values] | None = None) -> list:
        """Equilibria for constant inputs, each verified; see `mechanics.lagrange.equilibria`."""
        from .equilibria import numeric_equilibria

        return numeric_equilibria(self, u, starts)

    # --- simulation -------------------------------------------------------------------------------------

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
        """Motion from q0, q̇0.

        Parameters
        ----------
        q0, q_d0 : (n,) start; the start values of the coordinates and rest unless given
        t : end time, or output times, s
        u : numbers or functions of (t, x) by input name
        rtol, atol, method : of the integrator, see `mechanics.state_space.integrate`
        events : expressions or functions of (t, x) by name; their zero crossings are found in `run.events`

        Raises
        ------
        ModelError, SimulationError
            for bad input, or an integration that fails or runs away.
        """
        q0 = self._one_state(list(self.system.coordinates.defaults.values()) if q0 is None else q0, "q0")
        q_d0 = np.zeros(self._n) if q_d0 is None else self._one_state(q_d0, "q_d0")
        times = output_times(t)
        inputs = self._input_functions(u)
        right = self._right_hand_side(inputs)
        found: dict[str, np.ndarray] = {}
        x0 = np.concatenate([q0, q_d0])
        if events:
            from ..state_space.events import integrate_with_events

            functions = {name: self._event(e, inputs) for name, e in events.items()}
            x, found = integrate_with_events(right, x0, times, functions, rtol, atol)
        else:
            x = integrate(right, x0, times, rtol, atol, method)
        return LagrangianRun(self, times, x[:, : self._n], x[:, self._n :], inputs, found)

    def _right_hand_side(self, inputs: Mapping[str, Any]) -> Callable[[np.ndarray, float], list[float]]:
        """f(x, t) on [q, q̇] for the integrator."""
        if any(callable(value) for value in inputs.values()):
            return self._driven(inputs)
        program = self.system.program("derivative")
        return program.make([*self.parameters.values(), *inputs.values()], vector=True)

    def _driven(self, inputs: Mapping[str, Any]) -> Callable[[np.ndarray, float], list[float]]:
        accelerations, n = self._function("accelerations", "python"), self._n
        order = self._order
        values = forced(list(inputs.items()))

        def derivative(x: np.ndarray, t: float) -> list[float]:
            plain = x.tolist()
            return [*plain[n:], *accelerations(*plain, t, *values(t, x[order]))]

        return derivative

    def _event(self, event: Any, inputs: Mapping[str, Any]) -> Callable[[float, np.ndarray], float]:
        n, order = self._n, self._order
        if callable(event):
            return lambda t, x: float(event(t, x[order]))
        values = forced(list(inputs.items()))
        return lambda t, x: float(
            self.evaluate([event], x[:n], x[n:], dict(zip(inputs, values(t, x[order]), strict=True)), t)[0]
        )

    def _input_functions(self, u: Inputs) -> dict[str, Any]:
        given = dict(u or {})
        constant = self.system.inputs.values_with({k: v for k, v in given.items() if not callable(v)})
        for name in given:
            self.system.inputs[name]  # an unknown name is an error here
        return constant | {k: v for k, v in given.items() if callable(v)}

    # --- calling the generated functions ----------------------------------------------------------------

    def _function(self, key: Any, language: str, expressions: Any = None) -> Callable:
        found = self._functions.get((key, language))
        if found is None:
            program: Program = self.system.program(key, expressions)
            found = self._functions[key, language] = program.make(self.parameters.values(), language)
        return found

    def _values(
        self, key: Any, q: Values, q_d: Values | None, u: Inputs, t: Any = 0.0, expressions: Any = None
    ) -> np.ndarray:
        columns, shape = self._arguments(q, q_d, u, t)
        if shape is None:
            return np.array(self._function(key, "python", expressions)(*columns), dtype=float)
        function = self._function(key, "numpy", expressions)
        size = int(np.prod(shape))
        flat = [np.ascontiguousarray(np.broadcast_to(c, shape)).reshape(size) if np.ndim(c) else c for c in columns]
        width = len(self.system.program(key, expressions).outputs)
        result = np.empty((size, width))
        with np.errstate(all="ignore"):
            for start in range(0, size, BLOCK):
                block = slice(start, start + BLOCK)
                for k, value in enumerate(function(*(c[block] if np.ndim(c) else c for c in flat))):
                    result[block, k] = value
        return result.reshape(*shape, width)

    def _matrix(self, key: str, q: Values, q_d: Values | None, u: Inputs) -> np.ndarray:
        values = self._values(key, q, q_d, u)
        return values.reshape(*values.shape[:-1], self._n, self._n)

    def _arguments(self, q: Values, q_d: Values | None, u: Inputs, t: Any) -> Arguments:
        q = self._checked(q, "q")
        q_d = np.zeros_like(q) if q_d is None else self._checked(q_d, "q_d")
        inputs = self._input_values(u)
        if q.ndim == q_d.ndim == 1 and not np.ndim(t) and not any(np.ndim(v) for v in inputs):
            return Arguments([*q.tolist(), *q_d.tolist(), t, *inputs], None)
        shape = np.broadcast_shapes(q.shape[:-1], q_d.shape[:-1], np.shape(t), *(np.shape(v) for v in inputs))
        return Arguments([*np.moveaxis(q, -1, 0), *np.moveaxis(q_d, -1, 0), t, *inputs], shape)

    def _input_values(self, u: Inputs) -> list[Any]:
        if not u:
            return list(self.system.inputs.defaults.values())
        values: dict[str, Any] = dict(self.system.inputs.defaults)
        for name, value in u.items():
            variable = self.system.inputs[name]
            values[name] = np.asarray(value, float) if np.ndim(value) else check_value(variable, value, "input")
        return list(values.values())

    def _checked(self, values: Values, name: str) -> np.ndarray:
        try:
            array = np.asarray(values, dtype=float)
        except (TypeError, ValueError):
            raise ModelError(f"{name} must be numbers; {values!r} came.") from None
        if array.shape[-1:] != (self._n,):
            raise ModelError(
                f"{name} must have the shape (..., {self._n}), for the coordinates "
                f"{', '.join(self.system.coordinates)}; {array.shape} came."
            )
        return array

    def _one_state(self, values: Values, name: str) -> np.ndarray:
        array = self._checked(values, name)
        if array.ndim != 1 or not np.isfinite(array).all():
            raise ModelError(f"{name} must be {self._n} finite numbers; {np.asarray(values).tolist()} came.")
        return array
