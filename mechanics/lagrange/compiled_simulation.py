"""A mechanical system as machine code: ẋ = f(x, t), and a simulation without a step in Python."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple
from weakref import WeakKeyDictionary

import numpy as np

from ..integration.steps import Options
from ..model import ModelError
from ..state_space.compiled import CompiledDerivative, compile_derivative, integrate_compiled
from ..state_space.inputs import Input
from .programs import LagrangianPrograms
from .quantities import LagrangianValues

__all__ = ["Compiled", "compiled", "simulate_compiled"]

_DERIVATIVES: WeakKeyDictionary[LagrangianPrograms, CompiledDerivative] = WeakKeyDictionary()


class Compiled(NamedTuple):
    """The equations of motion as machine code.

    Attributes
    ----------
    function : numba function
        ``function(x, t, constants)`` returns ẋ as a tuple; both are in the order of `system.states`.
    constants : ndarray
        From the values of parameters and inputs.
    """

    function: Any
    constants: np.ndarray


def compiled(model: LagrangianValues, inputs: Mapping[str, Input]) -> Compiled:
    """The compiled derivative of a model.

    Parameters
    ----------
    model : LagrangianValues
        With numbers for the parameters.
    inputs : mapping of str to float
        All inputs, constant.

    Raises
    ------
    ModelError
        Without numba, or for an input that is a function: machine code cannot call it.
    """
    derivative, constants = _of(model, inputs)
    return Compiled(derivative.function, constants)


def simulate_compiled(
    model: LagrangianValues,
    x0: np.ndarray,
    times: np.ndarray,
    inputs: Mapping[str, Input],
    options: Options,
    breaks: Sequence[float] = (),
) -> np.ndarray:
    """States at the output times, without a step in Python.

    Parameters
    ----------
    model : LagrangianValues
        With numbers for the parameters.
    x0 : ndarray, shape (2 n,)
        Start values in the order of `system.states`.
    times : ndarray, shape (k,)
        Increasing output times, s.
    inputs : mapping of str to float
        All inputs, constant.
    options : Options
        Tolerances, longest step and budget.
    breaks : sequence of float
        Times at which the equations are not smooth, s.

    Returns
    -------
    ndarray, shape (k, 2 n)

    Raises
    ------
    ModelError, SimulationError
        As `compiled`, or for an integration that stops early or runs away.
    """
    derivative, constants = _of(model, inputs)
    return integrate_compiled(derivative, constants, x0, times, options, breaks)


def _of(model: LagrangianValues, inputs: Mapping[str, Any]) -> tuple[CompiledDerivative, np.ndarray]:
    functions = [name for name, value in inputs.items() if callable(value)]
    if functions:
        raise ModelError(
            f"A compiled simulation takes numbers as inputs; got a function for {', '.join(functions)}. "
            'Give a number, or leave out method="compiled".'
        )
    derivative = _derivative(model)
    return derivative, derivative.constants(*model.parameters.values(), *inputs.values())


def _derivative(model: LagrangianValues) -> CompiledDerivative:
    """Compiled once for each system: the values of parameters and inputs are arguments."""
    if model.system not in _DERIVATIVES:
        plain = model.system.program("derivative")
        names, outputs = ([row[i] for i in model.state_order] for row in (plain.arguments, plain.outputs))
        ordered = replace(plain, arguments=tuple(names), outputs=tuple(outputs))
        _DERIVATIVES[model.system] = compile_derivative(ordered)
    return _DERIVATIVES[model.system]
