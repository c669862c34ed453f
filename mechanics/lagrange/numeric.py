"""A system with numbers: fast functions, accelerations, linearization, simulation."""

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from ..codegen import Program
from ..model import ModelError
from ..state_space.integration import as_input, forced, integrate, output_times
from ..state_space.linear import Linearization
from .arguments import Arguments, Values, arguments, check_mapping, check_vectors
from .run import LagrangianRun
from .system import LagrangianSystem
from .undefined import RUNAWAY, undefined

if TYPE_CHECKING:
    from .compiled import Compiled

__all__ = ["LagrangianModel"]

Inputs = Mapping[str, Any] | None
BLOCK = 2048  # states a block: temporaries stay in the cache


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
            where the mass matrix is singular, or a force is not defined.
        """
        return self._values("accelerations", q, q_d, u, t)

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
        key = self._expressions(expressions)
        return self._values(key, q, q_d, u, t, expressions=key)

    @staticmethod
    def _expressions(expressions: Any) -> tuple[Any, ...]:
        try:
            return tuple(expressions)
        except TypeError:
            raise ModelError(f"A list of expressions was expected; {expressions} came. Put it into [ ].") from None

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
    def state_order(self) -> np.ndarray:
        """Position in [q, q̇] of each state."""
        names = [str(s) for s in (*self.system.coordinates.symbols, *self._rates)]
        return np.array([names.index(str(v.symbol)) for v in self.system.states.values()])

    @property
    def _rates(self) -> list[Any]:
        from ..symbols import t

        return [x.diff(t) for x in self.system.coordinates.symbols]

    def state(self, q: Values, q_d: Values) -> np.ndarray:
        """x from q and q̇ in the order of `system.states`, shape (..., 2 n)."""
        q, q_d = np.broadcast_arrays(np.asarray(q, float), np.asarray(q_d, float))
        return np.concatenate([q, q_d], axis=-1)[..., self.state_order]

    def split_state(self, x: Values) -> tuple[np.ndarray, np.ndarray]:
        """q and q̇ from x."""
        x = np.asarray(x, float)
        if x.shape[-1:] != (2 * self._n,):
            raise ModelError(f"The state has {2 * self._n} entries ({', '.join(self.system.states)}); {x.shape} came.")
        plain = x[..., np.argsort(self.state_order)]
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
        return Linearization(A[np.ix_(self.state_order, self.state_order)], B[self.state_order])

    def compiled(self, u: Inputs = None) -> "Compiled":
        """ẋ = f(x, t) as a numba function: ``function, constants = model.compiled()``, for loops of your own.

        ``function(x, t, constants)`` takes x in the order of `system.states`, returns the rates as a tuple, and may
        be called by other numba functions. Needs the extra `fast`; compiles for about a second, once a system.
        """
        from .compiled import compiled

        return compiled(self, self._input_functions(u))

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
        rtol, atol, method : of the integrator, see `mechanics.state_space.integrate`; ``"compiled"`` runs equations
            and integrator (DOP853) as machine code, for constant inputs and without events (extra `fast`)
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
            x = integrate(right, x0, times, rtol, atol, method)
        return LagrangianRun(self, times, x[:, : self._n], x[:, self._n :], inputs, found)

    def _simulate_compiled(
        self, x0: np.ndarray, times: np.ndarray, inputs: Mapping[str, Any], rtol: float, atol: float, events: Any
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

    def _input_functions(self, u: Inputs) -> dict[str, Any]:
        given = {name: as_input(value) for name, value in check_mapping(u, self.system.inputs).items()}
        constant = self.system.inputs.values_with({k: v for k, v in given.items() if not callable(v)})
        return constant | {k: v for k, v in given.items() if callable(v)}

    # --- calling the generated functions ----------------------------------------------------------------

    def _function(self, key: Any, language: str, expressions: Any = None) -> Callable:
        found = self._functions.get((key, language))
        if found is None:
            values = list(self.parameters.values())
            found = self._functions[key, language] = self._made(self.system.program(key, expressions), values, language)
        return found

    @staticmethod
    def _made(program: Program, constants: Sequence[float], language: str = "python", vector: bool = False) -> Callable:
        try:
            return program.make(constants, language, vector)
        except NotImplementedError as error:
            raise ModelError(f"{error} Write it with functions that have a name in mechanics.codegen.") from None

    def _values(
        self, key: Any, q: Values, q_d: Values | None, u: Inputs, t: Any = 0.0, expressions: Any = None
    ) -> np.ndarray:
        columns, shape = self._arguments(q, q_d, u, t)
        function = self._function(key, "python" if shape is None else "numpy", expressions)
        if shape is not None:
            return self._blocks(key, function, columns, shape)
        try:
            values = np.array(function(*columns), dtype=float)
        except (ZeroDivisionError, OverflowError, ValueError):
            values = np.full(1, np.nan)
        if not self._is_defined(key, values):
            raise undefined(self, key, columns)
        return values

    def _blocks(self, key: Any, function: Callable, columns: Sequence[Any], shape: tuple[int, ...]) -> np.ndarray:
        """Values of many states, block by block."""
        size = int(np.prod(shape))
        flat = [np.ascontiguousarray(np.broadcast_to(c, shape)).reshape(size) if np.ndim(c) else c for c in columns]
        width = len(self.system.program(key).outputs)
        result = np.empty((size, width))
        with np.errstate(all="ignore"):
            for start in range(0, size, BLOCK):
                block = slice(start, start + BLOCK)
                for k, value in enumerate(function(*(c[block] if np.ndim(c) else c for c in flat))):
                    result[block, k] = value
        if not self._is_defined(key, result):
            bad = int(np.flatnonzero(~self._defined(key, result).all(axis=1))[0])
            raise undefined(self, key, [float(c[bad]) if np.ndim(c) else c for c in flat])
        return result.reshape(*shape, width)

    @staticmethod
    def _defined(key: Any, values: np.ndarray) -> np.ndarray:
        # M⁻¹ of an almost singular M gives huge accelerations that are nothing but rounding errors
        return np.abs(values) < (RUNAWAY if key == "accelerations" else np.inf)  # False for NaN

    def _is_defined(self, key: Any, values: np.ndarray) -> bool:
        return bool(self._defined(key, values).all())

    def _matrix(self, key: str, q: Values, q_d: Values | None, u: Inputs) -> np.ndarray:
        values = self._values(key, q, q_d, u)
        return values.reshape(*values.shape[:-1], self._n, self._n)

    def _arguments(self, q: Values, q_d: Values | None, u: Inputs, t: Any) -> Arguments:
        return arguments(self.system, q, q_d, u, t)

    def _one_state(self, values: Values, name: str) -> np.ndarray:
        array = check_vectors(values, name, self.system.coordinates)
        if array.ndim != 1:
            raise ModelError(f"{name} must be {self._n} finite numbers; the shape {array.shape} came.")
        return array
