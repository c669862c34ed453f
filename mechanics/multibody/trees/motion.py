"""The motion of a tree over time, and what is shown of it: places, energies and outputs."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from .dynamics import TreeDynamics
from .guided import GuidedBase
from .instants import Instants

__all__ = ["TreeMotion"]

Measure = Callable[[Instants], np.ndarray]


@dataclass(frozen=True, eq=False)
class TreeMotion(TreeDynamics):
    """A tree that moves from a given start, under given loads, on a base with a prescribed motion.

    The state has 7n numbers: the quaternions of the bodies, scalar first, then their angular velocities in rad/s, each
    in the basis of its body.

    Attributes
    ----------
    tree : Tree
        Bodies and joints.
    orientations : np.ndarray, shape (n, 3, 3)
        Rotation matrices at the start, body to inertial; all E unless given.
    w : np.ndarray, shape (n, 3)
        Angular velocities at the start, rad/s, basis of each body; zero unless given.
    loads : Loads
        Weights, forces and moments in joints; weights with g = 9.81 m/s² along -z unless given.
    base : callable
        Function of time (one, or many) that returns a `BaseState`; at rest unless given.
    outputs : mapping
        ``{"f_0": lambda instants: ...}``, quantities of the motion, each a function of its `Instants`.
    frames : sequence of str
        Names of the bodies whose places are shown, and "base"; all bodies unless given.

    Raises
    ------
    ModelError
        For orientations that are no rotations, wrong shapes, unknown bodies.
    """

    outputs: Mapping[str, Measure] = field(default_factory=dict)
    frames: Sequence[str] = ()
    _last: list[Instants] = field(default_factory=list, init=False, repr=False)

    def places(self, t: np.ndarray, x: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Poses of the frames; for "base" that of the base.

        Parameters
        ----------
        t : np.ndarray, shape (k,)
            Times, s.
        x : np.ndarray, shape (k, 7n)
            States.

        Returns
        -------
        r : np.ndarray, shape (k, b, 3)
            Mass centres, inertial basis, m.
        A : np.ndarray, shape (k, b, 3, 3)
            Rotation matrices, body to inertial.
        """
        here = self._instants(t, x)
        r = np.concatenate([here.base.r[:, None], here.r], axis=1)
        A = np.concatenate([np.broadcast_to(here.base.A, (len(t), 3, 3))[:, None], here.A], axis=1)
        rows = [self.tree.graph.body(name) + 1 for name in self.frames or self.tree.bodies]
        return r[:, rows], A[:, rows]

    def energies(self, t: np.ndarray, x: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Kinetic energy, and potential energy of weights and springs.

        Parameters
        ----------
        t : np.ndarray, shape (k,)
            Times, s.
        x : np.ndarray, shape (k, 7n)
            States.

        Returns
        -------
        kinetic, potential : np.ndarray, shape (k,)
            J.
        """
        here = self._instants(t, x)
        return here.kinetic_energy, here.potential_energy

    def power(self, t: np.ndarray, x: np.ndarray) -> np.ndarray:
        """Power of dampers, motors, forces and the moving base, W, (k,): of all that is not in the energies.

        Parameters
        ----------
        t : np.ndarray, shape (k,)
            Times, s.
        x : np.ndarray, shape (k, 7n)
            States.
        """
        return self._instants(t, x).power

    @property
    def breaks(self) -> np.ndarray:
        """Times at which the power may jump, s."""
        return self.base.breaks if isinstance(self.base, GuidedBase) else np.empty(0)

    def quantities(self, t: np.ndarray, x: np.ndarray) -> dict[str, np.ndarray]:
        """The outputs by name, (k,) each.

        Parameters
        ----------
        t : np.ndarray, shape (k,)
            Times, s.
        x : np.ndarray, shape (k, 7n)
            States.
        """
        here = self._instants(t, x)
        return {name: measure(here) for name, measure in self.outputs.items()}

    def _instants(self, t: np.ndarray, x: np.ndarray) -> Instants:
        """The states of a run; places, energies and outputs ask for the same ones after each other."""
        if not self._last or self._last[0].t is not t or self._last[0].x is not x:
            self._last[:] = [Instants(self, t, x)]
        return self._last[0]
