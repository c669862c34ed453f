"""The motion of a mechanism of rigid and flexible bodies: states, energies, places of nodes, reactions."""

from collections.abc import Sequence
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from ...flexible.energies import elastic_energy
from ...model import ModelError, unknown_name
from ...rotations.arrays import quaternion_matrix
from ...state_space.interpolation import hermite
from ..body.place import Place
from ..joints import Joint
from .index_one import BodyInMotion, Equations, constraints, pieces

__all__ = ["FlexibleRun", "JointReaction"]


class JointReaction(NamedTuple):
    """What a joint puts on body j at Q; body i gets the opposite.

    Attributes
    ----------
    force, moment : np.ndarray, shape (k, 3)
        Axes of marker P, N and N m.
    """

    force: np.ndarray
    moment: np.ndarray


class FlexibleRun:
    """Motion of a `FlexibleSystem`.

    Attributes
    ----------
    equations : Equations
        What was simulated, with its bodies and joints.
    states : tuple of str
        Names of the entries of a state, as in `FlexibleSystem.states`.
    t : np.ndarray, shape (k,)
        Output times, s.
    x : np.ndarray, shape (k, n)
        States.
    work : np.ndarray, shape (k,)
        Work of drives and loads less what damping took, since the start, J.
    """

    def __init__(self, equations: Equations, states: Sequence[str], t: np.ndarray, x: np.ndarray, work: np.ndarray):
        self.equations, self.states, self.t, self.x, self.work = equations, tuple(states), t, x, work

    def __getitem__(self, name: str) -> np.ndarray:
        if name == "t":
            return self.t
        if name not in self.states:
            raise ModelError(unknown_name(name, self.states, "state"))
        return self.x[:, self.states.index(name)]

    def at(self, t: ArrayLike) -> np.ndarray:
        """States between the output times, by cubic interpolation.

        Parameters
        ----------
        t : array_like
            Times between the first and the last output, s.

        Returns
        -------
        np.ndarray, shape (..., n)
        """
        rates = [self.equations.derivative(*pair)[:-1] for pair in zip(self.t, self._worked, strict=True)]
        return hermite(self.t, self.x, np.array(rates), t)

    def place(self, name: str) -> Place:
        """Pose of a body or a node over time.

        Parameters
        ----------
        name : str
            ``"rod"`` or ``"rod.tip"``.

        Returns
        -------
        Place
            r (k, 3) and A (k, 3, 3).

        Raises
        ------
        ModelError
            For an unknown name.
        """
        system = self.equations
        if not isinstance(name, str) or name not in system.owner:
            raise ModelError(unknown_name(name, list(system.owner), "body or node"))
        found = [system.node(name, pieces(system.bodies, x)).place for x in self.x]
        return Place(np.array([place.r for place in found]), np.array([place.A for place in found]))

    def q(self, body: str) -> np.ndarray:
        """Elastic coordinates of a body.

        Parameters
        ----------
        body : str
            Its name.

        Returns
        -------
        np.ndarray, shape (k, n_q)
        """
        return self._entries(body)[4]

    @property
    def kinetic(self) -> np.ndarray:
        """Kinetic energy, J, shape (k,)."""
        return self._energies[0]

    @property
    def elastic(self) -> np.ndarray:
        """Energy of deformation, J, shape (k,)."""
        return self._energies[1]

    @property
    def potential(self) -> np.ndarray:
        """Energy of deformation and weight, J, shape (k,)."""
        return self._energies[1] + self._energies[2]

    @property
    def energy(self) -> np.ndarray:
        """Total energy, J, shape (k,)."""
        return self.kinetic + self.potential

    @property
    def energy_error(self) -> np.ndarray:
        """E(t) − E(0) − work of drives, loads and damping, J, shape (k,): what an integrator has made.

        The power is integrated together with the states, so it is as accurate as they are, however few the outputs.
        """
        return self.energy - self.energy[0] - self.work

    def reactions(self, joint: str) -> JointReaction:
        """Force and moment in a joint; where constraints are redundant, those with the smallest multipliers.

        Parameters
        ----------
        joint : str
            Its name.

        Raises
        ------
        ModelError
            For an unknown name.
        """
        names = [one.name for one in self.equations.joints]
        if joint not in names:
            raise ModelError(unknown_name(joint, names, "joint"))
        found = [self._reaction(names.index(joint), *pair) for pair in zip(self.t, self._worked, strict=True)]
        return JointReaction(*(np.array(part) for part in zip(*found, strict=True)))

    def _reaction(self, k: int, t: float, x: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        system, joint = self.equations, self.equations.joints[k]
        parts = pieces(system.bodies, x)
        _, lam, _ = system.accelerations(t, parts)
        counts = [len(one.constraint(*self._ends(one, parts), t).g) for one in system.joints]
        first = sum(counts[:k])
        i, _, j, _ = self._ends(joint, parts)
        return joint.reaction(i, j, lam[first : first + counts[k]], t)

    def _ends(self, joint: Joint, parts: Sequence[BodyInMotion]) -> tuple[Place, np.ndarray, Place, np.ndarray]:
        i, j = (self.equations.node(marker.body, parts) for marker in (joint.P, joint.Q))
        return i.place, i.z, j.place, j.z

    def drift(self) -> float:
        """Largest residual of a joint at the output times, m or dimensionless."""
        system = self.equations
        found = [constraints(system, t, pieces(system.bodies, x)).g for t, x in zip(self.t, self.x, strict=True)]
        return float(np.abs(found).max(initial=0.0))

    @property
    def _worked(self) -> np.ndarray:
        return np.column_stack([self.x, self.work])

    def _entries(self, name: str) -> list[np.ndarray]:
        """r, quaternion, v, ω, q, q̇ of a body over time."""
        start = 0
        for body in self.equations.bodies:
            own = self.x[:, start : start + 13 + 2 * body.n_q]
            if body.name == name:
                return np.split(own, [3, 7, 10, 13, 13 + body.n_q], axis=1)
            start += own.shape[1]
        raise ModelError(unknown_name(name, [body.name for body in self.equations.bodies], "body"))

    @cached_property
    def _energies(self) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        kinetic, elastic, weight = (np.zeros(len(self.t)) for _ in range(3))
        for body in self.equations.bodies:
            r, quaternion, v, w, q, q_d = self._entries(body.name)
            A = quaternion_matrix(quaternion)
            own = np.einsum("kba,kb->ka", A, v)
            elastic += elastic_energy(body.data, q)
            kinetic += body.kinetic_energy(own, w, q, q_d)
            weight += body.weight_energy(r, A, q, self.equations.gravity)
        return kinetic, elastic, weight
