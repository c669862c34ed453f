"""One flexible body in motion, as simulations and pictures use it: free, or on a frame that moves as prescribed."""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import numpy as np

from ..model import ModelError
from ..rotations.arrays import matrix_quaternion, quaternion_matrix, quaternion_rate, rotation_vector_matrix
from .checking import array
from .energies import elastic_energy, kinetic_energy, momenta, weight_energy
from .equations import driven_acceleration, free_acceleration, reaction, weight
from .nodes import Nodes
from .standard_data import StandardData

__all__ = ["BodyState", "DrivenMotion", "FlexibleMotion", "FrameMotion", "FreeMotion", "at_rest", "turning"]

REST = np.zeros(3)


class BodyState(NamedTuple):
    """How the body stands and moves; for many times, they stand along the first axis of every entry."""

    t: Any
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


class FrameMotion(NamedTuple):
    """How a frame moves in one instant: r, v, a in inertial components, ω and ω̇ in those of the frame."""

    r: np.ndarray
    A: np.ndarray
    v: np.ndarray
    a: np.ndarray
    w: np.ndarray
    w_d: np.ndarray


Load = Callable[[BodyState], np.ndarray]
"""Force, moment about the origin of R and generalised forces without the weight, (6 + n_q,), in components of R."""
Output = Callable[[BodyState], np.ndarray]
"""A quantity of many states at once, (k,)."""


class FlexibleMotion:
    """What free and driven bodies share: places, energies and outputs of states over time.

    Parameters
    ----------
    nodes : what `places` shows besides R, in this order
    gravity : (3,), inertial components, m/s²
    load : function of one `BodyState`, see `Load`
    outputs : functions of many states by name, see `Output`
    second_order : False drops I_2, see `mechanics.flexible.equations`
    """

    def __init__(
        self, data: StandardData, nodes: Nodes | None = None, *, gravity: Any = REST, load: Load | None = None,
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

    def at(self, t: Any, x: np.ndarray) -> BodyState:
        """The states of many times as positions, rotations and velocities, t (k,) and x (k, n)."""
        raise NotImplementedError

    def loads(self, state: BodyState) -> np.ndarray:
        """h = h_grav + h_ext of one state, (6 + n_q,)."""
        h = weight(self.data, state.q, self.gravity @ state.A)
        return h if self.load is None else h + self.load(state)

    def places(self, t: np.ndarray, x: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """R and the nodes: origins (k, 1 + N, 3), m, and rotation matrices (k, 1 + N, 3, 3), to inertial components."""
        s = self.at(t, x)
        r = s.r[:, None, :] + np.einsum("kab,knb->kna", s.A, self.nodes.positions(s.q))
        A = s.A[:, None] @ self.nodes.rotations(s.q)
        return np.concatenate([s.r[:, None], r], axis=1), np.concatenate([s.A[:, None], A], axis=1)

    def energies(self, t: np.ndarray, x: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Kinetic and potential energy (of deformation and weight), each (k,), J."""
        s = self.at(t, x)
        kinetic = kinetic_energy(self.data, _in_frame(s.A, s.v), s.w, s.q, s.q_d, self.second_order)
        return kinetic, elastic_energy(self.data, s.q) + weight_energy(self.data, s.r, s.A, s.q, self.gravity)

    def momenta(self, t: np.ndarray, x: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Momentum, and angular momentum about the inertial origin, (k, 3) each, in inertial components."""
        s = self.at(t, x)
        P, D, _ = momenta(self.data, _in_frame(s.A, s.v), s.w, s.q, s.q_d, self.second_order)
        P, D = np.einsum("kab,kb->ka", s.A, P), np.einsum("kab,kb->ka", s.A, D)
        return P, D + np.cross(s.r, P)

    def quantities(self, t: np.ndarray, x: np.ndarray) -> dict[str, np.ndarray]:
        """The outputs by name, each (k,)."""
        s = self.at(t, x)
        return {name: np.broadcast_to(output(s), np.shape(t)) for name, output in self.outputs.items()}


class FreeMotion(FlexibleMotion):
    """A flexible body that nothing guides.

    The state is x = (r, quaternion, v, ω, q, q̇), 13 + 2 n_q numbers: r and v of the origin of R in **inertial**
    components, the quaternion (scalar first) that turns components of R to inertial ones, ω in components **of R**.

    Parameters
    ----------
    r, A, v, w, q, q_d : start; at rest, undeformed and parallel to the inertial frame unless given
    rest : as in `FlexibleMotion`
    """

    def __init__(
        self, data: StandardData, nodes: Nodes | None = None, *, r: Any = REST, A: Any = None, v: Any = REST,
        w: Any = REST, q: Any = None, q_d: Any = None, **rest: Any,
    ):  # fmt: skip
        super().__init__(data, nodes, **rest)
        quaternion = np.array([1.0, 0, 0, 0]) if A is None else matrix_quaternion(array("A", A, (3, 3)))
        q, q_d = _elastic_start(data, q, q_d)
        parts = [array("r", r, (3,)), quaternion, array("v", v, (3,)), array("w", w, (3,)), q, q_d]
        self.start = np.concatenate(parts)
        self.state_derivative(0.0, self.start)  # refuses what cannot move

    @property
    def states(self) -> tuple[str, ...]:
        """Names of the entries of a state: first those of the frame R, then q_1, q_2, ..., q_1_d, q_2_d, ...

        Those of the frame are R_x to R_z, the quaternion R_q0 to R_q3, the velocity R_x_d to R_z_d, and R_w1 to R_w3.
        """
        frame = "R_x R_y R_z R_q0 R_q1 R_q2 R_q3 R_x_d R_y_d R_z_d R_w1 R_w2 R_w3"
        return (*frame.split(), *_elastic_names(self.data.n_q))

    def at(self, t: Any, x: np.ndarray) -> BodyState:
        """Positions, rotations and velocities of x (..., 13 + 2 n_q)."""
        r, quaternion, v, w, q, q_d = np.split(x, [3, 7, 10, 13, 13 + self.data.n_q], axis=-1)
        return BodyState(t, r, quaternion_matrix(quaternion), v, w, q, q_d)

    def state_derivative(self, t: float, x: np.ndarray) -> np.ndarray:
        """ẋ = (v, ½ quaternion ∘ (0, ω), A a_R, ω̇, q̇, q̈), by F(0)."""
        s = self.at(t, x)
        z_d = free_acceleration(self.data, s.q, s.q_d, s.w, self.loads(s), self.second_order)
        return np.concatenate([s.v, quaternion_rate(x[3:7], s.w), s.A @ z_d.a_R, z_d.w_d, s.q_d, z_d.q_dd])


class DrivenMotion(FlexibleMotion):
    """A flexible body whose frame R moves as prescribed; the state is x = (q, q̇), 2 n_q numbers.

    Parameters
    ----------
    drive : function of time that returns a `FrameMotion`, such as `turning(...)`; `at_rest()` clamps the body
    q, q_d : start; undeformed and at rest unless given
    rest : as in `FlexibleMotion`
    """

    def __init__(
        self, data: StandardData, drive: Callable[[float], FrameMotion], nodes: Nodes | None = None, *,
        q: Any = None, q_d: Any = None, **rest: Any,
    ):  # fmt: skip
        super().__init__(data, nodes, **rest)
        self.drive = drive
        self.start = np.concatenate(_elastic_start(data, q, q_d))
        self.state_derivative(0.0, self.start)  # refuses what cannot move

    @property
    def states(self) -> tuple[str, ...]:
        """Names of the entries of a state: q_1, q_2, ..., q_1_d, q_2_d, ..."""
        return _elastic_names(self.data.n_q)

    def at(self, t: Any, x: np.ndarray) -> BodyState:
        """Positions, rotations and velocities for t (k,) and x (k, 2 n_q)."""
        frames = FrameMotion(*(np.array(entry) for entry in zip(*map(self.drive, t), strict=True)))
        q, q_d = np.split(x, 2, axis=-1)
        return BodyState(t, frames.r, frames.A, frames.v, frames.w, q, q_d)

    def state_derivative(self, t: float, x: np.ndarray) -> np.ndarray:
        """ẋ = (q̇, q̈), by the last rows of F(0)."""
        frame, state = self._at(t, x)
        a_R = frame.a @ frame.A
        found = driven_acceleration(self.data, state.q, state.q_d, self.loads(state), a_R, frame.w, frame.w_d)
        return np.concatenate([state.q_d, found.q_dd])

    def reactions(self, t: np.ndarray, x: np.ndarray) -> np.ndarray:
        """Force and moment about the origin of R that the drive needs, (k, 6), in components of R, N and N m."""
        return np.array([self._reaction(*pair) for pair in zip(t, x, strict=True)])

    def _reaction(self, t: float, x: np.ndarray) -> np.ndarray:
        (frame, s), data = self._at(t, x), self.data
        h = self.loads(s)
        found = driven_acceleration(data, s.q, s.q_d, h, frame.a @ frame.A, frame.w, frame.w_d)
        return reaction(data, s.q, s.q_d, found, frame.w, h, self.second_order)

    def _at(self, t: float, x: np.ndarray) -> tuple[FrameMotion, BodyState]:
        frame, n = self.drive(t), self.data.n_q
        return frame, BodyState(t, frame.r, frame.A, frame.v, frame.w, x[:n], x[n:])


def at_rest(r: Any = REST, A: Any = None) -> Callable[[float], FrameMotion]:
    """A frame that stands still at `r` with the axes `A`: the body is clamped."""
    A = np.eye(3) if A is None else array("A", A, (3, 3))
    frame = FrameMotion(array("r", r, (3,)), A, REST, REST, REST, REST)
    return lambda t: frame


def turning(
    axis: Any, angle: Callable[[float], tuple[float, float, float]], r: Any = REST, A: Any = None
) -> Callable[[float], FrameMotion]:
    """A frame at `r` that turns about an axis through its origin.

    Parameters
    ----------
    axis : (3,), in the inertial frame; of any length
    angle : function of time that returns the angle, its rate and its acceleration, rad, rad/s, rad/s²
    A : (3, 3), the axes at the angle zero; those of the inertial frame unless given
    """
    r, axis = array("r", r, (3,)), array("axis", axis, (3,))
    if not axis.any():
        raise ModelError("The axis of a rotation must have a direction; got (0, 0, 0).")
    start, axis = np.eye(3) if A is None else array("A", A, (3, 3)), axis / np.linalg.norm(axis)
    own = axis @ start  # the axis keeps its components in the frame

    def motion(t: float) -> FrameMotion:
        phi, phi_d, phi_dd = angle(t)
        return FrameMotion(r, rotation_vector_matrix(phi * axis) @ start, REST, REST, phi_d * own, phi_dd * own)

    return motion


def _elastic_names(n_q: int) -> tuple[str, ...]:
    coordinates = [f"q_{k + 1}" for k in range(n_q)]
    return (*coordinates, *(f"{name}_d" for name in coordinates))


def _elastic_start(data: StandardData, q: Any, q_d: Any) -> tuple[np.ndarray, np.ndarray]:
    zero = np.zeros(data.n_q)
    return array("q", zero if q is None else q, zero.shape), array("q_d", zero if q_d is None else q_d, zero.shape)


def _in_frame(A: np.ndarray, v: np.ndarray) -> np.ndarray:
    """Aᵀ v."""
    return np.einsum("...ba,...b->...a", A, v)
