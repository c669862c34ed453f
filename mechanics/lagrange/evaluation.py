"""How the quantities of a mechanical system are evaluated: quickly where arguments are plain, else checked."""

import math
from collections.abc import Sequence
from functools import cached_property
from typing import Any

import numpy as np

from ..checking import rounded
from ..codegen import PIVOT
from ..integration.errors import RUNAWAY
from ..model import ModelError
from ..state_space.arguments import Arguments, Values, broadcast, check_vectors
from ..state_space.numeric import InputValues as Inputs
from ..state_space.numeric import NumericModel
from .programs import LagrangianPrograms

__all__ = ["LagrangianEvaluation"]


class LagrangianEvaluation(NumericModel[LagrangianPrograms]):
    """The private part of `LagrangianValues`: arguments in, values of programs out, or one clear error."""

    @cached_property
    def _n(self) -> int:
        return len(self.system.coordinates)

    def _values(
        self, key: Any, q: Values, q_d: Values | None, u: Inputs, t: Any = 0.0, expressions: Any = None
    ) -> np.ndarray:
        values = self._quickly(key, q, q_d, u, t)
        return self._call(key, self._arguments(q, q_d, u, t), expressions) if values is None else values

    def _quickly(self, key: Any, q: Any, q_d: Any, u: Inputs, t: Any) -> np.ndarray | None:
        """The values at a single state of plain arrays and numbers; None where the arguments must be checked.

        All checks together take ten times as long as the equations of a small system.
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
        """The inputs if they are finite floats; else an empty list, with which the call fails and all is checked."""
        values = list((self._defaults | u).values())
        return values if {type(v) for v in values} == {float} and math.isfinite(sum(values)) else []

    def _matrix(self, key: str, q: Values, q_d: Values | None, u: Inputs, t: Any) -> np.ndarray:
        values = self._values(key, q, q_d, u, t)
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
        q = rounded(state[: self._n])
        if key == "accelerations" and self._is_singular(state):
            return ModelError(
                f"The mass matrix is singular at q = {q}: the coordinates do not describe the motion there. "
                "Choose another position, or other coordinates."
            )
        solves = key == "accelerations" or isinstance(key, tuple)  # expressions may contain accelerations and forces
        if solves and self.system.multipliers and self._loops_depend(state):
            return ModelError(
                f"The conditions of the constraints depend on each other at q = {q}: their forces are not determined "
                "there. Leave out the ones that follow from the others, or choose another position."
            )
        return super()._undefined(key, state)

    def _loops_depend(self, state: Sequence[float]) -> bool:
        m = len(self.system.multipliers)
        J = np.array(self._function("rate_conditions")(*state), dtype=float)[: m * self._n].reshape(m, self._n)
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

    @staticmethod
    def _expressions(expressions: Any) -> tuple[Any, ...]:
        try:
            return tuple(expressions)
        except TypeError:
            raise ModelError(f"A list of expressions was expected; got {expressions!r}. Put it into [ ].") from None

    def _open(self, what: str) -> None:
        if self.system.nonholonomic:
            raise ModelError(f"A system with nonholonomic constraints is not {what}: simulate it near the motion.")
        if self.system.terms.is_driven:
            raise ModelError(
                f"A system that moves as a given function of the time is not {what}: it does not rest. Make the motion "
                "a parameter, an input or a coordinate."
            )
