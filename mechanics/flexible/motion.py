"""One flexible body in motion, as simulations and pictures use it: free, or on a frame with prescribed motion."""

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from ..rotations.arrays import matrix_quaternion, quaternion_matrix, quaternion_rate
from .checking import array
from .equations import driven_acceleration, free_acceleration, reaction
from .flexible_motion import REST, BodyState, FlexibleMotion
from .frames import FrameMotion, at_rest, turning
from .nodes import Nodes
from .standard_data import StandardData

__all__ = ["BodyState", "DrivenMotion", "FlexibleMotion", "FrameMotion", "FreeMotion", "at_rest", "turning"]


class FreeMotion(FlexibleMotion):
    """A flexible body that moves freely.

    The state is x = (r, quaternion, v, ω, q, q̇), 13 + 2 n_q numbers: r and v of the origin of R in **inertial**
    components, the quaternion (scalar first) that turns components of R to inertial ones, ω in components **of R**.

    Parameters
    ----------
    data : StandardData
        Standard data of the body.
    nodes : Nodes, optional
        As for `FlexibleMotion`.
    r, v : array_like, shape (3,), optional
        Initial position and velocity of the origin of R, inertial components, m and m/s.
    A : array_like, shape (3, 3), optional
        Initial rotation matrix; parallel to the inertial frame unless given.
    w : array_like, shape (3,), optional
        Initial angular velocity, components of R, rad/s.
    q, q_d : array_like, shape (n_q,), optional
        Initial elastic coordinates and rates; zero unless given.
    **rest : Any
        As for `FlexibleMotion`.
    """

    def __init__(
        self, data: StandardData, nodes: Nodes | None = None, *, r: ArrayLike = REST, A: ArrayLike | None = None,
        v: ArrayLike = REST, w: ArrayLike = REST, q: ArrayLike | None = None, q_d: ArrayLike | None = None, **rest: Any,
    ):  # fmt: skip
        super().__init__(data, nodes, **rest)
        quaternion = np.array([1.0, 0, 0, 0]) if A is None else matrix_quaternion(array("A", A, (3, 3)))
        q, q_d = _elastic_start(data, q, q_d)
        parts = [array("r", r, (3,)), quaternion, array("v", v, (3,)), array("w", w, (3,)), q, q_d]
        self.start = np.concatenate(parts)
        self.state_derivative(0.0, self.start)  # raises for a body that cannot move

    @property
    def states(self) -> tuple[str, ...]:
        """Names of the entries of a state: first those of the frame R, then q_1, q_2, ..., q_1_d, q_2_d, ...

        Those of the frame are R_x to R_z, the quaternion R_q0 to R_q3, the velocity R_x_d to R_z_d, and R_w1 to R_w3.
        """
        frame = "R_x R_y R_z R_q0 R_q1 R_q2 R_q3 R_x_d R_y_d R_z_d R_w1 R_w2 R_w3"
        return (*frame.split(), *_elastic_names(self.data.n_q))

    def at(self, t: float | np.ndarray, x: np.ndarray) -> BodyState:
        """Positions, rotations and velocities.

        Parameters
        ----------
        t : float or ndarray, shape (k,)
            Times, s.
        x : ndarray, shape (..., 13 + 2 n_q)
            States.

        Returns
        -------
        BodyState
        """
        r, quaternion, v, w, q, q_d = np.split(x, [3, 7, 10, 13, 13 + self.data.n_q], axis=-1)
        return BodyState(t, r, quaternion_matrix(quaternion), v, w, q, q_d)

    def state_derivative(self, t: float, x: np.ndarray) -> np.ndarray:
        """ẋ = (v, ½ quaternion ∘ (0, ω), A a_R, ω̇, q̇, q̈), by F(0).

        Parameters
        ----------
        t : float
            Time, s.
        x : ndarray, shape (13 + 2 n_q,)
            State.

        Returns
        -------
        ndarray, shape (13 + 2 n_q,)
        """
        s = self.at(t, x)
        z_d = free_acceleration(self.data, s.q, s.q_d, s.w, self.loads(s), self.second_order)
        return np.concatenate([s.v, quaternion_rate(x[3:7], s.w), s.A @ z_d.a_R, z_d.w_d, s.q_d, z_d.q_dd])


class DrivenMotion(FlexibleMotion):
    """A flexible body whose frame R has a prescribed motion; the state is x = (q, q̇), 2 n_q numbers.

    Parameters
    ----------
    data : StandardData
        Standard data of the body.
    drive : callable
        Function of time that returns a `FrameMotion`, such as `turning(...)`; `at_rest()` clamps the body.
    nodes : Nodes, optional
        As for `FlexibleMotion`.
    q, q_d : array_like, shape (n_q,), optional
        Initial elastic coordinates and rates; zero unless given.
    **rest : Any
        As for `FlexibleMotion`.
    """

    def __init__(
        self, data: StandardData, drive: Callable[[float], FrameMotion], nodes: Nodes | None = None, *,
        q: ArrayLike | None = None, q_d: ArrayLike | None = None, **rest: Any,
    ):  # fmt: skip
        super().__init__(data, nodes, **rest)
        self.drive = drive
        self.start = np.concatenate(_elastic_start(data, q, q_d))
        self.state_derivative(0.0, self.start)  # raises for a body that cannot move

    @property
    def states(self) -> tuple[str, ...]:
        """Names of the entries of a state: q_1, q_2, ..., q_1_d, q_2_d, ..."""
        return _elastic_names(self.data.n_q)

    def at(self, t: float | np.ndarray, x: np.ndarray) -> BodyState:
        """Positions, rotations and velocities.

        Parameters
        ----------
        t : ndarray, shape (k,)
            Times, s.
        x : ndarray, shape (k, 2 n_q)
            States.

        Returns
        -------
        BodyState
        """
        frames = FrameMotion(*(np.array(entry) for entry in zip(*map(self.drive, np.atleast_1d(t)), strict=True)))
        q, q_d = np.split(x, 2, axis=-1)
        return BodyState(t, frames.r, frames.A, frames.v, frames.w, q, q_d)

    def state_derivative(self, t: float, x: np.ndarray) -> np.ndarray:
        """ẋ = (q̇, q̈), by the last rows of F(0).

        Parameters
        ----------
        t : float
            Time, s.
        x : ndarray, shape (2 n_q,)
            State.

        Returns
        -------
        ndarray, shape (2 n_q,)
        """
        frame, state = self._at(t, x)
        a_R = frame.a @ frame.A
        found = driven_acceleration(self.data, state.q, state.q_d, self.loads(state), a_R, frame.w, frame.w_d)
        return np.concatenate([state.q_d, found.q_dd])

    def power(self, t: np.ndarray, x: np.ndarray) -> np.ndarray | None:
        """Power of the load and of the drive less what damping takes, W, (k,); None as for `FlexibleMotion`."""
        own = super().power(t, x)
        if own is None:
            return None
        s, h = self.at(t, x), self.reactions(t, x)
        v = (np.swapaxes(s.A, -1, -2) @ s.v[..., None])[..., 0]
        return own + (h[:, :3] * v).sum(-1) + (h[:, 3:6] * s.w).sum(-1)

    def reactions(self, t: np.ndarray, x: np.ndarray) -> np.ndarray:
        """Force and moment about the origin of R that the drive needs.

        Parameters
        ----------
        t : ndarray, shape (k,)
            Times, s.
        x : ndarray, shape (k, 2 n_q)
            States.

        Returns
        -------
        ndarray, shape (k, 6)
            In components of R, N and N m.
        """
        return np.array([self._reaction(*pair) for pair in zip(t, x, strict=True)])

    def _reaction(self, t: float, x: np.ndarray) -> np.ndarray:
        (frame, s), data = self._at(t, x), self.data
        h = self.loads(s)
        found = driven_acceleration(data, s.q, s.q_d, h, frame.a @ frame.A, frame.w, frame.w_d)
        return reaction(data, s.q, s.q_d, found, frame.w, h, self.second_order)

    def _at(self, t: float, x: np.ndarray) -> tuple[FrameMotion, BodyState]:
        frame, n = self.drive(t), self.data.n_q
        return frame, BodyState(t, frame.r, frame.A, frame.v, frame.w, x[:n], x[n:])


def _elastic_names(n_q: int) -> tuple[str, ...]:
    coordinates = [f"q_{k + 1}" for k in range(n_q)]
    return (*coordinates, *(f"{name}_d" for name in coordinates))


def _elastic_start(data: StandardData, q: ArrayLike | None, q_d: ArrayLike | None) -> tuple[np.ndarray, np.ndarray]:
    zero = np.zeros(data.n_q)
    return array("q", zero if q is None else q, zero.shape), array("q_d", zero if q_d is None else q_d, zero.shape)
