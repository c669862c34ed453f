"""The description of systems of many bodies, whose equations of motion are assembled with numbers.

The equations of a crane with five coordinates fill a page; those of a chain of fifty bodies are too long to read. Such
a system is assembled from numbers – by `trees`, `joints` and `elements`, or by `mechanics.flexible` – every time a
parameter changes. Its scene uses frames, each of which has a pose at every instant.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from functools import cached_property
from typing import Any, Protocol

import numpy as np
import sympy as sp

from ..bridge import to_engine
from ..checking import function, instance, instances, mapping
from ..codegen import Program
from ..model import Inputs, ModelError, Parameters, Variable, Variables
from ..naming import check_known, check_names
from ..poses import Pose
from ..scene import Scene
from ..state_space.numeric import Programmed
from ..symbols import latex_name, parameter_symbol, t

__all__ = ["Motion", "MultibodyDescription"]


class Motion(Protocol):
    """What the `build` of a system returns: bodies with numbers, for n states, k times and b frames.

    It may also have a method ``integrate(times, rtol, atol, time_limit=...)`` that returns the states (k, n), where it
    has a better integrator than the general one, and `states`, the names of the entries of x. With ``power(t, x)``, the
    power (k,) in W of all that is not in its energies, and `breaks`, the times at which it jumps, the balance of energy
    is a check of every run.
    """

    @property
    def start(self) -> np.ndarray:
        """State at the start, shape (n,)."""

    def state_derivative(self, t: float, x: np.ndarray) -> np.ndarray:
        """ẋ = f(t, x).

        Parameters
        ----------
        t : float
            Time, s.
        x : ndarray, shape (n,)
            State.

        Returns
        -------
        ndarray, shape (n,)
        """

    def places(self, t: np.ndarray, x: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Poses of the frames in the inertial frame.

        Parameters
        ----------
        t : ndarray, shape (k,)
            Times, s.
        x : ndarray, shape (k, n)
            States.

        Returns
        -------
        r : ndarray, shape (k, b, 3)
            Origins, m.
        A : ndarray, shape (k, b, 3, 3)
            Rotation matrices, from the frame to the inertial frame.
        """

    def energies(self, t: np.ndarray, x: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Kinetic and potential energy, J, each of shape (k,); arguments as for `places`."""

    def quantities(self, t: np.ndarray, x: np.ndarray) -> Mapping[str, np.ndarray]:
        """The outputs of the system by name, each of shape (k,); arguments as for `places`."""


class MultibodyDescription(Programmed):
    """The part of a `MultibodySystem` without numbers; its parameters are explained there."""

    parameters: Parameters

    def __init__(
        self,
        *,
        parameters: Parameters,
        frames: Sequence[str],
        build: Callable[[Mapping[str, float]], Motion],
        outputs: Mapping[str, tuple] | None = None,
        accuracy: float = 1e-8,
        scene: Callable[[Any], Scene] | None = None,
        title: str = "",
        source: str = "",
    ):
        check_names(instances(frames, str, "`frames`"))
        super().__init__(title, source, scene, {name: _pose(name) for name in frames})
        self.parameters, self.inputs = instance(parameters, Parameters, "`parameters`"), Inputs()
        self._described = Variables(
            (_output(name, row) for name, row in mapping(outputs, "`outputs`", '{"phi": ("rad", "angle")}').items()),
            "output",
        )
        self.accuracy, self.build = accuracy, function(build, "`build`")
        self._programs: dict[Any, Program] = {}
        check_names([*self.parameters, *self.described, *self.frames])

    def __repr__(self) -> str:
        return f"MultibodySystem {self.id or self.title!r} ({self.source}): frames {', '.join(self.frames)}"

    @cached_property
    def states(self) -> Variables:  # type: ignore[override]
        """The entries of x, with names from the motion that is built with the default parameters."""
        motion = self.build(self.parameters.defaults)
        names = getattr(motion, "states", None) or [f"x{k}" for k in range(1, len(motion.start) + 1)]
        rows = [
            Variable(name, parameter_symbol(name, real=True), float(value), "", "state of the bodies")
            for name, value in zip(names, motion.start, strict=True)
        ]
        return Variables(rows, "state")

    @property
    def start_names(self) -> tuple[str, ...]:
        """The parameters: they say how the motion starts."""
        return tuple(self.parameters)

    @property
    def _frame_symbols(self) -> Collection[str]:
        return self.columns

    @property
    def symbols(self) -> dict[str, sp.Expr]:
        """Symbols of parameters, outputs and time by name."""
        named = (*self.parameters.values(), *self.described.values())
        return {v.name: v.symbol for v in named} | {"t": t}

    @property
    def outputs(self) -> dict[str, sp.Expr]:
        """Symbols of the outputs by name."""
        return {name: v.symbol for name, v in self.described.items()}

    @property
    def described(self) -> Variables:
        """The outputs: each has a unit and a meaning."""
        return self._described

    @property
    def arguments(self) -> tuple[str, ...]:
        """Names that expressions of the scene may use besides the parameters."""
        return ("t", *self.described, *self.columns)

    @cached_property
    def columns(self) -> dict[str, int]:
        """Column of each number of the frames by its name, in rows of r and A of the first frame, the second, ..."""
        names = [entry for frame in self.frames for entry in _entries(frame)]
        return {name: k for k, name in enumerate(names)}

    def program(self, key: Any, expressions: Sequence[sp.Expr] | None = None) -> Program:
        """Program of some expressions, made once; its arguments are those of `arguments` that they use.

        Parameters
        ----------
        key : tuple of Expr
            The expressions, in the symbols of the system.
        expressions : sequence of Expr, or None
            The same.
        """
        if key not in self._programs:
            check_known(key, {*self.arguments, *self.parameters}, "The expressions")
            outputs = tuple(map(to_engine, key))
            used = {symbol.name for e in outputs for symbol in e.free_symbols}
            arguments = tuple(name for name in self.arguments if name in used)
            self._programs[key] = Program(arguments, tuple(self.parameters), outputs)
        return self._programs[key]


def _pose(frame: str) -> Pose:
    """A pose in symbols that stand for its twelve numbers."""
    symbols = [parameter_symbol(entry, real=True) for entry in _entries(frame)]
    return Pose(sp.ImmutableMatrix(3, 3, symbols[3:]), sp.ImmutableMatrix(symbols[:3]))


def _entries(frame: str) -> list[str]:
    """Names of the twelve numbers of a frame: its origin, then its rotation matrix row by row."""
    origin = [f"{frame}_r{i}" for i in (1, 2, 3)]
    return origin + [f"{frame}_A{i}{j}" for i in (1, 2, 3) for j in (1, 2, 3)]


def _output(name: str, row: tuple) -> Variable:
    if not isinstance(row, tuple) or not 2 <= len(row) <= 3:
        raise ModelError(f"The output {name} must be (unit, description[, LaTeX]); got {row!r}.")
    unit, description, latex = (*row, latex_name(name))[:3]
    symbol = parameter_symbol(name, latex, real=True)
    return Variable(name, symbol, float("nan"), unit, description, "real", latex)
