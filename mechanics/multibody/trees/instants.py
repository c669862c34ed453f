"""Positions, velocities, forces and energies of a tree at many instants of its motion."""

from collections.abc import Sequence
from dataclasses import dataclass, fields
from functools import cached_property

import numpy as np

from ...rotations.arrays import quaternion_matrix, skew
from . import packing
from .base import BaseState
from .dynamics import TreeDynamics
from .energies import kinetic_energy
from .guided import GuidedBase
from .kinematics import accelerations, positions, velocities
from .loads import SPRINGS, Load

__all__ = ["Instants"]


@dataclass(frozen=True, eq=False)
class Instants:
    """A tree at the times t (k,) in the states x (k, 7n).

    Attributes
    ----------
    motion, t, x : TreeDynamics
        Whose states, when, which.
    """

    motion: TreeDynamics
    t: np.ndarray
    x: np.ndarray

    @cached_property
    def base(self) -> BaseState:
        """The base, with k rows."""
        base, t = self.motion.base, np.asarray(self.t, dtype=float)
        if isinstance(base, GuidedBase):
            return base(t)
        states = [base(time) for time in t]
        return BaseState(*(np.stack([getattr(s, entry.name) for s in states]) for entry in fields(BaseState)))

    @cached_property
    def A(self) -> np.ndarray:
        """(k, n, 3, 3) rotation matrices, body to inertial."""
        return quaternion_matrix(self.motion.split(self.x)[0])

    @property
    def w(self) -> np.ndarray:
        """(k, n, 3) angular velocities, rad/s, basis of each body."""
        return self.motion.split(self.x)[1]

    @cached_property
    def r(self) -> np.ndarray:
        """(k, n, 3) mass centres, m, inertial basis."""
        return positions(self.motion.tree, self.A, self.base)

    @cached_property
    def r_d(self) -> np.ndarray:
        """(k, n, 3) velocities of the mass centres, m/s, inertial basis."""
        return velocities(self.motion.tree, self.A, self.w, self.base)

    @property
    def kinetic_energy(self) -> np.ndarray:
        """(k,) J."""
        return kinetic_energy(self.motion.tree, self.A, self.w, self.base)

    @property
    def potential_energy(self) -> np.ndarray:
        """(k,) of weights and springs, J."""
        return self.motion.loads.potential(self.A, self.r, self.base)

    @cached_property
    def w_d(self) -> np.ndarray:
        """(k, n, 3) angular accelerations, rad/s², basis of each body."""
        if self.motion.runs_compiled:
            return self.motion.rates(self.t, self.x)
        return self.motion.recursion.solve(self.A, self.w, *self.load, self.base).w_d

    @cached_property
    def r_dd(self) -> np.ndarray:
        """(k, n, 3) accelerations of the mass centres, m/s², inertial basis."""
        return accelerations(self.motion.tree, self.A, self.w, self.w_d, self.base)

    @cached_property
    def forces(self) -> np.ndarray:
        """(k, n, 3) force on each body at its inboard hinge, N, inertial basis; W(12)."""
        tree = self.motion.tree
        X = tree.graph.T.astype(float) @ (tree.m[:, None] * self.r_dd - self.load.F)
        return tree.graph.signs[:, None] * X[:, tree.graph.inboard]

    @cached_property
    def power(self) -> np.ndarray:
        """(k,) of dampers, motors, forces and the base, W: of all that is neither weight nor a spring."""
        loads, rests = self.motion.loads, getattr(self.motion.base, "rests", False)
        power = np.zeros(len(self.t))
        if rests and not loads.forces and all(isinstance(element, SPRINGS) for element in loads.moments):
            return power
        F, M, Y = self.load
        if loads.forces:
            w = (self.A @ self.w[..., None])[..., 0]
            power += ((F - loads.weights) * self.r_d).sum((1, 2)) + (M * w).sum((1, 2))
        power += loads.joint_power(Y, self.A, self.w, self.base)
        return power if rests else power + self._power_of_base(Y)

    def _power_of_base(self, Y: np.ndarray) -> np.ndarray:
        """Of the forces and moments that the base puts on the bodies next to it."""
        tree, base = self.motion.tree, self.base
        on_base = np.flatnonzero(tree.graph.parents < 0)
        at = base.velocities(self.motion.recursion.e[on_base])
        force = self.forces[:, on_base]
        turning = np.einsum("...ab,...b->...a", base.A, base.w)
        arcs = tree.graph.inboard[on_base]
        sign = np.where(tree.graph.minus[arcs] == 0, 1.0, -1.0)
        moment = (sign[:, None] * Y[:, arcs]).sum(1)
        return (force * at).sum((1, 2)) + (moment * np.broadcast_to(turning, moment.shape)).sum(-1)

    def hinge_force(self, body: str) -> np.ndarray:
        """Magnitude of the force in the inboard hinge of a body.

        Parameters
        ----------
        body : str
            Name of the body.

        Returns
        -------
        np.ndarray, shape (k,)
            N.
        """
        return np.linalg.norm(self.forces[:, self.motion.tree.body(body)], axis=-1)

    def point(self, body: str, at: Sequence[float] = (0.0, 0.0, 0.0)) -> np.ndarray:
        """Position of a point of a body.

        Parameters
        ----------
        body : str
            Name of the body.
        at : sequence of float, shape (3,), optional
            From the mass centre to the point, basis of the body, m.

        Returns
        -------
        np.ndarray, shape (k, 3)
            Inertial basis, m.
        """
        return self.r[:, self.motion.tree.body(body)] + self.axis(body, at)

    def velocity(self, body: str, at: Sequence[float] = (0.0, 0.0, 0.0)) -> np.ndarray:
        """Velocity of a point of a body.

        Parameters
        ----------
        body : str
            Name of the body.
        at : sequence of float, shape (3,), optional
            From the mass centre to the point, basis of the body, m.

        Returns
        -------
        np.ndarray, shape (k, 3)
            Inertial basis, m/s.
        """
        i = self.motion.tree.body(body)
        return self.r_d[:, i] + (self.A[:, i] @ skew(self.w[:, i])) @ np.asarray(at, dtype=float)

    def axis(self, body: str, axis: Sequence[float]) -> np.ndarray:
        """Inertial components of a vector that is fixed in a body.

        Parameters
        ----------
        body : str
            Name of the body.
        axis : sequence of float, shape (3,)
            Vector, basis of the body.

        Returns
        -------
        np.ndarray, shape (k, 3)
            Inertial basis.
        """
        return self.A[:, self.motion.tree.body(body)] @ np.asarray(axis, dtype=float)

    @cached_property
    def load(self) -> Load:
        """Forces, moments and joint moments at all instants, (k, n, 3) each, inertial basis."""
        loads, t = self.motion.loads, np.asarray(self.t, dtype=float)
        if not packing.are_numbers(loads):
            rows = [loads.at(time, self.A[k], self.w[k], _row(self.base, k)) for k, time in enumerate(t.tolist())]
            return Load(*(np.stack(column) for column in zip(*rows, strict=True)))
        F = np.broadcast_to(loads.weights, self.w.shape).copy()
        M = np.zeros_like(F)
        for i, force in ((self.motion.tree.body(force.body), force) for force in loads.forces):
            push, moment = force.wrench(self.A[:, i], 0.0)
            F[:, i] += push
            M[:, i] += moment
        return Load(F, M, loads.joint_moments(t, self.A, self.w, self.base))


def _row(base: BaseState, k: int) -> BaseState:
    """The base at the k-th instant."""
    values = {entry.name: getattr(base, entry.name) for entry in fields(BaseState)}
    return BaseState(**{name: x[k] if _is_many(name, x) else x for name, x in values.items()})


def _is_many(name: str, value: np.ndarray) -> bool:
    return value.ndim > (2 if name == "A" else 1)
