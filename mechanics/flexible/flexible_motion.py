"""States of a moving flexible body, and what free and driven bodies share."""

from collections.abc import Callable, Mapping
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from ..model import ModelError
from .checking import array
from .energies import elastic_energy, kinetic_energy, momenta, weight_energy
from .equations import weight
from .nodes import Nodes
from .standard_data import StandardData

__all__ = ["BodyState", "FlexibleMotion", "Load", "Output"]

REST = np.zeros(3)


class BodyState(NamedTuple):
    """Position and motion of the body; many times are along the first axis of every entry.

    Attributes
    ----------
    t : float or ndarray
        Time, s.
    r : ndarray, shape (..., 3)
        Position of the origin of R, inertial components, m.
    A : ndarray, shape (..., 3, 3)
        Rotation matrix, components of R to inertial ones.
    v : ndarray, shape (..., 3)
        Velocity of the origin of R, **inertial** components, m/s.
    w : ndarray, shape (..., 3)
        Angular velocity of R, components **of R**, rad/s.
    q, q_d : ndarray, shape (..., n_q)
        Elastic coordinates and their rates.
    """

    t: float | np.ndarray
    """time, s"""
    r: np.ndarray
    """(..., 3) position of the origin of R, inertial components, m"""
    A: np.ndarray
    """(..., 3, 3) rotation matrix, components of R to inertial ones"""
    v: np.ndarray
    """(..., 3) velocity of the origin of R, **inertial** components, m/s"""
    w: np.ndarray
    """(..., 3) angular velocity of R, components **of R**, rad/s"""
    q: np.ndarray
    """(..., n_q) elastic coordinates"""
    q_d: np.ndarray
    """(..., n_q) their rates"""


Load = Callable[[BodyState], np.ndarray]
"""Force, moment about the origin of R and generalised forces without the weight, (6 + n_q,), in components of R."""
Output = Callable[[BodyState], np.ndarray]
"""A quantity of many states at once, (k,)."""


class FlexibleMotion:
    """What free and driven bodies share: positions, energies and outputs of states over time.

    Parameters
    ----------
    data : StandardData
        Standard data of the body.
    nodes : Nodes, optional
        What `places` shows besides R, in this order.
    gravity : array_like, shape (3,), optional
        Gravity, inertial components, m/s².
    load : Load, optional
        Function of one `BodyState`, see `Load`.
    outputs : mapping of str to Output, optional
        Functions of many states by name, see `Output`.
    second_order : bool, default True
        False drops I_2, see `mechanics.flexible.equations`.

    Raises
    ------
    ModelError
        If the nodes do not have the modes of the body.
    """

    def __init__(
        self, data: StandardData, nodes: Nodes | None = None, *, gravity: ArrayLike = REST, load: Load | None = None,
        outputs: Mapping[str, Output] | None = None, second_order: bool = True,
    ):  # fmt: skip
        self.data, self.nodes = data, Nodes.none(data.n_q) if nodes is None else nodes
        if self.nodes.Phi.shape[2] != data.n_q:
            raise ModelError(f"The nodes must have the {data.n_q} modes of the body; got {self.nodes.Phi.shape[2]}.")
        self.gravity, self.load = array("gravity", gravity, (3,)), load
        self.outputs, self.second_order = dict(outputs or {}), second_order

    @property
    def states(self) -> tuple[str, ...]:
        """Names of the entries of a state x."""
        raise NotImplementedError

    def at(self, t: float | np.ndarray, x: np.ndarray) -> BodyState:
        """The states of many times as positions, rotations and velocities.

        Parameters
        ----------
        t : float or ndarray, shape (k,)
            Times, s.
        x : ndarray, shape (k, n)
            States.

        Returns
        -------
        BodyState
        """
        raise NotImplementedError

    def loads(self, state: BodyState) -> np.ndarray:
        """h = h_grav + h_ext of one state.

        Parameters
        ----------
        state : BodyState
            State of the body.

        Returns
        -------
        ndarray, shape (6 + n_q,)
            Loads in components of R.
        """
        h = weight(self.data, state.q, self.gravity @ state.A)
        return h if self.load is None else h + self.load(state)

    def places(self, t: np.ndarray, x: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Positions and orientations of R and the nodes.

        Parameters
        ----------
        t : ndarray, shape (k,)
            Times, s.
        x : ndarray, shape (k, n)
            States.

        Returns
        -------
        origins : ndarray, shape (k, 1 + N, 3)
            Inertial components, m.
        rotations : ndarray, shape (k, 1 + N, 3, 3)
            Rotation matrices to inertial components.
        """
        s = self.at(t, x)
        r = s.r[:, None, :] + np.einsum("kab,knb->kna", s.A, self.nodes.positions(s.q))
        A = s.A[:, None] @ self.nodes.rotations(s.q)
        return np.concatenate([s.r[:, None], r], axis=1), np.concatenate([s.A[:, None], A], axis=1)

    def energies(self, t: np.ndarray, x: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Kinetic and potential energy (of deformation and weight).

        Parameters
        ----------
        t : ndarray, shape (k,)
            Times, s.
        x : ndarray, shape (k, n)
            States.

        Returns
        -------
        kinetic : ndarray, shape (k,)
            J.
        potential : ndarray, shape (k,)
            J.
        """
        s = self.at(t, x)
        kinetic = kinetic_energy(self.data, _in_frame(s.A, s.v), s.w, s.q, s.q_d, self.second_order)
        return kinetic, elastic_energy(self.data, s.q) + weight_energy(self.data, s.r, s.A, s.q, self.gravity)

    def power(self, t: np.ndarray, x: np.ndarray) -> np.ndarray | None:
        """Power of the load less what damping takes, W: of all that is not in the energies.

        Parameters
        ----------
        t : ndarray, shape (k,)
            Times, s.
        x : ndarray, shape (k, n)
            States.

        Returns
        -------
        ndarray, shape (k,), or None
            None where the equations leave something out, such as I_2, or hold a stiffening without an energy of its
            own.
        """
        if not self.second_order or self.data.K_geo.any():
            return None
        s = self.at(t, x)
        taken = np.einsum("ki,ij,kj->k", s.q_d, self.data.D_e, s.q_d)
        v = _in_frame(s.A, s.v)
        rows = zip(np.atleast_1d(s.t), s.r, s.A, s.v, s.w, s.q, s.q_d, strict=True)
        h = np.array([self._external(BodyState(*row)) for row in rows])
        given = (h[:, :3] * v).sum(-1) + (h[:, 3:6] * s.w).sum(-1) + (h[:, 6:] * s.q_d).sum(-1)
        return given - taken

    def _external(self, state: BodyState) -> np.ndarray:
        """What `loads` holds besides the weight, (6 + n_q,)."""
        return self.loads(state) - weight(self.data, state.q, self.gravity @ state.A)

    def momenta(self, t: np.ndarray, x: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Momentum, and angular momentum about the inertial origin.

        Parameters
        ----------
        t : ndarray, shape (k,)
            Times, s.
        x : ndarray, shape (k, n)
            States.

        Returns
        -------
        P : ndarray, shape (k, 3)
            Momentum, inertial components, kg m/s.
        D : ndarray, shape (k, 3)
            Angular momentum, inertial components, kg m²/s.
        """
        s = self.at(t, x)
        P, D, _ = momenta(self.data, _in_frame(s.A, s.v), s.w, s.q, s.q_d, self.second_order)
        P, D = np.einsum("kab,kb->ka", s.A, P), np.einsum("kab,kb->ka", s.A, D)
        return P, D + np.cross(s.r, P)

    def quantities(self, t: np.ndarray, x: np.ndarray) -> dict[str, np.ndarray]:
        """The outputs by name.

        Parameters
        ----------
        t : ndarray, shape (k,)
            Times, s.
        x : ndarray, shape (k, n)
            States.

        Returns
        -------
        dict of str to ndarray
            Arrays of shape (k,).
        """
        s = self.at(t, x)
        return {name: np.broadcast_to(output(s), np.shape(t)) for name, output in self.outputs.items()}


def _in_frame(A: np.ndarray, v: np.ndarray) -> np.ndarray:
    """Aᵀ v."""
    return np.einsum("...ba,...b->...a", A, v)
