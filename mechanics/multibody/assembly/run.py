"""The motion of a system of rigid bodies: what `RigidBodySystem.simulate` returns."""

from collections.abc import Callable, Mapping
from functools import cached_property

import numpy as np
from numpy.typing import ArrayLike

from ...model import ModelError, unknown_name
from ...state_space.interpolation import hermite
from ..body import Place
from .balance import power_from_outside, unexplained
from .description import SystemDescription
from .reactions import Reaction, reactions
from .work import energies

__all__ = ["RigidBodyRun"]


class RigidBodyRun:
    """Motion of bodies over time, with their places, energies and the reactions of the joints.

    ``run["crank_w3"]`` gives the history of one state.

    Attributes
    ----------
    system : RigidBodySystem
        What was simulated.
    t : np.ndarray, shape (k,)
        Output times, s.
    x : np.ndarray, shape (k, 13 n + own)
        States at these times.
    """

    def __init__(
        self,
        system: SystemDescription,
        t: np.ndarray,
        x: np.ndarray,
        state_derivative: Callable[[float, np.ndarray], np.ndarray],
        given: np.ndarray,
    ):
        self.system, self.t, self.x, self._derivative = system, t, x, state_derivative
        self._given = given

    def __repr__(self) -> str:
        names = ", ".join(body.name for body in self.system.bodies)
        return f"RigidBodyRun of {names}: {len(self.t)} times from {self.t[0]:g} to {self.t[-1]:g} s"

    def __getitem__(self, name: str) -> np.ndarray:
        """History of one state, (k,)."""
        if name == "t":
            return self.t
        if name not in self.system.states:
            raise ModelError(unknown_name(name, self.system.states, "state"))
        return self.x[:, self.system.states.index(name)]

    @cached_property
    def kinetic(self) -> np.ndarray:
        """Kinetic energy, J, shape (k,)."""
        return self.system.kinetic_energy(self.x)

    @cached_property
    def potential(self) -> np.ndarray:
        """Potential energy of weight (zero at the origin) and of force elements, J, shape (k,)."""
        return self.system.potential_energy(self.t, self.x)

    @property
    def energy(self) -> np.ndarray:
        """Total energy, J, shape (k,)."""
        return self.kinetic + self.potential

    @cached_property
    def power(self) -> np.ndarray:
        """Power that comes from outside: actuators and drives, loads, minus what dampers turn into heat; W, (k,)."""
        return power_from_outside(self.system, self.t, self.x)

    @cached_property
    def work(self) -> np.ndarray:
        """Work from outside since the start, ∫ power dt, J, (k,); integrated together with the states."""
        stored = self.potential - energies(self.system, self.x)[1]
        return self._given + stored - stored[0]

    @cached_property
    def energy_error(self) -> np.ndarray:
        """Energy that nothing explains, J, shape (k,): E − E(0) − work.

        The power is integrated together with the states, so it is as accurate as they are, however few the outputs.
        """
        return unexplained(self.system, self.x, self._given)

    @cached_property
    def reactions(self) -> dict[str, Reaction]:
        """Force and moment (k, 3) of each joint on body j at Q in the axes of P, N, N m, by the name of the joint."""
        return reactions(self.system, self.t, self.x)

    @cached_property
    def places(self) -> Mapping[str, Place]:
        """Poses of the bodies by name: origins r (k, 3) in m, rotation matrices A (k, 3, 3), body to inertial."""
        return {body.name: self.system.place(self.x, body.name) for body in self.system.bodies}

    @cached_property
    def velocities(self) -> Mapping[str, np.ndarray]:
        """Velocities z = (v; ω) (k, 6) of the bodies by name, each in the basis of its body, m/s, rad/s."""
        return {body.name: self.system.velocity(self.x, body.name) for body in self.system.bodies}

    def at(self, t: ArrayLike) -> np.ndarray:
        """States between the output times.

        Parameters
        ----------
        t : array_like
            One or many times within the run, s.

        Returns
        -------
        np.ndarray, shape (..., 13 n + own)
            Cubic interpolation with the exact rates; quaternions have length one.

        Raises
        ------
        ModelError
            For a time outside of the run.
        """
        x = hermite(self.t, self.x, self._rates, t)
        q = x[..., 3 * self.system.n : 7 * self.system.n]
        many = q.reshape(*q.shape[:-1], self.system.n, 4)
        q[...] = (many / np.linalg.norm(many, axis=-1, keepdims=True)).reshape(q.shape)
        return x

    @cached_property
    def _rates(self) -> np.ndarray:
        rows = zip(self.t.tolist(), self.x, strict=True)
        return np.array([self._derivative(t, x) for t, x in rows])
