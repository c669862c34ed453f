"""Mechanical systems as the player sees them."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from ...lagrange import LagrangianSystem
from ...lagrange.run import LagrangianRun
from ..panel import Quantity
from .motion import ENERGIES, PlayableMotion

__all__ = ["PlayableLagrangian"]


class PlayableLagrangian(PlayableMotion[LagrangianSystem, LagrangianRun]):
    """A `LagrangianSystem` as the player sees it: it starts from q0 and q_d0, and has energies."""

    def __init__(self, system: LagrangianSystem):
        super().__init__(system)
        coordinates = list(system.coordinates.values())
        rates = [
            Quantity(f"{v.name}_d", dotted(v.latex), f"{v.unit}/s", f"rate of the {v.description}", start=True)
            for v in coordinates
        ]
        self.starts = [Quantity.of(v, main=True, start=True) for v in coordinates] + rates
        self.defaults = system.coordinates.defaults | {rate.name: 0.0 for rate in rates}
        inputs = [Quantity.of(v) for v in self.inputs.values()]
        self.quantities = [*self.starts, *inputs, *ENERGIES, *self.outputs]
        self.pairs = [(v.name, f"{v.name}_d") for v in coordinates]

    def groups(self) -> dict[str, list[str]]:
        """q0 and q_d0."""
        names = list(self.system.coordinates)
        return {"q0": names, "q_d0": [f"{name}_d" for name in names]}

    def snapshot(
        self, parameters: Mapping[str, float], start: Mapping[str, Any], expressions: Sequence[Any]
    ) -> np.ndarray:
        """The expressions at rest without inputs; see `Playable.snapshot`."""
        q = np.stack([np.asarray(start[name], dtype=float) for name in self.system.coordinates], axis=-1)
        return self.system.numeric(**parameters).evaluate(expressions, q)

    def result(
        self, parameters: Mapping[str, float], start: Mapping[str, float], times: np.ndarray, u: Mapping[str, Any]
    ) -> LagrangianRun:
        """The run; see `Playable.result`."""
        q0, q_d0 = ([start[name] for name in names] for names in self.groups().values())
        return self.system.numeric(**parameters).simulate(q0, q_d0, times, u, rtol=self.accuracy, atol=self.accuracy)

    def signals(self, run: LagrangianRun, expressions: Sequence[Any]) -> np.ndarray:
        """The expressions along a run; see `PlayableMotion.signals`."""
        return run.model.evaluate(expressions, run.q, run.q_d, run.u, run.t)


def dotted(latex: str) -> str:
    """LaTeX of the rate of a quantity: the dot is above the letter, not above its index."""
    base, mark, index = latex.partition("_")
    return rf"\dot{{{base}}}{mark}{index}"
