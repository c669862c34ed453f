"""The quantities of a mechanical system as fast functions of the state: M, C, g, f, q̈, energies, outputs."""

import math
from collections.abc import Sequence
from functools import cached_property
from typing import Any

import numpy as np

from ..codegen import PIVOT
from ..model import ModelError
from ..state_space.arguments import Arguments, Values, broadcast, check_vector, check_vectors
from ..state_space.integration import RUNAWAY
from ..state_space.linear import Linearization
from ..state_space.numeric import InputValues as Inputs
from ..state_space.numeric import NumericModel
from .programs import LagrangianPrograms

__all__ = ["Inputs", "LagrangianValues"]


class LagrangianValues(NumericModel[LagrangianPrograms]):
    """M, C, g, f, accelerations and energies of a `LagrangianSystem` with numbers.

    All methods take arrays of shape (..., n), so that many states are one call.
    `u` is a mapping of input names to numbers (or arrays of shape (...)); inputs left out have their default.
    """

    @cached_property
    def _n(self) -> int:
        return len(self.system.coordinates)

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

    def _open(self, what: str) -> None:
        if self.system.loops:
            raise ModelError(
                f"A system with closed loops is not {what}: eliminate the dependent coordinates with `constraints`."
            )

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
            raise ModelError(f"A list of expressions was expected; got {expressions}. Put it into [ ].") from None

    def output(self, name: str, q: Values, q_d: Values | None = None, u: Inputs = None, t: Any = 0.0) -> np.ndarray:
        """One of `system.outputs`, in the shape it has there."""
        entries, shape = self._output(name)
        values = self.evaluate(entries, q, q_d, u, t)
        return values.reshape(values.shape[:-1] + shape)

    def _values(
        self, key: Any, q: Values, q_d: Values | None, u: Inputs, t: Any = 0.0, expressions: Any = None
    ) -> np.ndarray:
        values = self._quickly(key, q, q_d, u, t)
        return self._call(key, self._arguments(q, q_d, u, t), expressions) if values is None else values

    def _quickly(self, key: Any, q: Any, q_d: Any, u: Inputs, t: Any) -> np.ndarray | None:
        """The values at one state of arrays and numbers; None where anything asks for a closer look.

        All checks cost ten times the equations of a small system; this way only odd arguments pay for them.
        """
        function, one = self._functions.get((key, "python")), (self._n,)
        if function is None or type(q) is not np.ndarray or q.shape != one or type(t) is not float:
            return None
        if type(q_d) is np.ndarray and q_d.shape == one:
            state = [*q.tolist(), *q_d.tolist(), t]
        elif q_d is None:
            state = [*q.tolist(), *[0.0] * self._n, t]
        else:
            return None
        try:
            values = function(*state, *(self._plain_inputs(u) if u else self._defaults.values()))
            size = max(max(values), -min(values)) + 0.0 * sum(state)  # not finite where anything is not
            return np.array(values) if size < RUNAWAY else None
        except (ArithmeticError, TypeError, ValueError):
            return None

    @cached_property
    def _defaults(self) -> dict[str, float]:
        return self.system.inputs.defaults

    def _plain_inputs(self, u: Any) -> list[float]:
        """The inputs, if they are finite floats; a number of them that does not fit if anything is wrong."""
        values = list((self._defaults | u).values())
        return values if {type(v) for v in values} == {float} and math.isfinite(sum(values)) else []

    def _matrix(self, key: str, q: Values, q_d: Values | None, u: Inputs) -> np.ndarray:
        values = self._values(key, q, q_d, u)
        return values.reshape(*values.shape[:-1], self._n, self._n)

    def _arguments(self, q: Values, q_d: Values | None, u: Inputs, t: Any) -> Arguments:
        coordinates = self.system.coordinates
        q = check_vectors(q, "q", coordinates)
        q_d = np.zeros_like(q) if q_d is None else check_vectors(q_d, "q_d", coordinates)
        return broadcast({"q": q, "q_d": q_d}, t, u, self.system.inputs)

    def _defined(self, key: Any, values: np.ndarray) -> np.ndarray:
        # M⁻¹ of an almost singular M gives huge accelerations that are nothing but rounding errors
        return np.abs(values) < (RUNAWAY if key == "accelerations" else np.inf)  # False for NaN

    def _undefined(self, key: Any, state: Sequence[float]) -> ModelError:
        q = [float(x) for x in state[: self._n]]
        if key == "accelerations" and self._is_singular(state):
            return ModelError(
                f"The mass matrix is singular at q = {q}: the coordinates do not describe the motion there. "
                "Choose another position, or other coordinates."
            )
        if key == "accelerations" and self.system.loops and self._loops_depend(state):
            return ModelError(
                f"The conditions of the loops depend on each other at q = {q}: their forces are not determined there. "
                "Leave out the ones that follow from the others, or choose another position."
            )
        return super()._undefined(key, state)

    def _loops_depend(self, state: Sequence[float]) -> bool:
        m = len(self.system.loops)
        J = np.array(self._function("loops")(*state), dtype=float)[m:].reshape(m, self._n)
        if not np.isfinite(J).all():
            return False
        J = J / np.maximum(np.linalg.norm(J, axis=1, keepdims=True), 1e-300)
        return bool(np.linalg.matrix_rank(J, tol=m * np.sqrt(PIVOT)) < m)  # the pivot is of the size of its square

    def _is_singular(self, state: Sequence[float]) -> bool:
        try:
            M = np.array(self._function("mass_matrix")(*state), dtype=float).reshape(self._n, self._n)
        except (ZeroDivisionError, OverflowError, ValueError):
            return False
        if not np.isfinite(M).all():
            return False
        scale = np.sqrt(np.where(np.diag(M) > 0, np.diag(M), 1.0))
        lowest = np.linalg.eigvalsh(M / scale / scale[:, None])[0]  # not above the smallest pivot
        return bool(np.linalg.matrix_rank(M) < self._n or lowest < self._n * PIVOT)
