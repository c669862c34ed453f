"""The result of a simulation of a mechanical system."""

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from ..model import ModelError
from ..protocol import Events, Run
from ..state_space.interpolation import hermite
from ..state_space.run import input_history
from .energy_balance import balance
from .quantities import LagrangianValues

__all__ = ["LagrangianRun"]


class LagrangianRun(Run):
    """Motion of a `LagrangianSystem`.

    ``run["phi"]`` gives the history of one coordinate, rate, state, input or output.

    Attributes
    ----------
    q, q_d : ndarray, shape (k, n)
        Coordinates and rates at the output times, beside what every run has.
    """

    model: LagrangianValues

    def __init__(
        self,
        model: LagrangianValues,
        t: np.ndarray,
        q: np.ndarray,
        q_d: np.ndarray,
        inputs: Mapping[str, Any],
        events: Events,
        breaks: Sequence[float] = (),
    ):
        self.model, self.t, self.q, self.q_d = model, t, q, q_d
        self.events = events
        self._inputs, self._breaks = dict(inputs), tuple(breaks)

    @cached_property
    def x(self) -> np.ndarray:  # type: ignore[override]
        """States in the order of `system.states`, shape (k, 2 n)."""
        return self.model.state(self.q, self.q_d)

    @cached_property
    def u(self) -> dict[str, np.ndarray]:  # type: ignore[override]
        """Inputs along the motion by name, each of shape (k,)."""
        return input_history(self._inputs, self.t, self.x)

    @cached_property
    def kinetic(self) -> np.ndarray:
        """Kinetic energy along the motion, J, shape (k,)."""
        return self.model.kinetic_energy(self.q, self.q_d, self.u, self.t)

    @cached_property
    def potential(self) -> np.ndarray:
        """Potential energy along the motion, J, shape (k,)."""
        return self.model.potential_energy(self.q, self.u, self.t)

    @property
    def energy(self) -> np.ndarray:
        """Total energy T + V along the motion, J, shape (k,); constant without forces f; (5.98)."""
        return self.kinetic + self.potential

    @cached_property
    def energy_error(self) -> np.ndarray:
        """E(t) − E(0) − work of everything without potential, J, shape (k,); see `Run.energy_error`.

        The power q̇ᵀ f, and that of what moves as a given function of the time, is integrated with three points in
        each interval of the output times, in states that are interpolated with the exact rates and accelerations. Where
        the motion changes too fast for that, as in a short push, the equations are integrated once more, from one
        output time to the next.
        """
        return balance(self).error

    @cached_property
    def q_dd(self) -> np.ndarray:
        """Accelerations along the motion, shape (k, n); in a dead centre of closed loops, those of its neighbours."""
        try:
            return self.model.accelerations(self.q, self.q_d, self.u, self.t)
        except ModelError:
            if not self.model.system.multipliers:
                raise
            return np.array([self._acceleration(k) for k in range(len(self.t))])

    def _acceleration(self, k: int) -> np.ndarray:
        inputs = {name: values[k] for name, values in self.u.items()}
        try:
            return self.model.accelerations(self.q[k], self.q_d[k], inputs, float(self.t[k]))
        except ModelError:
            few = slice(max(k - 1, 0), k + 2)
            return np.gradient(self.q_d[few], self.t[few], axis=0)[min(k, 1)]

    def __getitem__(self, name: str) -> np.ndarray:
        system = self.model.system
        names = list(system.coordinates)
        table = {name: self.q[:, i] for i, name in enumerate(names)}
        table |= {f"{name}_d": self.q_d[:, i] for i, name in enumerate(names)}
        table |= {name: self.x[:, i] for i, name in enumerate(system.states)} | {"t": self.t} | self.u
        if name in table:
            return table[name]
        return self.model.output(name, self.q, self.q_d, self.u, self.t)

    def at(self, t: ArrayLike) -> np.ndarray:
        """States between the output times; see `Run.at`. ``run.model.split_state`` gives q and q̇ of them."""
        q = hermite(self.t, self.q, self.q_d, t)
        return self.model.state(q, hermite(self.t, self.q_d, self.q_dd, t))
