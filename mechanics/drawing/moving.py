"""Systems that move, as a picture sees them: how they start, what can be plotted, how their numbers are had."""

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any

import numpy as np

from ..symbols import plain_name
from .panel import Quantity
from .subject import Subject

__all__ = ["Bodies", "Mechanical", "StateSpace"]

FINEST = 1e-9  # no picture shows more
ACCURACY = {"rtol": 1e-7, "atol": 1e-7}  # far below what a picture shows


class Mechanical(Subject):
    """A `LagrangianSystem` as an experiment sees it: it starts from q0 and q_d0, and has energies."""

    def __init__(self, system: Any):
        self.system = system
        coordinates = list(system.coordinates.values())
        rates = [
            Quantity(f"{v.name}_d", dotted(v.latex), f"{v.unit}/s", f"rate of the {v.description}", start=True)
            for v in coordinates
        ]
        self.starts = [
            Quantity(v.name, v.latex, v.unit, v.description, main=True, start=True) for v in coordinates
        ] + rates
        self.defaults = dict(system.coordinates.defaults) | {rate.name: 0.0 for rate in rates}
        self.quantities = [*self.starts, *self._inputs(), *ENERGIES, *self._outputs()]
        self.pairs = [(v.name, f"{v.name}_d") for v in coordinates]

    def groups(self) -> dict[str, list[str]]:
        """q0 and q_d0."""
        names = list(self.system.coordinates)
        return {"q0": names, "q_d0": [f"{name}_d" for name in names]}

    def snapshot(self, parameters: Mapping[str, float], start: Mapping[str, float], expressions: Any) -> np.ndarray:
        """The expressions at rest without inputs, in one position or several (start values are arrays)."""
        q = np.stack([np.asarray(start[name], dtype=float) for name in self.system.coordinates], axis=-1)
        return self.system.numeric(**parameters).evaluate(expressions, q)

    def values(
        self,
        parameters: Mapping[str, float],
        start: Mapping[str, float],
        times: np.ndarray,
        u: Mapping[str, Any],
        expressions: Sequence[Any],
    ) -> np.ndarray:
        """Run it; expressions, then quantities along the times, shape (k, n)."""
        names = list(self.system.coordinates)
        model = self.system.numeric(**parameters)
        q0, q_d0 = [start[name] for name in names], [start[f"{name}_d"] for name in names]
        run = model.simulate(q0, q_d0, times, u, **ACCURACY)
        scene = model.evaluate(expressions, run.q, run.q_d, run.u, run.t)
        outputs = [model.output(v.name, run.q, run.q_d, run.u, run.t) for v in self._outputs()]
        return np.column_stack(
            [scene, run.q, run.q_d, *run.u.values(), run.kinetic, run.potential, run.energy, *outputs]
        )


class StateSpace(Subject):
    """A `StateSpaceSystem` as an experiment sees it: it starts from x0."""

    def __init__(self, system: Any):
        self.system = system
        states = [
            Quantity(v.name, v.latex, v.unit, v.description, main=True, start=True) for v in system.states.values()
        ]
        self.given = {
            plain_name(x): str(value) for x, value in system.start.items() if value in self.parameters.symbols
        }
        computed = {plain_name(x) for x in system.start}
        self.starts = [v for v in states if v.name not in computed]
        self.defaults = {v.name: system.states[v.name].default for v in self.starts}
        self.quantities = [*states, *self._inputs(), *self._outputs()]
        self.pairs = list(pairwise(system.states))
        self.modes = list(system.modes) if len(system.modes) > 1 else []

    def groups(self) -> dict[str, list[str]]:
        """x0."""
        return {"x0": list(self.system.states)}

    def start(self, given: Mapping[str, float]) -> dict[str, float]:
        """States by name for a sketch or a run, also those whose start values are parameters."""
        for name in given:
            self.system.states[name]  # an unknown name is an error here
        return self.defaults | {name: float(value) for name, value in given.items()}

    def split(self, start: Mapping[str, float]) -> tuple[dict[str, float], dict[str, float]]:
        """Start values, and those of them that are parameters, as the mass of a rocket is m0."""
        parameters = {self.given[name]: value for name, value in start.items() if name in self.given}
        return {name: value for name, value in start.items() if name in self.defaults}, parameters

    def arguments(self, start: Mapping[str, float]) -> dict[str, list[float]]:
        """The start as an argument of `simulate`, where it differs from the default and is not a parameter's."""
        return super().arguments(start) if len(self.defaults) == len(self.system.states) else {}

    def _x0(self, model: Any, start: Mapping[str, Any]) -> np.ndarray:
        """The start, or several (start values are arrays), shape (..., n)."""
        known = dict(zip(self.system.states, model.start, strict=True)) | dict(start)
        return np.stack(
            np.broadcast_arrays(*(np.asarray(known[name], dtype=float) for name in self.system.states)),
            axis=-1,
        )

    def snapshot(self, parameters: Mapping[str, float], start: Mapping[str, Any], expressions: Any) -> np.ndarray:
        """The expressions in one state or several (start values are arrays)."""
        model = self.system.numeric(**parameters)
        return model.evaluate(expressions, self._x0(model, start))

    def values(
        self,
        parameters: Mapping[str, float],
        start: Mapping[str, float],
        times: np.ndarray,
        u: Mapping[str, Any],
        expressions: Sequence[Any],
    ) -> np.ndarray:
        """Run it; expressions, then quantities and perhaps the number of the mode, shape (k, n)."""
        model = self.system.numeric(**parameters)
        accuracy = max(FINEST, min(ACCURACY["rtol"], self.system.accuracy))
        run = model.simulate(self._x0(model, start), times, u, rtol=accuracy, atol=accuracy)
        scene = model.evaluate(expressions, run.x, run.u, run.t)
        modes = [[self.modes.index(mode) for mode in run.mode]] if self.modes else []
        outputs = [run[v.name] for v in self._outputs()]
        return np.column_stack([scene, run.x, *run.u.values(), *outputs, *modes])


class Bodies(Subject):
    """A `MultibodySystem` as an experiment sees it: its parameters say how it starts, and it has energies."""

    heading = "Bodies and start"

    def __init__(self, system: Any):
        self.system = system
        self.starts: list[Quantity] = []
        self.defaults: dict[str, float] = {}
        self.pairs: list[tuple[str, str]] = []
        outputs = [Quantity(v.name, v.latex, v.unit, v.description, main=True) for v in system.described.values()]
        self.quantities = [*outputs, *ENERGIES]

    def groups(self) -> dict[str, list[str]]:
        """The start is among the parameters."""
        return {}

    def start(self, given: Mapping[str, float]) -> dict[str, float]:
        """Values of parameters for a sketch."""
        for name in given:
            self.parameters[name]  # an unknown name is an error here
        return dict(given)

    def snapshot(self, parameters: Mapping[str, float], start: Mapping[str, float], expressions: Any) -> np.ndarray:
        """The expressions at the start, perhaps for other values of parameters."""
        model = self.system.numeric(**{**parameters, **start})
        return model.evaluate(expressions, [0.0], model.start[None])[0]

    def values(
        self,
        parameters: Mapping[str, float],
        start: Mapping[str, float],
        times: np.ndarray,
        u: Mapping[str, Any],
        expressions: Sequence[Any],
    ) -> np.ndarray:
        """Run it; expressions, then quantities along the times, shape (k, n)."""
        model = self.system.numeric(**parameters)
        run = model.simulate(t=times, **ACCURACY)
        scene = run.evaluate(expressions)
        outputs = [run[name] for name in self.system.described]
        return np.column_stack([scene, *outputs, run.kinetic, run.potential, run.energy])


ENERGIES = [
    Quantity("kinetic_energy", "T", "J", "kinetic energy", energy=True),
    Quantity("potential_energy", "V", "J", "potential energy", energy=True),
    Quantity("energy", "E", "J", "total energy T + V", energy=True),
]


def dotted(latex: str) -> str:
    """LaTeX of the rate of a quantity: the dot stands on the letter, not on its index."""
    base, mark, index = latex.partition("_")
    return rf"\dot{{{base}}}{mark}{index}"
