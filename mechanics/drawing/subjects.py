"""Systems as a picture sees them: how they start, what can be plotted, how their numbers are had."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from .. import systems
from ..model import ModelError, unknown_name
from .panel import Quantity

__all__ = ["Mechanical", "subject_of"]

ACCURACY = {"rtol": 1e-7, "atol": 1e-7}  # far below what a picture shows


def subject_of(system: Any) -> "Mechanical":
    """A system or the id of one, as pictures see it."""
    return Mechanical(systems.load(system) if isinstance(system, str) else system)


class Mechanical:
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
        inputs = [Quantity(v.name, v.latex, v.unit, v.description) for v in system.inputs.values()]
        self.quantities = [*self.starts, *inputs, *ENERGIES]

    def start(self, given: Mapping[str, float]) -> dict[str, float]:
        """Start values by name, the defaults where none is given; an unknown name is an error."""
        for name in given:
            if name not in self.defaults:
                raise ModelError(unknown_name(name, self.defaults, "start value"))
        return self.defaults | {name: float(value) for name, value in given.items()}

    def arguments(self, start: Mapping[str, float]) -> dict[str, list[float]]:
        """The start as arguments of `simulate`, those that differ from the default."""
        names = list(self.system.coordinates)
        q0, q_d0 = [start[name] for name in names], [start[f"{name}_d"] for name in names]
        given = {"q0": q0} if q0 != [self.defaults[name] for name in names] else {}
        return given | ({"q_d0": q_d0} if any(q_d0) else {})

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


ENERGIES = [
    Quantity("kinetic_energy", "T", "J", "kinetic energy", energy=True),
    Quantity("potential_energy", "V", "J", "potential energy", energy=True),
    Quantity("energy", "E", "J", "total energy T + V", energy=True),
]


def dotted(latex: str) -> str:
    """LaTeX of the rate of a quantity: the dot stands on the letter, not on its index."""
    base, mark, index = latex.partition("_")
    return rf"\dot{{{base}}}{mark}{index}"
