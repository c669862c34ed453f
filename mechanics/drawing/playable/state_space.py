"""State-space systems as the player sees them."""

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any

import numpy as np

from ...state_space import StateSpaceSystem
from ...state_space.model import StateSpaceModel
from ...state_space.run import StateSpaceRun
from ...symbols import plain_name
from ..panel import Quantity
from .motion import PlayableMotion

__all__ = ["PlayableStateSpace"]


class PlayableStateSpace(PlayableMotion[StateSpaceSystem, StateSpaceRun]):
    """A `StateSpaceSystem` as the player sees it: it starts from x0.

    Attributes
    ----------
    given : dict of str
        The parameter that is the start value of a state, by the name of the state.
    finest : float
        Least tolerance of a run, also where the system asks for less: no picture shows more.
    """

    finest = 1e-9

    def __init__(self, system: StateSpaceSystem):
        super().__init__(system)
        states = [Quantity.of(v, main=True, start=True) for v in system.states.values()]
        self.given = {
            plain_name(x): str(value) for x, value in system.start.items() if value in self.parameters.symbols
        }
        computed = {plain_name(x) for x in system.start}
        self.starts = [v for v in states if v.name not in computed]
        self.defaults = {v.name: system.states[v.name].default for v in self.starts}
        self.quantities = [*states, *(Quantity.of(v) for v in self.inputs.values()), *self.outputs]
        self.pairs = list(pairwise(system.states))
        self.modes = list(system.modes) if len(system.modes) > 1 else []

    def groups(self) -> dict[str, list[str]]:
        """x0."""
        return {"x0": list(self.system.states)}

    def start(self, given: Mapping[str, float]) -> dict[str, float]:
        """States by name, also those whose start values are parameters; see `Playable.start`."""
        for name in given:
            self.system.states[name]  # raises for an unknown name
        return self.defaults | {name: float(value) for name, value in given.items()}

    def split(self, start: Mapping[str, float]) -> tuple[dict[str, float], dict[str, float]]:
        """Start values, and those of them that are parameters, as the mass of a rocket is m0; see `Playable.split`."""
        parameters = {self.given[name]: value for name, value in start.items() if name in self.given}
        return {name: value for name, value in start.items() if name in self.defaults}, parameters

    def snapshot(
        self, parameters: Mapping[str, float], start: Mapping[str, Any], expressions: Sequence[Any]
    ) -> np.ndarray:
        """The expressions in one state or several; see `Playable.snapshot`."""
        model = self.system.numeric(**parameters)
        return model.evaluate(expressions, self._x0(model, start))

    def result(
        self, parameters: Mapping[str, float], start: Mapping[str, float], times: np.ndarray, u: Mapping[str, Any]
    ) -> StateSpaceRun:
        """The run; see `Playable.result`."""
        model = self.system.numeric(**parameters)
        accuracy = max(self.finest, min(self.accuracy, self.system.accuracy))
        return model.simulate(self._x0(model, start), times, u, rtol=accuracy, atol=accuracy)

    def signals(self, run: StateSpaceRun, expressions: Sequence[Any]) -> np.ndarray:
        """The expressions along a run; see `PlayableMotion.signals`."""
        return run.model.evaluate(expressions, run.x, run.u, run.t)

    def histories(self, run: StateSpaceRun) -> list[np.ndarray]:
        """The quantities along a run, and the number of the mode where there are several."""
        modes = [np.array([self.modes.index(mode) for mode in run.mode])] if self.modes else []
        return [*super().histories(run), *modes]

    def _x0(self, model: StateSpaceModel, start: Mapping[str, Any]) -> np.ndarray:
        """The start, or several (start values are arrays), shape (..., n)."""
        known = dict(zip(self.system.states, model.start, strict=True)) | dict(start)
        values = (np.asarray(known[name], dtype=float) for name in self.system.states)
        return np.stack(np.broadcast_arrays(*values), axis=-1)
