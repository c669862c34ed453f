"""A quarter car whose damper is any Python function of its speed: a table, a measurement, a branch."""

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from ...lagrange import LagrangianModel, LagrangianSystem
from ...model import ModelError
from ...state_space.linear import Linearization

__all__ = ["MeasuredDamper"]


class MeasuredDamper(LagrangianModel):
    """The numeric quarter car in which d_A is an input that follows from the speeds; (A.38a).

    Parameters
    ----------
    system : LagrangianSystem
        Quarter car with d_A among its inputs.
    parameters : dict of str to float
        Values that differ from the defaults.
    d_A : callable
        Function of the speed v_RA = x_R_d − x_A_d, m/s, that gives the damping, N s/m, not negative.
    """

    def __init__(self, system: LagrangianSystem, parameters: dict[str, Any], d_A: Callable[[float], float]):
        super().__init__(system, system.parameters.values_with(parameters))
        self._law = d_A

    def damping(self, v_RA: float) -> float:
        """d_A at one speed, N s/m."""
        try:
            value = float(self._law(float(v_RA)))
        except (TypeError, ValueError, ArithmeticError):
            value = math.nan
        if not 0 <= value < math.inf:
            raise ModelError(
                "The function d_A must give a damping that is a number, not negative, in N s/m for every speed; at "
                f"v_RA = {float(v_RA):g} m/s it gives {value:g}. Its force is d_A(v_RA) times v_RA."
            )
        return value

    def linearize(self, q: Any, u: Any = None, q_d: Any = None, independent: Any = None) -> Linearization:
        """ẋ ≈ A Δx + B Δu about a state at rest, where the slope of d_A does not matter."""
        if q_d is not None and np.any(q_d):
            raise ModelError("With a d_A that is not a formula only a state at rest can be linearized; leave q_d out.")
        A, B = super().linearize(q, u)
        return Linearization(A, B[:, [name != "d_A" for name in self.system.inputs]])

    def _quickly(self, *arguments: Any) -> None:
        return None  # the short way knows nothing of the damper

    def _arguments(self, q: Any, q_d: Any, u: Any, t: Any) -> Any:
        speeds = np.zeros(2) if q_d is None else np.asarray(q_d, dtype=float)
        values = np.vectorize(self.damping, otypes=[float])(speeds[..., 1] - speeds[..., 0])
        return super()._arguments(q, q_d, {**(u or {}), "d_A": values[()]}, t)

    def _input_functions(self, u: Any) -> dict[str, Any]:
        return super()._input_functions({**(u or {}), "d_A": lambda t, x: self.damping(x[3] - x[2])})
