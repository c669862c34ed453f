"""Systems of bodies whose motion is computed with numbers from the start, as pictures, sliders and tests see them.

A crane has five symbols for its coordinates and equations that fill a page; a chain of fifty bodies has neither. It is
put together from numbers - by `trees`, `joints` and `elements`, or by `mechanics.flexible` - every time a parameter
changes. What it shows are frames: each has a pose in every instant.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import Any, Protocol

import numpy as np
import sympy as sp

from ..bridge import to_engine
from ..codegen import Program
from ..model import Inputs, ModelError, Parameters, Variable, Variables, unknown_name
from ..naming import check_known, check_names
from ..poses import Pose
from ..symbols import latex_name, parameter_symbol

__all__ = ["Motion", "MultibodySystem"]


class Motion(Protocol):
    """What `build` returns: how bodies with given numbers start, move and look. n states, k times, b frames."""

    @property
    def start(self) -> np.ndarray:
        """State at the start, (n,)."""

    def state_derivative(self, t: float, x: np.ndarray) -> np.ndarray:
        """ẋ = f(t, x), (n,)."""

    def places(self, t: np.ndarray, x: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Origins (k, b, 3) in m and rotation matrices (k, b, 3, 3) of the frames, for t (k,) and x (k, n)."""

    def energies(self, t: np.ndarray, x: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Kinetic and potential energy, each (k,), J."""

    def quantities(self, t: np.ndarray, x: np.ndarray) -> Mapping[str, np.ndarray]:
        """The outputs of the system by name, each (k,)."""


class MultibodySystem:
    """Bodies that are put together from parameters; found by ``systems.load(id)``.

    Parameters
    ----------
    parameters : named quantities, also the values at the start
    frames : names of the frames that the scene uses; their order is that of `Motion.places`
    build : function of the parameters' values by name that returns a `Motion`; may have a method
        ``integrate(times, rtol, atol)`` that returns the states (k, n), where it knows better than a general integrator
    outputs : ``{"theta": ("rad", "inclination"[, LaTeX])}``, what `Motion.quantities` returns
    accuracy : rtol and atol of a simulation that names none
    scene : function of the system that returns what it looks like, in `frame` and in the symbols of parameters,
        outputs and time
    title, source : for people

    Raises
    ------
    ModelError
        for names that are used twice or cannot be used.
    """

    def __init__(
        self,
        *,
        parameters: Parameters,
        frames: Sequence[str],
        build: Callable[[Mapping[str, float]], Motion],
        outputs: Mapping[str, tuple] | None = None,
        accuracy: float = 1e-8,
        scene: Callable[["MultibodySystem"], Any] | None = None,
        title: str = "",
        source: str = "",
    ):
        self.id = ""
        self.title, self.source = title, source
        self.parameters, self.inputs, self.frames = parameters, Inputs(), tuple(frames)
        self.described = Variables((_output(name, row) for name, row in (outputs or {}).items()), "output")
        self.outputs = {name: v.symbol for name, v in self.described.items()}
        self.accuracy, self._build, self._scene = accuracy, build, scene
        self._programs: dict[Any, Program] = {}
        check_names([*self.parameters, *self.described, *self.frames])

    def __repr__(self) -> str:
        return f"MultibodySystem {self.id or self.title!r} ({self.source}): frames {', '.join(self.frames)}"

    def frame(self, name: str) -> Pose:
        """The pose of a frame in symbols that stand for its twelve numbers."""
        if name not in self.frames:
            raise ModelError(unknown_name(name, self.frames, "frame"))
        symbols = [parameter_symbol(entry, real=True) for entry in _entries(name)]
        return Pose(sp.ImmutableMatrix(3, 3, symbols[3:]), sp.ImmutableMatrix(symbols[:3]))

    def scene(self) -> Any:
        """What the system looks like, as data."""
        if self._scene is None:
            raise ModelError(f"The system {self.id or self.title!r} has no scene.")
        return self._scene(self)

    def numeric(self, **parameters: float) -> Any:
        """The model with numbers: defaults, overridden by name; see `MultibodyModel`."""
        from .model import MultibodyModel

        values = self.parameters.values_with(parameters)
        return MultibodyModel(self, values, self._build(values))

    @property
    def arguments(self) -> tuple[str, ...]:
        """What expressions of the scene may use besides the parameters."""
        return ("t", *self.described, *self.columns)

    @cached_property
    def columns(self) -> dict[str, int]:
        """The names of the numbers of all frames, and where they stand in a row: r and A of the first frame, ..."""
        names = [entry for frame in self.frames for entry in _entries(frame)]
        return {name: k for k, name in enumerate(names)}

    def program(self, key: tuple[Any, ...], expressions: Any = None) -> Program:
        """Program of some expressions; its arguments are those of `arguments` that they use."""
        if key not in self._programs:
            check_known(key, {*self.arguments, *self.parameters}, "The expressions")
            outputs = tuple(map(to_engine, key))
            used = {symbol.name for e in outputs for symbol in e.free_symbols}
            arguments = tuple(name for name in self.arguments if name in used)
            self._programs[key] = Program(arguments, tuple(self.parameters), outputs)
        return self._programs[key]


def _entries(frame: str) -> list[str]:
    """Names of the twelve numbers of a frame: its origin, then its rotation matrix row by row."""
    origin = [f"{frame}_r{i}" for i in (1, 2, 3)]
    return origin + [f"{frame}_A{i}{j}" for i in (1, 2, 3) for j in (1, 2, 3)]


def _output(name: str, row: tuple) -> Variable:
    if not isinstance(row, tuple) or not 2 <= len(row) <= 3:
        raise ModelError(f"The output {name} must be (unit, description) or with LaTeX; {row!r} came.")
    unit, description, latex = (*row, latex_name(name))[:3]
    symbol = parameter_symbol(name, latex, real=True)
    return Variable(name, symbol, float("nan"), unit, description, "real", latex)
