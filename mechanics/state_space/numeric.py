"""What every numeric model does: make functions from programs, and call them for one state or for many states."""

from abc import abstractmethod
from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import Any, Generic, TypeVar

import numpy as np
from numpy.typing import ArrayLike
from sympy import Expr

from ..codegen import Program
from ..model import ModelError, unknown_name
from ..protocol import Model, System
from .arguments import Arguments, check_mapping
from .inputs import as_input

__all__ = ["InputValues", "NumericModel", "Programmed"]

InputValues = Mapping[str, ArrayLike | Expr | Callable] | None
BLOCK = 2048  # states a block: temporaries stay in the cache


class Programmed(System):
    """A system whose equations are programs: functions of the state, from which code in any language is generated."""

    @property
    @abstractmethod
    def arguments(self) -> tuple[str, ...]:
        """Names of the arguments of every program."""

    @abstractmethod
    def program(self, key: Hashable, expressions: Sequence[Expr] | None = None) -> Program:
        """Program of one of the system's quantities, or of given expressions; made once.

        Parameters
        ----------
        key : hashable
            Name of the quantity; with `expressions`, what they are found by again.
        expressions : sequence of Expr, or None
            In the symbols of the system.
        """


Described = TypeVar("Described", bound=Programmed, covariant=True)


class NumericModel(Model[Described], Generic[Described]):
    """A model whose functions are generated from the programs of its system."""

    def __init__(self, system: Described, parameters: Mapping[str, float]):
        super().__init__(system, parameters)
        self._functions: dict[Any, Callable] = {}

    def _function(self, key: Any, language: str = "python", expressions: Any = None) -> Callable:
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
        except ZeroDivisionError:
            raise ModelError(
                "These parameters lead to a division by zero, such as by a singular mass matrix: two coordinates may "
                "be the same motion, or a difference of parameters vanishes."
            ) from None

    def _call(self, key: Any, arguments: Arguments, expressions: Any = None) -> np.ndarray:
        """Values of a program, shape (..., width); a value that is not defined is an error."""
        columns, shape = arguments
        function = self._function(key, "python" if shape is None else "blocks", expressions)
        if shape is not None:
            return self._blocks(key, function, columns, shape)
        try:
            values = np.array(function(*columns), dtype=float)
        except (ZeroDivisionError, OverflowError, ValueError):
            values = np.full(1, np.nan)
        if not self._defined(key, values).all():
            raise self._undefined(key, columns)
        return values

    def _blocks(self, key: Any, function: Callable, columns: Sequence[Any], shape: tuple[int, ...]) -> np.ndarray:
        """Values of many states, block by block: whole columns of temporaries would not fit into the cache."""
        size = int(np.prod(shape))
        flat = [np.ascontiguousarray(np.broadcast_to(c, shape)).reshape(size) if np.ndim(c) else c for c in columns]
        result = np.empty((size, len(self.system.program(key).outputs)))
        buffers = np.empty((function.count, min(size, BLOCK)))  # type: ignore[attr-defined]
        with np.errstate(all="ignore"):
            for start in range(0, size, BLOCK):
                block = slice(start, start + BLOCK)
                columns = [c[block] if np.ndim(c) else c for c in flat]
                for k, value in enumerate(function(buffers[:, : size - start], *columns)):
                    result[block, k] = value
        defined = self._defined(key, result)
        if not defined.all():
            bad = int(np.flatnonzero(~defined.all(axis=1))[0])
            raise self._undefined(key, [float(np.broadcast_to(c, size)[bad]) for c in flat])
        return result.reshape(*shape, result.shape[1])

    def _defined(self, key: Any, values: np.ndarray) -> np.ndarray:
        return np.isfinite(values)

    def _undefined(self, key: Any, state: Sequence[float]) -> ModelError:
        """The error for a quantity without a value at one state: arguments of the generated function, in order."""
        where = ", ".join(f"{name} = {value:g}" for name, value in zip(self.system.arguments, state, strict=False))
        name = key[0] if isinstance(key, tuple) else key
        return ModelError(
            f"No finite value of {str(name).replace('_', ' ')} at {where}: there is a division by zero, or a root "
            "or logarithm of a negative number, or a number too large. Choose another state."
        )

    def _output(self, name: str) -> tuple[tuple[Any, ...], tuple[int, ...]]:
        """Entries of one of `system.outputs`, and its shape: () for a number, (n,) for a column."""
        if name not in self.system.outputs:
            raise ModelError(unknown_name(name, self.system.outputs, "output"))
        value = self.system.outputs[name]
        if not hasattr(value, "shape"):
            return (value,), ()
        return tuple(value), (value.shape[0],) if value.shape[1] == 1 else value.shape

    def _input_functions(self, u: InputValues) -> dict[str, Any]:
        """Every input as a number or a function of (t, x)."""
        given = {name: as_input(value) for name, value in check_mapping(u, self.system.inputs).items()}
        constant = self.system.inputs.values_with({k: v for k, v in given.items() if not callable(v)})
        return constant | {k: v for k, v in given.items() if callable(v)}
