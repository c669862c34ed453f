"""Systems as a picture sees them: how they start, what can be plotted, how their numbers are had."""

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any

import numpy as np

from .. import systems
from ..model import ModelError, unknown_name
from .panel import Quantity

__all__ = ["Mechanical", "StateSpace", "subject_of"]

ACCURACY = {"rtol": 1e-7, "atol": 1e-7}  # far below what a picture shows


def subject_of(system: Any) -> "Mechanical | StateSpace":
    """A system or the id of one, as pictures see it."""
    system = systems.load(system) if isinstance(system, str) else system
    return Mechanical(system) if hasattr(system, "coordinates") else StateSpace(system)


class _Subject:
    """What the kinds of systems have in common."""

    system: Any
    starts: list[Quantity]
    defaults: dict[str, float]

    def start(self, given: Mapping[str, float]) -> dict[str, float]:
        """Start values by name, the defaults where none is given; an unknown name is an error."""
        for name in given:
            if name not in self.defaults:
                raise ModelError(unknown_name(name, self.defaults, "start value"))
        return self.defaults | {name: float(value) for name, value in given.items()}

    def groups(self) -> dict[str, list[str]]:
        """The names that each argument for the start stands for."""
        raise NotImplementedError

    def named_start(self, given: Mapping[str, Sequence[float] | None]) -> dict[str, float]:
        """Start values by name from the arguments of `simulate`."""
        result: dict[str, float] = {}
        groups = self.groups()
        for key, values in given.items():
            if values is None:
                continue
            if key not in groups:
                raise ModelError(f"{self.system!r} starts from {' and '.join(groups)}, not from {key}.")
            if np.shape(values) != (len(groups[key]),):
                raise ModelError(
                    f"{key} must have an entry for each of {', '.join(groups[key])}; {values!r} came."
                )
            result |= {name: float(value) for name, value in zip(groups[key], values, strict=True)}
        return result

    def arguments(self, start: Mapping[str, float]) -> dict[str, list[float]]:
        """The start as arguments of `simulate`, those that differ from the default."""
        return {
            key: [start[name] for name in names]
            for key, names in self.groups().items()
            if any(start[name] != self.defaults[name] for name in names)
        }

    def _inputs(self) -> list[Quantity]:
        return [Quantity(v.name, v.latex, v.unit, v.description) for v in self.system.inputs.values()]


class Mechanical(_Subject):
    """A `LagrangianSystem` as an experiment sees it: it starts from q0 and q_d0, and has energies."""

    def __init__(self, system: Any):
        self.system = system
        coordinates = list(system.coordinates.values())
        rates = [
            Quantity(
                f"{v.name}_d", dotted(v.latex), f"{v.unit}/s", f"rate of the {v.description}", start=True
            )
            for v in coordinates
        ]
        self.starts = [
            Quantity(v.name, v.latex, v.unit, v.description, main=True, start=True) for v in coordinates
        ] + rates
        self.defaults = dict(system.coordinates.defaults) | {rate.name: 0.0 for rate in rates}
        self.quantities = [*self.starts, *self._inputs(), *ENERGIES]
        self.pairs = [(v.name, f"{v.name}_d") for v in coordinates]

    def groups(self) -> dict[str, list[str]]:
        """q0 and q_d0."""
        names = list(self.system.coordinates)
        return {"q0": names, "q_d0": [f"{name}_d" for name in names]}

    def snapshot(
        self, parameters: Mapping[str, float], start: Mapping[str, float], expressions: Any
    ) -> np.ndarray:
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
        return np.column_stack(
            [scene, run.q, run.q_d, *run.u.values(), run.kinetic, run.potential, run.energy]
        )


class StateSpace(_Subject):
    """A `StateSpaceSystem` as an experiment sees it: it starts from x0."""

    def __init__(self, system: Any):
        self.system = system
        self.starts = [
            Quantity(v.name, v.latex, v.unit, v.description, main=True, start=True)
            for v in system.states.values()
        ]
        self.defaults = dict(system.states.defaults)
        self.quantities = [*self.starts, *self._inputs()]
        self.pairs = list(pairwise(system.states))

    def groups(self) -> dict[str, list[str]]:
        """x0."""
        return {"x0": list(self.system.states)}

    def snapshot(
        self, parameters: Mapping[str, float], start: Mapping[str, Any], expressions: Any
    ) -> np.ndarray:
        """The expressions in one state or several (start values are arrays)."""
        x = np.stack([np.asarray(start[name], dtype=float) for name in self.system.states], axis=-1)
        return self.system.numeric(**parameters).evaluate(expressions, x)

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
        run = model.simulate([start[name] for name in self.system.states], times, u, **ACCURACY)
        scene = model.evaluate(expressions, run.x, run.u, run.t)
        return np.column_stack([scene, run.x, *run.u.values()])


ENERGIES = [
    Quantity("kinetic_energy", "T", "J", "kinetic energy", energy=True),
    Quantity("potential_energy", "V", "J", "potential energy", energy=True),
    Quantity("energy", "E", "J", "total energy T + V", energy=True),
]


def dotted(latex: str) -> str:
    """LaTeX of the rate of a quantity: the dot stands on the letter, not on its index."""
    base, mark, index = latex.partition("_")
    return rf"\dot{{{base}}}{mark}{index}"
