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
from .loads import Load

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
