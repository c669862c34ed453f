"""The result of a simulation in state space."""

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from ..protocol import Event, Events, Run
from .inputs import Input
from .interpolation import hermite
from .quantities import StateSpaceValues

__all__ = ["StateSpaceRun", "input_history"]


class StateSpaceRun(Run):
    """Motion of a `StateSpaceSystem`.

    Attributes
    ----------
    mode : ndarray of str, shape (k,)
        Mode at each output time, beside what every run has.
    """

    model: StateSpaceValues

    def __init__(
        self,
        model: StateSpaceValues,
        t: np.ndarray,
        x: np.ndarray,
        mode: Sequence[str],
        events: Iterable[Event],
        inputs: Mapping[str, Any],
    ):
        self.model, self.t, self.x = model, t, x
        self.mode = np.array(mode)
        modes = model.system.modes.values()
        names = [name for m in modes for name in (*(x.name for x in m.transitions), *(["rest"] if m.rest else []))]
        self.events = Events(events, names)
        self._inputs = dict(inputs)

    @cached_property
    def u(self) -> dict[str, np.ndarray]:  # type: ignore[override]
        """Inputs along the motion by name, each of shape (k,)."""
        return input_history(self._inputs, self.t, self.x)

    def __getitem__(self, name: str) -> np.ndarray:
        table = {name: self.x[:, i] for i, name in enumerate(self.model.system.states)} | {"t": self.t} | self.u
        return table[name] if name in table else self.model.output(name, self.x, self.u, self.t)

    def at(self, t: ArrayLike) -> np.ndarray:
        """States between the output times, for systems with one mode; see `Run.at`."""
        slopes = self.model.state_derivative(self.t, self.x, self.u)
        return hermite(self.t, self.x, slopes, t)


def input_history(inputs: Mapping[str, Input], t: np.ndarray, x: np.ndarray) -> dict[str, np.ndarray]:
    """Inputs along a motion.

    Parameters
    ----------
    inputs : mapping
        Numbers or functions of (t, x) by name.
    t : ndarray, shape (k,)
        Times, s.
    x : ndarray, shape (k, n)
        States at these times.

    Returns
    -------
    dict of ndarray, each of shape (k,)
    """
    return {
        name: np.array([float(value(a, b)) for a, b in zip(t, x, strict=True)])
        if callable(value)
        else np.full(len(t), float(value))
        for name, value in inputs.items()
    }
