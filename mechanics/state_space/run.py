"""The result of a simulation in state space."""

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from .hybrid import Event
from .interpolation import hermite

if TYPE_CHECKING:
    from .model import StateSpaceModel

__all__ = ["StateSpaceRun", "input_history"]


class StateSpaceRun:
    """Motion over time: `t` (k,), `x` (k, n), `mode` (k,), `events`, inputs `u`.

    ``run["u_C"]`` gives the history of one state, input or output.
    """

    def __init__(
        self,
        model: "StateSpaceModel",
        t: np.ndarray,
        x: np.ndarray,
        mode: Sequence[str],
        events: Sequence[Event],
        inputs: Mapping[str, Any],
    ):
        self.model, self.t, self.x = model, t, x
        self.mode, self.events = np.array(mode), list(events)
        self._inputs = dict(inputs)

    def __repr__(self) -> str:
        return f"StateSpaceRun of {self.model.system.id!r}: {len(self.t)} times from {self.t[0]:g} to {self.t[-1]:g} s"

    @cached_property
    def u(self) -> dict[str, np.ndarray]:
        """Inputs along the motion, by name, each (k,)."""
        return input_history(self._inputs, self.t, self.x)

    def __getitem__(self, name: str) -> np.ndarray:
        table = {name: self.x[:, i] for i, name in enumerate(self.model.system.states)} | {"t": self.t} | self.u
        return table[name] if name in table else self.model.output(name, self.x, self.u, self.t)

    __call__ = __getitem__

    def at(self, t: Any) -> np.ndarray:
        """x between the output times, by cubic interpolation with the exact slopes; for systems with one mode."""
        slopes = self.model.state_derivative(self.t, self.x, self.u)
        return hermite(self.t, self.x, slopes, t)


def input_history(inputs: Mapping[str, Any], t: np.ndarray, x: np.ndarray) -> dict[str, np.ndarray]:
    """Numbers and functions of (t, x) along a motion."""
    return {
        name: np.array([float(value(a, b)) for a, b in zip(t, x, strict=True)])
        if callable(value)
        else np.full(len(t), float(value))
        for name, value in inputs.items()
    }
