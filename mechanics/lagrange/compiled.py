"""A mechanical system on the compiled path: ẋ = f(x, t) as machine code, and a simulation without Python steps."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, NamedTuple
from weakref import WeakKeyDictionary

import numpy as np

from ..model import ModelError
from ..state_space.compiled import CompiledDerivative, compile_derivative, integrate_compiled
from .programs import LagrangianPrograms
from .values import LagrangianValues

__all__ = ["Compiled", "compiled", "simulate_compiled"]

_DERIVATIVES: WeakKeyDictionary[LagrangianPrograms, CompiledDerivative] = WeakKeyDictionary()


class Compiled(NamedTuple):
    """``function(x, t, constants)`` gives ẋ as a tuple; both in the order of `system.states`."""

    function: Any
    constants: np.ndarray


def compiled(model: LagrangianValues, inputs: Mapping[str, Any]) -> Compiled:
    """The compiled derivative of a model, with its parameters and constant inputs.

    Raises
    ------
    ModelError
        without numba, or for an input that is a function: machine code cannot call it.
    """
    derivative, constants = _of(model, inputs)
    return Compiled(derivative.function, constants)


def simulate_compiled(
    model: LagrangianValues,
    x0: np.ndarray,
    times: np.ndarray,
    inputs: Mapping[str, Any],
    rtol: float,
    atol: float,
) -> np.ndarray:
    """States in the order of `system.states` at `times`."""
    derivative, constants = _of(model, inputs)
    return integrate_compiled(derivative, constants, x0, times, rtol, atol)


def _of(model: LagrangianValues, inputs: Mapping[str, Any]) -> tuple[CompiledDerivative, np.ndarray]:
    functions = [name for name, value in inputs.items() if callable(value)]
    if functions:
        raise ModelError(
            f"The compiled path takes numbers as inputs; got a function for {', '.join(functions)}. "
            'Give a number, or leave method="compiled" out.'
        )
    derivative = _derivative(model)
    return derivative, derivative.constants(*model.parameters.values(), *inputs.values())


def _derivative(model: LagrangianValues) -> CompiledDerivative:
    """Compiled once a system, for all its parameters."""
    if model.system not in _DERIVATIVES:
        plain = model.system.program("derivative")
        names, outputs = ([row[i] for i in model.state_order] for row in (plain.arguments, plain.outputs))
        ordered = replace(plain, arguments=tuple(names), outputs=tuple(outputs))
        _DERIVATIVES[model.system] = compile_derivative(ordered)
    return _DERIVATIVES[model.system]
