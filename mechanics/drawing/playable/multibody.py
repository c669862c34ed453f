"""Systems of bodies that are assembled from numbers as the player sees them."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from ...multibody import MultibodySystem
from ...multibody.model import MultibodyRun
from ..panel import Quantity
from .motion import ENERGIES, PlayableMotion

__all__ = ["PlayableMultibody"]


class PlayableMultibody(PlayableMotion[MultibodySystem, MultibodyRun]):
    """A `MultibodySystem` as the player sees it: its parameters say how it starts, and it has energies."""

    heading = "Bodies and start"

    def __init__(self, system: MultibodySystem):
        super().__init__(system)
        self.starts, self.defaults, self.pairs = [], {}, []
        self.quantities = [*(Quantity.of(v, main=True) for v in system.described.values()), *ENERGIES]

    def groups(self) -> dict[str, list[str]]:
        """None: the start is among the parameters."""
        return {}

    def start(self, given: Mapping[str, float]) -> dict[str, float]:
        """Values of parameters for a sketch; see `Playable.start`."""
        for name in given:
            self.parameters[name]  # raises for an unknown name
        return dict(given)

    def snapshot(
        self, parameters: Mapping[str, float], start: Mapping[str, Any], expressions: Sequence[Any]
    ) -> np.ndarray:
        """The expressions at the start, perhaps for other values of parameters; see `Playable.snapshot`."""
        model = self.system.numeric(**{**parameters, **start})
        return model.evaluate(expressions, [0.0], model.start[None])[0]

    def result(
        self, parameters: Mapping[str, float], start: Mapping[str, float], times: np.ndarray, u: Mapping[str, Any]
    ) -> MultibodyRun:
        """The run; see `Playable.result`."""
        return self.system.numeric(**parameters).simulate(t=times, rtol=self.accuracy, atol=self.accuracy)

    def signals(self, run: MultibodyRun, expressions: Sequence[Any]) -> np.ndarray:
        """The expressions along a run; see `PlayableMotion.signals`."""
        return run.evaluate(expressions)
