"""The result of a simulation of a mechanical system."""

from collections.abc import Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from ..state_space.interpolation import hermite
from ..state_space.run import input_history

if TYPE_CHECKING:
    from .numeric import LagrangianModel

__all__ = ["LagrangianRun"]


class LagrangianRun:
    """Motion over time: `t` (k,), `q` and `q_d` (k, n), inputs `u`, energies, events.

    ``run("phi")`` or ``run["phi"]`` gives the history of one coordinate, rate, state, input or output;
    ``run.at(t)`` gives q and q̇ between the output times.
    """

    def __init__(
        self,
        model: "LagrangianModel",
        t: np.ndarray,
        q: np.ndarray,
        q_d: np.ndarray,
        inputs: Mapping[str, Any],
        events: Mapping[str, np.ndarray],
    ):
        self.model, self.t, self.q, self.q_d = model, t, q, q_d
        self.events = dict(events)
        self._inputs = dict(inputs)

    def __repr__(self) -> str:
        return f"LagrangianRun of {self.model.system.id!r}: {len(self.t)} times from {self.t[0]:g} to {self.t[-1]:g} s"

    @cached_property
    def x(self) -> np.ndarray:
        """States in the order of `system.states`, (k, 2 n)."""
        return self.model.state(self.q, self.q_d)

    @cached_property
    def u(self) -> dict[str, np.ndarray]:
        """Inputs along the motion, by name, each (k,)."""
        return input_history(self._inputs, self.t, self.x)

    @cached_property
    def kinetic(self) -> np.ndarray:
        """Kinetic energy along the motion, J."""
        return self.model.kinetic_energy(self.q, self.q_d, self.u)

    @cached_property
    def potential(self) -> np.ndarray:
        """Potential energy along the motion, J."""
        return self.model.potential_energy(self.q, self.u)

    @property
    def energy(self) -> np.ndarray:
        """Total energy T + V along the motion, J; constant without forces f (5.98)."""
        return self.kinetic + self.potential

    @cached_property
    def q_dd(self) -> np.ndarray:
        """Accelerations along the motion, (k, n)."""
        return self.model.accelerations(self.q, self.q_d, self.u, self.t)

    def __getitem__(self, name: str) -> np.ndarray:
        system = self.model.system
        names = list(system.coordinates)
        table = {name: self.q[:, i] for i, name in enumerate(names)}
        table |= {f"{name}_d": self.q_d[:, i] for i, name in enumerate(names)}
        table |= {name: self.x[:, i] for i, name in enumerate(system.states)} | {"t": self.t} | self.u
        if name in table:
            return table[name]
        return self.model.output(name, self.q, self.q_d, self.u, self.t)

    __call__ = __getitem__

    def at(self, t: Any) -> tuple[np.ndarray, np.ndarray]:
        """q and q̇ at times between the output times, by cubic interpolation with the exact slopes."""
        q = hermite(self.t, self.q, self.q_d, t)
        return q, hermite(self.t, self.q_d, self.q_dd, t)
